// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers, matches and sites as jobs: scans that a CPU or a device searches, pattern by pattern.
 *
 * A job has a type `verifier_t`, an object per thread; a type `scan_t`; and for all threads at once:
 * - `size()`, the number of scans;
 * - `control()`, and `differences()`, those of the search;
 * - `make_verifier()` and `make_scan(number)`;
 * - `next_pattern(verifier, number, scan)`, whether the scan has another pattern; if not, it is done;
 * - `needs_all_ends`, whether candidates are useless as long as there may be earlier ones, and `needs_order`, whether they must come in
 *   their order;
 * - for devices, `rate(pattern_size)`, the approximate fraction of text letters at which a pattern is found by chance.
 */

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "src/scan/match_verifier.hpp"
#include "src/scan/primer_verifier.hpp"
#include "src/scan/request.hpp"
#include "src/scan/seeded_sites.hpp"
#include "src/scan/site_verifier.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief Primers: a scan for each range.
class primer_job
{
public:
    using verifier_t = primer_verifier;
    using scan_t = primer_scan;

    // Any candidate shows that a primer is longer, so each is useful by itself.
    static constexpr bool needs_all_ends{false};
    static constexpr bool needs_order{false};

    /*!\brief Searches some ranges; the arguments must outlive the object.
     * \param request The request.
     * \param lengths The lengths that patterns should have.
     * \param ranges  The ranges.
     */
    primer_job(primer_request const & request,
               seed_length const & lengths,
               std::vector<scan_range> const & ranges) noexcept :
        request_{request},
        seed_length_{lengths},
        ranges_{ranges}
    {}

    std::size_t size() const noexcept
    {
        return ranges_.size();
    }

    runtime::task_control & control() const noexcept
    {
        return request_.control();
    }

    std::uint64_t differences() const noexcept
    {
        return request_.options().differences;
    }

    verifier_t make_verifier() const noexcept
    {
        return {request_, seed_length_};
    }

    scan_t make_scan(std::size_t const number) const noexcept
    {
        return scan_t{ranges_[number]};
    }

    bool next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan) const
    {
        if (request_.is_open(ranges_[number]) && verifier.next_pattern(scan))
            return true;
        request_.finish(ranges_[number], scan.found());
        return false;
    }

    double rate(std::uint64_t const pattern_size) const noexcept
    {
        return request_.hits().rate(pattern_size);
    }

private:
    primer_request const & request_;
    seed_length const & seed_length_;
    std::vector<scan_range> const & ranges_;
};

//!\brief Matches: a scan for each group of primers.
class match_job
{
public:
    using verifier_t = match_verifier;
    using scan_t = match_scan;

    // The first match is wanted, so all ends are needed, in order.
    static constexpr bool needs_all_ends{true};
    static constexpr bool needs_order{true};

    //!\brief Searches some groups.
    explicit match_job(wanted_matches const & wanted) noexcept : wanted_{wanted}
    {}

    std::size_t size() const noexcept
    {
        return wanted_.end - wanted_.begin;
    }

    runtime::task_control & control() const noexcept
    {
        return wanted_.request.control();
    }

    // Matches have k differences, and a search finds ends with fewer differences than this.
    std::uint64_t differences() const noexcept
    {
        return wanted_.request.differences() + 1;
    }

    verifier_t make_verifier() const noexcept
    {
        return verifier_t{wanted_.request};
    }

    scan_t make_scan(std::size_t const number) const noexcept
    {
        std::size_t const group = wanted_.begin + number;
        return {wanted_.request.longest(group), wanted_.request.matches(group)};
    }

    bool next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan) const
    {
        if (verifier.next_pattern(scan))
            return true;
        wanted_.request.finish(wanted_.begin + number);
        return false;
    }

    // Most primers are found rarely; where others are found too often, parts become smaller.
    double rate(std::uint64_t) const noexcept
    {
        return 0;
    }

private:
    wanted_matches wanted_;
};

//!\brief A part of a text that is searched on its own.
struct text_part
{
    std::uint64_t begin{};   //!< The letters of the text before it.
    std::uint64_t letters{}; //!< Its letters, without those that the part before has, too.
};

/*!\brief Sites: a scan for each pattern that has to be searched, in each part of the text, those in the first part first.
 *
 * The last scan of a pattern finds its sites, unless they are so many that several threads should share them in the end.
 */
class site_job
{
public:
    using verifier_t = site_verifier;
    using scan_t = site_scan;

    // Whether an end is that of a site depends on its neighbours; ends are sorted when all are there.
    static constexpr bool needs_all_ends{true};
    static constexpr bool needs_order{false};

    /*!\brief Searches for the sites of a request, which must outlive the object.
     * \param request   The request.
     * \param word_size See site_pattern::searched.
     * \param parts     The parts of the text. Each begins at least as far before the end of the one before as a pattern may reach.
     * \param threads   The threads that share the sites of a pattern.
     * \param known     The sites of other patterns; by default, all are searched.
     * \throws std::bad_alloc
     */
    site_job(site_request const & request,
             std::uint64_t word_size,
             std::vector<text_part> parts,
             unsigned threads,
             seeded_sites known = {});

    std::size_t size() const noexcept
    {
        return searched_.size() * parts_.size();
    }

    runtime::task_control & control() const noexcept
    {
        return request_.control();
    }

    std::uint64_t differences() const noexcept
    {
        return request_.differences();
    }

    verifier_t make_verifier() const noexcept
    {
        return verifier_t{request_};
    }

    scan_t make_scan(std::size_t const number) const noexcept
    {
        return {.begin = parts_[number / searched_.size()].begin};
    }

    bool next_pattern(verifier_t & verifier, std::size_t number, scan_t & scan);

    // Most patterns are found rarely; where others are found too often, parts become smaller.
    double rate(std::uint64_t) const noexcept
    {
        return 0;
    }

    /*!\brief The sites of all patterns, in the order of primers, those of a primer in any order. To be called once, after all scans.
     * \throws std::bad_alloc and what the control throws.
     */
    std::vector<primer::site> take_sites();

private:
    //!\brief The ends of a pattern in all parts of the text.
    struct pattern_ends
    {
        std::mutex mutex{};
        std::vector<end_range> ranges{};
        std::atomic<std::size_t> missing_parts{};
    };

    //!\brief Ranges of a pattern that one thread verifies.
    struct ends_slice
    {
        std::size_t pattern{};
        std::span<end_range const> ranges{};
    };

    std::vector<ends_slice> slice(std::size_t pattern) const;

    site_request const & request_;
    std::uint64_t word_size_;
    std::vector<text_part> parts_;
    unsigned threads_;
    std::vector<std::size_t> searched_; // The numbers of the patterns that are searched.
    std::vector<pattern_ends> ends_;
    std::vector<std::vector<primer::site>> sites_; // The sites of each pattern, and then of each slice.
};

} // namespace seqan3_gpulcs::scan
