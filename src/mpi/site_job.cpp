// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/site_job.hpp"

#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/mpi/descriptions.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class site_job : public simple_job
{
public:
    explicit site_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(options_, primers_, sequences_);
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        std::uint64_t begin{};
        std::uint64_t end{};
        word_reader{given.content}(begin, end);
        primer::statistics done{};
        std::vector<primer::site> sites =
            primer::find_sites(std::span{primers_}.subspan(begin, end - begin), sequences_, options_, execution, &done);
        for (primer::site & site : sites)
            site.primer += begin;

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = make_words(done, sites);
        return results;
    }

private:
    primer::site_options options_{};
    std::vector<packing::packed_sequence_view> primers_{};
    std::vector<packing::packed_sequence_view> sequences_{};
};

} // namespace

std::unique_ptr<job> make_site_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<site_job>(content);
}

} // namespace seqan3_gpulcs::mpi
