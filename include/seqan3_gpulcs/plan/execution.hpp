// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where and how a computation runs.
 */

#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/plan/detail/constant_optional.hpp>

namespace seqan3_gpulcs::backend
{

class rank_calls;

} // namespace seqan3_gpulcs::backend

namespace seqan3_gpulcs::plan
{

//!\brief The processes (ranks) of an MPI run that compute together: a seqan3_gpulcs::mpi::communicator.
class rank_set
{
public:
    rank_set(rank_set const &) = delete;
    rank_set & operator=(rank_set const &) = delete;
    virtual ~rank_set() = default;

    //!\brief The number of ranks.
    virtual int size() const noexcept = 0;

    //!\privatesection
    //!\brief What they compute together.
    virtual seqan3_gpulcs::backend::rank_calls & calls() noexcept = 0;

protected:
    rank_set() = default;
};

//!\brief The hardware to compute on.
enum class backend : std::uint8_t
{
    automatic, //!< The faster one for each pair, of the backends that this build and this machine have.
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

/*!\brief A step of the route of a call: work that one backend does in one go.
 *
 * The route is planned from the number and the sizes of the sequences, and from what the hardware takes for them.
 */
struct route_step
{
    plan::backend backend{}; //!< What computes.
    std::uint64_t pairs{};   //!< The number of pairs; 0 if it is unknown, or if a text is searched.
    double cells{};          //!< The cells of the matrices of these pairs.
    double seconds{};        //!< The time that is expected if the sequences are unrelated; similar ones take less.

    //!\brief If it is finite, very similar pairs are tried: the first one that probably takes more time ends the step.
    double max_seconds{std::numeric_limits<double>::infinity()};
};

/*!\brief A function that is told something, or none.
 * \tparam told_t What it is told.
 *
 * It is made from any function that a `std::function<void(told_t const &)>` is made from.
 */
template <typename told_t>
class callback
{
public:
    //!\brief Has no function.
    constexpr callback() noexcept = default;

    //!\brief Has a function; none if it is null.
    template <typename function_t>
        requires(!std::same_as<std::remove_cvref_t<function_t>,
                               callback> && std::constructible_from<std::function<void(told_t const &)>, function_t>)
    callback(function_t && function)
    {
        if (std::function<void(told_t const &)> made{std::forward<function_t>(function)})
            function_ = detail::constant_optional{std::move(made)};
    }

    //!\brief Whether there is a function.
    explicit constexpr operator bool() const noexcept
    {
        return function_.get() != nullptr;
    }

    //!\brief Calls the function, if there is one.
    void operator()(told_t const & told) const
    {
        if (auto const * const function = function_.get())
            (*function)(told);
    }

private:
    detail::constant_optional<std::function<void(told_t const &)>> function_{};
};

//!\brief A function that is told the progress, or none.
using progress_callback = callback<progress>;

//!\brief A function that is told the steps of routes, or none.
using route_callback = callback<route_step>;

//!\brief Work that several threads share.
struct thread_task
{
    unsigned threads{};          //!< The number of threads that there is work for.
    std::function<void()> run{}; //!< Called by each of them, once; returns when nothing is left to do. Does not throw.
};

//!\brief A function that runs work in threads of the caller, or none.
using thread_executor = callback<thread_task>;

//!\brief Says whether a stop is requested: a `std::stop_token`, or none.
class stop_signal
{
public:
    //!\brief Has no token.
    constexpr stop_signal() noexcept = default;

    //!\brief Has a token.
    stop_signal(std::stop_token token) : token_{std::move(token)}
    {}

    //!\brief The token; without one, a token that no stop can be requested for.
    operator std::stop_token() const noexcept
    {
        auto const * const token = token_.get();
        return token != nullptr ? *token : std::stop_token{};
    }

