// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of users, by all ranks. Each kind has a source of its own: pairs, searches, primers, sites.
 */

#pragma once

#include "src/backend/rank_calls.hpp"
#include "src/mpi/rank_group.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The calls of rank 0; all other ranks serve.
class group_calls final : public backend::rank_calls
{
public:
    //!\brief The group must outlive the object.
    explicit group_calls(rank_group & group) noexcept : group_{group}
    {}

    std::vector<alignment::result> compare(std::span<alignment::sequence_pair const> pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) override;

    std::vector<std::uint64_t> find_values(std::span<alignment::sequence_pair const> pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) override;

    std::vector<std::uint64_t>
    compare_sets(plan::sequence_sets const & sets, plan::metric metric, plan::execution const & execution) override;

    /*!\brief Rank 0 has the state, in the format of one process. It asks for V after a chunk of columns when the time has come, and saves it in
     *        a thread of its own while all ranks go on.
     */
    alignment::saved_run_result compare_saved(alignment::sequence_pair const & pair,
                                              plan::comparison const & wanted,
                                              alignment::saved_run const & saved,
                                              plan::execution const & execution) override;

    std::vector<std::uint64_t> prefix_increments(alignment::sequence_pair const & pair,
                                                 plan::execution const & execution) override;

    std::unique_ptr<backend::rank_search> start_search(std::span<packing::packed_sequence_view const> queries,
                                                       alignment::detail::search_rule const & rule,
                                                       plan::execution const & execution) override;

    std::vector<std::vector<std::uint64_t>> compute_primers(std::span<primer::target const> targets,
                                                            std::span<packing::packed_sequence_view const> backgrounds,
                                                            primer::options const & options,
                                                            plan::execution const & execution,
                                                            primer::statistics * statistics) override;

    std::vector<primer::site> find_sites(std::span<packing::packed_sequence_view const> primers,
                                         std::span<packing::packed_sequence_view const> sequences,
                                         primer::site_options const & options,
                                         plan::execution const & execution,
                                         primer::statistics * statistics) override;

private:
    rank_group & group_;
};

} // namespace seqan3_gpulcs::mpi
