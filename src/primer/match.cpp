// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <atomic>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "../cpu/background_text.hpp"
#include "../cpu/match_finder.hpp"
#include "../run_control.hpp"
#include "execution_check.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

//!\brief Positions whose primers end together.
struct group
{
    std::uint64_t begin{}; //!< The first of their lengths.
    std::uint64_t end{};   //!< The one behind the last.
};

void check_options(options const & options, plan::execution const & execution)
{
    if (options.differences == 0 || options.minimal_length != 0 || options.complement)
        throw invalid_option{
            "Matches are there for primers of at least 1 difference, without a minimal length and without "
            "complements; find the primers with such options."};
    check_execution(execution);
}

std::vector<group> group_by_end(std::span<std::uint64_t const> const lengths)
{
    std::vector<group> groups{};
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin + 1;
        if (lengths[begin] != no_primer)
        {
            while (end < lengths.size() && lengths[end] != no_primer && end + lengths[end] == begin + lengths[begin])
                ++end;
            groups.push_back({begin, end});
        }
        begin = end;
    }
    return groups;
}

//!\brief The positions in a sequence of the letters that are left when unknown ones are taken out.
class known_positions
{
public:
    known_positions(std::span<std::uint8_t const> const letters, std::bitset<256> const & unknown)
    {
        std::uint64_t known = 0;
        for (std::uint64_t position = 0; position < letters.size(); ++position)
        {
            if (unknown[letters[position]])
                continue;
            if (position == 0 || unknown[letters[position - 1]])
                pieces_.push_back({known, position - known});
            ++known;
        }
    }

    //!\brief The position of a known letter, of which there are so many in front of it.
    std::uint64_t operator[](std::uint64_t const known) const
    {
        return known + (std::ranges::upper_bound(pieces_, known, {}, &piece::begin) - 1)->shift;
    }

private:
    struct piece
    {
        std::uint64_t begin{}; //!< The first letter, counted among the known ones.
        std::uint64_t shift{}; //!< The unknown letters in front of it.
    };

    std::vector<piece> pieces_{};
};

} // namespace

std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> const lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution)
{
    check_options(options, execution);

    auto const cells_of_position = static_cast<double>(background.size());
    run_control control{execution, static_cast<double>(lengths.size()) * cells_of_position};
    control.check();

    auto const unpack = [](packing::packed_sequence_view const & sequence)
    {
        std::vector<std::uint8_t> letters(sequence.size());
        packing::unpack(sequence, 0, letters);
        return letters;
    };
    std::vector<match> matches(lengths.size());
    std::vector<std::uint8_t> const letters = unpack(target.sequence);
    std::vector<group> const groups = group_by_end(lengths);
    cpu::background_text const text{{&background, 1}, options, control, plan::threads_at_hand(execution)};
    known_positions const positions{unpack(background), options.unknown};

    auto const find_group = [&](group const & group, cpu::match_finder & finder)
    {
        std::span<match> const found = std::span{matches}.subspan(group.begin, group.end - group.begin);
        finder.find(std::span{letters}.subspan(target.begin + group.begin, lengths[group.begin]), found);
        for (match & each : found)
            if (each.end != 0)
                each = {positions[each.begin], positions[each.end - 1] + 1};
        control.add_cells(cells_of_position * static_cast<double>(found.size()));
    };

    std::atomic<std::size_t> next{0};
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(plan::threads_at_hand(execution), groups.size())),
                     [&]()
                     {
                         cpu::match_finder finder{text, options.differences, control};
                         for (std::size_t i = next++; i < groups.size(); i = next++)
                         {
                             find_group(groups[i], finder);
                             control.check();
                         }
                     });
    return matches;
}

} // namespace seqan3_gpulcs::primer
