// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/closest_parts.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "src/app/app_error.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Queries, by their numbers, that are searched with the same number of edits.
using query_groups = std::map<std::uint64_t, std::vector<std::size_t>>;

// With all letters as edits, a query would be anywhere.
std::uint64_t max_edits_of(part_query const & query) noexcept
{
    return std::min(query.max_edits, query.letters.size() - 1);
}

// Queries that have as many subjects as are wanted leave; all others stay until all of their edits were allowed.
class part_finder
{
public:
    part_finder(std::span<part_query const> const queries,
                primer::prepared_sequences const & subjects,
                part_search const & wanted,
                step_times & times) :
        queries_{queries},
        subjects_{subjects},
        wanted_{wanted},
        times_{times}
    {
        for (packing::packed_sequence_view const & subject : subjects.views())
            subject_letters_ += static_cast<double>(subject.size());
        for (std::size_t query = 0; query < queries.size(); ++query)
            if (!queries[query].letters.empty())
                open_.push_back(query);
    }

    std::vector<closest_part> find()
    {
        // Most queries have few edits, and searching for few is faster. The last round allows all that a query may have.
        constexpr std::uint64_t first_edits{2};
        for (std::uint64_t edits = first_edits; !open_.empty(); edits = 2 * edits + 2)
            search(wanted_.top == 0 ? std::nullopt : std::optional{edits});
        std::ranges::sort(found_,
                          {},
                          [](closest_part const & part)
                          {
                              return std::tuple{part.site.primer, part.site.edits, part.site.sequence};
                          });
        return std::move(found_);
    }

private:
    // Searches all queries that are left, with so many edits if they allow so many.
    void search(std::optional<std::uint64_t> const edits)
    {
        query_groups groups{};
        std::vector<std::size_t> left{};
        for (std::size_t const query : open_)
        {
            std::uint64_t const most = max_edits_of(queries_[query]);
            groups[edits ? std::min(most, *edits) : most].push_back(query);
        }
        for (auto const & [group_edits, group] : groups)
            for (std::size_t const query : search_group(group_edits, group))
                left.push_back(query);
        open_ = std::move(left);
    }

    // Keeps the parts of those queries that are done, and returns the others.
    std::vector<std::size_t> search_group(std::uint64_t const edits, std::vector<std::size_t> const & group)
    {
        std::vector<primer::site> const sites = find_sites(edits, group);
        std::vector<std::size_t> left{};
        auto next = sites.begin();
        for (std::size_t i = 0; i < group.size(); ++i)
        {
            auto const end = std::ranges::find_if(next,
                                                  sites.end(),
                                                  [i](primer::site const & each)
                                                  {
                                                      return each.primer != i;
                                                  });
            std::vector<closest_part> parts = best_parts({next, end}, group[i]);
            next = end;
            if (edits < max_edits_of(queries_[group[i]]) && parts.size() < wanted_.top)
                left.push_back(group[i]);
            else
                keep(std::move(parts));
        }
        return left;
    }

    // A part is aligned to know where it begins.
    void check_memory(std::uint64_t const letters, std::uint64_t const edits) const
    {
        std::uint64_t const needed = letters * (2 * edits + 1) * sizeof(std::uint64_t);
        if (edits != 0 && needed > wanted_.memory_limit)
            throw limit_error{"To align " + std::to_string(letters) + " letters with a part that has "
                              + std::to_string(edits) + " edits needs " + std::to_string(needed)
                              + " bytes; raise --memory, or allow fewer edits. For long sequences, use gpulcs edit "
                                "--within."};
    }

    std::vector<primer::site> find_sites(std::uint64_t const edits, std::vector<std::size_t> const & group)
    {
        std::vector<packing::packed_sequence_view> letters{};
        for (std::size_t const query : group)
        {
            letters.push_back(queries_[query].letters);
            check_memory(letters.back().size(), edits);
        }
        primer::statistics statistics{};
        auto sites = primer::find_sites(letters,
                                        subjects_,
                                        {.max_edits = edits, .both_strands = wanted_.both_strands},
                                        wanted_.bar.watch(wanted_.execution, times_),
                                        &statistics);
        times_.add(statistics);
        wanted_.bar.add(static_cast<double>(letters.size()) * subject_letters_ * (wanted_.both_strands ? 2 : 1));
        return sites;
    }

    // On both strands, as palindromes are.
    static bool is_same_place(primer::site const & site, primer::site const & before) noexcept
    {
        return site.begin == before.begin && site.end == before.end && site.edits == before.edits;
    }

    // One part of each subject.
    static std::vector<closest_part> best_parts(std::span<primer::site const> const sites, std::size_t const query)
    {
        std::vector<closest_part> parts{};
        std::optional<primer::site> before{};
        for (primer::site each : sites)
        {
            each.primer = query;
            if (parts.empty() || parts.back().site.sequence != each.sequence)
                parts.push_back({each, 1});
            else if (closest_part & best = parts.back(); each.edits < best.site.edits)
                best = {each, 1};
            else
                best.places += each.edits == best.site.edits && !is_same_place(each, *before);
            before = each;
        }
        return parts;
    }

    // Keeps the best of the parts of a query.
    void keep(std::vector<closest_part> && parts)
    {
        std::ranges::stable_sort(parts,
                                 {},
                                 [](closest_part const & part)
                                 {
                                     return part.site.edits;
                                 });
        if (wanted_.top != 0 && parts.size() > wanted_.top)
            parts.resize(wanted_.top);
        found_.insert(found_.end(), parts.begin(), parts.end());
    }

    std::span<part_query const> queries_;
    primer::prepared_sequences const & subjects_;
    part_search const & wanted_;
    step_times & times_;
    double subject_letters_{};
    std::vector<std::size_t> open_{}; // Queries that are not done.
    std::vector<closest_part> found_{};
};

// Reverses the order of the columns of a path.
alignment::path reversed(alignment::path const & path)
{
    constexpr std::uint64_t steps_per_word{32};
    std::uint64_t const columns = path.columns();
    auto words = std::make_unique<std::uint64_t[]>(path.words().size());
    for (std::uint64_t step = 0; step < columns; ++step)
    {
        std::uint64_t const from = columns - 1 - step;
        std::uint64_t const code = path.words()[from / steps_per_word] >> from % steps_per_word * 2 & 3;
        words[step / steps_per_word] |= code << step % steps_per_word * 2;
    }
    return {std::move(words), columns};
}

} // namespace

std::vector<closest_part> find_closest_parts(std::span<part_query const> const queries,
                                             primer::prepared_sequences const & subjects,
                                             part_search const & wanted,
                                             step_times & times)
{
    return part_finder{queries, subjects, wanted, times}.find();
}

alignment::path align_part(packing::packed_sequence_view const & query,
                           packing::packed_sequence_view const & subject,
                           primer::site const & part)
{
    alignment::path path = primer::align_site(query, subject, part, {.max_edits = part.edits});
    return part.strand == primer::strand::reverse ? reversed(path) : path;
}

} // namespace seqan3_gpulcs::app
