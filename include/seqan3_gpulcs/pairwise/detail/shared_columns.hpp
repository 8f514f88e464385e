// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The columns of an alignment, as both rows of a result of `align_pairwise` share them.
 */

#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief Which columns of an alignment have a letter in one of its rows: a view of seqan3_gpulcs::pairwise::detail::shared_columns.
 *
 * A place between two columns, or at the ends, is given by the number of columns left: those after it.
 */
class letter_bits
{
public:
    //!\brief Belongs to no alignment.
    constexpr letter_bits() noexcept = default;

    //!\brief The bits of the first (0) or second row (1) of an alignment.
    constexpr letter_bits(std::uint64_t const * const words, unsigned const row) noexcept : words_{words}, row_{row}
    {}

    //!\brief Whether the column after a place has a letter. There must be one.
    constexpr bool has_letter(std::uint64_t const remaining_columns) const noexcept
    {
        std::uint64_t const bit = 2 * (remaining_columns - 1) + row_;
        return (words_[bit / 64] >> bit % 64 & 1) != 0;
    }

    //!\brief The number of letters in all columns before a place. Constant time.
    constexpr std::uint64_t letters_before(std::uint64_t const remaining_columns) const noexcept
    {
        std::uint64_t const block = remaining_columns / columns_per_block;
        std::uint64_t const end = (block + 1) * words_per_block;
        std::uint64_t word = remaining_columns / columns_per_word;
        std::uint64_t letters = counts(block)[row_] + count(words_[word] >> 2 * (remaining_columns % columns_per_word));
        while (++word != end)
            letters += count(words_[word]);
        return letters;
    }

private:
    friend class shared_columns;

    static constexpr std::uint64_t columns_per_word{32};
    static constexpr std::uint64_t words_per_block{8};
    static constexpr std::uint64_t columns_per_block{columns_per_word * words_per_block};

    constexpr unsigned count(std::uint64_t const steps) const noexcept
    {
        return static_cast<unsigned>(std::popcount(steps >> row_ & 0x5555'5555'5555'5555u));
    }

    // How many letters each row has in all columns before a block.
    constexpr std::uint64_t const * counts(std::uint64_t const block) const noexcept
    {
        return words_ - 3 - 2 * block;
    }

    std::uint64_t const * words_{};
    unsigned row_{};
};

/*!\brief The columns of an alignment with what it takes to find the letter of any of them. Copies share them.
 *
 * They stand in one piece of memory, of at most 2.5 bits for each column and 128 bytes: the steps as in seqan3_gpulcs::alignment::path
 * but with substitutions as matches, so that the bits say which rows have a letter, in blocks of 256 columns; before the steps, their number; and before that, for
 * each block and row, the number of letters in the columns before the block, that of the first block last.
 *
 * Thread safety: concurrent reads are safe.
 */
class shared_columns
{
public:
    //!\brief An alignment without columns.
    shared_columns() noexcept = default;

    /*!\brief Copies the columns of a path. Linear, 32 columns at a time.
     * \param steps   The steps of the path, as in seqan3_gpulcs::alignment::path.
     * \param columns Their number.
     * \throws std::bad_alloc
     */
    shared_columns(std::span<std::uint64_t const> steps, std::uint64_t columns);

    //!\brief The number of columns.
    std::uint64_t size() const noexcept
    {
        return words_ ? words_.get()[-1] : 0;
    }

    //!\brief The columns of the first (0) or second row (1).
    letter_bits row(unsigned const number) const noexcept
    {
        return {words_.get(), number};
    }

private:
    std::shared_ptr<std::uint64_t const []> words_ {};
};

} // namespace seqan3_gpulcs::pairwise::detail
