// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/make_values.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#if defined(__linux__)
#    include <unistd.h>

#    include <sys/mman.h>
#endif

#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::api
{

namespace
{

#if defined(MADV_POPULATE_WRITE)

// Pages of memory that nobody has written to. If the system does not provide them when it is asked, whoever writes first waits for it.
class unwritten_pages
{
public:
    unwritten_pages(void const * const memory, std::uint64_t const bytes) noexcept
    {
        auto const page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        auto const address = reinterpret_cast<std::uintptr_t>(memory);
        begin_ = util::ceil_div(address, page_size) * page_size;
        end_ = std::max(begin_, (address + bytes) / page_size * page_size);
        // The system provides a large page faster than as much memory in small ones.
        if (task_count() > 1)
            static_cast<void>(madvise(reinterpret_cast<void *>(begin_), end_ - begin_, MADV_HUGEPAGE));
    }

    std::size_t task_count() const noexcept
    {
        return util::ceil_div(end_ - begin_, bytes_per_task);
    }

    // Any thread may call it.
    void provide(std::size_t const task) const noexcept
    {
        std::uintptr_t const first = begin_ + task * bytes_per_task;
        static_cast<void>(
            madvise(reinterpret_cast<void *>(first), std::min(bytes_per_task, end_ - first), MADV_POPULATE_WRITE));
    }

private:
    // The memory that a thread asks for in one go; a multiple of a page of any size.
    static constexpr std::uintptr_t bytes_per_task{4 << 20};

    std::uintptr_t begin_{};
    std::uintptr_t end_{};
};

#else

struct unwritten_pages
{
    unwritten_pages(void const *, std::uint64_t) noexcept
    {}

    std::size_t task_count() const noexcept
    {
        return 0;
    }

    void provide(std::size_t) const noexcept
    {}
};

#endif

// One thread sets the values, while the others have the system provide memory.
template <typename value_t>
std::vector<value_t> make(std::size_t const size, plan::execution const & execution)
{
    std::vector<value_t> values{};
    values.reserve(size);
    unwritten_pages const pages{values.data(), size * sizeof(value_t)};
    plan::execution const silent = runtime::without_progress(execution);
    runtime::task_control control{silent, 0};
    std::atomic<bool> are_set{false};
    std::atomic<std::size_t> next{0};
    control.run_team(
        static_cast<unsigned>(std::clamp<std::size_t>(pages.task_count(), 1, plan::available_threads(execution))),
        [&]()
        {
            if (!are_set.exchange(true))
                return values.resize(size);
            for (std::size_t task = next++; task < pages.task_count(); task = next++)
            {
                control.check();
                pages.provide(task);
            }
        },
        runtime::late_threads::left_out);
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
