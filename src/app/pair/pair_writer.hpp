// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the results of `gpulcs lcs` and `gpulcs edit`.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/distance_matrix.hpp"
#include "src/app/io/table/pair_table.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/pair/alignment_lines.hpp"
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
     * \param options   The options of the command; must live longer than this object, as must all other arguments.
     * \param pairs     All pairs.
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
    void write(pair_block && compared);

    /*!\brief Completes the outputs.
     * \throws output_error
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested; the alignments are dropped.
     */
    void finish();

private:
    // Some consecutive pairs of a block.
    struct block_part
    {
        std::size_t first{}; // The number of the first pair in the block.
        std::size_t pairs{};
        std::vector<alignment::value_row> rows{};
    };

    bool is_wanted(compared_pair const & row) const;
    template <typename function_t>
    void for_each_pair(block_part const & part, function_t && function) const;
    void write_matrix();
    void write_table();
    void write_block_alignments();
    std::vector<block_part> block_parts(std::size_t part_pairs) const;
    void wait();

    pair_list const & pairs_;
    std::span<sequence const> first_;
    std::span<sequence const> second_;
    pair_options const & options_;
    bool has_free_ends_;
    std::size_t part_rows_;
    table<compared_pair> table_;
    std::optional<distance_matrix> matrix_{};
    pair_block block_{};                       //!< The pairs that are being written.
    std::vector<pair_alignment> alignments_{}; //!< Those of them whose alignments are written.
    std::vector<bool> has_sam_line_{};         //!< Whether SAM has a line of each first sequence.
    output_file table_file_{output_file::standard_output()};
    std::optional<output_file> alignment_file_{};
    // The writers are the last members: their threads use all others.
    std::optional<parallel_writer> table_writer_{};
    std::optional<parallel_writer> alignment_writer_{};
};

} // namespace seqan3_gpulcs::app
