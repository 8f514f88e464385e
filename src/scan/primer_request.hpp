// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The request for primers that a backend answers.
 */

#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/chance_hits.hpp"
#include "src/scan/seed_length.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief Known letters of a target, and the lengths to find for them.
struct known_segment
{
    packing::code_span letters{};
    std::span<std::uint64_t> lengths{}; //!< The lengths of the primers, from the first position on.
    std::atomic<std::uint64_t> found;   //!< The positions before the first one that is known to have no primer.

    known_segment(packing::code_span const & letters_, std::span<std::uint64_t> const lengths_) :
        letters{letters_},
        lengths{lengths_},
        found{lengths_.size()}
    {}
};

//!\brief Positions of a segment that one thread works on.
struct scan_range
{
    known_segment * segment{};
    std::uint64_t begin{}; //!< The first length.
    std::uint64_t end{};   //!< One past the last length.

    //!\brief The lengths.
    std::span<std::uint64_t> lengths() const noexcept
    {
        return segment->lengths.subspan(begin, end - begin);
    }
};

//!\brief The number of all lengths. Linear in the number of segments.
std::uint64_t count_positions(std::deque<known_segment> const & segments) noexcept;

//!\brief The text and the options that all searches of a call share. It refers to them, so they must outlive the searches.
struct search_context
{
    background_text const & text;
    primer::options const & options;
    double cells_per_position{}; //!< The progress weight of one position, in cells.
    runtime::task_control & control;
    unsigned threads{};
};

/*!\brief Primers that are wanted.
 *
 * Thread safety: const members may be called concurrently, finish() for different ranges.
 */
class primer_request
{
public:
    /*!\brief Samples how often patterns are found by chance.
     * \param segments The wanted positions, and where their lengths go; each has at least k letters. They must outlive
     *                 the object.
     * \param context  The background to search, and how.
     * \throws std::bad_alloc and what the control throws.
     */
    primer_request(std::deque<known_segment> & segments, search_context const & context);

    //!\brief The text that primers must differ from.
    background_text const & text() const noexcept
    {
        return context_.text;
    }

    //!\brief Which primers are wanted.
    primer::options const & options() const noexcept
    {
        return context_.options;
    }

    //!\brief The rates at which patterns are found by chance.
    chance_hits const & hits() const noexcept
    {
        return hits_;
    }

    //!\brief The lengths of patterns that the CPU should search.
    seed_length const & cpu_seed_length() const noexcept
    {
        return cpu_seed_length_;
    }

    //!\brief The progress weight of one position, in cells.
    double cells_per_position() const noexcept
    {
        return context_.cells_per_position;
    }

    //!\brief The control.
    runtime::task_control & control() const noexcept
    {
        return context_.control;
    }

    //!\brief The number of all positions.
    std::uint64_t positions() const noexcept
    {
        return positions_;
    }

    //!\brief All positions, cut into ranges of at most the given size, which is at least 1.
    std::vector<scan_range> cut(std::uint64_t range_size) const;

    //!\brief Whether the positions of a range may still have primers.
    bool is_open(scan_range const & range) const noexcept;

    //!\brief Takes the number of lengths that were found before the first position of a range without a primer.
    void finish(scan_range const & range, std::uint64_t found) const noexcept;

private:
    std::deque<known_segment> & segments_;
    search_context context_;
    std::uint64_t positions_{};
    chance_hits hits_;
    seed_length cpu_seed_length_;
};

} // namespace seqan3_gpulcs::scan
