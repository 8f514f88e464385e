// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/occurrence_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace seqan3_gpulcs::verification
{

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
    // Some are similar to the empty substring.
    found_.resize(lengths_.size());
    for (std::size_t i = 0; i < lengths_.size(); ++i)
    {
        auto const length = std::atomic_ref{lengths_[i]}.load(std::memory_order_relaxed);
        found_[i] = length != primer::no_primer && length <= max_edits_;
    }
    for (std::uint64_t begin = 0; begin < text.size(); begin += seed_index::max_positions)
    {
        index_.assign(text.codes(), begin, std::min(seed_index::max_positions, text.size() - begin), codes_);
        find_indexed(begin);
    }
    return found_;
}

// Finds primers with a block that begins in the index.
void occurrence_search::find_indexed(std::uint64_t const index_begin)
{
    index_begin_ = index_begin;
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

    // Mostly what follows the last place.
    if (position + offset_ < text_->size())
        reached_ = std::max(reached_, position + reach_forward(position, position + offset_, max_edits_).back());
    // There are more letters than edits.
    std::uint64_t const block_size = (end - position) / (max_edits_ + 1);
    for (std::uint64_t i = 0; i <= max_edits_ && reached_ < end; ++i)
        if (find_block({position + i * block_size, block_size}, position, end))
            return true;
    return end <= reached_;
}

// What is reached from one position is also reached from all later ones.
void occurrence_search::move_to(std::uint64_t const position)
{
    std::uint64_t const mask = later_.size() - 1;
    for (std::uint64_t const end = std::min(position + 1, later_end_); next_ < end; ++next_)
        reached_ = std::max(reached_, std::exchange(later_[next_ & mask], 0));
    next_ = position + 1;
}

// Returns early if the primer is found.
bool occurrence_search::find_block(block const & wanted, std::uint64_t const position, std::uint64_t const end)
{
    block & known = blocks_[wanted.begin & (blocks_.size() - 1)];
    if (known.begin == wanted.begin && known.size != 0 && known.size <= wanted.size)
        return false;
    std::uint64_t const seed_size = std::min(wanted.size, index_.max_seed_size());
    std::span<std::uint32_t const> const places =
        index_.find(std::span{std::as_const(letters_)}.subspan(wanted.begin, seed_size));
    poll_.add(1 + places.size());
    for (std::uint32_t const place : places)
    {
        extend(position, wanted.begin, index_begin_ + place, wanted.size);
        if (end <= reached_)
        {
            offset_ = index_begin_ + place - wanted.begin;
            return true;
        }
    }
    known = wanted;
    return false;
}

// Finds the substrings with a seed that begin at the position or later, and occur where the seed does.
void occurrence_search::extend(std::uint64_t const position,
                               std::uint64_t const seed,
                               std::uint64_t const text_letter,
                               std::uint64_t const seed_size)
{
    if (seed_size > index_.max_seed_size() && reach_forward(seed, text_letter, 0).front() < seed_size)
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

} // namespace seqan3_gpulcs::verification
