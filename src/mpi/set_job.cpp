// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/set_job.hpp"

#include "src/api/compare_pairs.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class set_job : public simple_job
{
public:
    explicit set_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        metric_ = static_cast<plan::metric>(reader.next());
        first_ = reader.next_sequences();
        is_one_set_ = reader.at_end();
        if (!is_one_set_)
            second_ = reader.next_sequences();
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        word_reader reader{given.content};
        std::uint64_t const row_begin = reader.next();
        std::uint64_t const row_end = reader.next();
        std::uint64_t const column_begin = reader.next();
        std::uint64_t const column_end = reader.next();
        std::span const rows = std::span{first_}.subspan(row_begin, row_end - row_begin);
        std::span const columns =
            std::span{is_one_set_ ? first_ : second_}.subspan(column_begin, column_end - column_begin);

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = api::compare_sets(
            is_one_set_ && row_begin == column_begin ? plan::sequence_sets{rows} : plan::sequence_sets{rows, columns},
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

void add_sets(word_writer & content, plan::sequence_sets const & sets, plan::metric const metric)
{
    content.add(static_cast<std::uint64_t>(metric));
    content.add_sequences(sets.first());
    if (!sets.is_one_set())
        content.add_sequences(sets.second());
}

words to_words(set_block const & block)
{
    return {block.row_begin, block.row_end, block.column_begin, block.column_end};
}

std::unique_ptr<job> make_set_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<set_job>(content);
}

} // namespace seqan3_gpulcs::mpi
