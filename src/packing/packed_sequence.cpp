// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/code_words.hpp"
#include "src/packing/letter_coding.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// Eight bytes that are 0 or 1 become the bits of one. Byte i, at bit 8 i, goes to bit 56 + i.
std::uint64_t join_8_bits(std::uint64_t const bytes) noexcept
{
    return bytes * 0x0102'0408'1020'4080u >> 56;
}

// A few letters that are compared with many at a time: compilers turn that into vectors.
class few_letters
{
public:
    // Takes a bit for each letter.
    explicit few_letters(std::array<std::uint64_t, 4> const & occurs) noexcept
    {
        for (std::size_t word = 0; word < occurs.size(); ++word)
            for (std::uint64_t bits = occurs[word]; bits != 0; bits &= bits - 1)
            {
                if (count_++ < max)
                    letters_[count_ - 1] =
                        static_cast<std::uint8_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits)));
            }
        for (std::size_t i = count_; i < max; ++i)
            letters_[i] = letters_[0];
    }

    // Whether there are some, and not too many.
    bool are_few() const noexcept
    {
        return count_ != 0 && count_ <= max;
    }

    // The number of letters before the first block with another letter; what is left after the last block may be fewer.
    std::size_t find_others(std::span<std::uint8_t const> const letters) const noexcept
    {
        return count_ <= 5 ? find_others_than<5>(letters) : find_others_than<max>(letters);
    }

    static constexpr std::size_t block{64};

private:
    static constexpr std::size_t max{10};

    template <std::size_t count>
    std::size_t find_others_than(std::span<std::uint8_t const> const letters) const noexcept
    {
        std::size_t begin = 0;
        while (begin + block <= letters.size() && !has_others<count>(letters.subspan(begin).first<block>()))
            begin += block;
        bool const has_rest = begin != 0 && letters.size() - begin < block;
        // Some letters of the last block are looked up twice.
        return has_rest && !has_others<count>(letters.last<block>()) ? letters.size() : begin;
    }

    template <std::size_t count>
    bool has_others(std::span<std::uint8_t const, block> const letters) const noexcept
    {
        std::array<std::uint8_t, max> const known{letters_};
        std::uint8_t others = 0;
        for (std::uint8_t const letter : letters)
        {
            std::uint8_t is_other = 1;
            for (std::size_t i = 0; i < count; ++i)
                is_other = static_cast<std::uint8_t>(is_other & (letter != known[i]));
            others = static_cast<std::uint8_t>(others | is_other);
        }
        return others != 0;
    }

    std::array<std::uint8_t, max> letters_{};
    std::size_t count_{};
};

using letter_bits = std::array<std::uint64_t, 4>;

// So few letters mostly include all four nucleotides.
constexpr std::size_t first_letters{16};

// Most letters are there already, and are only looked up.
void add_block(std::span<std::uint8_t const> const letters, letter_bits & to) noexcept
{
    letter_bits occurs{to};
    for (std::uint8_t const letter : letters)
        if (std::uint64_t const bit = std::uint64_t{1} << letter % 64; (occurs[letter / 64] & bit) == 0) [[unlikely]]
            occurs[letter / 64] |= bit;
    to = occurs;
}

// Bytes are cheaper to set than bits.
void add_chunk(std::span<std::uint8_t const> const letters, letter_bits & to) noexcept
{
    std::uint8_t seen[256]{};
    for (std::uint8_t const letter : letters)
        seen[letter] = 1;
    for (std::size_t letter = 0; letter < 256; letter += 8)
        to[letter / 64] |= join_8_bits(load_8(&seen[letter])) << (letter % 64);
}

} // namespace

void letter_set::add(std::span<std::uint8_t const> letters) noexcept
{
    while (!letters.empty())
    {
        few_letters const known{occurs_};
        if (known.are_few())
            letters = letters.subspan(known.find_others(letters));
        bool const are_many = !known.are_few() && occurs_ != decltype(occurs_){};
        std::size_t const size =
            are_many ? letters.size() : std::min(letters.size(), known.are_few() ? few_letters::block : first_letters);
        if (size <= few_letters::block)
            add_block(letters.first(size), occurs_);
        else
            add_chunk(letters.first(size), occurs_);
        letters = letters.subspan(size);
    }
}

