// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/part_job.hpp"

#include <algorithm>
#include <utility>

#include "src/backend/backend.hpp"
#include "src/mpi/execution_words.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

part_task read_task(word_reader & reader)
{
    part_task task{};
    task.columns_per_chunk = reader.next();
    task.share = reader.next();
    task.shares.resize(reader.next());
    for (row_share & one : task.shares)
    {
        one.rank = reader.next();
        one.row_end = reader.next();
    }
    task.wants_vertical = reader.next() != 0;
    return task;
}

class part_job : public job
{
public:
    explicit part_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        plan::matrix_region & region = plan_.region;
        for (std::uint64_t * const bound :
             {&region.row_begin, &region.row_end, &region.column_begin, &region.column_end})
            *bound = reader.next();
        plan_.checkpoints.row_spacing = reader.next();
        plan_.checkpoints.column_spacing = reader.next();
        plan_.vertical = reader.next_words();
        part_.rows = reader.next_sequence();
        part_.columns = reader.next_sequence();
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        word_reader reader{given.content};
        part_task next = read_task(reader);
        words border = begin(next, given.number, reader.next_words());
        part_.borders = {vertical_, border};
        plan::source_statistics const statistics = backend::find_backend(execution).compute_part(part_, execution);

        std::vector<outgoing> sent{};
        bool const is_last_share = next.share + 1 == next.shares.size();
        outgoing result{.number = next.result_number(given.number),
                        .content = finish(statistics, next.wants_vertical, is_last_share ? border : words{})};
        if (!is_last_share)
        {
            int const rank = static_cast<int>(next.shares[++next.share].rank);
            sent.push_back({rank, message_kind::task, given.number, to_words(next, border)});
        }
        sent.push_back(std::move(result));
        return sent;
    }

private:
    // Makes the part of a task, and returns its upper border.
    words begin(part_task const & task, std::uint64_t const chunk, std::span<std::uint64_t const> const border)
    {
        plan::matrix_region & region = part_.region;
        region = task.part(plan_.region, chunk);
        if (chunk == 0)
            begin_rows();

        plan::checkpoint_grid const & grid = plan_.checkpoints;
        auto const count = [](plan::interval const & whole, std::uint64_t const size, std::uint64_t const spacing)
        {
            return plan::checkpoint_count(whole, size, spacing);
        };
        kept_columns_.resize(count({region.column_begin, region.column_end}, part_.columns.size(), grid.column_spacing)
                             * region.row_words());
        kept_rows_.resize(count({region.row_begin, region.row_end}, part_.rows.size(), grid.row_spacing)
                          * region.column_words());
        part_.kept = {grid, region, kept_columns_.data(), kept_rows_.data()};
        return border.empty() ? words(region.column_words()) : words{border.begin(), border.end()};
    }

    // V before the first column.
    void begin_rows()
    {
        plan::matrix_region const & region = part_.region;
        vertical_.assign(region.row_words(), ~std::uint64_t{0});
        if (!plan_.vertical.empty())
            std::ranges::copy(
                plan_.vertical.subspan((region.row_begin - plan_.region.row_begin) / 64, region.row_words()),
                vertical_.begin());
    }

    words finish(plan::source_statistics const & statistics, bool const wants_vertical, words const & horizontal) const
    {
        word_writer content{};
        content.add_real(statistics.transfer_seconds);
        content.add_real(statistics.kernel_seconds);
        content.add(statistics.device_bytes);
        add_backends(content, statistics.backends);
        content.add_words(horizontal);
        content.add_words(wants_vertical ? vertical_ : words{});
        content.add_words(kept_columns_);
        content.add_words(kept_rows_);
        return content.take();
    }

    part_plan plan_{};
    plan::matrix_part part_{};
    words vertical_{};
    words kept_columns_{};
    words kept_rows_{};
};

} // namespace

plan::matrix_region part_task::part(plan::matrix_region const & region, std::uint64_t const chunk) const noexcept
{
    std::uint64_t const column = region.column_begin + chunk * columns_per_chunk;
    return {.row_begin = share == 0 ? region.row_begin : shares[share - 1].row_end,
            .row_end = shares[share].row_end,
            .column_begin = column,
            .column_end = std::min(column + columns_per_chunk, region.column_end)};
}

void add_parts(word_writer & content, lcs::sequence_pair const & pair, part_plan const & plan)
{
    auto const & [row_begin, row_end, column_begin, column_end] = plan.region;
    for (std::uint64_t const word :
         {row_begin, row_end, column_begin, column_end, plan.checkpoints.row_spacing, plan.checkpoints.column_spacing})
        content.add(word);
    content.add_words(plan.vertical);
    content.add_sequence(pair.first);
    content.add_sequence(pair.second);
}

std::unique_ptr<job> make_part_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<part_job>(content);
}

words to_words(part_task const & task, std::span<std::uint64_t const> const border)
{
    word_writer content{};
    content.add(task.columns_per_chunk);
    content.add(task.share);
    content.add(task.shares.size());
    for (row_share const & one : task.shares)
    {
        content.add(one.rank);
        content.add(one.row_end);
    }
    content.add(task.wants_vertical);
    content.add_words(border);
    return content.take();
}

finished_part read_part(std::span<std::uint64_t const> const content)
{
    word_reader reader{content};
    finished_part found{};
    found.statistics.transfer_seconds = reader.next_real();
    found.statistics.kernel_seconds = reader.next_real();
    found.statistics.device_bytes = reader.next();
    read_backends(reader, found.statistics.backends);
    found.horizontal = reader.next_words();
    found.vertical = reader.next_words();
    found.kept_columns = reader.next_words();
    found.kept_rows = reader.next_words();
    return found;
}

} // namespace seqan3_gpulcs::mpi
