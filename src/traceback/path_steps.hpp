// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the way back has found, step by step, and the runs that it is in the end.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief A step from a cell of the matrix to the one before it on the path; two bits, and 0 is none.
enum class step : std::uint8_t
{
    up = 1,      //!< A letter of the first sequence alone.
    left = 2,    //!< A letter of the second sequence alone.
    diagonal = 3 //!< A letter of both.
};

//!\brief Where the next steps go; a copy on the stack stays in registers.
struct step_writer
{
    std::uint64_t * word{};
    std::uint64_t value{}; //!< Of the word: what is in it already.
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

    //!\brief Adds so many equal steps.
    void add(step kind, std::uint64_t count) noexcept;
};

/*!\brief The steps of the way back: two bits each, until it is known how many runs they are.
 *
 * Nobody knows before, and a run takes 16 bytes: so their memory is taken once, and several threads can fill it.
 */
class path_steps
{
public:
    //!\brief Takes memory for at most so many steps.
    explicit path_steps(std::uint64_t const most_steps) :
        words_{std::make_unique_for_overwrite<std::uint64_t[]>(most_steps / steps_of_word + 1)}
    {}

    //!\brief Begins to add steps.
    step_writer add_steps() noexcept
    {
        auto const used = static_cast<unsigned>(2 * (size_ % steps_of_word));
        std::uint64_t * const word = words_.get() + size_ / steps_of_word;
        return {word, used == 0 ? 0 : *word, used};
    }

    //!\brief Ends it.
    void end_steps(step_writer const & writer) noexcept
    {
        // Steps behind the last one are none.
        *writer.word = writer.value;
        size_ = static_cast<std::uint64_t>(writer.word - words_.get()) * steps_of_word + writer.used / 2;
    }

    //!\brief About how many runs there will be if the rest is like what is there; \p part is what is there of the whole.
    std::uint64_t expected_runs(double part) const noexcept;

    /*!\brief Makes the runs, the last step first, and counts the matches.
     * \param[in,out] result  Gets them; memory that its runs have already is used.
     * \param         rest    What lies before the last step, all of one kind.
     * \param         threads The threads at hand.
     * \param         control Stop.
     */
    void
    make_runs(lcs::result & result, lcs::run const & rest, unsigned threads, runtime::task_control & control) const;

private:
    // The steps that one thread makes runs of at a time.
    struct piece
    {
        std::uint64_t runs_before{};
        std::uint64_t begin_of_run{}; // The first step of the run that ends first.
    };

    static constexpr std::uint64_t steps_of_word{32};

    std::uint64_t words() const noexcept
    {
        return (size_ + steps_of_word - 1) / steps_of_word;
    }

    std::uint64_t last_of_runs(std::uint64_t word) const noexcept;

    void fill(std::vector<lcs::run> & runs, std::size_t number, piece const & begin) const noexcept;

    std::unique_ptr<std::uint64_t[]> words_;
    std::uint64_t size_{};
};

//!\brief Makes room for so many runs, a piece at a time: the memory is new to the process, and that takes long.
void touch_runs(std::vector<lcs::run> & runs, std::uint64_t size, runtime::task_control & control);

} // namespace seqan3_gpulcs::traceback
