// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/scan_jobs.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "src/runtime/parallel_for.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The letters of a slice: a thread reads this many in a few milliseconds.
constexpr std::uint64_t slice_letters{std::uint64_t{1} << 16};

// Puts sites together, each piece of one primer, in the order of primers. Each piece is given back when it is copied.
std::vector<primer::site> gather_sites(std::vector<std::vector<primer::site>> pieces)
{
    std::erase_if(pieces, std::ranges::empty);
    std::ranges::sort(pieces,
                      {},
                      [](std::vector<primer::site> const & piece)
                      {
                          return piece.front().primer;
                      });
    std::size_t count = 0;
    for (std::vector<primer::site> const & piece : pieces)
        count += piece.size();
    std::vector<primer::site> sites{};
    sites.reserve(count);
    for (std::vector<primer::site> & piece : pieces)
    {
        sites.insert(sites.end(), piece.begin(), piece.end());
        piece = std::vector<primer::site>{};
    }
    return sites;
}

} // namespace

site_job::site_job(site_request const & request,
                   std::uint64_t const word_size,
                   std::vector<text_part> parts,
                   unsigned const threads,
                   seeded_sites known) :
    request_{request},
    word_size_{word_size},
    parts_{std::move(parts)},
    threads_{threads},
    searched_{std::move(known.searched)},
    ends_(request.patterns().size()),
    sites_{std::move(known.sites)}
{
    if (sites_.empty())
    {
        sites_.resize(ends_.size());
        searched_.resize(ends_.size());
        std::iota(searched_.begin(), searched_.end(), std::size_t{0});
    }
    for (std::size_t const i : searched_)
        ends_[i].missing_parts = parts_.size();
}

bool site_job::next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan)
{
    std::size_t const i = searched_[number % searched_.size()];
    site_pattern const & pattern = request_.patterns()[i];
    if (scan.classes.empty())
    {
        scan.classes = pattern.searched(word_size_);
        return true;
    }

    pattern_ends & ends = ends_[i];
    {
        std::scoped_lock const lock{ends.mutex};
        if (ends.ranges.empty())
            ends.ranges = std::move(scan.ends);
        else
            ends.ranges.insert(ends.ranges.end(), scan.ends.begin(), scan.ends.end());
    }
    request_.add_done(static_cast<double>(parts_[number / searched_.size()].letters));
    if (--ends.missing_parts != 0)
        return false;
    verifier.prepare(pattern, ends.ranges);
    if (threads_ > 1 && slice(i).size() > 1)
        return false;
    verifier.add_sites(pattern, ends.ranges, sites_[i]);
    ends.ranges = std::vector<end_range>{};
    return false;
}

std::vector<site_job::ends_slice> site_job::slice(std::size_t const pattern) const
{
    std::span<end_range const> const ranges{ends_[pattern].ranges};
    std::uint64_t const around = request_.primer(request_.patterns()[pattern].primer).size();
    std::vector<ends_slice> slices{};
    for (std::size_t begin = 0, end = 0; begin < ranges.size(); begin = end)
    {
        for (std::uint64_t letters = 0; end < ranges.size() && letters < slice_letters; ++end)
            letters += ranges[end].last - ranges[end].first + around;
        slices.push_back({pattern, ranges.subspan(begin, end - begin)});
    }
    return slices;
}

std::vector<primer::site> site_job::take_sites()
{
    std::vector<ends_slice> slices{};
    for (std::size_t pattern = 0; pattern < ends_.size(); ++pattern)
        std::ranges::copy(slice(pattern), std::back_inserter(slices));
    std::size_t const first = sites_.size();
    sites_.resize(first + slices.size());
    runtime::parallel_for(control(),
                          threads_,
                          slices.size(),
                          [&]()
                          {
                              return [&, verifier = make_verifier()](std::size_t const i) mutable
                              {
                                  auto const & [pattern, ranges] = slices[i];
                                  verifier.add_sites(request_.patterns()[pattern], ranges, sites_[first + i]);
                              };
                          });
    ends_.clear();
    return gather_sites(std::move(sites_));
}

} // namespace seqan3_gpulcs::scan
