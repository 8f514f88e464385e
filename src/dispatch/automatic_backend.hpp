// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The backend that chooses the faster one for each pair.
 */

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "src/backend/backend.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/offload_policy.hpp"

namespace seqan3_gpulcs::dispatch
{

/*!\brief Gives large pairs, many short ones and many primers to a device, if there is one, and everything else to the CPU.
 *
 * Very similar pairs take less time than starting a device, so none is started for them. Where the memory of the device does not
 * suffice, the CPU computes. Other errors of the device reach the caller.
 */
class automatic_backend final : public backend::backend_interface
{
public:
    //!\brief The costs of the threads and of the first device of an execution.
    using costs_function = plan::hardware_costs (*)(plan::execution const &, plan::device_state);

    /*!\brief Chooses between two.
     * \param cpu    Computes small pairs, and everything that the device cannot.
     * \param device Computes large pairs. Whether it is available is checked only if there is work for it.
     * \param costs  Must not start the device.
     */
    automatic_backend(backend::backend_interface const & cpu,
                      backend::backend_interface const & device,
                      costs_function const costs) noexcept :
        cpu_{cpu},
        device_{device},
        costs_{costs}
    {}

    plan::backend kind() const noexcept override
    {
        return plan::backend::automatic;
    }

    std::optional<alignment::result> compute_if_similar(alignment::sequence_pair const & pair,
                                                        plan::comparison const & wanted,
                                                        plan::execution const & execution,
                                                        backend::similar_limits const & limits) const override;

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) const override;

    void find_values(std::span<alignment::sequence_pair const> pairs,
                     plan::comparison const & wanted,
                     plan::pair_survey const & survey,
                     std::span<std::uint64_t> values,
                     plan::execution const & execution) const override;

    void find_set_values(plan::sequence_sets const & sets,
                         plan::metric metric,
                         std::span<std::uint64_t> values,
                         plan::execution const & execution) const override;

    plan::source_statistics find_interesting(plan::pair_source const & source,
                                             plan::execution const & execution) const override;

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override;

    primer::statistics scan(scan::request const & request, plan::execution const & execution) const override;

private:
    // Where pairs are computed: their indices.
    struct backend_choice
    {
        std::vector<std::pair<std::size_t, alignment::result>> done{}; // On the CPU, and their results.
        std::vector<std::size_t> on_device{};                          // In one call: several devices share them.
        std::vector<std::size_t> on_cpu{};
        std::vector<plan::wavefront_attempt> attempts{}; // One a pair, if any was made before a start.
    };

    plan::device_state device_state() const noexcept;

    // A pair, parts of a matrix, or the cells of something else.
    template <typename work_t>
    bool is_for_device(work_t const & work, plan::execution const & execution, plan::comparison const & wanted) const;

    // Draws some of the pairs of a batch, given their number.
    using sample_function = std::function<std::vector<alignment::sequence_pair>(std::size_t)>;

    double likely_cells(double cells, plan::metric metric, sample_function const & sample) const;
    bool is_batch_for_device(double cells,
                             plan::metric metric,
                             sample_function const & sample,
                             plan::execution const & execution) const;
    bool fit_into_batches(std::uint64_t max_size, plan::comparison const & wanted) const noexcept;
    bool is_scan_for_device(double thread_seconds, plan::execution const & execution) const;
    void find_different_values(std::span<alignment::sequence_pair const> pairs,
                               plan::comparison const & wanted,
                               plan::pair_survey const & survey,
                               std::span<std::uint64_t> values,
                               plan::execution const & execution) const;
    std::optional<alignment::result> compute_before_start(alignment::sequence_pair const & pair,
                                                          plan::comparison const & wanted,
                                                          plan::execution const & execution,
                                                          plan::wavefront_attempt & attempt) const;
    backend_choice choose_backends(std::span<alignment::sequence_pair const> pairs,
                                   plan::comparison const & wanted,
                                   plan::execution const & execution) const;

    template <typename watched_t, typename compute_t>
    auto compute_on_device(watched_t & watched, compute_t const & compute) const;

    backend::backend_interface const & cpu_;
    backend::backend_interface const & device_;
    costs_function costs_;
    mutable std::atomic<double> batch_cells_on_cpu_{0};
};

} // namespace seqan3_gpulcs::dispatch
