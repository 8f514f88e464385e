// SPDX-License-Identifier: BSD-3-Clause

#include "error.hpp"

#include <string>
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

} // namespace

void throw_device_error(cudaError_t const status, char const * const call, char const * const file, int const line)
{
    throw device_error{"The CUDA device or its driver failed: " + describe(status, call, file, line)
                       + ". Choose another device, or the backend cpu."};
}

void throw_launch_failure(cudaError_t const status, char const * const call, char const * const file, int const line)
{
    throw launch_failure{"A kernel did not run to its end on the CUDA device: " + describe(status, call, file, line)
                         + ". Choose another device, or the backend cpu."};
}

} // namespace seqan3_gpulcs::cuda
