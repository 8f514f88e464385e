// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches by all ranks, as this library had them before seqan3_gpulcs::plan::execution::ranks. They are there for one version more.
 */

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::alignment::basic_search; queries must outlive the object.
template <typename search_t>
class rank_search : public search_t
{
public:
    //!\brief Starts a search on all ranks.
    rank_search(communicator & ranks,
                std::span<packing::packed_sequence_view const> const queries,
                typename search_t::options_type const & options = {},
                plan::execution const & execution = {}) :
        search_t{queries, options, on_ranks(ranks, execution)},
        queries_{queries.size()}
    {}

    //!\brief The current hits of each query, best first.
    std::vector<std::vector<typename search_t::hit_type>> hits() const
    {
        std::vector<std::vector<typename search_t::hit_type>> all{};
        for (std::size_t query = 0; query < queries_; ++query)
            all.push_back(search_t::hits(query));
        return all;
    }

private:
    std::size_t queries_;
};

//!\brief See seqan3_gpulcs::lcs::search.
using search = rank_search<lcs::search>;

//!\brief See seqan3_gpulcs::edit::search.
using edit_search = rank_search<edit::search>;

} // namespace seqan3_gpulcs::mpi
