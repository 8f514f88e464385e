// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the alignments of `gpulcs lcs`, `gpulcs edit` and `gpulcs search`.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/packed_block.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/pair_table.hpp"
#include "src/app/io/table/parallel_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A pair with its alignment.
struct pair_alignment
{
    compared_pair pair{};
    alignment::path const * path{};
    packing::packed_sequence_view
        first{};                  //!< The letters of the first sequence, or of its reverse complement, as compared.
    std::string_view qualities{}; //!< The qualities of the first sequence, as they were read; none if unknown.
    bool is_secondary{};          //!< Whether the file has another alignment of the first sequence before this one.
};

//!\brief Whether an alignment of sequences of these lengths has a line in SAM, which has no sequences without letters.
constexpr bool has_sam_line(std::uint64_t const length1, std::uint64_t const length2) noexcept
{
    return length1 != 0 && length2 != 0;
}

/*!\brief Begins a file of alignments, if its format is SAM.
 * \param file    The file.
 * \param options Its name, which tells the format.
 * \param first   All first sequences.
 * \param second  All second sequences.
 * \throws input_error if SAM does not allow the id of a sequence; output_error
 */
void write_alignment_header(output_file & file,
                            comparison_options const & options,
                            std::span<sequence const> first,
                            std::span<sequence const> second);

/*!\brief Adds the lines of an alignment, in PAF or SAM.
 * \param text    Where they are added.
 * \param each    The alignment.
 * \param options The format, and whether gaps split alignments.
 */
void append_alignment(std::string & text, pair_alignment const & each, comparison_options const & options);

/*!\brief Writes alignments as lines of PAF or SAM, in parts that take about the same time.
 * \param writer  Writes the parts.
 * \param pairs   The pairs; must live until the wait() of the writer.
 * \param options The format, and whether gaps split alignments; must live as long.
 * \throws output_error
 */
void write_alignments(parallel_writer & writer,
                      std::span<pair_alignment const> pairs,
                      comparison_options const & options);

} // namespace seqan3_gpulcs::app
