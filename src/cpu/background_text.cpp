// SPDX-License-Identifier: BSD-3-Clause

#include "background_text.hpp"

#include <algorithm>
#include <functional>

namespace seqan3_gpulcs::cpu
{

namespace
{

// So many letters are unpacked at a time; they stay in the cache.
constexpr std::uint64_t letters_at_once{std::uint64_t{1} << 14};

// Writes what lies between unknown letters.
class piece_writer
{
public:
    piece_writer(primer::options const & options,
                 run_control & control,
                 std::vector<std::uint8_t> & letters,
                 std::vector<std::uint64_t> & piece_ends,
                 packing::letter_set & occurring) :
        options_{options},
        control_{control},
        letters_{letters},
        piece_ends_{piece_ends},
        occurring_{occurring}
    {}

    void append(packing::packed_sequence_view const & background)
    {
        for (std::uint64_t begin = 0; begin < background.size(); begin += block_.size())
        {
            unpack(background, begin, std::min<std::uint64_t>(letters_at_once, background.size() - begin));
            append_block(std::identity{});
        }
        finish_piece();
    }

    void append_complement(packing::packed_sequence_view const & background)
    {
        for (std::uint64_t end = background.size(); end > 0; end -= block_.size())
        {
            std::uint64_t const size = std::min(letters_at_once, end);
            unpack(background, end - size, size);
            std::ranges::reverse(block_);
            append_block(
                [&complement = *options_.complement](std::uint8_t const letter)
                {
                    return complement[letter];
                });
        }
        finish_piece();
    }

    // No more letters than what was appended.
    void finish()
    {
        letters_.resize(size_);
    }

private:
    void unpack(packing::packed_sequence_view const & background, std::uint64_t const begin, std::uint64_t const size)
    {
        control_.check();
        block_.resize(size);
        packing::unpack(background, begin, block_);
    }

    template <typename letter_of_t>
    void append_block(letter_of_t && letter_of)
    {
        std::uint64_t const begin = size_;
        for (std::uint8_t const letter : block_)
        {
            if (options_.unknown[letter])
                finish_piece();
            else
                letters_[size_++] = letter_of(letter);
        }
        occurring_.add(std::span{letters_}.subspan(begin, size_ - begin));
    }

    void finish_piece()
    {
        if (size_ != (piece_ends_.empty() ? 0 : piece_ends_.back()))
            piece_ends_.push_back(size_);
    }

    primer::options const & options_;
    run_control & control_;
    std::vector<std::uint8_t> & letters_;
    std::vector<std::uint64_t> & piece_ends_;
    packing::letter_set & occurring_;
    std::uint64_t size_{0};
    std::vector<std::uint8_t> block_{};
};

std::vector<std::uint8_t> join(std::span<packing::packed_sequence_view const> const backgrounds,
                               primer::options const & options,
                               run_control & control,
                               std::vector<std::uint64_t> & piece_ends,
                               packing::letter_set & occurring)
{
    std::uint64_t size = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        size += background.size();

    std::vector<std::uint8_t> letters(options.complement ? 2 * size : size);
    piece_writer writer{options, control, letters, piece_ends, occurring};
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        writer.append(background);
        if (options.complement)
            writer.append_complement(background);
    }
    writer.finish();
    return letters;
}

/* If there are more letters than classes, several share one: what is similar then is more than what is, never less, and
 * that is all a filter may not get wrong.
 */
std::array<std::uint8_t, 256> classify(packing::letter_set const & set)
{
    std::array<std::uint8_t, 256> class_of{};
    class_of.fill(filter_classes);
    unsigned next = 0;
    for (std::uint8_t const letter : set.letters())
        class_of[letter] = static_cast<std::uint8_t>(next++ % filter_classes);
    return class_of;
}

} // namespace

background_text::background_text(std::span<packing::packed_sequence_view const> const backgrounds,
                                 primer::options const & options,
                                 run_control & control,
                                 unsigned const threads) :
    letters_{join(backgrounds, options, control, piece_ends_, occurring_)},
    class_of_{classify(occurring_)},
    classes_{letters_, class_of_, control, threads}
{}

std::pair<std::uint64_t, std::uint64_t> background_text::piece_of(std::uint64_t const letter) const noexcept
{
    auto const end = std::ranges::upper_bound(piece_ends_, letter);
    return {end == piece_ends_.begin() ? 0 : *(end - 1), *end};
}

} // namespace seqan3_gpulcs::cpu
