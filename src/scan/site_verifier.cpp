// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/site_verifier.hpp"

#include <algorithm>

#include "src/scan/nucleotide_sets.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The maximum number of ends that are verified at a time.
constexpr std::uint64_t max_ends{std::uint64_t{1} << 16};

} // namespace

void site_verifier::add(std::vector<end_range> & ranges, end_range const & range)
{
    if (!ranges.empty() && range.first >= ranges.back().first && range.first <= ranges.back().last + 1)
        ranges.back().last = std::max(ranges.back().last, range.last);
    else
        ranges.push_back(range);
}

void site_verifier::join(std::vector<end_range> & ranges, std::uint64_t const distance)
{
    std::ranges::sort(ranges, {}, &end_range::first);
    std::size_t joined = 0;
    for (end_range const & range : ranges)
        if (joined != 0 && range.first <= ranges[joined - 1].last + distance)
            ranges[joined - 1].last = std::max(ranges[joined - 1].last, range.last);
        else
            ranges[joined++] = range;
    ranges.resize(joined);
}

bool site_verifier::verify(site_scan & scan, std::span<std::uint64_t const> const ends)
{
    std::vector<end_range> & ranges = scan.ends;
    for (std::uint64_t end : ends)
    {
        end += scan.begin;
        add(ranges, {end, end});
    }
    return true;
}

/* The 3' end of a site on the reverse strand is where its letters begin in the text; that is as far before the end of the pattern
 * as the site has letters. Where there is no end of the pattern, distances are too large: so the ranges have all that is needed
 * to see where they grow. The letters of ranges that are near each other are read once.
 */
void site_verifier::prepare(site_pattern const & pattern, std::vector<end_range> & ends) const
{
    std::uint64_t const size = request_.primer(pattern.primer).size();
    std::uint64_t const gaps = request_.options().mismatches_only ? 0 : request_.options().max_edits;
    if (pattern.strand == primer::strand::reverse)
        for (end_range & range : ends)
            range = {range.first - std::min(range.first, size + gaps), range.last - std::min(range.last, size - gaps)};
    join(ends, size + gaps);
}

void site_verifier::add_sites(site_pattern const & pattern,
                              std::span<end_range const> const ends,
                              std::vector<primer::site> & sites)
{
    if (ends.empty())
        return;
    site_aligner aligner{request_.primer(pattern.primer), request_.options(), request_.control()};
    bool const is_forward = pattern.strand == primer::strand::forward;
    for (end_range const & range : ends)
    {
        request_.control().check();
        // Ends are divided among the segments that have the letters at their 3' ends.
        std::uint64_t first = is_forward ? range.first - 1 : range.first;
        std::uint64_t const last = std::min(is_forward ? range.last - 1 : range.last, request_.text().size() - 1);
        while (first <= last)
        {
            auto const [begin, end] = request_.text().segment_at(first);
            std::uint64_t const here = std::min(last, end - 1);
            end_range const of_part =
                is_forward ? end_range{first + 1 - begin, here + 1 - begin} : end_range{end - here, end - first};
            verify_ends(aligner, {begin, end, pattern.strand}, of_part, pattern.primer, sites);
            first = end;
        }
    }
    sites.shrink_to_fit();
}

void site_verifier::verify_ends(site_aligner & aligner,
                                strand_part const & part,
                                end_range const & ends,
                                std::uint64_t const primer,
                                std::vector<primer::site> & sites)
{
    std::uint64_t before = aligner.max_edits() + 1;
    bool falls = false; // Whether the distance has last changed to `before` from a greater one.
    for (std::uint64_t first = ends.first; first <= ends.last; first += max_ends)
    {
        request_.control().check();
        std::uint64_t const last = std::min(ends.last, first + (max_ends - 1));
        // A site may end one letter before these ends.
        std::uint64_t const begin = first - std::min(first, aligner.max_letters() + 1);
        read_letters(part, begin, last);
        std::span<std::uint64_t const> const distances = aligner.find_distances(letters_);
        for (std::uint64_t end = first; end <= last + 1; ++end)
        {
            if (end == last + 1 && last != ends.last)
                break;
            std::uint64_t const distance = end > last ? aligner.max_edits() + 1 : distances[end - begin - 1];
            if (falls && distance > before)
            {
                auto const found = aligner.align(std::span{letters_}.first(end - 1 - begin), before);
                sites.push_back(make_site(part, end - 1, found));
                sites.back().primer = primer;
            }
            if (distance != before)
                falls = distance < before;
            before = distance;
        }
    }
}

// Letters of a part from 5' to 3', as sets of bases.
void site_verifier::read_letters(strand_part const & part, std::uint64_t const begin, std::uint64_t const end)
{
    bool const is_forward = part.strand == primer::strand::forward;
    letters_.resize(end - begin);
    request_.text().codes().subspan(is_forward ? part.begin + begin : part.end - end, end - begin).copy_to(letters_);
    for (std::uint8_t & letter : letters_)
        letter = request_.set_by_code()[letter];
    if (!is_forward)
        reverse_complement(letters_);
}

primer::site site_verifier::make_site(strand_part const & part,
                                      std::uint64_t const end,
                                      site_aligner::alignment_end const & found) const noexcept
{
    bool const is_forward = part.strand == primer::strand::forward;
    auto const [sequence, begin] =
        request_.sequence_position(is_forward ? part.begin + end - found.letters : part.end - end);
    return {.sequence = sequence,
            .begin = begin,
            .end = begin + found.letters,
            .strand = part.strand,
            .edits = found.edits,
            .three_prime_edits = found.three_prime_edits};
}

} // namespace seqan3_gpulcs::scan
