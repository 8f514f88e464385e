// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/error.hpp"

#include <string_view>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::cuda
{

namespace
{

std::string describe(cudaError_t const status, char const * const call, char const * const file, int const line)
{
    // Errors that are not final must not show up again at the next call.
    static_cast<void>(cudaGetLastError());

    std::string_view const function{call};
    std::string_view path{file};
    path.remove_prefix(path.rfind('/') + 1);
    return std::string{function.substr(0, function.find('('))} + " says '" + cudaGetErrorString(status) + "' ("
         + cudaGetErrorName(status) + ", " + std::string{path} + ':' + std::to_string(line) + ")";
}

// Throws if the memory is full: streams, events and kernels take some of it, too, not only allocations.
void check_memory(cudaError_t const status,
                  std::string const & device,
                  char const * const call,
                  char const * const file,
                  int const line)
{
    if (status != cudaErrorMemoryAllocation)
        return;

    std::string const description = describe(status, call, file, line);
    std::size_t free_bytes{};
    std::size_t all_bytes{};
    if (cudaMemGetInfo(&free_bytes, &all_bytes) != cudaSuccess)
        static_cast<void>(cudaGetLastError());
    throw out_of_device_memory{"The CUDA " + device + " or the memory that the host shares with it is full: "
                                   + description + ". End other programs on the device, or choose the backend cpu.",
                               0,
                               free_bytes};
}

} // namespace

std::string current_device_text()
{
    int number{};
    if (cudaGetDevice(&number) == cudaSuccess)
        return "device " + std::to_string(number);
    static_cast<void>(cudaGetLastError());
    return "device";
}

void throw_device_error(cudaError_t const status,
                        char const * const call,
                        char const * const file,
                        int const line,
                        std::optional<unsigned> const device)
{
    std::string const name = device ? "device " + std::to_string(*device) : current_device_text();
    check_memory(status, name, call, file, line);
    throw device_error{"The CUDA " + name + " or its driver failed: " + describe(status, call, file, line)
                       + ". Choose another device, or the backend cpu."};
}

void throw_launch_failure(cudaError_t const status, char const * const call, char const * const file, int const line)
{
    std::string const name = current_device_text();
    check_memory(status, name, call, file, line);
    throw launch_failure{"A kernel did not run to its end on the CUDA " + name + ": "
                         + describe(status, call, file, line) + ". Choose another device, or the backend cpu."};
}

} // namespace seqan3_gpulcs::cuda
