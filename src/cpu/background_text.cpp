// SPDX-License-Identifier: BSD-3-Clause

#include "background_text.hpp"

#include <algorithm>
#include <functional>

namespace seqan3_gpulcs::cpu
{

namespace
{

// Appends what lies between unknown letters.
class piece_writer
{
public:
    piece_writer(primer::options const & options,
                 std::vector<std::uint8_t> & letters,
                 std::vector<std::uint64_t> & piece_ends) :
        options_{options},
        letters_{letters},
        piece_ends_{piece_ends}
    {}

    template <typename iterator_t, typename letter_of_t>
    void append(iterator_t letter, iterator_t const end, letter_of_t && letter_of)
    {
        for (; letter != end; ++letter)
        {
            if (options_.unknown[*letter])
                finish_piece();
            else
                letters_.push_back(letter_of(*letter));
        }
        finish_piece();
    }

private:
    void finish_piece()
    {
        if (letters_.size() != (piece_ends_.empty() ? 0 : piece_ends_.back()))
            piece_ends_.push_back(letters_.size());
    }

    primer::options const & options_;
    std::vector<std::uint8_t> & letters_;
    std::vector<std::uint64_t> & piece_ends_;
};

std::vector<std::uint8_t> join(std::span<packing::packed_sequence_view const> const backgrounds,
                               primer::options const & options,
                               std::vector<std::uint64_t> & piece_ends)
{
    std::uint64_t size = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        size += background.size();

    std::vector<std::uint8_t> letters{};
    letters.reserve(options.complement ? 2 * size : size);
    piece_writer writer{options, letters, piece_ends};
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        std::vector<std::uint8_t> const forward = unpack(background);
        writer.append(forward.begin(), forward.end(), std::identity{});
        if (options.complement)
            writer.append(forward.rbegin(),
                          forward.rend(),
                          [&](std::uint8_t const letter)
                          {
                              return (*options.complement)[letter];
                          });
    }
    return letters;
}

/* If there are more letters than classes, several share one: what is similar then is more than what is, never less, and
 * that is all a filter may not get wrong.
 */
std::array<std::uint8_t, 256> classify(std::span<std::uint8_t const> const letters)
{
    packing::letter_set set{};
    set.add(letters);

    std::array<std::uint8_t, 256> class_of{};
    class_of.fill(filter_classes);
    unsigned next = 0;
    for (std::uint8_t const letter : set.letters())
        class_of[letter] = static_cast<std::uint8_t>(next++ % filter_classes);
    return class_of;
}

} // namespace

std::vector<std::uint8_t> unpack(packing::packed_sequence_view const & sequence)
{
    std::vector<std::uint8_t> letters(sequence.size());
    for (std::uint64_t i = 0; i < letters.size(); ++i)
        letters[i] = sequence[i];
    return letters;
}

background_text::background_text(std::span<packing::packed_sequence_view const> const backgrounds,
                                 primer::options const & options) :
    letters_{join(backgrounds, options, piece_ends_)},
    class_of_{classify(letters_)},
    classes_{letters_, class_of_}
{}

std::pair<std::uint64_t, std::uint64_t> background_text::piece_of(std::uint64_t const letter) const noexcept
{
    auto const end = std::ranges::upper_bound(piece_ends_, letter);
    return {end == piece_ends_.begin() ? 0 : *(end - 1), *end};
}

} // namespace seqan3_gpulcs::cpu
