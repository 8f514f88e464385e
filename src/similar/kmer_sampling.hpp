// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The k-mers of two sequences that are compared: some of them, and the same ones in both.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief A k-mer and where it begins.
struct sampled_kmer
{
    std::uint64_t hash;     //!< Different k-mers have different values.
    std::uint64_t position; //!< That of the first letter.
};

/*!\brief Chooses k-mers by their hash values: the largest ones.
 *
 * A k-mer is long enough not to be found by chance in unrelated letters, as far as 64 bits hold that many letters.
 */
class kmer_sampling
{
public:
    /*!\brief Chooses the number of letters and the rate.
     * \param shorter     One sequence.
     * \param longer      The other one, which is not shorter.
     * \param max_samples About how many k-mers of the shorter sequence are sampled at most.
     */
    kmer_sampling(packing::packed_sequence_view const & shorter,
                  packing::packed_sequence_view const & longer,
                  std::uint64_t max_samples) noexcept;

    //!\brief The letters of a k-mer.
    unsigned kmer_size() const noexcept
    {
        return kmer_size_;
    }

    //!\brief One of 2^rate_bits() k-mers is sampled: these bits of its hash value are all set, the highest ones.
    unsigned rate_bits() const noexcept
    {
        return rate_bits_;
    }

    //!\brief Reads the k-mers of a sequence, some at a time.
    class reader
    {
    public:
        //!\brief Starts before the first letter. The sampling and the sequence must outlive the object.
        reader(kmer_sampling const & sampling,
               packing::packed_sequence_view const & sequence,
               packing::code_table const & codes) noexcept;

        //!\brief Whether all letters have been read.
        bool is_done() const noexcept
        {
            return word_ == words_;
        }

        //!\brief Reads some more letters, at most some hundred; returns the samples that end there, in order, until the next
        //!       call.
        std::span<sampled_kmer const> read() noexcept;

        static constexpr std::size_t words_per_read{8};                         //!< The words that are read at a time.
        static constexpr std::size_t max_letters_per_read{words_per_read * 32}; //!< The letters of these at most.

    private:
        template <unsigned letter_bits, unsigned code_bits>
        std::size_t read_words(std::uint64_t end) noexcept;

        kmer_sampling const & sampling_;
        packing::packed_sequence_view const & sequence_;
        packing::code_table const & codes_;
        std::size_t (reader::*read_words_)(std::uint64_t) noexcept;
        std::uint64_t words_;
        std::uint64_t word_{0};
        std::uint64_t window_{0};
        std::array<sampled_kmer, max_letters_per_read + 1> samples_;
    };

    //!\brief The probability that a letter of one sequence equals one of the other, estimated; neither 0 nor 1.
    double match_rate() const noexcept
    {
        return match_rate_;
    }

    //!\brief The shorter sequence.
    packing::packed_sequence_view const & shorter() const noexcept
    {
        return shorter_;
    }

    //!\brief The longer sequence.
    packing::packed_sequence_view const & longer() const noexcept
    {
        return longer_;
    }

    //!\brief Starts to read the shorter sequence.
    reader read_shorter() const noexcept
    {
        return {*this, shorter_, codes_.row_codes()};
    }

    //!\brief Starts to read the longer sequence.
    reader read_longer() const noexcept
    {
        return {*this, longer_, codes_.column_codes()};
    }

private:
    packing::packed_sequence_view shorter_;
    packing::packed_sequence_view longer_;
    packing::pair_codes codes_;
    double match_rate_;
    unsigned window_bits_; // Those of a letter.
    unsigned kmer_size_;
    unsigned rate_bits_;
    std::uint64_t multiplier_;
};

} // namespace seqan3_gpulcs::similar
