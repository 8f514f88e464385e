// SPDX-License-Identifier: BSD-3-Clause

#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/dispatch/find_backend.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/request.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

constexpr char const * advice{
    "; give the lengths that seqan3_gpulcs::primer::compute found for this target, this background and "
    "these options."};

void check_count(target const & target, std::span<std::uint64_t const> const lengths)
{
    if (lengths.size() != target.positions())
        throw invalid_option{"The target has " + std::to_string(target.positions()) + " positions, but there are "
                             + std::to_string(lengths.size()) + " lengths of primers" + advice};
}

// Checks that each primer has enough letters for its differences, all of them known.
void check_primers(target const & target,
                   std::span<std::uint64_t const> const lengths,
                   scan::target_text const & text,
                   std::uint64_t const differences)
{
    auto segment = text.segments().begin();
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
    {
        if (lengths[i] == no_primer)
            continue;
        while (segment != text.segments().end() && segment->end <= i)
            ++segment;
        std::uint64_t const known = segment == text.segments().end() || segment->begin > i ? 0 : segment->end - i;
        if (lengths[i] < differences || lengths[i] > known)
            throw invalid_option{"The primer at position " + std::to_string(target.begin + i) + " has "
                                 + std::to_string(lengths[i]) + " letters, but "
                                 + (lengths[i] > known
                                        ? "there are only " + std::to_string(known) + " known letters in a row"
                                        : "needs " + std::to_string(differences) + " for its differences")
                                 + advice};
    }
}

} // namespace

std::vector<std::vector<match>> search_matches(std::span<std::span<std::uint64_t const> const> const lengths,
                                               prepared_texts const & texts,
                                               scan::search_context const & context,
                                               plan::execution const & execution)
{
    std::vector<std::vector<match>> matches{};
    std::vector<scan::matched_target> targets{};
    matches.reserve(lengths.size()); // Targets refer to its elements.
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        matches.emplace_back(lengths[i].size());
        targets.push_back({texts.targets[i].codes(), lengths[i], matches.back()});
    }
    scan::match_request const request{targets, context};
    if (request.groups() != 0)
        dispatch::find_backend(execution).scan(scan::wanted_matches{request, 0, request.groups()}, execution);
    return matches;
}

std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> const lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution)
{
    check_match_options(options);
    check_letters({&target, 1}, {&background, 1}, options);
    check_count(target, lengths);
    // An unavailable backend is reported first.
    dispatch::find_backend(execution);

    auto const cells_per_position = static_cast<double>(background.size());
    runtime::task_control control{execution, static_cast<double>(lengths.size()) * cells_per_position};
    control.check();
    unsigned const threads = plan::available_threads(execution);
    prepared_texts const texts{{&target, 1}, {&background, 1}, options, control, threads};
    check_primers(target, lengths, texts.targets.front(), options.differences);
    auto matches = search_matches({&lengths, 1},
                                  texts,
                                  {texts.background->text, options, cells_per_position, control, threads},
                                  execution);
    control.report_done();
    return std::move(matches.front());
}

matched_primers compute_with_matches(target const & target,
                                     packing::packed_sequence_view const & background,
                                     options const & options,
                                     plan::execution const & execution)
{
    detail::target_pair const pair{target, background};
    return std::move(
        detail::compute_pairs({&pair, 1}, detail::pair_output::lengths_and_matches, options, execution).front());
}

std::vector<match> find_matches(std::string_view const target,
                                std::span<std::uint64_t const> const lengths,
                                std::string_view const background,
                                options const & options,
                                plan::execution const & execution)
{
    packing::packed_sequence const packed_target = packing::pack(target, plan::available_threads(execution));
    packing::packed_sequence const packed_background = packing::pack(background, plan::available_threads(execution));
    return find_matches(primer::target{packed_target}, lengths, packed_background, options, execution);
}

} // namespace seqan3_gpulcs::primer
