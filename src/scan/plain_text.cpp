// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/plain_text.hpp"

#include <algorithm>
#include <bit>

#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// A thread takes so many words of the new text at a time.
constexpr std::uint64_t block_words{std::uint64_t{1} << 14};

constexpr std::uint64_t letters_per_set_word{16};

// Finds the first class of 16 letters, two bits each, from the lowest bit up. Letters without any get 3.
std::uint64_t first_classes(std::uint64_t const sets) noexcept
{
    constexpr std::uint64_t first_bits{0x1111'1111'1111'1111};
    std::uint64_t const not_a = ~sets & first_bits;
    std::uint64_t const c = sets >> 1 & first_bits;
    std::uint64_t const g = sets >> 2 & first_bits;
    std::uint64_t classes = (not_a & (c | ~g)) | (not_a & ~c) << 1;
    classes = (classes | classes >> 2) & 0x0f0f'0f0f'0f0f'0f0f;
    classes = (classes | classes >> 4) & 0x00ff'00ff'00ff'00ff;
    classes = (classes | classes >> 8) & 0x0000'ffff'0000'ffff;
    return (classes | classes >> 16) & 0xffff'ffff;
}

} // namespace

plain_text::plain_text(background_text const & text, runtime::task_control & control, unsigned const threads)
{
    std::span<std::uint64_t const> const sets = text.class_words();
    if (!text.has_sets())
    {
        classes_ = {sets.data(), 0, text.size(), 2};
        return;
    }
    words_.resize(sets.size() / 2);
    classes_ = {words_.data(), 0, text.size(), 2};
    std::vector<std::vector<std::uint64_t>> found(util::ceil_div<std::uint64_t>(words_.size(), block_words));
    auto const make_reader = [&]()
    {
        return [&](std::size_t const block)
        {
            std::uint64_t const end = std::min<std::uint64_t>((block + 1) * block_words, words_.size());
            for (std::uint64_t word = block * block_words; word < end; ++word)
                words_[word] = first_classes(sets[2 * word]) | first_classes(sets[2 * word + 1]) << 32;
            for (std::uint64_t word = 2 * block * block_words; word < 2 * end; ++word)
                for (std::uint64_t rest = ambiguous_letters(sets[word]); rest != 0; rest &= rest - 1)
                    found[block].push_back(letters_per_set_word * word
                                           + static_cast<std::uint64_t>(std::countr_zero(rest)) / 4);
        };
    };
    runtime::parallel_for(control, threads, found.size(), make_reader);
    for (std::vector<std::uint64_t> const & letters : found)
        ambiguous_.insert(ambiguous_.end(), letters.begin(), letters.end());
}

std::span<std::uint64_t const> plain_text::ambiguous(std::uint64_t const begin, std::uint64_t const end) const noexcept
{
    return {std::ranges::lower_bound(ambiguous_, begin), std::ranges::lower_bound(ambiguous_, end)};
}

} // namespace seqan3_gpulcs::scan
