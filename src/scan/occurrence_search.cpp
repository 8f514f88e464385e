// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/occurrence_search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>

#include "src/packing/letter_reader.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The distance of positions in an index that shows where most primers are.
constexpr std::uint64_t sample_distance{8};

/* Whether a pattern may reach a number of letters with some edits; false only if it cannot. It takes one word of each, wherever
 * segments end, so it is much faster than furthest_reach.
 */
template <packing::direction towards>
bool may_reach(packing::code_span const & pattern,
               packing::code_span const & text,
               std::uint64_t const letters,
               std::uint64_t const max_edits) noexcept
{
    constexpr unsigned bits = 2;
    constexpr std::uint64_t word_letters = 64 / bits;
    constexpr auto max_letters = static_cast<std::uint64_t>(packing::loaded_letters<bits>);
    if (text.bits() != bits || letters > max_letters || max_edits > max_letters - letters
        || pattern.size() < word_letters || text.size() < word_letters)
        return true;

    std::uint64_t const rows = packing::letter_reader<towards, bits>{pattern}.load(0);
    std::uint64_t const columns = packing::letter_reader<towards, bits>{text}.load(0);
    auto const count_equal = [&](std::int64_t const row, std::int64_t const column)
    {
        if constexpr (towards == packing::direction::forward)
            return std::countr_zero(rows >> bits * row ^ columns >> bits * column) / static_cast<int>(bits);
        else
            return std::countl_zero(rows << bits * row ^ columns << bits * column) / static_cast<int>(bits);
    };
    auto const last_row = static_cast<std::int64_t>(letters);
    auto const edits = static_cast<std::int64_t>(max_edits);
    // The furthest row on each diagonal, as in furthest_reach.
    std::array<std::int64_t, 2 * max_letters + 3> furthest;
    std::fill_n(furthest.begin(), 2 * edits + 3, -last_row - edits);
    std::int64_t * const diagonals = furthest.data() + edits + 1;
    for (std::int64_t e = 0; e <= edits; ++e)
    {
        std::int64_t left = diagonals[-e - 1];
        for (std::int64_t d = -e; d <= e; ++d)
        {
            std::int64_t const here = diagonals[d];
            std::int64_t row = e == 0 ? 0 : std::max({here + 1, left, diagonals[d + 1] + 1});
            left = here;
            row += row < last_row ? count_equal(row, row + d) : 0;
            if (row >= last_row)
                return true;
            diagonals[d] = row;
        }
    }
    return false;
}

} // namespace

occurrence_search::occurrence_search(target_text const & target,
                                     std::span<std::uint64_t> const lengths,
                                     std::uint64_t const max_edits,
                                     std::uint64_t const codes,
                                     runtime::task_control & control) :
    target_{target.codes()},
    segments_{target.segments()},
    lengths_{lengths},
    max_edits_{max_edits},
    codes_{codes},
    poll_{control},
    letters_(target_.size())
{
    target_.copy_to(letters_);
    std::uint64_t longest = 0;
    for (std::uint64_t & length : lengths)
        longest = std::max(longest, std::atomic_ref{length}.load(std::memory_order_relaxed));
    later_.resize(std::bit_ceil(longest + 1));
    blocks_.resize(later_.size());
}

std::vector<bool> const & occurrence_search::find(background_text const & text)
{
    text_ = &text;
    // Primers with at most J letters are similar to the empty substring, which occurs everywhere.
    found_.resize(lengths_.size());
    for (std::size_t i = 0; i < lengths_.size(); ++i)
    {
        auto const length = std::atomic_ref{lengths_[i]}.load(std::memory_order_relaxed);
        found_[i] = length != primer::no_primer && length <= max_edits_;
    }
    find_indexed(sample_distance);
    find_indexed(1);
    return found_;
}

// Finds primers by an index of all or some positions of the text: part by part.
void occurrence_search::find_indexed(std::uint64_t const distance)
{
    is_sample_ = distance != 1;
    for (std::uint64_t begin = 0; begin < text_->size(); begin += seed_index::max_positions * distance)
    {
        std::uint64_t const positions = util::ceil_div(text_->size() - begin, distance);
        index_.assign(text_->codes(), begin, std::min(seed_index::max_positions, positions), distance, codes_);
        find_part();
    }
}

// Finds primers by the part of the text that is in the index.
void occurrence_search::find_part()
{
    reached_ = 0;
    next_ = 0;
    later_end_ = 0;
    std::ranges::fill(later_, 0);
    std::ranges::fill(blocks_, block{});
    for (target_text::segment const & segment : segments_)
    {
        segment_end_ = segment.end;
        for (std::uint64_t i = segment.begin; i < std::min<std::uint64_t>(segment.end, lengths_.size()); ++i)
            if (auto const length = std::atomic_ref{lengths_[i]}.load(std::memory_order_relaxed);
                length != primer::no_primer && !found_[i])
                found_[i] = find_primer(i, i + length);
    }
}

