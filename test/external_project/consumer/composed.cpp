// SPDX-License-Identifier: BSD-3-Clause

// All elements of the library, with what SeqAn3 has for the same things.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/alphabet/views/all.hpp>
#include <seqan3/utility/views/zip.hpp>

#include <seqan3_gpulcs/all.hpp>

namespace
{

using namespace seqan3::literals;
namespace cfg = seqan3::align_cfg;
namespace own = seqan3_gpulcs::align_cfg;

using sequence_t = std::vector<seqan3::dna5>;

// The id, the score, where both parts begin and end, and the columns.
using described_t =
    std::tuple<std::size_t, int, std::size_t, std::size_t, std::size_t, std::size_t, std::string, std::string>;

std::string to_text(auto && row)
{
    std::string text{};
    for (auto && letter : row)
        text += seqan3::to_char(letter);
    return text;
}

described_t describe(auto const & result)
{
    return {result.sequence1_id(),
            result.score(),
            result.sequence1_begin_position(),
            result.sequence1_end_position(),
            result.sequence2_begin_position(),
            result.sequence2_end_position(),
            to_text(std::get<0>(result.alignment())),
            to_text(std::get<1>(result.alignment()))};
}

// Returns whether SeqAn3's own dynamic programming, without this library, gives the same results.
template <typename pairs_t, typename config_t>
bool is_as_without(pairs_t && pairs, config_t const & config, own::bit_parallel const & element)
{
    std::vector<described_t> with{};
    std::vector<described_t> without{};
    for (auto const & result : seqan3::align_pairwise(pairs, config | element))
        with.push_back(describe(result));
    for (auto const & result : seqan3::align_pairwise(pairs, config))
        without.push_back(describe(result));
    std::ranges::sort(with);
    return with == without;
}

} // namespace

int main(int const argc, char const * const * const argv)
try
{
    // Everything below is the same, wherever it is computed.
    own::bit_parallel anywhere{};
    anywhere.execution.threads = 2;
    if (argc == 2 && std::string_view{argv[1]} == "cuda")
        anywhere.execution.backend = seqan3_gpulcs::plan::backend::cuda;

    sequence_t const genome = "ACGTTGCAAGCTTAGCCGATNACGGATCCATTGACCAGTTGCAACGGTA"_dna5;
    sequence_t const other = "ACTGACTGCCTTTAAACCCGGG"_dna5;
    std::vector<std::pair<sequence_t, sequence_t>> pairs{};
    for (std::size_t i = 0; i < 30; ++i)
        pairs.emplace_back(sequence_t(genome.begin() + static_cast<std::ptrdiff_t>(i),
                                      genome.begin() + 20 + static_cast<std::ptrdiff_t>(i)),
                           genome);

    auto const outputs = cfg::output_sequence1_id{} | cfg::output_score{} | cfg::output_begin_position{}
                       | cfg::output_end_position{} | cfg::output_alignment{};
    cfg::method_global const in_window{cfg::free_end_gaps_sequence1_leading{false},
                                       cfg::free_end_gaps_sequence2_leading{true},
                                       cfg::free_end_gaps_sequence1_trailing{false},
                                       cfg::free_end_gaps_sequence2_trailing{true}};
    auto const edits = cfg::method_global{} | cfg::edit_scheme | outputs;
    bool const are_equal = is_as_without(pairs, in_window | cfg::edit_scheme | outputs, anywhere)
                        && is_as_without(pairs, edits | cfg::min_score{-49}, anywhere)
                        && is_as_without(pairs, edits, anywhere);

    // Views, threads, and statistics of the call.
    std::uint64_t counted = 0;
    std::size_t called = 0;
    own::bit_parallel element{anywhere};
    element.on_batch = [&](seqan3_gpulcs::plan::batch_statistics const & batch)
    {
        counted += batch.pairs;
    };
    auto const complement_of = [](sequence_t const & sequence)
    {
        return sequence | seqan3::views::complement | std::views::reverse;
    };
    auto first = pairs | std::views::keys | std::views::transform(complement_of);
    auto second = pairs | std::views::values | std::views::transform(complement_of);
    auto complements = seqan3::views::zip(first, second);
    auto const config = cfg::method_global{} | own::lcs_scheme | element | cfg::output_score{} | cfg::parallel{2};
    for ([[maybe_unused]] auto const & result : seqan3::align_pairwise(complements, config))
        called += result.score() == 20;

    own::k_difference_primer const primer{{.differences = 2, .matches = false, .min_length = 8}};
    std::size_t primers = 0;
    cfg::method_global somewhere{};
    somewhere.free_end_gaps_sequence2_leading = true;
    somewhere.free_end_gaps_sequence2_trailing = true;
    auto const find_primers =
        somewhere | cfg::edit_scheme | primer | anywhere | cfg::output_begin_position{} | cfg::output_end_position{};
    for ([[maybe_unused]] auto const & result : seqan3::align_pairwise(std::tie(other, genome), find_primers))
        ++primers;

    std::cout << "composed: " << (are_equal ? "equal" : "different") << ", " << called << " called, " << counted
              << " counted, " << primers << " primers\n";
}
catch (seqan3_gpulcs::no_device const & problem)
{
    std::cout << "composed: no device: " << problem.what() << '\n';
}