std::vector<std::uint8_t> letter_set::letters() const
{
    std::vector<std::uint8_t> result{};
    std::size_t count = 0;
    for (std::uint64_t const bits : occurs_)
        count += static_cast<std::size_t>(std::popcount(bits));
    result.reserve(count);
    for (std::size_t word = 0; word < occurs_.size(); ++word)
        for (std::uint64_t bits = occurs_[word]; bits != 0; bits &= bits - 1)
            result.push_back(static_cast<std::uint8_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits))));
    return result;
}

sequence_packer::sequence_packer(letter_set const & set, std::uint64_t const expected_size, letter_table const & table)
{
    letter_coding coding{set, table};
    sequence_.letters_ = std::move(coding.letters);
    sequence_.kind_ = table.kind;
    sequence_.bits_per_letter_ = coding.bits_per_letter;
    code_of_ = coding.code_of;
    sequence_.words_.reserve(util::ceil_div<std::uint64_t>(expected_size, 64 / sequence_.bits_per_letter_));
}

void sequence_packer::append(std::span<std::uint8_t const> const letters)
{
    std::uint64_t const position = sequence_.size_;
    resize(position + letters.size());
    write(position, letters);
}

void sequence_packer::resize(std::uint64_t const size)
{
    sequence_.words_.resize(util::ceil_div<std::uint64_t>(size, 64 / sequence_.bits_per_letter_));
    sequence_.size_ = size;
}

void sequence_packer::write(std::uint64_t const position, std::span<std::uint8_t const> const letters) noexcept
{
    write_codes(code_of_, sequence_.bits_per_letter_, letters, sequence_.words_.data(), position);
}

packed_sequence sequence_packer::finish()
{
    return std::exchange(sequence_, {});
}

packed_sequence pack(std::span<std::uint8_t const> const letters, unsigned const threads)
{
    if (threads > 1 && letters.size() >= detail::min_letters_for_pieces)
    {
        auto const read = [letters](std::uint64_t const begin, std::uint64_t const size, auto const & consume)
        {
            consume(letters.subspan(begin, size));
        };
        detail::number_loop const loop = detail::start_threads(threads);
        sequence_packer packer{detail::collect_pieces(letters.size(), loop, read)};
        detail::write_pieces(letters.size(), loop, read, packer);
        return packer.finish();
    }

    letter_set set{};
    set.add(letters);

    sequence_packer packer{set, letters.size()};
    packer.append(letters);
    return packer.finish();
}

packed_sequence pack(std::string_view const text, unsigned const threads)
{
    return pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()}, threads);
}

void unpack(packed_sequence_view const & sequence,
            std::uint64_t const begin,
            std::span<std::uint8_t> const letters) noexcept
{
    std::span<std::uint8_t const> const letters_by_code = sequence.letters();
    if (sequence.bits_per_letter() == 8)
    {
        for (std::uint64_t i = 0; i < letters.size();)
        {
            std::uint64_t const first = (begin + i) % 8;
            std::uint64_t codes = sequence.words()[(begin + i) / 8] >> (8 * first);
            for (std::uint64_t const end = std::min<std::uint64_t>(i + 8 - first, letters.size()); i < end; ++i)
            {
                letters[i] = letters_by_code[codes & 0xffu];
                codes >>= 8;
            }
        }
        return;
    }

    detail::byte_map letter_of{};
    for (std::size_t code = 0; code < letters_by_code.size(); ++code)
        letter_of.add(static_cast<std::uint8_t>(code), letters_by_code[code]);

    std::array<std::uint8_t, 2048> codes;
    for (std::size_t done = 0; done < letters.size(); done += codes.size())
    {
        auto const some = std::span{codes}.first(std::min(codes.size(), letters.size() - done));
        if (sequence.bits_per_letter() == 2)
            split_codes<2>(sequence.words(), begin + done, some);
        else
            split_codes<4>(sequence.words(), begin + done, some);
        letter_of.apply(some, letters.data() + done);
    }
}

} // namespace seqan3_gpulcs::packing
