// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_writer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/app/app_error.hpp"
#include "src/app/pair/stretches.hpp"
#include "src/app/progress_bar.hpp"

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

} // namespace

pair_writer::pair_writer(pair_options const & options, pair_list const & pairs, temporary_file & temporary) :
    pairs_{pairs},
    first_{pairs.first()},
    second_{pairs.second()},
    options_{options},
    has_free_ends_{free_ends(options).any()},
    part_rows_{rows_per_part(longest_id(first_) + longest_id(second_))},
    table_{
        make_pair_table(options.format,
                        options.metric,
                        {.part2 = free_ends(options).any(), .strand = options.both_strands, .solid = options.coverage})}
{
    unsigned const threads = formatting_threads(options.execution);
    if (is_matrix(options.format))
        matrix_.emplace(ids(first_), options.format);
    if (options.alignment)
    {
        alignment_file_ = output_file::create(*options.alignment, temporary);
        write_alignment_header(*alignment_file_, options, first_, second_);
        has_sam_line_.resize(first_.size());
        alignment_writer_.emplace(*alignment_file_, threads);
    }
    table_writer_.emplace(table_file_, threads);
    if (!matrix_)
        table_file_.write(table_.header());
}

void pair_writer::write(pair_block && compared)
{
    wait();
    block_ = std::move(compared);
    if (matrix_)
        write_matrix();
    else
        write_table();
    if (alignment_writer_)
        write_block_alignments();
    if (needs_alignments(options_))
    {
        wait();
        block_ = {};
        alignments_.clear();
    }
}

// Finishes the alignment file last, so that the previous one is kept if the table cannot be written.
void pair_writer::finish()
{
    // A single record has no pair, but a row in the matrix.
    if (matrix_)
        matrix_->write(*table_writer_);
    wait();
    // The output must be on the disk before the state of a run is removed.
    bool const is_on_disk = options_.checkpoint.has_value();
    table_file_.finish(is_on_disk);
    check_stop(options_.execution.stop);
    if (alignment_file_)
        alignment_file_->finish(is_on_disk);
}

bool pair_writer::is_wanted(compared_pair const & row) const
{
    return row.value != edit::too_distant && row.value <= options_.max_distance
        && row.identity(options_.metric) >= options_.min_identity.value_or(0);
}

// Calls a function with each pair of a part, whether it is wanted or not, with its alignment, if there is one, and with its place.
template <typename function_t>
void pair_writer::for_each_pair(block_part const & part, function_t && function) const
{
    std::size_t number = part.first;
    for (alignment::value_row const & each : part.rows)
        for (std::size_t i = 0; i < each.values.size(); ++i, ++number)
        {
            sequence const & first = first_[each.first];
            sequence const & second = second_[each.second + i];
            compared_pair pair{.id1 = first.id,
                               .id2 = second.id,
                               .length1 = first.letters.size(),
                               .length2 = second.letters.size(),
                               .value = each.values[i]};
            alignment::result const * const result = block_.results.empty() ? nullptr : &block_.results[number];
            if (has_free_ends_)
                pair.part2 = result->second;
            if (options_.both_strands)
                pair.is_reversed = block_.are_reversed[number];
            function(pair, result ? &result->path : nullptr, pair_position{each.first, each.second + i});
        }
}

// Adds the block to the matrix. Threads make its distances, and then the rows that are complete.
void pair_writer::write_matrix()
{
    constexpr std::size_t part_pairs{std::size_t{1} << 15};
    for (block_part & part : block_parts(part_pairs))
        table_writer_->write(
            [this, distances = matrix_->add(part.pairs), part = std::move(part)](std::string &)
            {
                for_each_pair(part,
                              [this, place = distances.begin()](compared_pair const & pair,
                                                                alignment::path const * const path,
                                                                pair_position const &) mutable
                              {
                                  *place++ = static_cast<float>(
                                      pair_distance(*matrix_distance(options_), options_.metric, pair, path));
                              });
            });
    table_writer_->wait();
    matrix_->write(*table_writer_);
}

void pair_writer::write_table()
{
    for (block_part & part : block_parts(part_rows_))
        table_writer_->write(
            [this, part = std::move(part)](std::string & text)
            {
                for_each_pair(part,
                              [&](compared_pair pair, alignment::path const * const path, pair_position const &)
                              {
                                  if (!is_wanted(pair))
                                      return;
                                  if (options_.coverage)
                                      pair.solid = count_solid_letters(*path);
                                  table_.append_row(text, pair);
                              });
            });
}

void pair_writer::write_block_alignments()
{
    alignments_.clear();
    for_each_pair({.rows = block_.values.rows},
                  [this](compared_pair const & pair, alignment::path const * const path, pair_position const & position)
                  {
                      if (!is_wanted(pair))
                          return;
                      alignments_.push_back({pair,
                                             path,
                                             pairs_.letters(position, pair.is_reversed).first,
                                             pairs_.qualities(position.first),
                                             has_sam_line_[position.first]});
                      // Nothing is written of sequences without letters.
                      has_sam_line_[position.first] = has_sam_line_[position.first] || pair.length2 != 0;
                  });
    write_alignments(*alignment_writer_, alignments_, options_);
}

// Divides the block into parts of equal size, whatever its rows are.
std::vector<pair_writer::block_part> pair_writer::block_parts(std::size_t const part_pairs) const
{
    std::vector<block_part> parts{};
    for (alignment::value_row rest : block_.values.rows)
        while (!rest.values.empty())
        {
            if (parts.empty() || parts.back().pairs == part_pairs)
                parts.push_back({.first = parts.size() * part_pairs});
            block_part & part = parts.back();
            std::size_t const count = std::min(rest.values.size(), part_pairs - part.pairs);
            part.rows.push_back({rest.first, rest.second, rest.values.first(count)});
            part.pairs += count;
            rest = {rest.first, rest.second + count, rest.values.subspan(count)};
        }
    return parts;
}

void pair_writer::wait()
{
    table_writer_->wait();
    if (alignment_writer_)
        alignment_writer_->wait();
}

} // namespace seqan3_gpulcs::app
