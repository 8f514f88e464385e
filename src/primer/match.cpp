// SPDX-License-Identifier: BSD-3-Clause

#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/backend/backend.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/task_control.hpp"
#include "src/verification/match_request.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

void check_match_options(options const & options)
{
    if (options.differences == 0 || options.minimal_length != 0 || options.complement)
        throw invalid_option{
            "Matches are there for primers of at least 1 difference, without a minimal length and without "
            "complements; find the primers with such options."};
}

std::vector<match> search_matches(prepared_texts const & texts,
                                  std::span<std::uint64_t const> const lengths,
                                  verification::search_context const & context,
                                  plan::execution const & execution)
{
    std::vector<match> matches(lengths.size());
    verification::match_request const request{texts.targets.front().codes(), lengths, matches, context};
    // Without letters, each primer has k letters, and its match is the empty substring.
    if (context.text.size() == 0)
        for (std::size_t group = 0; group < request.groups(); ++group)
            request.finish(group);
    else if (request.groups() != 0)
        backend::find_backend(execution).find_matches(request, 0, request.groups(), execution);
    return matches;
}

} // namespace

std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> const lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution)
{
    check_match_options(options);
    check_letters({&target, 1}, {&background, 1}, options);
    // An unavailable backend is reported first.
    backend::find_backend(execution);

    auto const cells_per_position = static_cast<double>(background.size());
    runtime::task_control control{execution, static_cast<double>(lengths.size()) * cells_per_position};
    control.check();
    unsigned const threads = plan::available_threads(execution);
    prepared_texts const texts{{&target, 1}, {&background, 1}, options, control, threads};
    return search_matches(texts, lengths, {texts.background, options, cells_per_position, control, threads}, execution);
}

matched_primers compute_with_matches(target const & target,
                                     packing::packed_sequence_view const & background,
                                     options const & options,
                                     plan::execution const & execution)
{
    check_options(options);
    check_match_options(options);
    check_letters({&target, 1}, {&background, 1}, options);
    backend::find_backend(execution);

    auto const cells_per_position = static_cast<double>(background.size());
    runtime::task_control control{execution, 2 * static_cast<double>(target.positions()) * cells_per_position};
    control.check();
    unsigned const threads = plan::available_threads(execution);
    prepared_texts const texts{{&target, 1}, {&background, 1}, options, control, threads};
    verification::search_context const context{texts.background, options, cells_per_position, control, threads};
    matched_primers found{};
    found.lengths = std::move(find_lengths({&target, 1}, texts, context, execution, nullptr).front());
    found.matches = search_matches(texts, found.lengths, context, execution);
    return found;
}

std::vector<match> find_matches(std::string_view const target,
                                std::span<std::uint64_t const> const lengths,
                                std::string_view const background,
                                options const & options,
                                plan::execution const & execution)
{
    packing::packed_sequence const packed_target = packing::pack(target);
    packing::packed_sequence const packed_background = packing::pack(background);
    return find_matches(primer::target{packed_target}, lengths, packed_background, options, execution);
}

} // namespace seqan3_gpulcs::primer
