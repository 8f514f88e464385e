// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where and how a computation runs.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace seqan3_gpulcs::plan
{

//!\brief The hardware to compute on.
enum class backend : std::uint8_t
{
    automatic, //!< For each pair, the faster of the backends that this build and this machine have.
    cpu,       //!< The CPU; always available.
    cuda       //!< CUDA devices; without any, calls throw seqan3_gpulcs::no_device.
};

//!\brief The name of a backend as users write it: `auto`, `cpu` or `cuda`.
constexpr char const * to_string(backend const value) noexcept
{
    return value == backend::cpu ? "cpu" : value == backend::cuda ? "cuda" : "auto";
}

//!\brief The progress of a computation. A cell is one pair of letters. Cell counts may exceed 2^64, hence `double`.
struct progress
{
    double cells_done{};  //!< The cells computed so far.
    double cells_total{}; //!< The cells of the whole call. Cells that a traceback computes again are not counted.
};

//!\brief The default memory limit: 1 GiB.
inline constexpr std::uint64_t default_memory_limit{std::uint64_t{1} << 30};

//!\brief Where and how a computation runs. No member changes its result.
struct execution
{
    //!\brief The hardware to compute on.
    plan::backend backend{plan::backend::automatic};

    /*!\brief The numbers of the CUDA devices, as in seqan3_gpulcs::find_devices; if empty, all usable ones.
     *
     * They share the work, so that a slower or smaller one gets less; a pair for which several would not be faster has one. By
     * default, only the first of them are used if the work is not worth more. A device takes a CPU thread, so there are never
     * more of them in use than `threads`.
     *
     * If a device that is named does not exist or cannot be used, calls throw seqan3_gpulcs::no_device, and if one is named
     * twice, seqan3_gpulcs::invalid_option, even with the backend automatic. Has no effect with the backend cpu.
     */
    std::vector<unsigned> devices{};

    /*!\brief The number of CPU threads; 0 means one for each processor that the process may use.
     *
     * These are the processors that it is bound to, as by `taskset` and many schedulers of clusters, or fewer if a control group
     * (cgroup) limits it, as those of containers do. More threads than that would only wait for one another: a number above it, and
     * above 16, means as many as the larger of the two.
     */
    unsigned threads{0};

    /*!\brief The maximum number of bytes for checkpoints and tiles when finding a subsequence.
     *
     * Not included are the inputs, and a few bits per letter: those that the length alone needs, and two for each column of
     * the alignment, which are its result. If the limit is too small for even the coarsest checkpoints,
     * seqan3_gpulcs::memory_limit_too_small is thrown before anything is computed.
     */
    std::uint64_t memory_limit{default_memory_limit};

    /*!\brief Reports progress. Called at most about ten times a second, and once when all cells are done, by the thread that started the
     *        computation.
     *
     * If it throws, the computation ends and the exception reaches the caller.
     */
    std::function<void(progress const &)> on_progress{};

    //!\brief If a stop is requested, the computation throws seqan3_gpulcs::operation_stopped within a fraction of a second.
    std::stop_token stop{};
};

/*!\brief The number of CPU threads that an execution uses at most, as its `threads` say.
 *
 * Constant time; the first call asks the system for the processors. Thread safety: may be called concurrently.
 */
unsigned available_threads(execution const & execution) noexcept;

} // namespace seqan3_gpulcs::plan
