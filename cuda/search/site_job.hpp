// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers as a job of the search pipeline.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/search/tuning_search.hpp"
#include "src/scan/site_request.hpp"
#include "src/scan/site_verifier.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The letters of a pattern that the smallest kernel takes.
inline constexpr std::uint64_t site_word_size{32 * search_kernel_shapes[0].words};

//!\brief A pattern of a site_request, and where it is found.
struct site_scan
{
    std::span<std::uint8_t const> classes{}; //!< The pattern; empty before its search.
    std::vector<scan::end_range> ends{};     //!< Its ends.

    //!\brief What is searched.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return classes;
    }
};

/*!\brief Finds the ends of a pattern in the whole text, and then the sites there.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class site_scan_verifier
{
public:
    //!\brief For the sites of a request, which must outlive the object.
    explicit site_scan_verifier(scan::site_request const & request) noexcept : verifier_{request}
    {}

    //!\brief Keeps ends. More are always wanted.
    bool verify(site_scan & scan, std::span<std::uint64_t const> const ends)
    {
        scan::add_ends(scan.ends, ends);
        return true;
    }

    //!\brief Finds the sites of a scan whose search is done.
    void finish(scan::site_pattern const & pattern, site_scan & scan, std::vector<primer::site> & sites)
    {
        verifier_.prepare(pattern, scan.ends);
        verifier_.verify(pattern, scan.ends, sites);
        sites.shrink_to_fit();
        scan.ends = {};
    }

private:
    scan::site_verifier verifier_;
};

//!\brief A scan for each pattern; see search_pipeline.
class site_job
{
public:
    using verifier_t = site_scan_verifier;
    using scan_t = site_scan;

    // Whether an end is that of a site depends on its neighbours.
    static constexpr bool needs_all_ends{true};

    /*!\brief Takes a request.
     * \param request Must outlive the object.
     * \param sites   Where the sites of each pattern go.
     */
    site_job(scan::site_request const & request, std::span<std::vector<primer::site>> const sites) noexcept :
        request_{request},
        sites_{sites}
    {}

    std::size_t size() const noexcept
    {
        return request_.patterns().size();
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

    scan_t make_scan(std::size_t) const noexcept
    {
        return {};
    }

    bool next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan) const
    {
        if (scan.classes.empty())
        {
            scan.classes = request_.patterns()[number].searched(site_word_size);
            return true;
        }
        verifier.finish(request_.patterns()[number], scan, sites_[number]);
        request_.add_done(request_.text().size());
        return false;
    }

    // Most patterns are found rarely; where others are found too often, parts become smaller.
    double rate(std::uint64_t) const noexcept
    {
        return 0;
    }

private:
    scan::site_request const & request_;
    std::span<std::vector<primer::site>> sites_;
};

} // namespace seqan3_gpulcs::cuda
