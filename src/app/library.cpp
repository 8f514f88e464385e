// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/library.hpp"

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

template <typename search_t>
class own_search : public subject_search
{
public:
    own_search(std::span<packing::packed_sequence_view const> const queries,
               typename search_t::options_type const & options,
               plan::execution const & execution) :
        query_count_{queries.size()},
        search_{queries, options, execution}
    {}

    alignment::search_changes add(std::span<packing::packed_sequence_view const> const subjects) override
    {
        return search_.add(subjects);
    }

    std::vector<std::vector<subject_hit>> hits() override
    {
        std::vector<std::vector<subject_hit>> all{};
        for (std::size_t query = 0; query < query_count_; ++query)
            all.push_back(to_subject_hits(search_.hits(query)));
        return all;
    }

    alignment::search_statistics const & statistics() const override
    {
        return search_.statistics();
    }

private:
    std::size_t query_count_;
    search_t search_;
};

class own_library : public library
{
public:
    unsigned ranks() const noexcept override
    {
        return 1;
    }

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> const pairs,
                                           comparison const & wanted,
                                           plan::execution const & execution) override
    {
        return wanted.metric == app::metric::lcs ? lcs::compute(pairs, wanted.lcs_output(), execution)
                                                 : edit::compute(pairs, wanted.edit_options(), execution);
    }

    alignment::saved_run_result compute(alignment::sequence_pair const & pair,
                                        comparison const & wanted,
                                        alignment::saved_run const & saved,
                                        plan::execution const & execution) override
    {
        return wanted.metric == app::metric::lcs ? lcs::compute(pair, wanted.lcs_output(), saved, execution)
                                                 : edit::compute(pair, wanted.edit_options(), saved, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                         app::metric const metric,
                                         plan::execution const & execution) override
    {
        return metric == app::metric::lcs ? lcs::all_pairs(sequences, execution)
                                          : edit::all_pairs(sequences, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                         std::span<packing::packed_sequence_view const> const second,
                                         app::metric const metric,
                                         plan::execution const & execution) override
    {
        return metric == app::metric::lcs ? lcs::all_pairs(first, second, execution)
                                          : edit::all_pairs(first, second, execution);
    }

    std::unique_ptr<subject_search> start_search(std::span<packing::packed_sequence_view const> const queries,
                                                 search_rule const & rule,
                                                 plan::execution const & execution) override
    {
        if (auto const * const options = std::get_if<edit::search_options>(&rule))
            return std::make_unique<own_search<edit::search>>(queries, *options, execution);
        return std::make_unique<own_search<lcs::search>>(queries, std::get<lcs::search_options>(rule), execution);
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

    std::vector<primer::site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                                         std::span<packing::packed_sequence_view const> const sequences,
                                         primer::site_options const & options,
                                         plan::execution const & execution,
                                         primer::statistics & statistics) override
    {
        return primer::find_sites(primers, sequences, options, execution, &statistics);
    }
};

} // namespace

std::unique_ptr<library> make_own_library()
{
    return std::make_unique<own_library>();
}

} // namespace seqan3_gpulcs::app