bool occurrence_search::find_primer(std::uint64_t const position, std::uint64_t const end)
{
    move_to(position);
    if (end <= reached_)
        return true;

    // Most primers occur where the one before did.
    if (position + offset_ < text_->size())
        reached_ = std::max(reached_, position + reach_forward(position, position + offset_, max_edits_).back());
    if (is_sample_)
        return end <= reached_ || find_sampled(position, end);

    // No block is empty: primers with at most J letters have been found already.
    std::uint64_t const block_size = (end - position) / (max_edits_ + 1);
    for (std::uint64_t i = 0; i <= max_edits_ && reached_ < end; ++i)
        if (find_block({position + i * block_size, block_size}, position, end))
            return true;
    return end <= reached_;
}

// Finds a primer at places that have the longest seed at its begin without edits.
bool occurrence_search::find_sampled(std::uint64_t const position, std::uint64_t const end)
{
    if (segment_end_ - position < index_.max_seed_size())
        return false;
    for (std::uint32_t const number :
         index_.find(std::span{std::as_const(letters_)}.subspan(position, index_.max_seed_size())))
    {
        std::uint64_t const place = index_.position(number);
        reached_ = std::max(reached_, position + reach_forward(position, place, max_edits_).back());
        if (end <= reached_)
        {
            offset_ = place - position;
            return true;
        }
    }
    return false;
}

// Goes on to a position: all that is reached from an earlier position is also reached from this one.
void occurrence_search::move_to(std::uint64_t const position)
{
    std::uint64_t const mask = later_.size() - 1;
    for (std::uint64_t const end = std::min(position + 1, later_end_); next_ < end; ++next_)
        reached_ = std::max(reached_, std::exchange(later_[next_ & mask], 0));
    next_ = position + 1;
}

// Extends a block where it occurs. Returns early if the primer is found.
bool occurrence_search::find_block(block const & wanted, std::uint64_t const position, std::uint64_t const end)
{
    block & known = blocks_[wanted.begin & (blocks_.size() - 1)];
    if (known.begin == wanted.begin && known.size != 0 && known.size <= wanted.size)
        return false;
    std::uint64_t const seed_size = std::min(wanted.size, index_.max_seed_size());
    std::span<std::uint32_t const> const numbers =
        index_.find(std::span{std::as_const(letters_)}.subspan(wanted.begin, seed_size));
    poll_.add(1 + numbers.size());
    for (std::uint32_t const number : numbers)
    {
        std::uint64_t const place = index_.position(number);
        extend(position, wanted.begin, place, wanted.size);
        if (end <= reached_)
        {
            offset_ = place - wanted.begin;
            return true;
        }
    }
    known = wanted;
    return false;
}

/* If J edits are in J + 1 blocks, there is one from which on, going right and from the last block to the first, the first n blocks
 * have less than n edits, for any n. Such a block will be found, so others need not be extended. Here it is checked for two
 * blocks, or, if it is the last one, for all before it.
 */
bool occurrence_search::may_have_primer(std::uint64_t const position,
                                        block const & exact,
                                        std::uint64_t const text_letter) const noexcept
{
    packing::code_span const & text = text_->codes();
    if (max_edits_ == 0)
        return true;
    if (may_reach<packing::direction::forward>(target_.subspan(exact.begin),
                                               text.subspan(text_letter),
                                               2 * exact.size,
                                               1))
        return true;
    std::uint64_t const before = max_edits_ * exact.size;
    return before <= exact.begin - position
        && may_reach<packing::direction::backward>(target_.subspan(0, exact.begin),
                                                   text.subspan(0, text_letter),
                                                   before,
                                                   max_edits_);
}

// Finds the substrings with a seed that begin at the position or later, and occur where the seed does.
void occurrence_search::extend(std::uint64_t const position,
                               std::uint64_t const seed,
                               std::uint64_t const text_letter,
                               std::uint64_t const seed_size)
{
    if (!may_have_primer(position, {seed, seed_size}, text_letter))
        return;
    std::span<std::uint64_t const> const after = reach_forward(seed, text_letter, max_edits_);
    std::uint64_t const segment_begin = text_->segment_at(text_letter).first;
    std::span<std::uint64_t const> const before =
        backward_.compute(packing::direction::backward,
                          target_.subspan(position, seed - position),
                          text_->codes().subspan(segment_begin, text_letter - segment_begin),
                          max_edits_,
                          poll_);
    for (std::uint64_t edits = 0; edits < before.size(); ++edits)
        add(seed - before[edits], seed + after[std::min<std::uint64_t>(max_edits_ - edits, after.size() - 1)]);
}

std::span<std::uint64_t const> occurrence_search::reach_forward(std::uint64_t const seed,
                                                                std::uint64_t const text_letter,
                                                                std::uint64_t const max_edits)
{
    return forward_.compute(packing::direction::forward,
                            target_.subspan(seed, segment_end_ - seed),
                            text_->codes().subspan(text_letter, text_->segment_at(text_letter).second - text_letter),
                            max_edits,
                            poll_);
}

// All substrings of these letters of the target occur; they begin at the current position or later.
void occurrence_search::add(std::uint64_t const begin, std::uint64_t const end)
{
    if (begin < next_)
    {
        reached_ = std::max(reached_, end);
        return;
    }
    std::uint64_t & later = later_[begin & (later_.size() - 1)];
    later = std::max(later, end);
    later_end_ = std::max(later_end_, begin + 1);
}

} // namespace seqan3_gpulcs::scan
