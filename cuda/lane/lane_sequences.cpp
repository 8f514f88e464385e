// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_sequences.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <limits>

#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/device_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The sequences that a thread packs at a time.
constexpr std::size_t sequences_per_task{256};

constexpr std::size_t prefetched_sequences{8};

// The letters of many sequences. Their lists are scattered in memory, but most are that of the sequence before.
class letter_collection
{
public:
    void add(std::span<std::uint8_t const> const letters)
    {
        if (letters.size() == last_.size() && (letters.data() == last_.data() || std::ranges::equal(letters, last_)))
            return;
        last_ = letters;
        for (std::uint8_t const letter : letters)
            occurs_[letter] = true;
    }

    // In ascending order.
    std::vector<std::uint8_t> take() const
    {
        std::vector<std::uint8_t> letters{};
        for (unsigned letter = 0; letter < occurs_.size(); ++letter)
            if (occurs_[letter])
                letters.push_back(static_cast<std::uint8_t>(letter));
        return letters;
    }

private:
    std::array<bool, 256> occurs_{};
    std::span<std::uint8_t const> last_{};
};

} // namespace

lane_sequences::lane_sequences(std::span<packed_sequence_view const> const set,
                               std::size_t const begin,
                               std::size_t const end) :
    set_{set},
    begin_{begin}
{
    order_.reserve(end - begin);
    sizes_.reserve(end - begin);
    letter_collection letters{};
    for (std::size_t i = begin; i < end; ++i)
    {
        if (i + prefetched_sequences < end)
            __builtin_prefetch(set[i + prefetched_sequences].letters().data());
        packed_sequence_view const & sequence = set[i];
        if (sequence.size() > max_lane_size)
        {
            are_as_in_set_ = false;
            continue;
        }
        order_.push_back(static_cast<std::uint32_t>(i - begin));
        sizes_.push_back(static_cast<std::uint32_t>(sequence.size()));
        bits_ = std::max(bits_, sequence.bits_per_letter());
        letters.add(sequence.letters());
    }
    letters_ = letters.take();
    bits_ = std::max(bits_, bits_for(letters_.size()));

    // Often all sizes are equal.
    if (std::ranges::is_sorted(sizes_, std::ranges::greater{}))
        return;
    are_as_in_set_ = false;
    std::ranges::stable_sort(order_,
                             std::ranges::greater{},
                             [&](std::uint32_t const i)
                             {
                                 return set_[begin_ + i].size();
                             });
    std::ranges::sort(sizes_, std::ranges::greater{});
}

std::uint64_t lane_sequences::place(std::uint64_t at, unsigned const bits)
{
    code_at_.resize(size());
    for (std::size_t i = 0; i < size(); ++i)
    {
        code_at_[i] = static_cast<std::uint32_t>(at);
        at += code_words(sizes_[i], bits);
    }
    assert(at <= std::numeric_limits<std::uint32_t>::max());
    return at;
}

std::size_t lane_sequences::tasks() const noexcept
{
    return util::ceil_div(size(), sequences_per_task);
}

void lane_sequences::write_codes(std::size_t const number,
                                 std::span<std::uint8_t const> const letters,
                                 unsigned const bits,
                                 std::span<std::uint64_t> const codes) const
{
    letter_lists lists{};
    std::uint32_t const all_letters = lists.number_of(packed_sequence_view{nullptr, 0, bits, letters}, 0);
    code_translator translator{lists};
    std::uint32_t from = all_letters;
    std::size_t const end = std::min((number + 1) * sequences_per_task, size());
    for (std::size_t i = number * sequences_per_task; i < end; ++i)
    {
        if (i + prefetched_sequences < end)
            __builtin_prefetch((*this)[i + prefetched_sequences].words());
        packed_sequence_view const & sequence = (*this)[i];
        from = lists.number_of(sequence, from);
        translator.translate(sequence, from, all_letters, bits, &codes[code_at_[i]]);
    }
}

} // namespace seqan3_gpulcs::cuda
