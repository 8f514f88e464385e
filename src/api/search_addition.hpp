// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What one call of seqan3_gpulcs::alignment::basic_search::add does.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/search.hpp>

#include "src/api/composition_bound.hpp"
#include "src/api/hit_ranking.hpp"
#include "src/api/resident_set.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::api
{

/*!\brief The candidates among the subjects of a call, computed in one or two rounds, and how they change the hits.
 *
 * A part is a query with a block of subjects. Parts are computed block by block, and numbered in this order. A batch is one part
 * or, of the most promising candidates, all parts of a query.
 */
class search_addition
{
public:
    //!\brief Finds the candidates. The subjects must outlive the object.
    search_addition(alignment::detail::search_state & owner, std::span<packing::packed_sequence_view const> subjects);

    //!\brief Takes all of the subjects, which devices keep, as candidates.
    search_addition(alignment::detail::search_state & owner, alignment::resident_set::state const & subjects);

    // The progress callback refers to the object.
    search_addition(search_addition const &) = delete;
    search_addition & operator=(search_addition const &) = delete;

    //!\brief Computes the most promising candidates of all blocks, if there is a limit to the number of hits.
    void compute_first();

    //!\brief Computes the other candidates, part by part.
    void compute_others();

    //!\brief Computes all subjects on devices that keep them. \returns false if they are not compared there; then nothing is done.
    bool compute_kept(alignment::resident_set::state const & subjects);

    //!\brief Adopts the subjects. Those that were added and dropped again during this call are not reported.
    alignment::search_changes finish();

private:
    struct part
    {
        std::vector<std::size_t> first{}; // The most promising candidates, if there is a limit to the number of hits.
        std::size_t others{};             // The number of other candidates; which ones is found out again.
        std::uint64_t max_size{};         // Of the query and all candidates.
        double all_cells{};               // Of all subjects.
        double first_cells{};
        double other_cells{};
    };

    // What becomes a batch.
    struct task
    {
        std::size_t part{};  // The first of several.
        std::size_t block{}; // Different if tasks have few subjects in common.
        std::uint64_t max_size{};
        double cells{};
    };

    // A subject that may become a hit.
    struct candidate
    {
        scored_subject best;     // With an upper bound of its score.
        std::uint64_t min_score; // From which on it is a hit.
    };

    void report_all_parts();
    void add_statistics(plan::source_statistics const & done);
    void insert_kept(std::size_t first_query, std::span<std::uint32_t const> values);
    void find_possible_hits(std::size_t query,
                            std::size_t begin,
                            std::span<std::uint32_t const> values,
                            std::vector<scored_subject> & found);
    std::size_t query_count() const noexcept;
    std::size_t query_of(std::size_t number) const noexcept;
    std::size_t begin_of(std::size_t number) const noexcept;
    std::size_t end_of(std::size_t number) const noexcept;
    std::uint64_t first_number() const noexcept;
    hit_ranking ranking(std::size_t query) const noexcept;
    double cell_count(std::size_t query, std::size_t subject) const noexcept;
    std::optional<scored_subject> hit_to_beat(std::size_t query);

    std::optional<candidate>
    find_candidate(std::size_t query, std::size_t subject, std::optional<scored_subject> const & to_beat) const;
    void find_candidates();
    void find_candidates(std::size_t number, std::size_t first_count, std::vector<scored_subject> & candidates);

    template <typename fill_t>
    void compute(std::vector<task> const & tasks, fill_t const & fill);
    void add_to_batch(std::size_t query,
                      std::size_t subject,
                      std::optional<scored_subject> const & to_beat,
                      plan::pair_batch & batch) const;

    void insert(std::size_t query, std::span<scored_subject const> found);
    std::vector<std::uint64_t> find_entered();
    std::vector<std::uint64_t> find_left();

    alignment::detail::search_state & search_;
    std::span<packing::packed_sequence_view const> subjects_;
    plan::execution execution_;
    bool is_limited_;   // To a maximum number of hits.
    bool is_selective_; // Whether letters need to be counted.
    std::optional<composition_table> composition_{};
    std::vector<part> parts_{};
    double cells_total_{};
    double cells_left_{};
    std::uint64_t computed_{};
    std::mutex hits_mutex_{};              // Of the hits, and of what follows, while backends work.
    std::vector<std::uint64_t> entered_{}; // Subjects of this call, once for each query of which they became hits.
    std::vector<std::uint64_t> dropped_{}; // Those that a query has dropped again.
    std::vector<std::uint64_t> left_{};    // Subjects of earlier calls that a query has dropped.
};

} // namespace seqan3_gpulcs::api
