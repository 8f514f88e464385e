// SPDX-License-Identifier: BSD-3-Clause

#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/backend/backend.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/task_control.hpp"
#include "src/verification/match_request.hpp"

namespace seqan3_gpulcs::primer
{

std::vector<std::vector<match>> search_matches(std::span<std::span<std::uint64_t const> const> const lengths,
                                               prepared_texts const & texts,
                                               verification::search_context const & context,
                                               plan::execution const & execution)
{
    std::vector<std::vector<match>> matches{};
    std::vector<verification::matched_target> targets{};
    matches.reserve(lengths.size()); // Targets refer to its elements.
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        matches.emplace_back(lengths[i].size());
        targets.push_back({texts.targets[i].codes(), lengths[i], matches.back()});
    }
    verification::match_request const request{targets, context};
    if (request.groups() != 0)
        backend::find_backend(execution).find_matches(request, 0, request.groups(), execution);
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
    // An unavailable backend is reported first.
    backend::find_backend(execution);

    auto const cells_per_position = static_cast<double>(background.size());
    runtime::task_control control{execution, static_cast<double>(lengths.size()) * cells_per_position};
    control.check();
    unsigned const threads = plan::available_threads(execution);
    prepared_texts const texts{{&target, 1}, {&background, 1}, options, control, threads};
    return std::move(search_matches({&lengths, 1},
                                    texts,
                                    {texts.background->text, options, cells_per_position, control, threads},
                                    execution)
                         .front());
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
