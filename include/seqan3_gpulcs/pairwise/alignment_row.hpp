// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The rows of the alignments that `align_pairwise` returns.
 */

#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <utility>

#include <seqan3/alphabet/concept.hpp>
#include <seqan3/alphabet/gap/gap.hpp>
#include <seqan3/alphabet/gap/gapped.hpp>

#include <seqan3_gpulcs/pairwise/detail/shared_columns.hpp>

namespace seqan3_gpulcs::pairwise
{

/*!\brief A row of an alignment: a sequence with gaps, for reading.
 * \tparam sequence_t A view of the sequence.
 *
 * Models `seqan3::aligned_sequence`, as `seqan3::gap_decorator` does, but has no functions that insert or erase gaps. To change a
 * row, copy it:
 *
 * ```cpp
 * auto const & row = std::get<0>(result.alignment());
 * std::vector<seqan3::gapped<seqan3::dna4>> letters(row.begin(), row.end());
 * ```
 *
 * A row is a view: it refers to the sequence, which must outlive it, and shares the columns of the alignment with the other
 * row and with all copies. Copying takes constant time.
 *
 * Iterators stay valid while any copy of the row exists, or the row that it was moved to. If iterators of `sequence_t` depend on
 * the view that they are from, as those of `std::views::transform` do, so do these on their row.
 *
 * Thread safety: concurrent reads are safe where those of the sequence are.
 */
template <std::ranges::view sequence_t>
    requires(std::ranges::random_access_range<sequence_t const> && std::ranges::sized_range<sequence_t const>)
class alignment_row : public std::ranges::view_interface<alignment_row<sequence_t>>
{
public:
    //!\brief The type of a letter or gap.
    using value_type = seqan3::gapped<std::ranges::range_value_t<sequence_t>>;
    //!\brief Letters and gaps are made when they are read.
    using reference = value_type;
    //!\copydoc reference
    using const_reference = value_type;
    //!\brief The type of a number of columns.
    using size_type = std::size_t;
    //!\brief The type of a distance.
    using difference_type = std::ptrdiff_t;
    //!\brief The type of the sequence without gaps, by the name that SeqAn3 uses.
    using unaligned_sequence_type = sequence_t;

    //!\brief Iterates over letters and gaps. Everything takes constant time.
    class iterator
    {
    public:
        //!\brief The type of a distance.
        using difference_type = alignment_row::difference_type;
        //!\brief The type of a letter or gap.
        using value_type = alignment_row::value_type;
        //!\brief Dereferencing returns a value.
        using reference = alignment_row::reference;
        //!\brief There is no object to point to.
        using pointer = void;
        //!\brief Algorithms for iterators may take all shortcuts, as with SeqAn3's iterators that return values.
        using iterator_category = std::random_access_iterator_tag;

        //!\brief An iterator of no row.
        constexpr iterator() = default;

        //!\brief The letter or gap.
        constexpr reference operator*() const
        {
            return bits_.has_letter(remaining_columns_) ? reference{letter()} : reference{seqan3::gap{}};
        }

        //!\brief The letter or gap some columns on.
        constexpr reference operator[](difference_type const columns) const
        {
            return *(*this + columns);
        }

        //!\brief Moves on by one column.
        constexpr iterator & operator++()
        {
            letters_before_ += bits_.has_letter(remaining_columns_);
            --remaining_columns_;
            return *this;
        }

        //!\copydoc operator++()
        constexpr iterator operator++(int)
        {
            iterator const before = *this;
            ++*this;
            return before;
        }

        //!\brief Moves back by one column.
        constexpr iterator & operator--()
        {
            ++remaining_columns_;
            letters_before_ -= bits_.has_letter(remaining_columns_);
            return *this;
        }

        //!\copydoc operator--()
        constexpr iterator operator--(int)
        {
            iterator const before = *this;
            --*this;
            return before;
        }

        //!\brief Moves on by some columns. Constant time.
        constexpr iterator & operator+=(difference_type const columns)
        {
            // A row that was default-constructed has no bits.
            if (columns != 0)
            {
                remaining_columns_ -= static_cast<std::uint64_t>(columns);
                letters_before_ = bits_.letters_before(remaining_columns_);
            }
            return *this;
        }

        //!\brief Moves back by some columns. Constant time.
        constexpr iterator & operator-=(difference_type const columns)
        {
            return *this += -columns;
        }

