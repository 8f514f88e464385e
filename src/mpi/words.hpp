// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The content of messages.
 */

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The content of a message. Words, so that packed sequences can be viewed where they are.
using words = std::vector<std::uint64_t>;

//!\brief Puts together the content of a message.
class word_writer
{
public:
    //!\brief Adds a number.
    void add(std::uint64_t const value)
    {
        content_.push_back(value);
    }

    //!\brief Adds a number.
    void add_real(double const value)
    {
        add(std::bit_cast<std::uint64_t>(value));
    }

    //!\brief Adds any number of words.
    void add_words(std::span<std::uint64_t const> const values)
    {
        add(values.size());
        content_.insert(content_.end(), values.begin(), values.end());
    }

    //!\brief Adds any number of bytes.
    void add_bytes(std::span<std::uint8_t const> const bytes)
    {
        add(bytes.size());
        std::size_t const begin = content_.size();
        content_.resize(begin + util::ceil_div(bytes.size(), sizeof(std::uint64_t)));
        if (!bytes.empty())
            std::memcpy(content_.data() + begin, bytes.data(), bytes.size());
    }

    //!\brief Adds a text.
    void add_text(std::string_view const text)
    {
        add_bytes({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    }

    //!\brief Adds a sequence.
    void add_sequence(packing::packed_sequence_view const & sequence)
    {
        add(sequence.size());
        add(sequence.bits_per_letter());
        add(static_cast<std::uint64_t>(sequence.kind()));
        add_bytes(sequence.letters());
        add_words({sequence.words(), util::ceil_div<std::uint64_t>(sequence.size(), sequence.codes_per_word())});
    }

    //!\brief Adds any number of sequences.
    void add_sequences(std::span<packing::packed_sequence_view const> const sequences)
    {
        add(sequences.size());
        for (packing::packed_sequence_view const & sequence : sequences)
            add_sequence(sequence);
    }

    //!\brief The content.
    words take() noexcept
    {
        return std::move(content_);
    }

private:
    words content_{};
};

//!\brief Takes the content of a message apart, in the order in which it was put together. The content must outlive what is read.
class word_reader
{
public:
    //!\brief Begins at the front.
    explicit word_reader(std::span<std::uint64_t const> const content) noexcept : rest_{content}
    {}

    //!\brief Whether everything has been read.
    bool at_end() const noexcept
    {
        return rest_.empty();
    }

    //!\brief What has not been read.
    std::span<std::uint64_t const> rest() const noexcept
    {
        return rest_;
    }

    //!\brief Reads a number.
    std::uint64_t next() noexcept
    {
        return take(1).front();
    }

    //!\brief Reads a number.
    double next_real() noexcept
    {
        return std::bit_cast<double>(next());
    }

    //!\brief Reads words.
    std::span<std::uint64_t const> next_words() noexcept
    {
        return take(next());
    }

    //!\brief Reads bytes.
    std::span<std::uint8_t const> next_bytes() noexcept
    {
        std::uint64_t const size = next();
        auto const taken = take(util::ceil_div<std::uint64_t>(size, sizeof(std::uint64_t)));
        return {reinterpret_cast<std::uint8_t const *>(taken.data()), size};
    }

    //!\brief Reads a text.
    std::string next_text()
    {
        auto const bytes = next_bytes();
        return {bytes.begin(), bytes.end()};
    }

    //!\brief Reads a sequence.
    packing::packed_sequence_view next_sequence() noexcept
    {
        std::uint64_t const size = next();
        auto const bits = static_cast<unsigned>(next());
        auto const kind = static_cast<packing::letter_kind>(next());
        auto const letters = next_bytes();
        return {next_words().data(), size, bits, letters, kind};
    }

    //!\brief Reads sequences.
    std::vector<packing::packed_sequence_view> next_sequences()
    {
        std::vector<packing::packed_sequence_view> sequences(next());
        for (packing::packed_sequence_view & sequence : sequences)
            sequence = next_sequence();
        return sequences;
    }

private:
    std::span<std::uint64_t const> take(std::uint64_t const count) noexcept
    {
        auto const taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

    std::span<std::uint64_t const> rest_;
};

} // namespace seqan3_gpulcs::mpi