    //!\brief Whether a stop is requested.
    bool stop_requested() const noexcept
    {
        auto const * const token = token_.get();
        return token != nullptr && token->stop_requested();
    }

private:
    detail::constant_optional<std::stop_token> token_{};
};

//!\brief The default memory limit: 1 GiB.
inline constexpr std::uint64_t default_memory_limit{std::uint64_t{1} << 30};

//!\brief Where and how a computation runs. No member changes its result. May be a constant without devices, callback and stop token.
struct execution
{
    //!\brief The hardware to compute on.
    plan::backend backend{plan::backend::automatic};

    /*!\brief The numbers of the CUDA devices, as in seqan3_gpulcs::find_devices; if empty, all usable ones.
     *
     * The devices share the work, so that a slower or smaller one gets less; a pair for which several would not be faster has one. By
     * default, only the first of them are used if the work is not worth more. A device takes a CPU thread, so there are never
     * more of them in use than `threads`, if that is not 0.
     *
     * If a device that is named does not exist or cannot be used, calls throw seqan3_gpulcs::no_device, and if one is named
     * twice, seqan3_gpulcs::invalid_option, even with the backend automatic. Has no effect with the backend cpu.
     */
    std::vector<unsigned> devices{};

    /*!\brief The number of CPU threads; 0 means one for each processor that the process may use.
     *
     * These are the processors that it is bound to, as by `taskset` and many schedulers of clusters, or fewer if a control group
     * (cgroup) limits it, as those of containers do. Each device in use has a thread nevertheless: it mostly waits. A number that is
     * given is not limited by that, but many more threads than processors of the machine only wait for one another: a number
     * above these, and above 16, means as many as the larger of the two.
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
    progress_callback on_progress{};

    /*!\brief Is told each step of the route before it is taken. Called by the thread that started the computation; a call may have
     *        several routes, as it may be cut into parts.
     *
     * It is not told what the ranks of an MPI run do with their shares, nor what single threads do with short primer pairs. If it throws, the computation ends and the exception reaches the caller.
     */
    route_callback on_route{};

    //!\brief If a stop is requested, the computation throws seqan3_gpulcs::operation_stopped within a fraction of a second.
    stop_signal stop{};

    /*!\brief Runs the work of a call in threads of the caller, such as those of a pool, instead of new ones.
     *
     * ```cpp
     * execution.executor = [&pool](plan::thread_task const & task)
     * {
     *     pool.run_and_wait(task.threads, task.run);
     * };
     * ```
     *
     * It calls `run` in up to `threads` threads at the same time, and returns when all of them have returned; nobody may call it afterwards. Fewer
     * threads do the same work. If the calling thread is not among them, progress is reported at the end only. A call may have several tasks,
     * one after the other, and calls in several threads have theirs at the same time. A task within a task starts threads of its own. What the
     * function throws reaches the caller of the library.
     *
     * Functions that take a number of threads, such as seqan3_gpulcs::packing::pack_all, start threads of their own, and so does
     * `align_pairwise` for its batches.
     */
    thread_executor executor{};

    /*!\brief The ranks that share the work of a call, if there are several: each uses the threads and devices of its host that the
     *        other members allow. They must outlive calls and searches, which only the thread makes and destroys that started MPI.
     *
     * ```cpp
     * seqan3_gpulcs::mpi::communicator ranks{};
     * auto const lengths = lcs::all_pairs(sequences, {.ranks = &ranks}); // on rank 0; all others are in ranks.serve()
     * ```
     *
     * Shared are comparisons of pairs and sets, also those of `align_pairwise`, saved runs, searches, seqan3_gpulcs::primer::compute
     * and seqan3_gpulcs::primer::find_sites. The results are those of one process, bit for bit, but for times and memory. Other calls, and
     * the packing of letters, are those of rank 0 alone. Each call sends its sequences, also those that are prepared, or that devices keep.
     * Calls that ranks share do not use the executor.
     */
    rank_set * ranks{};
};

/*!\brief The number of CPU threads that an execution uses at most, as its `threads` say; those for devices may be more.
 *
 * Constant time; the first call asks the system for the processors of the process, whatever the calling thread is bound to.
 * Thread safety: may be called concurrently.
 */
unsigned available_threads(execution const & execution) noexcept;

} // namespace seqan3_gpulcs::plan
