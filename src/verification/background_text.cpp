// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/background_text.hpp"

#include <algorithm>
#include <atomic>
#include <functional>

namespace seqan3_gpulcs::verification
{

namespace
{

// So many letters are unpacked at a time; they stay in the cache.
constexpr std::uint64_t letters_at_once{std::uint64_t{1} << 14};

// What a thread takes at a time.
constexpr std::uint64_t letters_of_block{std::uint64_t{1} << 18};

// A part of a background, and what lies between unknown letters in it.
struct text_block
{
    packing::packed_sequence_view const * background{};
    std::uint64_t begin{};
    std::uint64_t end{};
    bool is_complement{}; // Then the letters come from the last one to the first one.
    bool ends_sequence{};
    std::uint64_t position{}; // The letters in front of it.
    std::uint64_t at{};       // The known ones.
    std::uint64_t known{};    // Those in it.
    std::vector<text_piece> pieces{};
    packing::letter_set occurring{};

    // Calls with the letters of the block, some at a time, in order.
    template <typename use_t>
    void for_letters(runtime::task_control & control, use_t && use) const
    {
        std::vector<std::uint8_t> letters(std::min(letters_at_once, end - begin));
        for (std::uint64_t done = 0; done < end - begin; done += letters.size())
        {
            control.check();
            letters.resize(std::min(letters_at_once, end - begin - done));
            packing::unpack(*background, is_complement ? end - done - letters.size() : begin + done, letters);
            if (is_complement)
                std::ranges::reverse(letters);
            use(std::span<std::uint8_t const>{letters});
        }
    }

    void count(primer::options const & options, runtime::task_control & control)
    {
        known = end - begin;
        auto const is_unknown = [&options](std::uint8_t const letter)
        {
            return options.unknown[letter];
        };
        if (std::ranges::none_of(background->letters(), is_unknown))
            return;
        for_letters(control,
                    [&](std::span<std::uint8_t const> const letters)
                    {
                        known -= static_cast<std::uint64_t>(std::ranges::count_if(letters, is_unknown));
                    });
    }

    void write(primer::options const & options, runtime::task_control & control, std::uint8_t * const text)
    {
        std::uint64_t size = at;
        std::uint64_t next = position;
        for_letters(control,
                    [&](std::span<std::uint8_t const> const letters)
                    {
                        std::uint64_t const first = size;
                        for (std::uint8_t const letter : letters)
                        {
                            if (options.unknown[letter])
                                pieces.push_back({size, next - size});
                            else
                                text[size++] = is_complement ? (*options.complement)[letter] : letter;
                            ++next;
                        }
                        occurring.add({text + first, size - first});
                    });
        if (ends_sequence)
            pieces.push_back({size, next - size});
    }
};

std::vector<text_block> cut_into_blocks(std::span<packing::packed_sequence_view const> const backgrounds,
                                        bool const with_complement)
{
    std::vector<text_block> blocks{};
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        for (std::uint64_t begin = 0; begin < background.size(); begin += letters_of_block)
            blocks.push_back({&background, begin, std::min(begin + letters_of_block, background.size())});
        if (!background.empty())
            blocks.back().ends_sequence = true;
        if (!with_complement)
            continue;
        for (std::uint64_t end = background.size(); end > 0; end -= std::min(letters_of_block, end))
            blocks.push_back({&background, end - std::min(letters_of_block, end), end, true});
        if (!background.empty())
            blocks.back().ends_sequence = true;
    }
    return blocks;
}

// How often each letter occurs, estimated from some thousands all over the text.
std::array<std::uint64_t, 256> count_some(std::span<std::uint8_t const> const text) noexcept
{
    constexpr std::size_t most_letters{std::size_t{1} << 16};
    std::array<std::uint64_t, 256> counts{};
    for (std::size_t i = 0; i < text.size(); i += text.size() / most_letters + 1)
        ++counts[text[i]];
    return counts;
}

/* If there are more letters than classes, several share one: what is similar then is more than what is, never less, and
 * that is all a filter may not get wrong. The most frequent letters come first, each into the class that is the emptiest
 * so far: letters of the same class look alike, and that should be rare.
 */
std::array<std::uint8_t, 256> find_classes(packing::letter_set const & occurring,
                                           std::span<std::uint8_t const> const text)
{
    std::array<std::uint8_t, 256> class_of{};
    class_of.fill(cpu::filter_classes);
    std::vector<std::uint8_t> letters = occurring.letters();
    std::array<std::uint64_t, 256> const counts = count_some(text);
    std::ranges::stable_sort(letters,
                             std::ranges::greater{},
                             [&](std::uint8_t const letter)
                             {
                                 return counts[letter];
                             });

    // Each class begins with a letter of its own, however rare that is.
    std::array<std::uint64_t, cpu::filter_classes> sizes{};
    for (std::size_t i = 0; i < letters.size(); ++i)
    {
        auto const emptiest =
            i < cpu::filter_classes ? sizes.begin() + static_cast<std::ptrdiff_t>(i) : std::ranges::min_element(sizes);
        class_of[letters[i]] = static_cast<std::uint8_t>(emptiest - sizes.begin());
        *emptiest += counts[letters[i]];
    }
    return class_of;
}

} // namespace

background_text::background_text(std::span<packing::packed_sequence_view const> const backgrounds,
                                 primer::options const & options,
                                 runtime::task_control & control,
                                 unsigned const threads)
{
    std::vector<text_block> blocks = cut_into_blocks(backgrounds, options.complement.has_value());
    auto const for_blocks = [&](auto && use)
    {
        std::atomic<std::size_t> next{0};
        control.run_team(static_cast<unsigned>(std::min<std::size_t>(threads, blocks.size())),
                         [&]()
                         {
                             for (std::size_t i = next++; i < blocks.size(); i = next++)
                                 use(blocks[i]);
                         });
    };

    for_blocks(
        [&](text_block & block)
        {
            block.count(options, control);
        });
    std::uint64_t position = 0;
    for (text_block & block : blocks)
    {
        block.position = position;
        block.at = size_;
        position += block.end - block.begin;
        size_ += block.known;
    }
    // Setting them to zero first would be one thread's work.
    letters_ = std::make_unique_for_overwrite<std::uint8_t[]>(size_);
    for_blocks(
        [&](text_block & block)
        {
            block.write(options, control, letters_.get());
        });

    packing::letter_set occurring{};
    for (text_block const & block : blocks)
    {
        occurring.add(block.occurring.letters());
        for (text_piece const & piece : block.pieces)
            if (piece.end != (pieces_.empty() ? 0 : pieces_.back().end))
                pieces_.push_back(piece);
    }
    class_of_ = find_classes(occurring, letters());
}

void background_text::classify(std::span<std::uint8_t const> const letters,
                               std::span<std::uint8_t> const classes) const noexcept
{
    std::ranges::transform(letters,
                           classes.begin(),
                           [this](std::uint8_t const letter)
                           {
                               return class_of_[letter];
                           });
}

std::pair<std::uint64_t, std::uint64_t> background_text::piece_of(std::uint64_t const letter) const noexcept
{
    auto const piece = std::ranges::upper_bound(pieces_, letter, {}, &text_piece::end);
    return {piece == pieces_.begin() ? 0 : (piece - 1)->end, piece->end};
}

std::uint64_t background_text::position_of(std::uint64_t const letter) const noexcept
{
    return letter + std::ranges::upper_bound(pieces_, letter, {}, &text_piece::end)->unknown;
}

} // namespace seqan3_gpulcs::verification
