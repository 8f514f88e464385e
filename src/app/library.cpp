// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/library.hpp"

#include <seqan3_gpulcs/lcs/all_pairs.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

class own_search : public subject_search
{
public:
    own_search(std::span<packing::packed_sequence_view const> const queries,
               lcs::search_options const & options,
               plan::execution const & execution) :
        query_count_{queries.size()},
        search_{queries, options, execution}
    {}

    lcs::search_changes add(std::span<packing::packed_sequence_view const> const subjects) override
    {
        return search_.add(subjects);
    }

    std::vector<std::vector<lcs::hit>> hits() override
    {
        std::vector<std::vector<lcs::hit>> all{};
        for (std::size_t query = 0; query < query_count_; ++query)
            all.push_back(search_.hits(query));
        return all;
    }

    lcs::search_statistics const & statistics() const override
    {
        return search_.statistics();
    }

private:
    std::size_t query_count_;
    lcs::search search_;
};

class own_library : public library
{
public:
    unsigned ranks() const noexcept override
    {
        return 1;
    }

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> const pairs,
                                           lcs::output const wanted,
                                           plan::execution const & execution) override
    {
        return lcs::compute(pairs, wanted, execution);
    }

    lcs::saved_run_result compute(alignment::sequence_pair const & pair,
                                  lcs::output const wanted,
                                  lcs::saved_run const & saved,
                                  plan::execution const & execution) override
    {
        return lcs::compute(pair, wanted, saved, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                         plan::execution const & execution) override
    {
        return lcs::all_pairs(sequences, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                         std::span<packing::packed_sequence_view const> const second,
                                         plan::execution const & execution) override
    {
        return lcs::all_pairs(first, second, execution);
    }

    std::unique_ptr<subject_search> start_search(std::span<packing::packed_sequence_view const> const queries,
                                                 lcs::search_options const & options,
                                                 plan::execution const & execution) override
    {
        return std::make_unique<own_search>(queries, options, execution);
    }

    std::vector<std::vector<std::uint64_t>>
    compute_primers(std::span<primer::target const> const targets,
                    std::span<packing::packed_sequence_view const> const backgrounds,
                    primer::options const & options,
                    plan::execution const & execution,
                    primer::statistics & statistics) override
    {
        return primer::compute(targets, backgrounds, options, execution, &statistics);
    }
};

} // namespace

std::unique_ptr<library> make_own_library()
{
    return std::make_unique<own_library>();
}

} // namespace seqan3_gpulcs::app
