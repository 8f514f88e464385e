// SPDX-License-Identifier: BSD-3-Clause

#include "src/lcs/make_lengths.hpp"

#include <algorithm>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

// The values of a page of memory, the smallest there is.
constexpr std::size_t values_per_page{4096 / sizeof(std::uint64_t)};

// Those that a thread touches in one go: whole pages of any size.
constexpr std::size_t values_per_task{std::size_t{1} << 19};

} // namespace

std::vector<std::uint64_t> make_lengths(std::size_t const size, plan::execution const & execution)
{
    std::vector<std::uint64_t> lengths{};
    lengths.reserve(size);
    plan::execution silent{execution};
    silent.on_progress = {};
    runtime::task_control control{silent, 0};
    std::uint64_t volatile * const memory = lengths.data();
    runtime::parallel_for(control,
                          plan::available_threads(execution),
                          size <= values_per_task ? 0 : util::ceil_div(size, values_per_task),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  std::size_t const end = std::min((number + 1) * values_per_task, size);
                                  for (std::size_t i = number * values_per_task; i < end; i += values_per_page)
                                      memory[i] = 0;
                              };
                          });
    lengths.resize(size);
    return lengths;
}

} // namespace seqan3_gpulcs::lcs
