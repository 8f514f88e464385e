// SPDX-License-Identifier: BSD-3-Clause
//
// SeqAn3's own algorithms, without this library. Letters are of SeqAn3's alphabets before the time begins.

#include <algorithm>
#include <functional>
#include <stdexcept>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/aminoacid_scoring_scheme.hpp>
#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>
#include <seqan3/alphabet/aminoacid/aa20.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/views/char_to.hpp>
#include <seqan3/version.hpp>

#include "measurement.hpp"

namespace
{

template <typename letter_t>
using sequence_pairs = std::vector<std::pair<std::vector<letter_t>, std::vector<letter_t>>>;

template <typename letter_t>
std::vector<letter_t> to_sequence(std::string const & text)
{
    std::vector<letter_t> sequence{};
    for (char const letter : text)
        sequence.push_back(seqan3::assign_char_to(letter, letter_t{}));
    return sequence;
}

// The pairs of a case; of two sets, each with each.
template <typename letter_t>
sequence_pairs<letter_t> to_pairs(peers::problem const & given, bool const is_set)
{
    sequence_pairs<letter_t> pairs{};
    for (std::size_t i = 0; i < given.first.size(); ++i)
        for (std::size_t j = is_set ? 0 : i; j < (is_set ? given.second.size() : i + 1); ++j)
            pairs.emplace_back(to_sequence<letter_t>(given.first[i]), to_sequence<letter_t>(given.second[j]));
    return pairs;
}

auto const method = seqan3::align_cfg::method_global{};
auto const free_gaps =
    seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}};

// Match 1, mismatch 0, gaps free.
template <typename letter_t>
auto lcs_config()
{
    seqan3::match_score const match{1};
    seqan3::mismatch_score const mismatch{0};
    if constexpr (std::same_as<letter_t, seqan3::dna4>)
        return method | free_gaps
             | seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{match, mismatch}};
    else
        return method | free_gaps
             | seqan3::align_cfg::scoring_scheme{seqan3::aminoacid_scoring_scheme{match, mismatch}};
}

// The scores of pairs, which are given to SeqAn3 one by one or all together.
template <typename pairs_t, typename config_t>
void run_scores(peers::problem const & given, pairs_t pairs, config_t const & config, bool const pair_by_pair)
{
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values{};
        auto const add = [&](auto && results)
        {
            for (auto && result : results)
                values.push_back(static_cast<std::uint64_t>(std::abs(result.score())));
        };
        if (!pair_by_pair)
            add(seqan3::align_pairwise(pairs, config));
        else
            for (auto & [first, second] : pairs) // Its vectors do not take constant sequences.
                add(seqan3::align_pairwise(std::tie(first, second), config));
        return values;
    };
    peers::measure(given, run, std::identity{});
}

// All pairs of a case, by one thread or more.
template <typename letter_t, typename config_t>
void run_together(peers::problem const & given, bool const is_set, config_t const & config)
{
    auto const threads = static_cast<unsigned>(peers::threads_of(given));
    if (threads == 1)
        run_scores(given, to_pairs<letter_t>(given, is_set), config, false);
    else
        run_scores(given, to_pairs<letter_t>(given, is_set), config | seqan3::align_cfg::parallel{threads}, false);
}

std::string columns_of(auto const & alignment)
{
    auto const & [first, second] = alignment;
    std::string columns{};
    for (auto it = first.begin(), other = second.begin(); it != first.end(); ++it, ++other)
        columns += *it == seqan3::gap{} ? 'D' : *other == seqan3::gap{} ? 'I' : *it == *other ? '=' : 'X';
    return columns;
}

