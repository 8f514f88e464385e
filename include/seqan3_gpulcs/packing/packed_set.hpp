// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many packed sequences.
 */

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief Many packed sequences in a few pieces of memory, for seqan3_gpulcs::lcs::all_pairs and other functions of many sequences.
 *
 * It is made by seqan3_gpulcs::packing::pack_all. Moving it leaves views of its sequences valid. Thread safety: concurrent reads are safe.
 */
class packed_set
{
public:
    //!\brief Packs the sequence with a number into an arena.
    using append_function = std::function<void(detail::sequence_arena &, std::size_t)>;

    //!\brief No sequences.
    packed_set() = default;

    /*!\brief Packs sequences; see seqan3_gpulcs::packing::pack_all.
     * \param size    The number of sequences.
     * \param threads The maximum number of threads, at least 1.
     * \param append  Called once for each sequence: by one thread in their order, by several ones concurrently.
     * \throws std::bad_alloc, and whatever the function throws.
     */
    packed_set(std::size_t size, unsigned threads, append_function const & append);

    packed_set(packed_set const &) = delete;
    packed_set & operator=(packed_set const &) = delete;
    //!\brief Takes over sequences.
    packed_set(packed_set &&) noexcept = default;
    //!\brief Takes over sequences.
    packed_set & operator=(packed_set &&) noexcept = default;
    ~packed_set() = default;

    //!\brief The number of sequences.
    std::size_t size() const noexcept
    {
        return views_.size();
    }

    //!\brief Views of all sequences, in their order; valid until this object is destroyed or assigned to.
    std::span<packed_sequence_view const> views() const & noexcept
    {
        return views_;
    }

    //!\brief Deleted: temporary sequences would not outlive the views.
    std::span<packed_sequence_view const> views() const && = delete;

private:
    std::vector<packed_sequence_view> views_{};
    std::vector<detail::sequence_arena> arenas_{};
};

/*!\brief Packs strings, byte by byte.
 * \param texts   The strings.
 * \param threads The maximum number of threads, at least 1. They pack different strings at the same time; for few long ones,
 *                seqan3_gpulcs::packing::pack has all threads pack each.
 * \returns The packed sequences, as seqan3_gpulcs::packing::pack makes them; but where codes have two bits, letters of other sequences may be
 *          among those that may occur, which depends on the number of threads.
 * \throws std::bad_alloc
 *
 * Linear in the number of characters.
 */
packed_set pack_all(std::span<std::string_view const> texts, unsigned threads);

} // namespace seqan3_gpulcs::packing
