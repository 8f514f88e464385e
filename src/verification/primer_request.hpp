// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a backend is given to find primers.
 */

#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/runtime/task_control.hpp"
#include "src/verification/background_text.hpp"
#include "src/verification/chance_hits.hpp"

namespace seqan3_gpulcs::verification
{

//!\brief Letters of a target up to an unknown one, and the lengths that are wanted of them.
struct known_run
{
    std::span<std::uint8_t const> letters{};
    std::span<std::uint64_t> lengths{}; //!< Of the primers at the first position and the next ones.
    std::atomic<std::uint64_t> found;   //!< Those in front of the first position that is known to have none.

    known_run(std::span<std::uint8_t const> const letters_, std::span<std::uint64_t> const lengths_) :
        letters{letters_},
        lengths{lengths_},
        found{lengths_.size()}
    {}
};

//!\brief Some positions that one thread works on.
struct scan_range
{
    known_run * run{};
    std::uint64_t begin{}; //!< The first of its lengths.
    std::uint64_t end{};   //!< The one behind the last.

    //!\brief The lengths.
    std::span<std::uint64_t> lengths() const noexcept
    {
        return run->lengths.subspan(begin, end - begin);
    }
};

//!\brief The number of all lengths. Linear in the number of runs.
std::uint64_t positions_of(std::deque<known_run> const & runs) noexcept;

/*!\brief Refuses letters that cannot be compared with one another, or that the options do not speak of.
 * \throws invalid_option
 */
void check_letters(std::span<primer::target const> targets,
                   std::span<packing::packed_sequence_view const> backgrounds,
                   primer::options const & options);

/*!\brief The letters of a target from its first position to look at on; none, if there is no such position.
 * \throws std::bad_alloc and what the control throws.
 *
 * Linear.
 */
std::vector<std::uint8_t> unpack(primer::target const & target, runtime::task_control & control);

/*!\brief Primers that are wanted.
 *
 * Thread safety: the members that are const may be used concurrently, and finish() for different pieces.
 */
class primer_request
{
public:
    /*!\brief Starts; what is given must outlive the object.
     * \param runs    What is wanted, and where it goes.
     * \param text    What primers must differ from.
     * \param options Which primers are wanted.
     * \param cells   What a position is told as.
     * \param control Is told of cells, and asked whether to go on.
     * \param threads So many look at samples.
     * \throws std::bad_alloc and what the control throws.
     */
    primer_request(std::deque<known_run> & runs,
                   background_text const & text,
                   primer::options const & options,
                   double cells,
                   runtime::task_control & control,
                   unsigned threads);

    //!\brief What primers must differ from.
    background_text const & text() const noexcept
    {
        return text_;
    }

    //!\brief Which primers are wanted.
    primer::options const & wanted() const noexcept
    {
        return options_;
    }

    //!\brief How often patterns are found.
    chance_hits const & rates() const noexcept
    {
        return rates_;
    }

    //!\brief What a position is told as.
    double cells_of_position() const noexcept
    {
        return cells_;
    }

    //!\brief The control.
    runtime::task_control & control() const noexcept
    {
        return control_;
    }

    //!\brief The number of all positions.
    std::uint64_t positions() const noexcept
    {
        return positions_;
    }

    //!\brief All positions, cut into pieces of so many; at least one each.
    std::vector<scan_range> cut(std::uint64_t piece_size) const;

    //!\brief Whether the positions of a piece may have primers, by what is known so far.
    bool is_open(scan_range const & piece) const noexcept;

    //!\brief Takes the number of lengths that were found in front of the first position of a piece without a primer.
    void finish(scan_range const & piece, std::uint64_t found) const noexcept;

private:
    std::deque<known_run> & runs_;
    background_text const & text_;
    primer::options const & options_;
    double cells_{};
    runtime::task_control & control_;
    std::uint64_t positions_{};
    chance_hits rates_;
};

} // namespace seqan3_gpulcs::verification
