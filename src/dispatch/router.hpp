// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The backend that plans a route and has the CPU and a device follow it.
 */

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "src/backend/backend.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/list_route.hpp"

namespace seqan3_gpulcs::dispatch
{

//!\brief The pairs of a step of a route.
struct told_pairs
{
    std::uint64_t pairs{};                           //!< Their number; 0 if it is unknown.
    double cells{};                                  //!< Their cells.
    plan::metric metric{};                           //!< What is compared.
    std::optional<backend::similar_limits> limits{}; //!< The time that an attempt may take.
};

/*!\brief Gives large pairs, many short ones and many primers to a device, if there is one, and everything else to the CPU; or all of a
 *        call to the backend that its execution names.
 *
 * Very similar pairs take less time than starting a device, so none is started for them. Where the memory of the device does not
 * suffice, the CPU computes. Other errors of the device reach the caller. What goes where is planned by src/plan/list_route.hpp and
 * src/plan/offload_policy.hpp.
 */
class router final : public backend::backend_interface
{
public:
    //!\brief What the plans are made from.
    struct knowledge
    {
        //!\brief The costs of the threads and of the first device of an execution. Must not start the device.
        plan::hardware_costs (*costs)(plan::execution const &, plan::device_state);

        //!\brief About the part of the time of its whole matrix that a pair takes the CPU, from 0 to 1. Takes some microseconds.
        double (*cpu_share)(alignment::sequence_pair const &, plan::metric);

        //!\brief The pairs that fit into batches of the device.
        plan::batch_sizes batches{};
    };

    /*!\brief Chooses between two.
     * \param cpu    Computes small pairs, and everything that the device cannot.
     * \param device Computes large pairs. Whether it is available is checked only if there is work for it.
     * \param known  What the plans are made from.
     */
    router(backend::backend_interface const & cpu,
           backend::backend_interface const & device,
           knowledge const & known) noexcept :
        cpu_{cpu},
        device_{device},
        known_{known}
    {}

    plan::device_state state(bool const starts) const override
    {
        return device_.state(starts);
    }

    backend::pair_outcome compute(backend::pair_request const & request,
                                  plan::execution const & execution) const override;

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override;

    primer::statistics scan(scan::request const & request, plan::execution const & execution) const override;

    std::unique_ptr<backend::kept_sequences const> keep(std::span<packing::packed_sequence_view const> sequences,
                                                        plan::execution const & execution) const override;

    backend::device_interface const * on_device() const noexcept override
    {
        return device_.on_device();
    }

private:
    struct list_call;

    backend::pair_outcome compute_list(backend::list_request const & request, plan::execution const & execution) const;
    backend::pair_outcome compute_set(backend::set_request const & request, plan::execution const & execution) const;
    backend::pair_outcome compute_source(backend::source_request const & request,
                                         plan::execution const & execution) const;

    backend::backend_interface const * named(plan::execution const & execution) const noexcept;
    void tell_pairs(plan::backend on, told_pairs const & told, plan::execution const & execution) const;
    void tell_scan(plan::backend on,
                   plan::search_times const & times,
                   plan::hardware_costs const & costs,
                   plan::execution const & execution) const;
    plan::route_knowledge find_knowledge(plan::execution const & execution) const;
    bool has_device_for(bool is_worth_it) const;
    void estimate_batch(plan::route_knowledge & known,
                        plan::metric metric,
                        std::span<alignment::sequence_pair const> sample) const;
    bool is_batch_for_device(double cells, plan::metric metric, plan::route_knowledge const & known) const;
    void count_batch(plan::route_knowledge const & known, double cells) const noexcept;
    plan::list_route find_route(backend::list_request const & request, plan::route_knowledge & known) const;
    backend::pair_outcome follow(plan::list_route route,
                                 plan::route_knowledge known,
                                 list_call & call,
                                 plan::execution const & execution) const;
    backend::pair_outcome share(plan::list_split split, list_call & call, plan::execution const & execution) const;
    void attempt(list_call & call, plan::list_route const & route, plan::execution const & execution) const;

    template <typename watched_t, typename tell_t, typename compute_t>
    auto compute_on_device(watched_t & watched, tell_t const & tell, compute_t const & compute) const;

    backend::backend_interface const & cpu_;
    backend::backend_interface const & device_;
    knowledge known_;
    mutable std::atomic<double> batch_cells_on_cpu_{0};
};

} // namespace seqan3_gpulcs::dispatch
