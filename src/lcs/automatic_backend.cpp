// SPDX-License-Identifier: BSD-3-Clause

#include "automatic_backend.hpp"

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::lcs
{

namespace
{

double cells_of(std::span<sequence_pair const> const pairs) noexcept
{
    double cells = 0;
    for (sequence_pair const & pair : pairs)
        cells += static_cast<double>(pair.first.size()) * static_cast<double>(pair.second.size());
    return cells;
}

} // namespace

bool automatic_backend::is_for_device(sequence_pair const & pair) const
{
    return plan::pays_on_device(pair.first.size(), pair.second.size()) && has_device_();
}

std::vector<result> automatic_backend::compute(std::span<sequence_pair const> const pairs,
                                               output const wanted,
                                               plan::execution const & execution) const
{
    std::vector<std::size_t> for_device{};
    std::vector<std::size_t> for_cpu{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        (wanted == output::length && is_for_device(pairs[i]) ? for_device : for_cpu).push_back(i);

    if (for_device.empty())
        return cpu_.compute(pairs, wanted, execution);

    std::vector<result> results(pairs.size());
    double const cells_total = cells_of(pairs);
    double cells_done = 0;
    auto const compute_some = [&](backend const & with, std::vector<std::size_t> const & chosen)
    {
        std::vector<sequence_pair> some{};
        for (std::size_t const i : chosen)
            some.push_back(pairs[i]);

        plan::execution part{execution};
        if (execution.on_progress)
            part.on_progress = [&](plan::progress const & progress)
            {
                execution.on_progress({cells_done + progress.cells_done, cells_total});
            };

        std::vector<result> found = with.compute(some, wanted, part);
        for (std::size_t i = 0; i < chosen.size(); ++i)
            results[chosen[i]] = std::move(found[i]);
        cells_done += cells_of(some);
    };

    try
    {
        compute_some(device_, for_device);
    }
    catch (out_of_device_memory const &)
    {
        compute_some(cpu_, for_device);
    }
    if (!for_cpu.empty())
        compute_some(cpu_, for_cpu);
    return results;
}

std::vector<std::uint64_t> automatic_backend::prefix_increments(packing::packed_sequence_view const first,
                                                                packing::packed_sequence_view const second,
                                                                plan::execution const & execution) const
{
    if (is_for_device({first, second}))
    {
        try
        {
            return device_.prefix_increments(first, second, execution);
        }
        catch (out_of_device_memory const &)
        {
            // Then as if there were no device.
        }
    }
    return cpu_.prefix_increments(first, second, execution);
}

} // namespace seqan3_gpulcs::lcs
