// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A sample of the k-mers of two sequences, with the same choice in both.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
    std::uint64_t position; //!< The position of the first letter.
};

/*!\brief Chooses some k-mers, one in 16 or fewer, by their letters: wherever a k-mer is, it is chosen or not.
 *
 * Letters are split into bit planes. Sums modulo 2, each of two bits, choose from 64 positions at a time; a hash value chooses
 * from the rest. A k-mer is long enough not to be found by chance in unrelated letters, as far as 63 bits hold it.
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

    //!\brief The rate_bits() of a sampling.
    static unsigned choose_rate_bits(std::uint64_t const shorter_size, std::uint64_t const max_samples) noexcept
    {
        return std::max(4u, static_cast<unsigned>(std::bit_width(shorter_size / max_samples)));
    }

    //!\brief The letters of a k-mer.
    unsigned kmer_size() const noexcept
    {
        return kmer_size_;
    }

    //!\brief About one of 2^rate_bits() k-mers is sampled.
    unsigned rate_bits() const noexcept
    {
        return rate_bits_;
    }

    //!\brief The number of highest bits that are set in the hash values of all samples.
    unsigned common_hash_bits() const noexcept;

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

    //!\brief Reads the k-mers of a sequence, some at a time.
    class reader
    {
    public:
        //!\brief The words of a plane that are read at a time.
        static constexpr std::size_t words_per_read{16};
        //!\brief The letters of these.
        static constexpr std::size_t letters_per_read{words_per_read * 64};

        //!\brief Starts before the first letter. The sampling and the sequence must outlive the object.
        reader(kmer_sampling const & sampling,
               packing::packed_sequence_view const & sequence,
               packing::code_table const & codes) noexcept;

        //!\brief Whether all k-mers have been read.
        bool is_done() const noexcept
        {
            return begin_ >= positions_;
        }

        //!\brief Returns the samples that begin in the next letters, in order, until the next call.
        std::span<sampled_kmer const> read() noexcept;

    private:
        // A plane has a word more than those in which the k-mers begin.
        using plane = std::array<std::uint64_t, words_per_read + 1>;

        // Splits 64 letters, or the remaining ones.
        void load_word(std::size_t word, std::uint64_t letter) noexcept;

        // Chooses positions, a bit for each.
        void select() noexcept;

        // The hash value of the k-mer that begins at a bit.
        std::uint64_t hash(std::size_t word, unsigned bit) const noexcept;

        kmer_sampling const & sampling_;
        packing::packed_sequence_view const & sequence_;
        packing::code_table const & codes_;
        std::uint64_t positions_; // The positions where a k-mer may begin.
        std::uint64_t begin_{0};  // The letter of the first bit.
        std::array<plane, 8> planes_{};
        std::array<std::uint64_t, words_per_read> selected_;
        std::array<sampled_kmer, letters_per_read + 1> samples_;
    };

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
    unsigned kmer_size_;
    unsigned rate_bits_;
};

} // namespace seqan3_gpulcs::similar