        //!\brief The iterator some columns on.
        friend constexpr iterator operator+(iterator it, difference_type const columns)
        {
            it += columns;
            return it;
        }

        //!\copydoc operator+(iterator,difference_type)
        friend constexpr iterator operator+(difference_type const columns, iterator it)
        {
            it += columns;
            return it;
        }

        //!\brief The iterator some columns back.
        friend constexpr iterator operator-(iterator it, difference_type const columns)
        {
            it -= columns;
            return it;
        }

        //!\brief The number of columns from one iterator of a row to another one.
        friend constexpr difference_type operator-(iterator const & end, iterator const & begin)
        {
            return static_cast<difference_type>(begin.remaining_columns_ - end.remaining_columns_);
        }

        //!\brief Whether both are at the same column of a row.
        friend constexpr bool operator==(iterator const & left, iterator const & right)
        {
            return left.remaining_columns_ == right.remaining_columns_;
        }

        //!\brief Compares the columns of two iterators of a row.
        friend constexpr std::strong_ordering operator<=>(iterator const & left, iterator const & right)
        {
            return right.remaining_columns_ <=> left.remaining_columns_;
        }

    private:
        friend alignment_row;

        using letter_iterator = std::ranges::iterator_t<sequence_t const>;

        constexpr iterator(detail::letter_bits const & bits,
                           letter_iterator letters,
                           std::uint64_t const remaining_columns,
                           std::uint64_t const letters_before) :
            bits_{bits},
            letters_{std::move(letters)},
            remaining_columns_{remaining_columns},
            letters_before_{letters_before}
        {}

        // The letter at this column, by value: references may be proxies.
        constexpr std::ranges::range_value_t<sequence_t> letter() const
        {
            return letters_[static_cast<std::iter_difference_t<letter_iterator>>(letters_before_)];
        }

        detail::letter_bits bits_{};
        letter_iterator letters_{}; // The first letter.
        std::uint64_t remaining_columns_{};
        std::uint64_t letters_before_{};
    };

    //!\brief A row cannot be changed.
    using const_iterator = iterator;

    //!\brief An empty row.
    alignment_row() = default;

    /*!\brief A row of an alignment.
     * \param sequence The sequence, with as many letters as the row.
     * \param columns  The columns of both rows.
     * \param number   The first (0) or the second row (1).
     */
    alignment_row(sequence_t sequence, detail::shared_columns columns, unsigned const number) :
        sequence_{std::move(sequence)},
        columns_{std::move(columns)},
        number_{number}
    {}

    //!\brief The first column.
    iterator begin() const
    {
        return {columns_.row(number_), std::ranges::begin(sequence_), columns_.size(), 0};
    }

    //!\copydoc begin()
    iterator cbegin() const
    {
        return begin();
    }

    //!\brief The end of the columns.
    iterator end() const
    {
        return {columns_.row(number_), std::ranges::begin(sequence_), 0, std::ranges::size(sequence_)};
    }

    //!\copydoc end()
    iterator cend() const
    {
        return end();
    }

    //!\brief The number of columns. Constant time.
    size_type size() const noexcept
    {
        return columns_.size();
    }

    /*!\brief The letter or gap of a column. Constant time.
     * \throws std::out_of_range if there is no such column.
     */
    reference at(size_type const column) const
    {
        if (column >= size())
            throw std::out_of_range{"The row of the alignment has no such column."};
        return begin()[static_cast<difference_type>(column)];
    }

    //!\brief Whether two rows have the same letters and gaps. Linear.
    friend bool operator==(alignment_row const & left, alignment_row const & right)
    {
        return std::ranges::equal(left, right);
    }

    //!\brief Compares two rows lexicographically; a gap is greater than all letters. Linear.
    friend std::strong_ordering operator<=>(alignment_row const & left, alignment_row const & right)
    {
        return std::lexicographical_compare_three_way(left.begin(),
                                                      left.end(),
                                                      right.begin(),
                                                      right.end(),
                                                      [](value_type const & first, value_type const & second)
                                                      {
                                                          return seqan3::to_rank(first) <=> seqan3::to_rank(second);
                                                      });
    }

private:
    sequence_t sequence_{};
    detail::shared_columns columns_{};
    unsigned number_{};
};

} // namespace seqan3_gpulcs::pairwise
