// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The LCS lengths of all prefixes of a sequence, in little more than one bit each.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/seqan3_sdsl.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief The LCS length of each prefix of one sequence with the whole of another.
 *
 * The object has the last column of the matrix, as an SDSL bit vector with rank support: 1.25 bits per letter of the first sequence.
 *
 * Thread safety: concurrent reads are safe.
 */
class prefix_lengths
{
public:
    //!\brief The type of the bit vector.
    using bit_vector_type = sdsl::bit_vector;

    //!\brief The lengths for an empty first sequence.
    prefix_lengths() = default;

    /*!\brief Computes the lengths.
     * \param first     The sequence whose prefixes are compared.
     * \param second    The sequence they are compared with.
     * \param execution Where and how to compute.
     * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
     *         (seqan3_gpulcs::packing::letter_kind).
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
     *         if the backend cuda was requested.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
     *
     * It takes as long as the length alone.
     */
    prefix_lengths(packing::packed_sequence_view const & first,
                   packing::packed_sequence_view const & second,
                   plan::execution const & execution = {}) :
        increments_(first.size(), 0)
    {
        std::ranges::copy(prefix_increments(first, second, execution), increments_.data());
        rank_ = rank_type{&increments_};
    }

    //!\brief Computes the lengths for two strings, compared byte by byte.
    prefix_lengths(std::string_view const first,
                   std::string_view const second,
                   plan::execution const & execution = {}) :
        prefix_lengths{packing::pack(first, plan::available_threads(execution)),
                       packing::pack(second, plan::available_threads(execution)),
                       execution}
    {}

    //!\brief Computes the lengths for two ranges over letters, compared as by seqan3_gpulcs::lcs::length.
    template <typename first_t, typename second_t>
        requires(packing::detail::letter_ranges<first_t, second_t>)
    prefix_lengths(first_t && first, second_t && second, plan::execution const & execution = {}) :
        prefix_lengths{packing::detail::pack_pair(first, second, plan::available_threads(execution)), execution}
    {}

    //!\brief Copies. Linear.
    prefix_lengths(prefix_lengths const & other) : increments_{other.increments_}, rank_{other.rank_}
    {
        rank_.set_vector(&increments_);
    }

    //!\brief Moves; the other object is then as for an empty first sequence.
    prefix_lengths(prefix_lengths && other) noexcept :
        increments_{std::move(other.increments_)},
        rank_{std::move(other.rank_)}
    {
        rank_.set_vector(&increments_);
    }

    //!\brief Assigns by copying or moving.
    prefix_lengths & operator=(prefix_lengths other)
    {
        increments_ = std::move(other.increments_);
        rank_ = std::move(other.rank_);
        rank_.set_vector(&increments_);
        return *this;
    }

    ~prefix_lengths() = default; //!< Defaulted.

    //!\brief The length of the first sequence. It has one more prefix than letters: the empty one.
    std::uint64_t size() const noexcept
    {
        return increments_.size();
    }

    //!\brief The LCS length of the prefix of the given size, which is at most size(). Constant time.
    std::uint64_t operator[](std::uint64_t const prefix_size) const
    {
        // An empty or moved-from object has no bits to look up, either.
        return prefix_size == 0 ? 0 : rank_(prefix_size);
    }

    //!\brief Bit i is 1 if the prefix of length i + 1 has a longer common subsequence than that of length i.
    bit_vector_type const & increments() const noexcept
    {
        return increments_;
    }

private:
    using rank_type = bit_vector_type::rank_1_type;

    prefix_lengths(packing::detail::packed_pair const & packed, plan::execution const & execution) :
        prefix_lengths{packed.first.view(), packed.second.view(), execution}
    {}

    bit_vector_type increments_{};
    rank_type rank_{};
};

} // namespace seqan3_gpulcs::lcs
