// SPDX-License-Identifier: BSD-3-Clause
//
// RapidFuzz: bit-parallel, pair by pair, and with cached scorers where a sequence is compared with several others. Its scorers of many
// sequences at a time are for at most 64 letters, which no case has.
//
//   measure_rapidfuzz [--hint | --minimum] ...
//
// With --hint, edit distances are expected to be small: it tries narrow bands first, and doubles them. With --minimum, it is told the
// length of the LCS, and only confirms it.

#include <functional>
#include <limits>
#include <string>

#include <rapidfuzz/distance/LCSseq.hpp>
#include <rapidfuzz/distance/Levenshtein.hpp>

#include "measurement.hpp"

namespace
{

std::uint64_t lcs_length(std::string const & first, std::string const & second)
{
    return rapidfuzz::lcs_seq_similarity(first, second);
}

// What a distance is expected to be.
constexpr std::size_t no_hint = std::numeric_limits<std::size_t>::max();
constexpr std::size_t small_hint = 0;

template <std::size_t hint>
std::uint64_t edit_distance(std::string const & first, std::string const & second)
{
    return rapidfuzz::levenshtein_distance(first, second, {1, 1, 1}, no_hint, hint);
}

rapidfuzz::Editops lcs_edits(std::string const & first, std::string const & second)
{
    return rapidfuzz::lcs_seq_editops(first, second);
}

template <std::size_t hint>
rapidfuzz::Editops levenshtein_edits(std::string const & first, std::string const & second)
{
    return rapidfuzz::levenshtein_editops(first, second, hint);
}

auto const same = [](std::string const &, std::string const &, std::uint64_t const value)
{
    return value;
};

template <auto function>
void run_pairs(peers::problem const & given)
{
    auto const compare = [](std::string const & first, std::string const & second, std::size_t)
    {
        return function(first, second);
    };
    peers::measure_pairs(given, compare, same);
}

// The columns of an alignment, of which RapidFuzz has the edits.
std::string to_columns(rapidfuzz::Editops const & edits, std::size_t const first_size)
{
    std::string columns{};
    std::size_t i = 0;
    for (rapidfuzz::EditOp const & edit : edits)
    {
        columns.append(edit.src_pos - i, '=');
        i = edit.src_pos + (edit.type != rapidfuzz::EditType::Insert);
        columns += edit.type == rapidfuzz::EditType::Replace ? 'X'
                 : edit.type == rapidfuzz::EditType::Insert  ? 'D'
                                                             : 'I';
    }
    return columns.append(first_size - i, '=');
}

template <auto function>
void run_alignments(peers::problem const & given, std::string_view const counted)
{
    auto const compare = [](std::string const & first, std::string const & second, std::size_t)
    {
        return function(first, second);
    };
    auto const value = [&](std::string const & first, std::string const & second, rapidfuzz::Editops const & edits)
    {
        return peers::count_columns(to_columns(edits, first.size()), first, second, counted);
    };
    peers::measure_pairs(given, compare, value);
}

void run_lcs_alignments(peers::problem const & given)
{
    run_alignments<lcs_edits>(given, peers::matches);
}

template <std::size_t hint>
void run_edit_alignments(peers::problem const & given)
{
    run_alignments<levenshtein_edits<hint>>(given, peers::edits);
}

// Each of one set with each of another; a thread has some of the first ones.
template <typename scorer_t, auto compare>
void run_set(peers::problem const & given)
{
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values(given.first.size() * given.second.size());
        auto const compare_part = [&](std::size_t const begin, std::size_t const end, std::size_t)
        {
            auto value = values.begin() + static_cast<std::ptrdiff_t>(begin * given.second.size());
            for (std::size_t i = begin; i < end; ++i)
            {
                scorer_t const scorer{given.first[i]};
                for (std::string const & second : given.second)
                    *value++ = compare(scorer, second);
            }
        };
        peers::in_threads(given.first.size(), peers::threads_of(given), compare_part);
        return values;
    };
    peers::measure(given, run, std::identity{});
}

using lcs_scorer = rapidfuzz::CachedLCSseq<char>;
using edit_scorer = rapidfuzz::CachedLevenshtein<char>;

std::uint64_t cached_length(lcs_scorer const & scorer, std::string const & second)
{
    return scorer.similarity(second);
}

template <std::size_t hint>
std::uint64_t cached_distance(edit_scorer const & scorer, std::string const & second)
{
    return scorer.distance(second, no_hint, hint);
}

void run_minimum(peers::problem const & given)
{
    std::vector<std::uint64_t> lengths{};
    for (std::size_t i = 0; i < given.first.size(); ++i)
        lengths.push_back(lcs_length(given.first[i], given.second[i]));
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values{};
        for (std::size_t i = 0; i < given.first.size(); ++i)
            values.push_back(rapidfuzz::lcs_seq_similarity(given.first[i], given.second[i], lengths[i]));
        return values;
    };
    peers::measure(given, run, std::identity{});
}

} // namespace

int main(int argc, char ** argv)
{
    std::map<std::string, peers::task> tasks{{"pair_lcs", {run_pairs<lcs_length>}},
                                             {"pair_lcs_alignment", {run_lcs_alignments}},
                                             {"pair_edit", {run_pairs<edit_distance<no_hint>>}},
                                             {"pair_edit_alignment", {run_edit_alignments<no_hint>}},
                                             {"pairs_lcs", {run_pairs<lcs_length>, true}},
                                             {"pairs_edit", {run_pairs<edit_distance<no_hint>>, true}},
                                             {"pairs_edit_alignment", {run_edit_alignments<no_hint>, true}},
                                             {"set_lcs", {run_set<lcs_scorer, cached_length>, true}},
                                             {"set_edit", {run_set<edit_scorer, cached_distance<no_hint>>, true}}};
    std::string name{"RapidFuzz"};
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::string const option = arguments.empty() ? "" : arguments[0];
    if (option == "--hint")
    {
        name += ", hint";
        tasks = {{"pair_edit", {run_pairs<edit_distance<small_hint>>}},
                 {"pair_edit_alignment", {run_edit_alignments<small_hint>}},
                 {"pairs_edit", {run_pairs<edit_distance<small_hint>>, true}},
                 {"pairs_edit_alignment", {run_edit_alignments<small_hint>, true}},
                 {"set_edit", {run_set<edit_scorer, cached_distance<small_hint>>, true}}};
    }
    if (option == "--minimum")
    {
        name += ", best minimum";
        tasks = {{"pair_lcs", {run_minimum}}};
    }
    if (option == "--hint" || option == "--minimum")
        arguments.erase(arguments.begin());
    return peers::run_peer({name, RAPIDFUZZ_VERSION, "C++, -march=native"}, tasks, arguments);
}
