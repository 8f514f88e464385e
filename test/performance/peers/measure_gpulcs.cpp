// SPDX-License-Identifier: BSD-3-Clause
//
// This library, from letters to values: packing is part of the time.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>
#include <seqan3_gpulcs/version.hpp>

#include "measurement.hpp"

namespace
{

using namespace seqan3_gpulcs;

plan::execution execution_of(peers::problem const & given)
{
    if (given.hardware == "cuda")
        return {.backend = plan::backend::cuda};
    return {.backend = plan::backend::cpu, .threads = static_cast<unsigned>(peers::threads_of(given))};
}

packing::packed_set pack(std::vector<std::string> const & texts, plan::execution const & execution)
{
    std::vector<std::string_view> const views(texts.begin(), texts.end());
    return packing::pack_all(views, plan::available_threads(execution));
}

auto const same = [](std::vector<std::uint64_t> const & values)
{
    return values;
};

// One call for each pair.
template <auto compute>
void run_pair(peers::problem const & given)
{
    plan::execution const execution = execution_of(given);
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values{};
        for (std::size_t i = 0; i < given.first.size(); ++i)
            values.push_back(compute(given.first[i], given.second[i], execution));
        return values;
    };
    peers::measure(given, run, same);
}

std::uint64_t lcs_length(std::string const & first, std::string const & second, plan::execution const & execution)
{
    return lcs::length(first, second, execution);
}

std::uint64_t edit_distance(std::string const & first, std::string const & second, plan::execution const & execution)
{
    return edit::distance(first, second, execution);
}

alignment::path lcs_path(std::string const & first, std::string const & second, plan::execution const & execution)
{
    return lcs::subsequence(first, second, execution);
}

alignment::path edit_path(std::string const & first, std::string const & second, plan::execution const & execution)
{
    return edit::alignment(first, second, execution);
}

std::uint64_t count_columns(alignment::path const & path,
                            std::string_view const first,
                            std::string_view const second,
                            std::string_view const counted)
{
    std::string columns{};
    for (alignment::run const part : path.runs())
        columns.append(part.count, static_cast<char>(part.operation));
    return peers::count_columns(columns, first, second, counted);
}

template <auto compute>
void run_alignment(peers::problem const & given, std::string_view const counted)
{
    plan::execution const execution = execution_of(given);
    auto const run = [&]()
    {
        std::vector<alignment::path> paths{};
        for (std::size_t i = 0; i < given.first.size(); ++i)
            paths.push_back(compute(given.first[i], given.second[i], execution));
        return paths;
    };
    auto const values = [&](std::vector<alignment::path> const & paths)
    {
        std::vector<std::uint64_t> numbers{};
        for (std::size_t i = 0; i < paths.size(); ++i)
            numbers.push_back(count_columns(paths[i], given.first[i], given.second[i], counted));
        return numbers;
    };
    peers::measure(given, run, values);
}

// One call for all pairs.
template <auto compute, typename values_t>
void run_pairs(peers::problem const & given, values_t const & values)
{
    plan::execution const execution = execution_of(given);
    auto const run = [&]()
    {
        packing::packed_set const first = pack(given.first, execution);
        packing::packed_set const second = pack(given.second, execution);
        std::vector<alignment::sequence_pair> pairs{};
        pairs.reserve(first.size());
        for (std::size_t i = 0; i < first.size(); ++i)
            pairs.push_back({first.views()[i], second.views()[i]});
        return compute(pairs, execution);
    };
    peers::measure(given, run, values);
}

std::vector<std::uint64_t> lcs_lengths(std::span<alignment::sequence_pair const> const pairs,
                                       plan::execution const & execution)
{
    return lcs::lengths(pairs, execution);
}

std::vector<std::uint64_t> edit_distances(std::span<alignment::sequence_pair const> const pairs,
                                          plan::execution const & execution)
{
    return edit::distances(pairs, execution);
}

