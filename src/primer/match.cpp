// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/backend/backend.hpp"
#include "src/runtime/task_control.hpp"
#include "src/verification/match_request.hpp"
#include "src/verification/primer_request.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

void check_options(options const & options)
{
    if (options.differences == 0 || options.minimal_length != 0 || options.complement)
        throw invalid_option{
            "Matches are there for primers of at least 1 difference, without a minimal length and without "
            "complements; find the primers with such options."};
}

} // namespace

std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> const lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution)
{
    check_options(options);
    verification::check_letters({&target, 1}, {&background, 1}, options);
    backend::backend_interface const & backend = backend::find_backend(execution);

    auto const cells_of_position = static_cast<double>(background.size());
    runtime::task_control control{execution, static_cast<double>(lengths.size()) * cells_of_position};
    control.check();

    std::vector<match> matches(lengths.size());
    backend.find_matches({target, lengths, background, options, matches, control, plan::available_threads(execution)},
                         execution);
    return matches;
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
