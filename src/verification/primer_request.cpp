// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/primer_request.hpp"

#include <algorithm>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

#include "src/packing/letter_kinds.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

std::vector<std::span<std::uint8_t const>> letters_of(std::deque<known_run> const & runs)
{
    std::vector<std::span<std::uint8_t const>> letters{};
    for (known_run const & run : runs)
        letters.push_back(run.letters);
    return letters;
}

std::string name_of(std::uint8_t const letter)
{
    bool const is_visible = letter > ' ' && letter < 127;
    return is_visible ? std::string{static_cast<char>(letter)} : "number " + std::to_string(letter);
}

// So many letters are unpacked between two looks at the control.
constexpr std::uint64_t letters_at_once{std::uint64_t{1} << 16};

} // namespace

std::uint64_t positions_of(std::deque<known_run> const & runs) noexcept
{
    std::uint64_t positions = 0;
    for (known_run const & run : runs)
        positions += run.lengths.size();
    return positions;
}

void check_letters(std::span<primer::target const> const targets,
                   std::span<packing::packed_sequence_view const> const backgrounds,
                   primer::options const & options)
{
    packing::packed_sequence_view some{};
    auto const check_kind = [&](packing::packed_sequence_view const & sequence)
    {
        packing::check_same_kind(some, sequence);
        if (some.empty())
            some = sequence;
    };
    for (primer::target const & target : targets)
        check_kind(target.sequence);
    for (packing::packed_sequence_view const & background : backgrounds)
        check_kind(background);

    if (!some.empty() && some.kind() == packing::letter_kind::rank && (options.unknown.any() || options.complement))
        throw invalid_option{
            "Unknown letters and complements are characters, but the letters of the sequences are ranks; pack "
            "the sequences from an alphabet with characters."};

    if (!options.complement)
        return;
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        // It may list letters nevertheless.
        if (background.empty())
            continue;
        for (std::uint8_t const letter : background.letters())
            if (!options.unknown[letter] && (*options.complement)[(*options.complement)[letter]] != letter)
                throw invalid_option{"The complements of the options are not those of letter " + name_of(letter)
                                     + " of a background; there is one for DNA and another one for RNA, and what has "
                                       "no complement is an unknown letter."};
    }
}

std::vector<std::uint8_t> unpack(primer::target const & target, runtime::task_control & control)
{
    std::vector<std::uint8_t> letters(target.positions() == 0 ? 0 : target.sequence.size() - target.begin);
    for (std::uint64_t begin = 0; begin < letters.size(); begin += letters_at_once)
    {
        control.check();
        packing::unpack(target.sequence,
                        target.begin + begin,
                        std::span{letters}.subspan(begin, std::min(letters_at_once, letters.size() - begin)));
    }
    return letters;
}

primer_request::primer_request(std::deque<known_run> & runs,
                               background_text const & text,
                               primer::options const & options,
                               double const cells,
                               runtime::task_control & control,
                               unsigned const threads) :
    runs_{runs},
    text_{text},
    options_{options},
    cells_{cells},
    control_{control},
    positions_{positions_of(runs)},
    rates_{letters_of(runs), text, options.differences, control, threads}
{}

std::vector<scan_range> primer_request::cut(std::uint64_t const piece_size) const
{
    std::vector<scan_range> pieces{};
    for (known_run & run : runs_)
        for (std::uint64_t begin = 0; begin < run.lengths.size(); begin += piece_size)
            pieces.push_back({&run, begin, std::min<std::uint64_t>(begin + piece_size, run.lengths.size())});
    return pieces;
}

bool primer_request::is_open(scan_range const & piece) const noexcept
{
    return std::min<std::uint64_t>(piece.run->letters.size(), options_.maximal_length) >= options_.differences
        && piece.begin < piece.run->found.load(std::memory_order_relaxed);
}

void primer_request::finish(scan_range const & piece, std::uint64_t const found) const noexcept
{
    std::uint64_t const missing = piece.end - piece.begin - found;
    control_.add_cells(static_cast<double>(missing) * cells_);
    if (missing == 0)
        return;

    std::uint64_t const end = piece.begin + found;
    std::uint64_t known = piece.run->found.load(std::memory_order_relaxed);
    while (end < known && !piece.run->found.compare_exchange_weak(known, end, std::memory_order_relaxed))
    {}
}

} // namespace seqan3_gpulcs::verification
