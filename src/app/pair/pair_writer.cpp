// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_writer.hpp"

#include <algorithm>
#include <utility>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>

#include "src/app/pair/alignment_lines.hpp"
#include "src/app/pair/formatting_threads.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

std::vector<std::string> ids(std::span<sequence const> const sequences)
{
    std::vector<std::string> ids{};
    for (sequence const & each : sequences)
        ids.emplace_back(each.id);
    return ids;
}

compared_pair to_row(sequence const & first, sequence const & second, std::uint64_t const value)
{
    return {.id1 = first.id,
            .id2 = second.id,
            .length1 = first.letters.size(),
            .length2 = second.letters.size(),
            .value = value};
}

} // namespace

pair_writer::pair_writer(pair_options const & options, pair_list const & pairs, temporary_file & temporary) :
    first_{pairs.first()},
    second_{pairs.second()},
    min_identity_{options.min_identity.value_or(0)},
    max_distance_{options.max_distance},
    split_gaps_{options.split_gaps},
    part_rows_{rows_per_part(longest_id(first_) + longest_id(second_))},
    metric_{options.metric},
    table_{options.format, options.metric, false},
    is_on_disk_{options.checkpoint.has_value()}
{
    unsigned const threads = formatting_threads(options.execution);
    if (is_matrix(options.format))
        matrix_.emplace(ids(first_), options.format);
    if (options.alignment)
    {
        alignment_file_ = output_file::create(*options.alignment, temporary);
        alignment_writer_.emplace(*alignment_file_, threads);
    }
    table_writer_.emplace(table_file_, threads);
    if (!matrix_)
        table_file_.write(table_.header());
}

void pair_writer::write(batch<record_pair> && compared, std::vector<alignment::result> && results)
{
    wait();
    batch_ = std::move(compared);
    results_ = std::move(results);
    if (matrix_)
        write_batch_matrix();
    else
        write_batch_table();
    if (alignment_writer_)
    {
        write_batch_alignments();
        wait();
        results_.clear();
    }
}

void pair_writer::write(pair_block && compared)
{
    wait();
    block_ = std::move(compared);
    if (matrix_)
        write_block_matrix();
    else
        write_block_table();
}

// Finishes the alignment file last, so that the previous one is kept if the table cannot be written.
void pair_writer::finish(std::stop_token const & stop)
{
    // A single record has no pair, but a row in the matrix.
    if (matrix_)
        matrix_->write(*table_writer_);
    wait();
    table_file_.finish(is_on_disk_);
    if (stop.stop_requested())
        throw operation_stopped{"The program was stopped before its output was complete."};
    if (alignment_file_)
        alignment_file_->finish(is_on_disk_);
}

bool pair_writer::is_wanted(compared_pair const & row) const
{
    return row.value != edit::too_distant && row.value <= max_distance_
        && identity(metric_, row.value, row.length1, row.length2) >= min_identity_;
}

// The distance of two records in a matrix.
float pair_writer::distance(sequence const & first, sequence const & second, std::uint64_t const value) const
{
    return static_cast<float>(1 - identity(metric_, value, first.letters.size(), second.letters.size()));
}

void pair_writer::append_row(std::string & text, compared_pair const & row) const
{
    if (is_wanted(row))
        table_.append_row(text, row);
}

compared_pair pair_writer::batch_row(std::size_t const i) const
{
    return to_row(*batch_.pairs[i].first, *batch_.pairs[i].second, value_of(results_[i], metric_));
}

void pair_writer::write_batch_matrix()
{
    std::span<float> const distances = matrix_->add(results_.size());
    for (std::size_t i = 0; i < results_.size(); ++i)
        distances[i] = distance(*batch_.pairs[i].first, *batch_.pairs[i].second, value_of(results_[i], metric_));
    matrix_->write(*table_writer_);
}

void pair_writer::write_batch_table()
{
    write_rows(*table_writer_,
               results_.size(),
               part_rows_,
               [this](std::string & text, std::size_t const i)
               {
                   append_row(text, batch_row(i));
               });
}

void pair_writer::write_batch_alignments()
{
    write_alignments(
        *alignment_writer_,
        batch_.letters,
        results_,
        [this](std::size_t const i)
        {
            compared_pair const row = batch_row(i);
            return is_wanted(row) ? std::optional{row} : std::nullopt;
        },
        split_gaps_);
}

// Adds a block to the matrix. Threads make its distances, and then the rows that are complete.
void pair_writer::write_block_matrix()
{
    constexpr std::size_t part_pairs{std::size_t{1} << 15};
    for (std::vector<compared_row> & part : block_parts(part_pairs))
    {
        std::size_t pairs = 0;
        for (compared_row const & each : part)
            pairs += each.values.size();
        table_writer_->write(
            [this, part = std::move(part), distances = matrix_->add(pairs)](std::string &)
            {
                fill_in(distances, part);
            });
    }
    table_writer_->wait();
    matrix_->write(*table_writer_);
}

void pair_writer::write_block_table()
{
    for (std::vector<compared_row> & part : block_parts(part_rows_))
        table_writer_->write(
            [this, part = std::move(part)](std::string & text)
            {
                append_rows(text, part);
            });
}

// Divides the block into parts of equal size, whatever its rows are.
std::vector<std::vector<compared_row>> pair_writer::block_parts(std::size_t const part_pairs) const
{
    std::vector<std::vector<compared_row>> parts{};
    std::size_t room = 0;
    for (compared_row rest : block_.rows)
    {
        while (!rest.values.empty())
        {
            if (room == 0)
            {
                parts.emplace_back();
                room = part_pairs;
            }
            std::size_t const count = std::min(rest.values.size(), room);
            parts.back().push_back({rest.row, rest.column, rest.values.first(count)});
            rest = {rest.row, rest.column + count, rest.values.subspan(count)};
            room -= count;
        }
    }
    return parts;
}

void pair_writer::fill_in(std::span<float> const distances, std::span<compared_row const> const rows) const
{
    auto next = distances.begin();
    for (compared_row const & each : rows)
        for (std::size_t i = 0; i < each.values.size(); ++i)
            *next++ = distance(first_[each.row], second_[each.column + i], each.values[i]);
}

void pair_writer::append_rows(std::string & text, std::span<compared_row const> const rows) const
{
    for (compared_row const & each : rows)
        for (std::size_t i = 0; i < each.values.size(); ++i)
            append_row(text, to_row(first_[each.row], second_[each.column + i], each.values[i]));
}

void pair_writer::wait()
{
    table_writer_->wait();
    if (alignment_writer_)
        alignment_writer_->wait();
}

} // namespace seqan3_gpulcs::app