std::vector<edit::result> edit_results(std::span<alignment::sequence_pair const> const pairs,
                                       plan::execution const & execution)
{
    return edit::compute(pairs, {.wanted = edit::output::alignment}, execution);
}

void run_pairs_edit_alignment(peers::problem const & given)
{
    auto const values = [&](std::vector<edit::result> const & results)
    {
        std::vector<std::uint64_t> numbers{};
        for (std::size_t i = 0; i < results.size(); ++i)
            numbers.push_back(count_columns(results[i].path, given.first[i], given.second[i], peers::edits));
        return numbers;
    };
    run_pairs<edit_results>(given, values);
}

template <auto compute>
void run_pair_values(peers::problem const & given)
{
    run_pairs<compute>(given, same);
}

// One call for all pairs of two sets.
using set_function = std::vector<std::uint64_t>(std::span<packing::packed_sequence_view const>,
                                                std::span<packing::packed_sequence_view const>,
                                                plan::execution const &);

template <set_function * compute>
void run_set(peers::problem const & given)
{
    plan::execution const execution = execution_of(given);
    auto const run = [&]()
    {
        packing::packed_set const first = pack(given.first, execution);
        packing::packed_set const second = pack(given.second, execution);
        return compute(first.views(), second.views(), execution);
    };
    peers::measure(given, run, same);
}

void run_primers(peers::problem const & given)
{
    plan::execution const execution = execution_of(given);
    primer::options const options{.differences = given.differences};
    auto const run = [&]()
    {
        return primer::compute(given.first.front(), given.second.front(), options, execution);
    };
    peers::measure(given, run, same);
}

// Of each site the primer, the 3' end, the strand and the edits, in order.
std::vector<std::uint64_t> site_values(std::vector<primer::site> const & sites)
{
    std::vector<std::tuple<std::uint64_t, std::uint64_t, bool, std::uint64_t>> rows{};
    for (primer::site const & site : sites)
    {
        bool const is_forward = site.strand == primer::strand::forward;
        rows.emplace_back(site.primer, is_forward ? site.end : site.begin, is_forward, site.edits);
    }
    std::ranges::sort(rows);
    std::vector<std::uint64_t> values{};
    for (auto const & [number, end, is_forward, edits_of_site] : rows)
        values.insert(values.end(), {number, end, is_forward ? 1u : 0u, edits_of_site});
    return values;
}

void run_sites(peers::problem const & given)
{
    plan::execution const execution = execution_of(given);
    primer::site_options const options{.max_edits = given.differences};
    auto const run = [&]()
    {
        packing::packed_set const primers = pack(given.first, execution);
        packing::packed_set const texts = pack(given.second, execution);
        return primer::find_sites(primers.views(), texts.views(), options, execution);
    };
    peers::measure(given, run, site_values);
}

} // namespace

int main(int argc, char ** argv)
{
    auto const lcs_alignments = [](peers::problem const & given)
    {
        run_alignment<lcs_path>(given, peers::matches);
    };
    auto const edit_alignments = [](peers::problem const & given)
    {
        run_alignment<edit_path>(given, peers::edits);
    };
    return peers::run_peer({"gpulcs", SEQAN3_GPULCS_VERSION_CSTRING, "C++, instructions chosen at run time"},
                           {{"pair_lcs", {run_pair<lcs_length>, true}},
                            {"pair_lcs_alignment", {lcs_alignments, true}},
                            {"pair_edit", {run_pair<edit_distance>, true}},
                            {"pair_edit_alignment", {edit_alignments, true}},
                            {"pairs_lcs", {run_pair_values<lcs_lengths>, true}},
                            {"pairs_edit", {run_pair_values<edit_distances>, true}},
                            {"pairs_edit_alignment", {run_pairs_edit_alignment, true}},
                            {"set_lcs", {run_set<lcs::all_pairs>, true}},
                            {"set_edit", {run_set<edit::all_pairs>, true}},
                            {"primers", {run_primers, true}},
                            {"sites", {run_sites, true}}},
                           {argv + 1, argv + argc});
}
