// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where and how a computation runs.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace seqan3_gpulcs::plan
{

//!\brief The hardware that computes.
enum class backend : std::uint8_t
{
    automatic, //!< For each pair the faster one of those that this build and this machine have.
    cpu,       //!< The CPU; always there.
    cuda       //!< A CUDA device; seqan3_gpulcs::backend_unavailable where there is none.
};

//!\brief The name of a backend as users write it: `auto`, `cpu` or `cuda`.
constexpr char const * to_string(backend const value) noexcept
{
    return value == backend::cpu ? "cpu" : value == backend::cuda ? "cuda" : "auto";
}

//!\brief How far a computation has come. A cell is one pair of letters; the products pass 2^64, hence `double`.
struct progress
{
    double cells_done{};  //!< The cells that are computed.
    double cells_total{}; //!< The cells of the whole call. Cells that a traceback computes again do not count.
};

//!\brief The memory limit that holds where none is given: 1 GiB.
inline constexpr std::uint64_t default_memory_limit{std::uint64_t{1} << 30};

//!\brief Every choice of where and how a computation runs; none of them changes its result.
struct execution
{
    //!\brief The hardware that computes.
    plan::backend backend{plan::backend::automatic};

    /*!\brief The CUDA device, by its number in seqan3_gpulcs::find_devices; without one the first that can be used.
     *
     * A number that does not exist, or a device that cannot be used, is a seqan3_gpulcs::no_device, also where the
     * choice of the backend is left to the library. Without effect if the CPU was chosen.
     */
    std::optional<unsigned> device{};

    //!\brief The number of CPU threads; 0 means one for each core.
    unsigned threads{0};

    /*!\brief The bytes that finding a subsequence may take for checkpoints and tiles.
     *
     * Inputs, results (of a large pair up to twice their size), and a few bits a letter come on top: those that the length
     * alone needs, and two for each column of the alignment. A limit that is too small for even the coarsest checkpoints is a
     * seqan3_gpulcs::memory_limit_too_small before anything is computed.
     */
    std::uint64_t memory_limit{default_memory_limit};

    /*!\brief Called now and then, at most about ten times a second, by the thread that started the computation.
     *
     * What it throws ends the computation and reaches the caller.
     */
    std::function<void(progress const &)> on_progress{};

    //!\brief A stop that is requested here ends the computation, within a fraction of a second:
    //!       seqan3_gpulcs::operation_stopped.
    std::stop_token stop{};
};

/*!\brief The number of CPU threads that an execution may use: one for each core unless it says otherwise.
 *
 * Constant time. Thread safety: pure function.
 */
unsigned available_threads(execution const & execution) noexcept;

} // namespace seqan3_gpulcs::plan
