// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/make_values.hpp"

#include <algorithm>

#if defined(__linux__)
#    include <unistd.h>

#    include <sys/mman.h>
#endif

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::api
{

namespace
{

#if defined(MADV_POPULATE_WRITE)

// The memory that a thread asks for in one go; a multiple of a page of any size.
constexpr std::uintptr_t bytes_per_task{4 << 20};

// Has the system provide the pages of memory that nobody has written to, large ones if there are any: there are fewer of them.
// If it does neither, whoever writes first waits for it.
void provide_pages(void const * const memory, std::uint64_t const bytes, plan::execution const & execution)
{
    if (bytes <= bytes_per_task)
        return;
    auto const page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto const address = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t const begin = util::ceil_div(address, page_size) * page_size;
    std::uintptr_t const end = (address + bytes) / page_size * page_size;
    static_cast<void>(madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE));

    plan::execution const silent = runtime::without_progress(execution);
    runtime::task_control control{silent, 0};
    runtime::parallel_for(control,
                          plan::available_threads(execution),
                          util::ceil_div(end - begin, bytes_per_task),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  std::uintptr_t const first = begin + number * bytes_per_task;
                                  static_cast<void>(madvise(reinterpret_cast<void *>(first),
                                                            std::min(bytes_per_task, end - first),
                                                            MADV_POPULATE_WRITE));
                              };
                          });
}

#else

void provide_pages(void const *, std::uint64_t, plan::execution const &) noexcept
{}

#endif

template <typename value_t>
std::vector<value_t> make(std::size_t const size, plan::execution const & execution)
{
    std::vector<value_t> values{};
    values.reserve(size);
    provide_pages(values.data(), size * sizeof(value_t), execution);
    values.resize(size);
    return values;
}

} // namespace

std::vector<std::uint64_t> make_values(std::size_t const size, plan::execution const & execution)
{
    return make<std::uint64_t>(size, execution);
}

std::vector<alignment::result> make_results(std::size_t const size, plan::execution const & execution)
{
    return make<alignment::result>(size, execution);
}

} // namespace seqan3_gpulcs::api
