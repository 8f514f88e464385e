// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The primers of a sequence without unknown letters.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/cpu/search/anchored_distances.hpp"
#include "src/cpu/search/suffix_distances.hpp"
#include "src/packing/code_span.hpp"
#include "src/runtime/stop_poll.hpp"
#include "src/scan/furthest_reach.hpp"
#include "src/scan/primer_request.hpp"
#include "src/scan/seed_length.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief The way in which candidates are verified; it changes the time, never a result.
enum class verification_mode : std::uint8_t
{
    cheaper,  //!< In the way that is estimated to take the least time.
    alone,    //!< Each candidate on its own.
    together, //!< Neighbouring candidates together.
    anchored  //!< A candidate in each lane, wherever they are; alone if the pattern is for too many positions.
};

/*!\brief Positions of a sequence whose primers are wanted, from the first one to the last.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class primer_scan
{
public:
    //!\brief A scan without positions.
    primer_scan() = default;

    //!\brief Begins at the first position of a range. Lengths above the maximum length may be only lower bounds.
    explicit primer_scan(scan_range const & range) noexcept :
        target_{range.segment->letters},
        lengths_{range.lengths()},
        first_{range.begin},
        position_{range.begin}
    {}

    //!\brief The classes of the letters of the pattern that is to be searched; see background_text.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return pattern_;
    }

    /*!\brief The number of lengths that are known.
     *
     * When there is no further pattern, these are the lengths before the first position without a primer; later positions have no
     * primers, and their lengths stay as they are.
     */
    std::uint64_t found() const noexcept
    {
        return position_ - first_;
    }

private:
    friend class primer_verifier;

    //!\brief One past the last position.
    std::uint64_t last() const noexcept
    {
        return first_ + lengths_.size();
    }

    packing::code_span target_{};
    std::span<std::uint64_t> lengths_{};
    std::uint64_t first_{};
    std::uint64_t position_{};       // The first position whose length is unknown.
    std::uint64_t middle_{};         // The end of the pattern.
    bool is_first_end_known_{false}; // Whether the primer at the first position is known to end there or later.
    std::vector<std::uint8_t> pattern_{};
    std::uint64_t hits_{};                 // The hits of the pattern so far.
    std::vector<std::uint64_t> reaches_{}; // The reaches of the positions of the pattern, from position_ on.
};

/*!\brief Finds primers, pattern by pattern.
 *
 * A scan asks for a pattern, the caller searches for it, and the candidates, where the pattern was found, show some primers and
 * the next pattern. Several scans may take turns.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class primer_verifier
{
public:
    /*!\brief For the primers of a request.
     * \param request The request; it must outlive the object.
     * \param lengths The lengths that patterns should have; they must outlive it, too.
     * \param mode    How candidates are verified.
     */
    primer_verifier(primer_request const & request,
                    seed_length const & lengths,
                    verification_mode const mode = verification_mode::cheaper) noexcept :
        request_{request},
        text_{request.text()},
        seed_length_{lengths},
        differences_{request.options().differences},
        mode_{mode},
        poll_{request.control()},
        furthest_reach_{request.text().has_sets()}
    {}

    /*!\brief Evaluates the candidates, and chooses the next pattern.
     * \returns Whether there is one. If not, the scan is done, and all lengths that were found count as progress.
     * \throws std::bad_alloc
     *
     * All ends of substrings with less than k differences to the previous pattern must have been verified. The proof is in
     * doc/algorithms/primers.md#one-pass-for-many-positions.
     */
    bool next_pattern(primer_scan & scan);

    /*!\brief Verifies candidates: substrings that are similar to the pattern of a scan.
     * \param scan The scan; next_pattern() has found a pattern for it.
     * \param ends The numbers of letters of the text up to their ends, ascending; there may be more.
     * \returns Whether more candidates are wanted.
     * \throws std::bad_alloc and what the control throws.
     */
    bool verify(primer_scan & scan, std::span<std::uint64_t const> ends);

private:
    static constexpr double usual_hits{100};

    //!\brief The rows that are reached from an end: elements of reached_, none if it was not computed.
    struct reached_rows
    {
        std::size_t begin{};
        std::size_t size{};
    };

    //!\brief An end, and its segment.
    struct candidate
    {
        std::uint64_t end{};
        std::uint64_t segment_begin{};
        std::uint64_t segment_end{};
    };

    //!\brief Ends near each other.
    struct candidate_group
    {
        std::span<std::uint64_t const> ends{};
        std::uint64_t segment_begin{};
        std::uint64_t segment_end{};
    };

    void begin_pass(primer_scan & scan, std::uint64_t last, std::uint64_t middle, std::uint64_t pattern_size);
    bool try_next_size(primer_scan & scan);
    bool begin_next_pass(primer_scan & scan);
    bool finish_pass(primer_scan & scan);
    void count_hits(primer_scan const & scan) noexcept;
    candidate_group first_group(std::span<std::uint64_t const> ends, std::uint64_t longest) const noexcept;
    verification_mode
    choose_mode(primer_scan const & scan, candidate_group const & group, std::size_t ends) const noexcept;
    std::uint64_t
    window_begin(std::uint64_t end, std::uint64_t segment_begin, std::uint64_t pattern_size) const noexcept;
    void verify_together(primer_scan & scan, candidate_group const & group);
    bool verify_lanes(primer_scan & scan, candidate_group const & group, std::uint64_t lane_group);
    std::uint64_t
    reach_from(primer_scan const & scan, candidate_group const & group, std::size_t end, std::uint64_t edits);
    void verify_alone(primer_scan & scan, std::uint64_t end, candidate_group const & group);
    void add_anchored(primer_scan & scan, candidate_group const & group);
    void verify_anchored(primer_scan & scan);

    primer_request const & request_;
    background_text const & text_;
    seed_length const & seed_length_;
    std::uint64_t differences_{};
    verification_mode mode_{};
    runtime::stop_poll poll_;
    // The hits of the last passes, and their estimate.
    double hits_{usual_hits};
    double estimated_hits_{usual_hits};

    furthest_reach furthest_reach_;
    cpu::suffix_distances distances_{};
    primer_scan const * has_distances_of_{}; // The scan whose positions distances_ has; or null.
    cpu::anchored_distances anchored_{};
    primer_scan const * is_anchored_in_{}; // The scan whose positions anchored_ has; or null.
    std::vector<candidate> candidates_{};  // The candidates that are verified next, all at once.
    std::vector<packing::code_span> texts_{};
    std::vector<std::uint8_t> letters_{};
    std::vector<std::uint64_t> before_{};
    std::vector<std::uint64_t> window_ends_{};
    std::vector<reached_rows> end_rows_{};
    std::vector<std::uint64_t> reached_{};
};

} // namespace seqan3_gpulcs::scan
