// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_summary.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief A primer, and what the table tells about its sites.
struct summary_row
{
    named_primer const * primer{};
    std::uint64_t targets{};
    target_fit const * target{};
    background_fit const * background{};
};

std::uint64_t length(summary_row const & row)
{
    return row.primer->letters.size();
}

std::uint64_t targets_without_site(summary_row const & row)
{
    return row.targets - row.target->targets();
}

table<summary_row> make_summary_table(table_format const format)
{
    return {format,
            column{"primer", chain(&summary_row::primer, &named_primer::name)},
            column{"length", length},
            column{"targets", &summary_row::targets},
            column{"targets_with_site", chain(&summary_row::target, &target_fit::targets)},
            column{"targets_without_site", targets_without_site},
            column{"max_target_edits", chain(&summary_row::target, &target_fit::max_edits)},
            column{"target_sites", chain(&summary_row::target, &target_fit::sites)},
            column{"background_sites", chain(&summary_row::background, &background_fit::sites)},
            column{"min_background_edits", chain(&summary_row::background, &background_fit::min_edits)},
            column{"min_background_three_prime_edits",
                   chain(&summary_row::background, &background_fit::min_three_prime_edits)}};
}

} // namespace

void target_fit::add(primer::site const & each) noexcept
{
    ++sites_;
    if (each.sequence == last_)
    {
        last_edits_ = std::min(last_edits_, each.edits);
        return;
    }
    ++targets_;
    max_edits_ = std::max(max_edits_, last_edits_);
    last_ = each.sequence;
    last_edits_ = each.edits;
}

std::optional<std::uint64_t> target_fit::max_edits() const noexcept
{
    return sites_ == 0 ? std::nullopt : std::optional{std::max(max_edits_, last_edits_)};
}

void background_fit::add(primer::site const & each) noexcept
{
    ++sites;
    if (min_edits && std::tie(*min_edits, *min_three_prime_edits) <= std::tie(each.edits, each.three_prime_edits))
        return;
    min_edits = each.edits;
    min_three_prime_edits = each.three_prime_edits;
}

site_summary::site_summary(site_context const & context) : context_{context}, primers_(context.primers.size())
{}

void site_summary::add(std::span<primer::site const> const sites)
{
    for (primer::site const & each : sites)
    {
        std::optional<bool> const is_target = context_.inputs.is_target(each.sequence);
        fit & primer = primers_[each.primer];
        if (is_target.value_or(true))
            primer.target.add(each);
        if (!is_target.value_or(false))
            primer.background.add(each);
    }
}

void site_summary::write(output_file & file) const
{
    auto const table = make_summary_table(context_.options.format.value_or(table_format::tsv));
    std::string text{table.header()};
    for (std::size_t i = 0; i < primers_.size(); ++i)
    {
        fit const & each = primers_[i];
        table.append_row(text,
                         {&context_.primers[i], context_.inputs.targets().size(), &each.target, &each.background});
        file.write(text);
        text.clear();
    }
}

} // namespace seqan3_gpulcs::app