// Alignments, pair by pair or all together.
template <typename letter_t, typename config_t>
void run_alignments(peers::problem const & given,
                    config_t const & config,
                    std::string_view const counted,
                    bool const pair_by_pair = true)
{
    auto pairs = to_pairs<letter_t>(given, false);
    auto const align = [&](auto & pair)
    {
        return *seqan3::align_pairwise(std::tie(pair.first, pair.second), config).begin();
    };
    using result_t = decltype(align(pairs.front()));
    auto const run = [&]()
    {
        std::vector<result_t> results{};
        if (pair_by_pair)
            for (auto & pair : pairs)
                results.push_back(align(pair));
        else
            for (auto && result : seqan3::align_pairwise(pairs, config))
                results.push_back(std::move(result));
        return results;
    };
    auto const values = [&](std::vector<result_t> const & results)
    {
        std::vector<std::uint64_t> numbers{};
        for (std::size_t i = 0; i < results.size(); ++i)
            numbers.push_back(
                peers::count_columns(columns_of(results[i].alignment()), given.first[i], given.second[i], counted));
        return numbers;
    };
    peers::measure(given, run, values);
}

// Calls a function with a letter of the alphabet of a case.
template <typename function_t>
void with_letter(peers::problem const & given, function_t && function)
{
    if (given.alphabet == "dna")
        function(seqan3::dna4{});
    else if (given.alphabet == "protein")
        function(seqan3::aa20{});
    else
        throw std::runtime_error{"its scoring schemes are for nucleotides and amino acids"};
}

void check_nucleotides(peers::problem const & given)
{
    if (given.alphabet != "dna")
        throw std::runtime_error{"its edit distance is for nucleotides"};
}

void run_pair_lcs(peers::problem const & given)
{
    auto const run = [&]<typename letter_t>(letter_t)
    {
        run_scores(given,
                   to_pairs<letter_t>(given, false),
                   lcs_config<letter_t>() | seqan3::align_cfg::output_score{},
                   true);
    };
    with_letter(given, run);
}

void run_pair_lcs_alignment(peers::problem const & given)
{
    auto const run = [&]<typename letter_t>(letter_t)
    {
        run_alignments<letter_t>(given, lcs_config<letter_t>(), peers::matches);
    };
    with_letter(given, run);
}

auto const edit_config = method | seqan3::align_cfg::edit_scheme;

void run_pair_edit(peers::problem const & given)
{
    check_nucleotides(given);
    run_scores(given, to_pairs<seqan3::dna4>(given, false), edit_config | seqan3::align_cfg::output_score{}, true);
}

void run_pair_edit_alignment(peers::problem const & given)
{
    check_nucleotides(given);
    run_alignments<seqan3::dna4>(given, edit_config, peers::edits);
}

void run_pairs_edit_alignment(peers::problem const & given)
{
    check_nucleotides(given);
    run_alignments<seqan3::dna4>(given, edit_config, peers::edits, false);
}

// As many pairs at a time as a vector has numbers.
void run_vectorised(peers::problem const & given, bool const is_set)
{
    if (given.first.front().size() > 30'000)
        throw std::runtime_error{"scores of 16 bits are too small"};
    auto const run = [&]<typename letter_t>(letter_t)
    {
        auto const config = lcs_config<letter_t>() | seqan3::align_cfg::score_type<std::int16_t>{}
                          | seqan3::align_cfg::vectorised{} | seqan3::align_cfg::output_score{};
        run_together<letter_t>(given, is_set, config);
    };
    with_letter(given, run);
}

// The edit distance of each pair is bit-parallel.
void run_edits(peers::problem const & given, bool const is_set)
{
    check_nucleotides(given);
    run_together<seqan3::dna4>(given, is_set, edit_config | seqan3::align_cfg::output_score{});
}

} // namespace

int main(int argc, char ** argv)
{
    using std::placeholders::_1;
    return peers::run_peer({"SeqAn3", seqan3::seqan3_version_cstring, "C++, -march=native"},
                           {{"pair_lcs", {run_pair_lcs}},
                            {"pair_lcs_alignment", {run_pair_lcs_alignment}},
                            {"pair_edit", {run_pair_edit}},
                            {"pair_edit_alignment", {run_pair_edit_alignment}},
                            {"pairs_lcs", {std::bind(run_vectorised, _1, false), true}},
                            {"pairs_edit", {std::bind(run_edits, _1, false), true}},
                            {"pairs_edit_alignment", {run_pairs_edit_alignment}},
                            {"set_lcs", {std::bind(run_vectorised, _1, true), true}},
                            {"set_edit", {std::bind(run_edits, _1, true), true}}},
                           {argv + 1, argv + argc});
}
