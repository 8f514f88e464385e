// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/set_job.hpp"

#include "src/api/compare_pairs.hpp"
#include "src/mpi/descriptions.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class set_job : public simple_job
{
public:
    explicit set_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(metric_, is_one_set_, first_, second_);
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        auto const block = word_reader{given.content}.next<set_block>();
        std::span const rows = std::span{first_}.subspan(block.row_begin, block.row_end - block.row_begin);
        std::span const columns =
            std::span{is_one_set_ ? first_ : second_}.subspan(block.column_begin,
                                                              block.column_end - block.column_begin);

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content =
            api::compare_sets(is_one_set_ && block.row_begin == block.column_begin ? plan::sequence_sets{rows}
                                                                                   : plan::sequence_sets{rows, columns},
                              metric_,
                              execution);
        return results;
    }

private:
    plan::metric metric_{};
    std::vector<packing::packed_sequence_view> first_{};
    std::vector<packing::packed_sequence_view> second_{};
    bool is_one_set_{};
};

} // namespace

std::unique_ptr<job> make_set_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<set_job>(content);
}

} // namespace seqan3_gpulcs::mpi
