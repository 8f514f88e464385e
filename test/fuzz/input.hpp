// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The bytes that a fuzzer chooses, as numbers, sequences and options.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace fuzz
{

//!\brief Ends the process if something is not as it should be: a finding.
inline void require(bool const holds, char const * const what)
{
    if (holds)
        return;
    std::fprintf(stderr, "Wrong: %s\n", what);
    std::abort();
}

/*!\brief The bytes of a run, taken from the front; after the last one, there are zeros.
 *
 * So every input is valid, a small change of the bytes is a small change of what they stand for, and seeds are easily written.
 */
class input
{
public:
    input(std::uint8_t const * const bytes, std::size_t const size) : rest_{bytes, size}
    {}

    //!\brief The next byte.
    std::uint8_t byte()
    {
        if (rest_.empty())
            return 0;
        std::uint8_t const first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }

    //!\brief A number from 0 to `largest`: one byte, or two, or eight, the highest first.
    std::uint64_t number(std::uint64_t const largest)
    {
        std::uint64_t value = 0;
        for (unsigned i = largest < 256 ? 1 : largest < 65'536 ? 2 : 8; i != 0; --i)
            value = value << 8 | byte();
        return largest == ~std::uint64_t{0} ? value : value % (largest + 1);
    }

    bool flag()
    {
        return (byte() & 1) != 0;
    }

    //!\brief One of some values.
    template <typename value_t>
    value_t any_of(std::initializer_list<value_t> const values)
    {
        return values.begin()[number(values.size() - 1)];
    }

    //!\brief Some bytes, fewer if there are no more.
    std::string_view take(std::size_t const size)
    {
        auto const taken = rest_.first(std::min(size, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return {reinterpret_cast<char const *>(taken.data()), taken.size()};
    }

    //!\brief All bytes that are left.
    std::string_view take_all()
    {
        return take(rest_.size());
    }

    std::size_t size() const noexcept
    {
        return rest_.size();
    }

private:
    std::span<std::uint8_t const> rest_;
};

using letters = std::vector<std::uint8_t>;

//!\brief Letters from 0 to `alphabet - 1`: those of the input, random ones, or repeats.
inline letters take_letters(input & from, std::size_t const max_size, unsigned const alphabet)
{
    letters taken{};
    std::uint64_t const kind = from.number(3);
    std::size_t const size = from.number(max_size);
    if (kind == 1)
    {
        std::mt19937_64 generator{from.number(65'535)};
        return reference::random_letters(generator, size, alphabet);
    }
    if (kind == 2)
    {
        std::string_view const unit = from.take(1 + from.number(40));
        for (std::size_t i = 0; i < size; ++i)
            taken.push_back(unit.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(unit[i % unit.size()]));
    }
    else
    {
        std::string_view const given = from.take(size);
        taken.assign(given.begin(), given.end());
    }
    for (std::uint8_t & letter : taken)
        letter = static_cast<std::uint8_t>(letter % alphabet);
    return taken;
}

//!\brief A text of some letters; one that stands there more often is more frequent.
inline std::string take_text(input & from, std::size_t const max_size, std::string_view const alphabet)
{
    std::string text{};
    for (std::uint8_t const letter : take_letters(from, max_size, static_cast<unsigned>(alphabet.size())))
        text += alphabet[letter];
    return text;
}

//!\brief Changes some letters, or blocks of them, at places that the input names.
inline void change_letters(input & from, letters & changed, std::size_t const max_size, unsigned const alphabet)
{
    for (std::uint64_t changes = from.number(30); changes != 0; --changes)
    {
        auto const begin = changed.begin() + static_cast<std::ptrdiff_t>(from.number(changed.size()));
        std::uint64_t const kind = from.number(7);
        std::size_t const size = kind < 4 ? 1 : from.number(255);
        auto const end = begin + std::min(static_cast<std::ptrdiff_t>(size), changed.end() - begin);
        letters const block{begin, end};
        if (kind == 0)
            std::fill(begin, end, static_cast<std::uint8_t>(from.number(alphabet - 1)));
        else if (kind == 1 || kind == 4)
            changed.erase(begin, end);
        else if (kind == 2 || kind == 3)
            changed.insert(begin, static_cast<std::uint8_t>(from.number(alphabet - 1)));
        else if (kind == 5)
            std::reverse(begin, end);
        else if (kind == 6)
            changed.insert(begin, block.begin(), block.end());
        else
            std::rotate(begin, begin + (end - begin) / 2, end);
    }
    if (changed.size() > max_size)
        changed.resize(max_size);
}

//!\brief Letters that are similar to others, or not.
inline letters take_related(input & from, letters const & others, std::size_t const max_size, unsigned const alphabet)
{
    std::uint64_t const kind = from.number(2);
    if (kind == 0)
        return take_letters(from, max_size, alphabet);
    letters related = others;
    if (kind == 1)
    {
        std::mt19937_64 generator{from.number(255)};
        related = reference::mutate(generator, related, alphabet, 1 + from.number(255));
    }
    change_letters(from, related, max_size, alphabet);
    return related;
}

//!\brief Packs with some letters more in the list, so that codes may have more bits, and other values.
inline seqan3_gpulcs::packing::packed_sequence pack_among(letters const & packed, unsigned const others)
{
    letters more(others);
    for (unsigned i = 0; i < others; ++i)
        more[i] = static_cast<std::uint8_t>(i);
    seqan3_gpulcs::packing::letter_set set{};
    set.add(packed);
    set.add(more);
    seqan3_gpulcs::packing::sequence_packer packer{set, packed.size()};
    packer.append(packed);
    return packer.finish();
}

//!\brief Two sequences.
struct letter_pair
{
    letters first{};
    letters second{};
    seqan3_gpulcs::packing::packed_sequence packed_first{};
    seqan3_gpulcs::packing::packed_sequence packed_second{};

    letter_pair(input & from, std::size_t const largest)
    {
        std::size_t const max_size = from.any_of<std::size_t>({70, 300, largest});
        auto const alphabet = from.any_of<unsigned>({4, 2, 1, 5, 17, 256});
        first = take_letters(from, max_size, alphabet);
        second = take_related(from, first, max_size, alphabet);
        packed_first = pack_among(first, from.any_of<unsigned>({0, 4, 16, 200}));
        packed_second = pack_among(second, from.any_of<unsigned>({0, 4, 16, 200}));
    }
};

} // namespace fuzz
