// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief From the ends of patterns to the sites of primers.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/scan/site_aligner.hpp"
#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief A pattern of a site_request, and where it is found.
struct site_scan
{
    std::span<std::uint8_t const> classes{}; //!< The letters to search; empty until they are chosen.
    std::uint64_t begin{};                   //!< The letters of the text before the searched part.
    std::vector<end_range> ends{};           //!< The ends that were found.

    //!\brief The letters to search.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return classes;
    }
};

/*!\brief Finds the sites of a pattern at ends.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class site_verifier
{
public:
    //!\brief Finds the sites of a request, which must outlive the object.
    explicit site_verifier(site_request const & request) noexcept : request_{request}
    {}

    /*!\brief Keeps ends; those that are in the last range, or follow it, extend it.
     * \param scan The scan.
     * \param ends Ends, counted from the first letter that was searched.
     * \returns Whether more ends are wanted, which is always so.
     * \throws std::bad_alloc
     */
    static bool verify(site_scan & scan, std::span<std::uint64_t const> ends);

    //!\brief Adds a range, or extends the last one if the range begins in it or behind its end.
    static void add(std::vector<end_range> & ranges, end_range const & range);

    //!\brief Sorts ranges, and joins those that overlap, or begin at most so many letters after the end of another one.
    static void join(std::vector<end_range> & ranges, std::uint64_t distance);

    /*!\brief Turns the ends of a pattern into the ranges that add_sites() takes.
     * \param pattern The pattern.
     * \param ends    All of its ends, in any order. Ends where it is not found do no harm, but take time.
     */
    void prepare(site_pattern const & pattern, std::vector<end_range> & ends) const;

    /*!\brief Finds sites.
     * \param pattern The pattern.
     * \param ends    Ranges from prepare(); all of them, or each in some call.
     * \param sites   Where sites are added, in any order. Many wait there until all are found, so they take no more memory than
     *                they need.
     * \throws std::bad_alloc and what the control throws.
     */
    void add_sites(site_pattern const & pattern, std::span<end_range const> ends, std::vector<primer::site> & sites);

private:
    //!\brief Letters of a text without a border, and the strand on which they are read: positions count in its direction.
    struct strand_part
    {
        std::uint64_t begin{};
        std::uint64_t end{};
        primer::strand strand{};
    };

    void verify_ends(site_aligner & aligner,
                     strand_part const & part,
                     end_range const & ends,
                     std::uint64_t primer,
                     std::vector<primer::site> & sites);
    void read_letters(strand_part const & part, std::uint64_t begin, std::uint64_t end);
    primer::site
    make_site(strand_part const & part, std::uint64_t end, site_aligner::alignment_end const & found) const noexcept;

    site_request const & request_;
    std::vector<std::uint8_t> letters_{};
};

} // namespace seqan3_gpulcs::scan
