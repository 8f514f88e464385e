// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/path_steps.hpp"

#include <algorithm>

namespace seqan3_gpulcs::traceback
{

namespace
{

// The lower bit of each step.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

} // namespace

void step_packer::add(step const kind, std::uint64_t count) noexcept
{
    std::uint64_t const codes = static_cast<std::uint64_t>(kind) * low_bits;
    while (count != 0)
    {
        std::uint64_t const now = std::min<std::uint64_t>(count, 31);
        add(codes >> (64 - 2 * now), static_cast<unsigned>(2 * now));
        count -= now;
    }
}

void path_steps::add(alignment::run const & rest) noexcept
{
    step_packer packer = add_steps();
    packer.add(rest.operation == alignment::operation::insertion ? step::up : step::left, rest.count);
    end_steps(packer);
}

alignment::path path_steps::finish(alignment::run const & rest, runtime::task_control & control)
{
    // As many steps take some milliseconds: memory that is new to the process takes longest.
    constexpr std::uint64_t steps_at_once{std::uint64_t{1} << 24};
    for (std::uint64_t remaining = rest.count; remaining != 0;)
    {
        control.check();
        std::uint64_t const now = std::min(remaining, steps_at_once);
        add({rest.operation, now});
        remaining -= now;
    }
    return take();
}

alignment::path path_steps::take() noexcept
{
    capacity_ = 0;
    return {std::move(words_), std::exchange(size_, 0)};
}

} // namespace seqan3_gpulcs::traceback
