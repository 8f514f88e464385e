// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CUDA backend.
 */

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>

#include "cuda/backend/device_calls.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/backend/backend.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

struct strip_request;

/*!\brief Computes on CUDA devices.
 *
 * One or more of them share a call: they draw batches of pairs, large pairs, or scans for primers from one queue.
 *
 * Host threads that call it at the same time have a stream and memory each. Streams and buffers are kept for
 * the next one, up to stream_context_pool::max_kept_bytes.
 */
class cuda_backend final : public backend::backend_interface
{
public:
    plan::device_state state(bool starts) const override;

    backend::pair_outcome compute(backend::pair_request const & request,
                                  plan::execution const & execution) const override;

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override;

    primer::statistics scan(scan::request const & request, plan::execution const & execution) const override;

    std::unique_ptr<backend::kept_sequences const> keep(std::span<packing::packed_sequence_view const> sequences,
                                                        plan::execution const & execution) const override;

    backend::device_interface const * on_device() const noexcept override
    {
        return &device_calls_;
    }

    /*!\brief The numbers of all devices that may be used; at least one.
     * \throws seqan3_gpulcs::no_device, seqan3_gpulcs::invalid_option
     */
    std::vector<unsigned> all_devices(plan::execution const & execution) const;

    //!\brief The costs of the first device that an execution may use; none if there is no device.
    std::optional<plan::device_costs> find_costs(plan::execution const & execution) const;

    //!\brief These costs, or those of a typical device.
    plan::device_costs costs(plan::execution const & execution) const;

    /*!\brief The numbers of those that are used.
     * \param execution Names them, or leaves the choice.
     * \param seconds   The approximate time that one device would need.
     * \throws seqan3_gpulcs::no_device, seqan3_gpulcs::invalid_option
     */
    std::vector<unsigned> choose_devices(plan::execution const & execution, double seconds) const;

private:
    struct remaining_pairs;
    struct pair_call;
    struct large_pairs;

    device_report const & devices() const;
    pipeline_resources choose_resources(plan::execution const & execution,
                                        double cells,
                                        plan::metric metric,
                                        runtime::task_control & control) const;
    std::vector<std::size_t> compute_list(backend::list_request const & request,
                                          plan::execution const & execution) const;
    std::vector<std::size_t> compute_similar_pairs(backend::list_request const & request,
                                                   plan::execution const & execution) const;
    std::optional<alignment::result> compute_if_similar(backend::list_request const & request,
                                                        std::size_t number,
                                                        plan::execution const & execution,
                                                        pipeline_resources const & resources) const;
    std::vector<std::size_t> find_values(backend::list_request const & request,
                                         plan::execution const & execution) const;
    static std::vector<std::size_t> find_short_values(backend::list_request const & request,
                                                      plan::pair_list const & short_pairs,
                                                      std::uint64_t max_size,
                                                      pipeline_resources const & resources);
    std::vector<std::size_t> find_values_alone(backend::list_request const & request,
                                               std::span<std::size_t const> chosen,
                                               plan::execution const & execution) const;
    std::vector<std::size_t> find_results(backend::list_request const & request,
                                          plan::execution const & execution) const;
    plan::source_statistics find_set_values(backend::set_request const & request,
                                            plan::execution const & execution) const;
    plan::source_statistics compute_source(plan::pair_source const & source, plan::execution const & execution) const;
    void find_pair_by_pair(remaining_pairs const & remaining,
                           plan::execution const & execution,
                           runtime::task_control & control) const;

    std::vector<std::size_t> compute(pair_call const & call) const;
    static std::vector<std::size_t>
    compute_in_strips(pair_call const & call, std::vector<std::size_t> chosen, pipeline_resources const & resources);
    void find_similar_set_values(backend::set_request const & request, plan::execution const & execution) const;
    std::optional<alignment::result> compute_part_of_matrix(large_pairs const & large,
                                                            std::size_t number,
                                                            context_team const & team,
                                                            runtime::task_control & control) const;
    alignment::result compute_alone(large_pairs const & large,
                                    std::size_t number,
                                    context_team const & team,
                                    runtime::task_control & control) const;
    bool compute_divided(strip_request const & request,
                         pipeline_resources const & resources,
                         std::function<void(context_team const &)> const & compute) const;
    bool compute_overlapping(plan::column_chunks & parts, pipeline_resources const & resources) const;
    plan::source_statistics compute_one_part(plan::matrix_part const & part,
                                             pipeline_resources const & resources) const;
    std::vector<std::size_t> compute_largest(large_pairs const & large, pipeline_resources const & resources) const;
    static unsigned choose_team(large_pairs const & large, pipeline_resources const & resources);
    void compute_on(unsigned device,
                    large_pairs const & large,
                    batch_queue & left,
                    std::atomic<double> & cells_done,
                    runtime::task_control & control) const;
    void compute_at_once(unsigned team,
                         large_pairs const & large,
                         batch_queue & left,
                         pipeline_resources const & resources) const;
    std::vector<std::size_t>
    compute_left(unsigned device, large_pairs const & large, batch_queue & left, runtime::task_control & control) const;
    std::vector<std::size_t> compute_large(large_pairs const & large, pipeline_resources const & resources) const;

    mutable std::once_flag looked_for_devices_{};
    mutable std::atomic<bool> has_started_{false};
    mutable device_report devices_{};
    mutable stream_context_pool contexts_{};
    device_calls device_calls_{contexts_};
};

} // namespace seqan3_gpulcs::cuda
