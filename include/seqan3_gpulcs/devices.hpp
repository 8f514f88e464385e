// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CUDA devices of this machine.
 */

#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs
{

//!\brief A CUDA device.
struct device
{
    unsigned number{};             //!< Its number for plan::execution::devices.
    std::string name{};            //!< The vendor's name for it.
    unsigned compute_capability{}; //!< Ten times the major version plus the minor version: 90 for 9.0.
    unsigned multiprocessors{};    //!< The number of multiprocessors.
    std::uint64_t clock_hz{};      //!< Their clock rate; 0 if the device cannot be asked.
    std::uint64_t memory_bytes{};  //!< The total memory.
    std::uint64_t free_bytes{};    //!< The free memory when devices were looked for.
    std::string problem{};         //!< An error message that says why it cannot be used; empty if it can.

    //!\brief The cells of large pairs that it computes per second for longest common subsequences, estimated by these numbers.
    double lcs_cells_per_second{};

    //!\brief The cells of edit distances.
    double edit_cells_per_second{};

    //!\brief Whether it can be used.
    bool usable() const noexcept
    {
        return problem.empty();
    }
};

//!\brief The processor of this machine, as far as this process may use it.
struct processor
{
    unsigned threads{};             //!< The number of threads that computations have by default.
    unsigned vector_bits{};         //!< The size of its vectors.
    double lcs_cells_per_second{};  //!< The device::lcs_cells_per_second of all threads.
    double edit_cells_per_second{}; //!< The device::edit_cells_per_second of all threads.
};

//!\brief The devices that were found.
struct device_report
{
    std::vector<device> devices{}; //!< All devices, ordered by number; none if there is a problem with all of them.
    std::string problem{};         //!< An error message that says why there are no devices; empty if there are some.

    //!\brief The first device that can be used; null if there is none.
    device const * chosen() const noexcept
    {
        for (device const & each : devices)
            if (each.usable())
                return &each;
        return nullptr;
    }
};

/*!\brief Looks for CUDA devices.
 * \returns The report. Having no device, no driver, or a build without CUDA is not an error but a problem in the report.
 * \throws std::bad_alloc
 *
 * Starts the CUDA runtime on every device to query its free memory. That takes about a second, and uses some memory of
 * each device for the rest of the program.
 *
 * Thread safety: concurrent calls are safe.
 */
device_report find_devices();

/*!\brief Describes the processor. Constant time, but for the first call.
 *
 * The backend plan::backend::automatic chooses by these rates and those of devices.
 */
processor find_processor() noexcept;

/*!\brief Frees the memory of devices, and the pinned memory of the host, that is kept for later calls.
 *
 * Does not wait: calls that are running keep what they use, and so do seqan3_gpulcs::alignment::resident_set,
 * seqan3_gpulcs::alignment::device_set and seqan3_gpulcs::primer::prepared_sequences.
 *
 * Thread safety: concurrent calls are safe.
 */
void release_device_memory() noexcept;

/*!\brief Limits the memory that this library takes of each device, so that other work of the program has the rest.
 * \param bytes The maximum on each device; by default, there is none.
 *
 * Where a call needs more, it takes another way, such as smaller parts; or the CPU computes; or, if the backend cuda was requested,
 * seqan3_gpulcs::out_of_device_memory is thrown. Memory that is kept for later calls is freed as by release_device_memory(). What is in use beyond
 * the limit stays.
 *
 * Not counted: what the CUDA runtime takes for itself, some hundred megabytes, and seqan3_gpulcs::alignment::device_memory of the caller.
 *
 * Thread safety: concurrent calls are safe.
 */
void limit_device_memory(std::uint64_t bytes) noexcept;

/*!\brief Starts the CUDA runtime beside other work, such as reading input.
 *
 * ```
 * device_start const start{execution, expected_cells};
 * // read the input, then compute
 * ```
 *
 * Without it, the first computation on a device starts the runtime, which takes 0.2 to 0.35 s. Results do not depend on it.
 */
class device_start
{
public:
    /*!\brief Starts the runtime in a thread of its own, if computations are worth a device.
     * \param execution Where computations will run. The backend cpu starts nothing, the backend cuda always starts a device, and
     *                  the backend automatic does if the cells are worth a device and its start. By default, further devices are
     *                  also started if the cells are worth them.
     * \param cells     The expected number of cells, pairs of letters, of all computations.
     *
     * Having no device, no memory or no thread is no error: computations report that if they need a device.
     */
    device_start(plan::execution const & execution, double cells) noexcept;

    //!\brief Waits until the runtime has started.
    ~device_start();

    device_start(device_start const &) = delete;
    device_start & operator=(device_start const &) = delete;

private:
    std::thread thread_{};
};

} // namespace seqan3_gpulcs
