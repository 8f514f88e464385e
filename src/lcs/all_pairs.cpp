// SPDX-License-Identifier: BSD-3-Clause

#include <charconv>
#include <iterator>
#include <ostream>
#include <set>
#include <string_view>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/make_lengths.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

std::vector<std::uint64_t> compute_sets(plan::sequence_sets const & sets, plan::execution const & execution)
{
    backend::backend_interface const & backend = backend::find_backend(execution);
    std::vector<std::uint64_t> lengths = make_lengths(sets.pair_count(), execution);
    backend.find_set_lengths(sets, lengths, execution);
    return lengths;
}

std::uint64_t count_pairs(std::uint64_t const sequences) noexcept
{
    return sequences == 0 ? 0 : sequences * (sequences - 1) / 2;
}

void append_distance(std::string & line, double const distance)
{
    char text[64]{}; // The largest float has 39 digits.
    auto const written = std::to_chars(std::begin(text), std::end(text), distance, std::chars_format::fixed, 6);
    line += ' ';
    line.append(std::begin(text), written.ptr);
}

// Unformatted: without the width and the fill of the stream.
void write(std::ostream & out, std::string const & line)
{
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
}

} // namespace

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                     plan::execution const & execution)
{
    packing::check_same_kind(sequences, sequences);
    return compute_sets(plan::sequence_sets{sequences}, execution);
}

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                     std::span<packing::packed_sequence_view const> const second,
                                     plan::execution const & execution)
{
    packing::check_same_kind(first, second);
    return compute_sets({first, second}, execution);
}

void check_phylip_names(std::span<std::string const> const names)
{
    std::set<std::string_view> seen{};
    for (std::string const & name : names)
    {
        if (name.empty() || name.find_first_of(" \t\n\v\f\r") != std::string::npos)
            throw invalid_option{"Names in a PHYLIP matrix must not be empty or contain white space, but there is \""
                                 + name + "\"; rename this sequence."};
        if (!seen.insert(name).second)
            throw invalid_option{"Names in a PHYLIP matrix must differ, but there are two sequences \"" + name
                                 + "\"; rename one of them."};
    }
}

void write_phylip(std::ostream & out, std::span<std::string const> const names, std::span<float const> const distances)
{
    if (distances.size() != count_pairs(names.size()))
        throw invalid_option{"A PHYLIP matrix of " + std::to_string(names.size()) + " names needs "
                             + std::to_string(count_pairs(names.size()))
                             + " distances, one for every two of them, but there are "
                             + std::to_string(distances.size()) + "."};
    check_phylip_names(names);

    write(out, std::to_string(names.size()) + '\n');
    for (std::size_t row = 0; row < names.size() && out; ++row)
    {
        std::string line{names[row]};
        // Down the column to the diagonal: each row is one shorter than the row above it.
        std::size_t index = row - 1;
        for (std::size_t above = 0; above < row; ++above)
        {
            append_distance(line, distances[index]);
            index += names.size() - above - 2;
        }
        append_distance(line, 0);
        std::size_t const begin = count_pairs(names.size()) - count_pairs(names.size() - row);
        for (float const distance : distances.subspan(begin, names.size() - row - 1))
            append_distance(line, distance);
        write(out, line + '\n');
    }
}

} // namespace seqan3_gpulcs::lcs
