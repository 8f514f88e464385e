// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/primer_job.hpp"

#include <algorithm>
#include <vector>

#include "src/mpi/descriptions.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class primer_job : public simple_job
{
public:
    explicit primer_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(options_, targets_, backgrounds_);
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        std::vector<primer::target> parts{};
        for (target_part const & each : word_reader{given.content}.next<std::vector<target_part>>())
        {
            primer::target & part = parts.emplace_back(targets_[each.target]);
            part.begin = each.begin;
            part.end = each.end;
        }

        primer::statistics done{};
        auto const lengths = primer::compute(parts, backgrounds_, options_, execution, &done);
        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = make_words(done, lengths);
        return results;
    }

private:
    primer::options options_{};
    std::vector<packing::packed_sequence_view> targets_{};
    std::vector<packing::packed_sequence_view> backgrounds_{};
};

} // namespace

std::unique_ptr<job> make_primer_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<primer_job>(content);
}

void add_statistics(primer::statistics & sum, primer::statistics const & done)
{
    // The CPU may have little to do beside a device.
    if (done.backend != plan::backend::cpu)
        sum.backend = done.backend;
    sum.transfer_seconds += done.transfer_seconds;
    sum.kernel_seconds += done.kernel_seconds;
    sum.device_bytes = std::max(sum.device_bytes, done.device_bytes);
}

} // namespace seqan3_gpulcs::mpi
