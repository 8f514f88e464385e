// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/part_job.hpp"

#include <algorithm>
#include <utility>

#include "src/backend/backend.hpp"
#include "src/mpi/execution_words.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// A task: which of the shares, all shares, and the upper border, which is empty in the first row.
words to_words(std::uint64_t const columns_per_chunk,
               std::uint64_t const share,
               std::span<row_share const> const shares,
               words const & border)
{
    word_writer content{};
    content.add(columns_per_chunk);
    content.add(share);
    content.add(shares.size());
    for (row_share const & one : shares)
    {
        content.add(one.rank);
        content.add(one.row_end);
    }
    content.add_words(border);
    return content.take();
}

class part_job : public job
{
public:
    explicit part_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        plan_.wants_vertical = reader.next() != 0;
        plan_.checkpoints.row_spacing = reader.next();
        plan_.checkpoints.column_spacing = reader.next();
        part_.rows = reader.next_sequence();
        part_.columns = reader.next_sequence();
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        words border = begin(given);
        if (border.empty())
            border.resize(part_.region.column_words());
        part_.borders = {vertical_, border};
        statistics_.add(backend::find_backend(execution).compute_part(part_, execution));

        std::vector<outgoing> sent{};
        bool const is_last_share = share_ + 1 == shares_.size();
        if (is_last_share)
            sent.push_back({.number = given.number, .content = std::move(border)});
        else
            sent.push_back({.rank = static_cast<int>(shares_[share_ + 1].rank),
                            .kind = message_kind::task,
                            .number = given.number,
                            .content = to_words(columns_per_chunk_, share_ + 1, shares_, border)});
        if (part_.region.column_end == part_.columns.size())
            sent.push_back({.number = given.number + 1 + share_, .content = finish()});
        return sent;
    }

private:
    // Makes the part of a task, and returns its upper border.
    words begin(task const & given)
    {
        word_reader reader{given.content};
        columns_per_chunk_ = reader.next();
        share_ = reader.next();
        shares_.resize(reader.next());
        for (row_share & one : shares_)
        {
            one.rank = reader.next();
            one.row_end = reader.next();
        }
        auto const border = reader.next_words();

        std::uint64_t const column_begin = given.number * columns_per_chunk_;
        part_.region = {.row_begin = share_ == 0 ? 0 : shares_[share_ - 1].row_end,
                        .row_end = shares_[share_].row_end,
                        .column_begin = column_begin,
                        .column_end = std::min(column_begin + columns_per_chunk_, part_.columns.size())};
        if (column_begin == 0)
            make_room();
        return {border.begin(), border.end()};
    }

    // For all columns.
    void make_room()
    {
        vertical_.assign(part_.region.row_words(), ~std::uint64_t{0});
        plan::matrix_region const all{part_.region.row_begin, part_.region.row_end, 0, part_.columns.size()};
        plan::checkpoint_grid const & grid = plan_.checkpoints;
        kept_columns_.resize(plan::checkpoint_count({0, all.column_end}, part_.columns.size(), grid.column_spacing)
                             * all.row_words());
        kept_rows_.resize(plan::checkpoint_count({all.row_begin, all.row_end}, part_.rows.size(), grid.row_spacing)
                          * all.column_words());
        part_.kept = {grid, all, kept_columns_.data(), kept_rows_.data()};
    }

    words finish() const
    {
        word_writer content{};
        content.add_real(statistics_.transfer_seconds);
        content.add_real(statistics_.kernel_seconds);
        content.add(statistics_.device_bytes);
        add_backends(content, statistics_.backends);
        content.add_words(plan_.wants_vertical ? vertical_ : words{});
        content.add_words(kept_columns_);
        content.add_words(kept_rows_);
        return content.take();
    }

    part_plan plan_{};
    std::uint64_t columns_per_chunk_{};
    std::uint64_t share_{};
    std::vector<row_share> shares_{};
    plan::matrix_part part_{};
    words vertical_{};
    words kept_columns_{};
    words kept_rows_{};
    plan::source_statistics statistics_{};
};

} // namespace

void add_parts(word_writer & content, lcs::sequence_pair const & pair, part_plan const & plan)
{
    content.add(plan.wants_vertical);
    content.add(plan.checkpoints.row_spacing);
    content.add(plan.checkpoints.column_spacing);
    content.add_sequence(pair.first);
    content.add_sequence(pair.second);
}

std::unique_ptr<job> make_part_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<part_job>(content);
}

words first_part(std::uint64_t const columns_per_chunk, std::span<row_share const> const shares)
{
    return to_words(columns_per_chunk, 0, shares, {});
}

finished_share read_share(std::span<std::uint64_t const> const content)
{
    word_reader reader{content};
    finished_share found{};
    found.statistics.transfer_seconds = reader.next_real();
    found.statistics.kernel_seconds = reader.next_real();
    found.statistics.device_bytes = reader.next();
    read_backends(reader, found.statistics.backends);
    found.vertical = reader.next_words();
    found.kept_columns = reader.next_words();
    found.kept_rows = reader.next_words();
    return found;
}

} // namespace seqan3_gpulcs::mpi
