// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The steps of a traceback as they are found.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief A step from a cell of the matrix to the one before it on the path; two bits, as in alignment::path.
enum class step : std::uint8_t
{
    substitution = 0, //!< Two different letters; not in longest common subsequences.
    up = 1,           //!< A letter of the first sequence alone.
    left = 2,         //!< A letter of the second sequence alone.
    diagonal = 3      //!< A letter of both: a match.
};

//!\brief The place for the next steps; a copy on the stack stays in registers.
struct step_packer
{
    std::uint64_t * word{};
    std::uint64_t value{}; //!< The bits that the word has already.
    unsigned used{};       //!< The bits of it.

    /*!\brief Adds at most 31 steps without a branch that depends on them.
     * \param codes The steps, the first one lowest.
     * \param bits  Two for each.
     */
    void add(std::uint64_t const codes, unsigned const bits) noexcept
    {
        value |= codes << used;
        *word = value;
        std::uint64_t const rest = codes >> 1 >> (63 - used);
        used += bits;
        bool const is_full = used >= 64;
        value = is_full ? rest : value;
        word += is_full;
        used %= 64;
    }

    //!\brief Adds a number of equal steps.
    void add(step kind, std::uint64_t count) noexcept;
};

//!\brief The part of a path before the cell in which it comes to the upper or the left border of the matrix.
struct path_begin
{
    plan::matrix_cell cell{}; //!< The cell where the path begins.
    alignment::run rest{};    //!< The letters along the border.

    /*!\brief Finds it.
     * \param border The cell at the border.
     * \param ends   Along a border whose letters are free, a path has no letters.
     */
    path_begin(plan::matrix_cell const & border, alignment::free_ends const & ends) noexcept :
        cell{ends.first_leading ? border.row : 0, ends.second_leading ? border.column : 0},
        rest{border.row != 0 ? alignment::run{alignment::operation::insertion, border.row - cell.row}
                             : alignment::run{alignment::operation::deletion, border.column - cell.column}}
    {}
};

//!\brief Collects the steps of a traceback.
class path_steps
{
public:
    //!\brief Without memory.
    path_steps() = default;

    //!\brief Allocates memory for a maximum number of steps.
    explicit path_steps(std::uint64_t const max_steps)
    {
        clear(max_steps);
    }

    /*!\brief Begins another path, in the same memory if that suffices.
     * \param max_steps The maximum number of steps.
     * \throws std::bad_alloc
     */
    void clear(std::uint64_t const max_steps)
    {
        size_ = 0;
        std::uint64_t const words = max_steps / steps_per_word + 1;
        if (words <= capacity_)
            return;
        words_ = std::make_unique_for_overwrite<std::uint64_t[]>(words);
        capacity_ = words;
    }

    //!\brief The number of steps.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief The steps, as in seqan3_gpulcs::alignment::path.
    std::span<std::uint64_t const> words() const noexcept
    {
        return {words_.get(), (size_ + steps_per_word - 1) / steps_per_word};
    }

    //!\brief Starts adding steps.
    step_packer add_steps() noexcept
    {
        auto const used = static_cast<unsigned>(2 * (size_ % steps_per_word));
        std::uint64_t * const word = words_.get() + size_ / steps_per_word;
        return {word, used == 0 ? 0 : *word, used};
    }

    //!\brief The last step; a substitution if there is none.
    step last() const noexcept
    {
        if (size_ == 0)
            return step::substitution;
        return static_cast<step>(words_[(size_ - 1) / steps_per_word] >> 2 * ((size_ - 1) % steps_per_word) & 3);
    }

    //!\brief Ends adding steps.
    void end_steps(step_packer const & packer) noexcept
    {
        // Codes after the last step are 0.
        *packer.word = packer.value;
        size_ = static_cast<std::uint64_t>(packer.word - words_.get()) * steps_per_word + packer.used / 2;
    }

    /*!\brief Makes the path. Nothing may be added afterwards.
     * \param rest    The remaining steps after the last one, all of one kind.
     * \param control Stop.
     * \throws seqan3_gpulcs::operation_stopped
     */
    alignment::path finish(alignment::run const & rest, runtime::task_control & control);

    //!\brief Adds some remaining steps, all of one kind.
    void add(alignment::run const & rest) noexcept;

    //!\brief Makes the path. Nothing may be added afterwards.
    alignment::path take() noexcept;

private:
    static constexpr std::uint64_t steps_per_word{32};

    std::unique_ptr<std::uint64_t[]> words_{};
    std::uint64_t capacity_{};
    std::uint64_t size_{};
};

} // namespace seqan3_gpulcs::traceback
