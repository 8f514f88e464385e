// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where the pairs of a list are computed: a pure function of the pairs and of the costs of the hardware.
 */

#pragma once

#include <cstddef>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/plan/pair_list.hpp"
#include "src/plan/pair_survey.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief The pairs that a device computes; the CPU computes all others, and those for which the device has too little memory.
struct list_route
{
    //!\brief The indices of pairs that are each worth a device, in ascending order.
    std::vector<std::size_t> alone_on_device{};

    //!\brief Whether the device computes the pairs that fit into batches. They stay together, as they are worth it together.
    bool is_batch_on_device{};

    /*!\brief The seconds that the CPU may spend on each of these pairs before the device is started for it, as very similar sequences
     *        take less. The first pair that takes longer ends these attempts. 0 where the device has started.
     */
    double attempt_seconds{};

    //!\brief Whether the device has anything to do.
    bool uses_device() const noexcept
    {
        return is_batch_on_device || !alone_on_device.empty();
    }
};

//!\brief What is known when a route is planned.
struct route_knowledge
{
    hardware_costs costs{}; //!< The threads of the call and one device.
    device_state device{};  //!< The state of the device.
    double
        batch_cells_before{}; //!< The cells of the batches that the CPU has computed while the device had not started.
    double likely_batch_share{1}; //!< The part of the time of its whole matrices that the batch probably takes the CPU.
};

//!\brief A list whose route is planned. It owns nothing.
struct list_work
{
    pair_list const & pairs;         //!< The pairs.
    list_survey const & survey;      //!< Their sizes.
    plan::comparison const & wanted; //!< What to find.
    bool only_values{};              //!< Whether lengths or distances suffice, without results.
};

/*!\brief Plans the route of a list.
 * \param work  The list.
 * \param known The hardware.
 *
 * Linear in the number of pairs that do not fit into batches.
 */
list_route plan_list(list_work const & work, route_knowledge const & known);

//!\brief Some pairs of a list.
struct list_part
{
    std::vector<std::size_t> indices{}; //!< The indices of the pairs.
    list_survey survey{};               //!< Their sizes.

    //!\brief Adds a pair, given its index.
    void add(std::size_t const index, alignment::sequence_pair const & pair, bool const is_large)
    {
        indices.push_back(index);
        survey.add(index, pair, !is_large);
    }
};

//!\brief The pairs of a list, by where they are computed. All indices ascend.
struct list_split
{
    list_part on_device{}; //!< Without indices if these are all pairs of the call.
    list_part on_cpu{};    //!< All other pairs.
};

/*!\brief Splits a list.
 * \param list   The pairs.
 * \param survey Their sizes.
 * \param route  Their route, which uses the device.
 *
 * Linear in the number of pairs; if the device computes all of them, in that of the indices and of the large pairs. Memory: a list with
 * pairs for both takes up to 24 bytes for each pair, for indices.
 */
list_split split_list(pair_list const & list, list_survey const & survey, list_route const & route);

/*!\brief Whether a batch may be worth starting a device, or soon will be, so that it pays to estimate how similar its sequences are.
 *        Constant time.
 * \param cells  The cells of the batch.
 * \param metric What is compared.
 * \param known  The hardware.
 */
bool worth_sampling(double cells, plan::metric metric, route_knowledge const & known) noexcept;

//!\brief Whether a batch is worth a device. Constant time.
bool is_batch_for_device(double cells, plan::metric metric, route_knowledge const & known) noexcept;

} // namespace seqan3_gpulcs::plan
