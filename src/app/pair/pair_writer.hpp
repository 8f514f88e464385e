// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the results of `gpulcs lcs` and `gpulcs edit`.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/distance_matrix.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/result_table.hpp"
#include "src/app/pair/batch.hpp"
#include "src/app/pair/pair_blocks.hpp"
#include "src/app/pair/pair_list.hpp"
#include "src/app/pair/pair_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Writes the results of pairs: a table or a matrix, and alignments if they are wanted.
 *
 * All threads format rows, while the next pairs are compared; on a terminal, where the progress is shown meanwhile, it is
 * the thread that calls.
 */
class pair_writer
{
public:
    /*!\brief Writes the header of a table.
     * \param options   The options of the command.
     * \param pairs     All pairs; must live longer than this object, as must the next one.
     * \param temporary Holds the alignments until they are complete.
     * \throws output_error
     * \throws seqan3_gpulcs::invalid_option if the ids of the records cannot be names in the matrix.
     */
    pair_writer(pair_options const & options, pair_list const & pairs, temporary_file & temporary);

    // Objects cannot be copied, as the writers refer to the files.
    pair_writer(pair_writer const &) = delete;
    pair_writer & operator=(pair_writer const &) = delete;

    /*!\brief Writes the results of the next pairs; alignments before it returns, because they take much memory.
     * \throws output_error, also for earlier results.
     */
    void write(batch<record_pair> && compared, std::vector<alignment::result> && results);

    //!\brief The same for values alone.
    void write(pair_block && compared);

    /*!\brief Completes the outputs.
     * \throws output_error
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested; the alignments are dropped.
     */
    void finish(std::stop_token const & stop);

private:
    bool is_wanted(compared_pair const & row) const;
    float distance(sequence const & first, sequence const & second, std::uint64_t value) const;
    void append_row(std::string & text, compared_pair const & row) const;
    compared_pair batch_row(std::size_t i) const;
    void write_batch_matrix();
    void write_batch_table();
    void write_batch_alignments();
    void write_block_matrix();
    void write_block_table();
    std::vector<std::vector<compared_row>> block_parts(std::size_t part_pairs) const;
    void fill_in(std::span<float> distances, std::span<compared_row const> rows) const;
    void append_rows(std::string & text, std::span<compared_row const> rows) const;
    void wait();

    std::span<sequence const> first_;
    std::span<sequence const> second_;
    double min_identity_;
    std::uint64_t max_distance_;
    std::optional<std::uint64_t> split_gaps_;
    std::size_t part_rows_;
    metric metric_;
    result_table table_;
    bool is_on_disk_; // Whether finish() waits for the disk, as it must before the state of a run is removed.
    std::optional<distance_matrix> matrix_{};
    // The batch and its results, or the block, that is being written.
    batch<record_pair> batch_{};
    std::vector<alignment::result> results_{};
    pair_block block_{};
    output_file table_file_{output_file::standard_output()};
    std::optional<output_file> alignment_file_{};
    // The writers are the last members: their threads use all others.
    std::optional<parallel_writer> table_writer_{};
    std::optional<parallel_writer> alignment_writer_{};
};

} // namespace seqan3_gpulcs::app
