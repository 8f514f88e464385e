// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/seeded_sites.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "src/runtime/parallel_for.hpp"
#include "src/scan/plain_text.hpp"
#include "src/scan/seed_lookup.hpp"
#include "src/scan/site_verifier.hpp"
#include "src/scan/verification_costs.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// A thread takes so many patterns at a time, or fewer if there are few.
constexpr std::size_t patterns_together{64};
constexpr std::size_t blocks_per_thread{4};

// A part of a text that patterns are looked up in.
struct indexed_letters
{
    plain_text const & text;
    text_index const & index;
    std::uint64_t begin{};
    std::uint64_t end{};
};

// Holds what has been found of a pattern.
struct looked_up_pattern
{
    std::size_t number{};
    double nanoseconds{};            // About the time that its places take.
    std::vector<end_range> ranges{}; // Ends that are not verified, because others may be near them.
    bool is_searched{};              // Whether it has too many places.
};

// Looks up patterns in a part of the text. Each thread has an object of its own.
class pattern_lookup
{
public:
    pattern_lookup(site_request const & request, indexed_letters const & part) :
        part_{part},
        max_edits_{request.options().max_edits},
        gaps_{request.options().mismatches_only ? 0 : request.options().max_edits},
        lookup_{request, part.text.classes(), part.index}
    {}

    // Adds ends to those of the pattern, unless it has too many places.
    void add_ends(site_pattern const & pattern, looked_up_pattern & known)
    {
        std::uint64_t const size = pattern.classes.size();
        double const most = max_lookup_time(pattern.search_time);
        for (pattern_seed const & seed : pattern.seeds)
        {
            if (!lookup_.find(pattern, seed, most - known.nanoseconds))
            {
                known.is_searched = true;
                known.ranges = {};
                return;
            }
            known.nanoseconds += lookup_time(lookup_.steps(), size, max_edits_);
            for (std::uint64_t const place : lookup_.places())
                add(place + size - seed.begin, place + size - seed.begin, known.ranges);
        }
        for (std::uint64_t const letter : part_.text.ambiguous(part_.begin, part_.end))
            add(letter + 1, letter + size, known.ranges);
    }

    // Takes the ends that no ends of later parts are near to.
    std::vector<end_range> take_final(site_pattern const & pattern, std::vector<end_range> & ranges) const
    {
        if (part_.end == part_.text.classes().size())
            return std::exchange(ranges, {});
        // On the other strand, ranges are wider by the gaps on both sides.
        std::uint64_t const distance = pattern.classes.size() + 3 * gaps_ + 1;
        std::uint64_t const next = part_.end + 1 - std::min(gaps_, part_.end);
        site_verifier::join(ranges, distance);
        auto const first_open = std::ranges::find_if(ranges,
                                                     [&](end_range const & range)
                                                     {
                                                         return range.last + distance >= next;
                                                     });
        std::vector<end_range> final_ones(ranges.begin(), first_open);
        ranges.erase(ranges.begin(), first_open);
        return final_ones;
    }

private:
    // Adds ends, and those that gaps make of them.
    void add(std::uint64_t const first, std::uint64_t const last, std::vector<end_range> & ends) const
    {
        std::uint64_t const begin = first - std::min(gaps_, first - 1);
        std::uint64_t const text_size = part_.text.classes().size();
        if (begin <= text_size)
            site_verifier::add(ends, {begin, std::min(last + gaps_, text_size)});
    }

    indexed_letters const & part_;
    std::uint64_t max_edits_;
    std::uint64_t gaps_;
    seed_lookup lookup_;
};

// Finds the sites of all patterns with seeds, part by part.
class seeded_run
{
public:
    seeded_run(site_request const & request,
               std::span<site_pattern const> const patterns,
               index_shape const & shape,
               seeded_sites & found) :
        request_{request},
        patterns_{patterns},
        shape_{shape},
        found_{found}
    {
        for (std::size_t i = 0; i < patterns.size(); ++i)
            if (patterns[i].has_seeds())
                known_.push_back({.number = i});
    }

    void run()
    {
        background_text const & text = request_.text();
        auto const plain = text.form<plain_text>(
            [&]()
            {
                return std::make_shared<plain_text>(text, request_.control(), shape_.threads);
            });
        bool const is_kept = text.size() <= shape_.kept_letters;
        std::uint64_t const step = is_kept ? text.size() : shape_.part_letters * shape_.threads;
        auto index = is_kept ? keep_index(*plain) : std::make_shared<text_index>();
        for (std::uint64_t begin = 0; begin < text.size(); begin += step)
        {
            std::uint64_t const end = std::min(begin + step, text.size());
            if (!is_kept)
                index->assign(plain->classes(), begin, end, shape_, request_.control());
            look_up({*plain, *index, begin, end});
        }
        for (looked_up_pattern const & each : known_)
            if (each.is_searched)
                found_.searched.push_back(each.number);
        std::ranges::sort(found_.searched);
    }

private:
    std::shared_ptr<text_index> keep_index(plain_text const & plain) const
    {
        return request_.text().form<text_index>(
            [&]()
            {
                auto made = std::make_shared<text_index>();
                made->assign(plain.classes(), 0, plain.classes().size(), shape_, request_.control());
                return made;
            });
    }

    void look_up(indexed_letters const & part)
    {
        std::size_t const together =
            std::clamp<std::size_t>(known_.size() / (blocks_per_thread * shape_.threads), 1, patterns_together);
        auto const make_worker = [&]()
        {
            return [&, lookup = pattern_lookup{request_, part}, verifier = site_verifier{request_}](
                       std::size_t const block) mutable
            {
                std::size_t const first = block * together;
                for (looked_up_pattern & each :
                     std::span{known_}.subspan(first, std::min(together, known_.size() - first)))
                    find_sites(each, lookup, verifier, part);
            };
        };
        runtime::parallel_for(request_.control(), shape_.threads, util::ceil_div(known_.size(), together), make_worker);
    }

    void find_sites(looked_up_pattern & known,
                    pattern_lookup & lookup,
                    site_verifier & verifier,
                    indexed_letters const & part)
    {
        if (known.is_searched)
            return;
        site_pattern const & pattern = patterns_[known.number];
        std::vector<primer::site> & sites = found_.sites[known.number];
        lookup.add_ends(pattern, known);
        if (known.is_searched)
        {
            // It counts again when it is searched.
            request_.add_done(-static_cast<double>(part.begin));
            sites = {};
            return;
        }
        std::vector<end_range> ends = lookup.take_final(pattern, known.ranges);
        verifier.prepare(pattern, ends);
        verifier.add_sites(pattern, ends, sites);
        request_.add_done(static_cast<double>(part.end - part.begin));
    }

    site_request const & request_;
    std::span<site_pattern const> patterns_;
    index_shape const & shape_;
    seeded_sites & found_;
    std::vector<looked_up_pattern> known_{};
};

} // namespace

seeded_sites
find_seeded_sites(site_request const & request, std::span<site_pattern const> const patterns, index_shape const & shape)
{
    seeded_sites found{};
    found.sites.resize(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (!patterns[i].has_seeds())
            found.searched.push_back(i);
    if (found.searched.size() != patterns.size())
        seeded_run{request, patterns, shape, found}.run();
    return found;
}

} // namespace seqan3_gpulcs::scan
