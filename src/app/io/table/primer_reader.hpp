// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads files of primers.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief A primer of a file.
struct named_primer
{
    std::string name{};    //!< The name, without control characters; not empty.
    std::string letters{}; //!< IUPAC's codes for nucleotides, in upper case, with T instead of U; at least one.
    bool is_probe{};       //!< Whether it is a probe, which nothing extends.
    std::uint64_t line{};  //!< Where it stands in the file, counted from 1.
};

/*!\brief Reads a file of primers, plain or compressed; `-` is standard input. The content tells which format it has.
 * \param path The file.
 * \returns The primers in the order of the file; at least one, and all with different names.
 * \throws input_error
 *
 * Formats:
 *
 * * FASTA; the name of a primer is the header up to the first white space. If the word `probe` is after it, in upper or lower case, it is
 *   a probe.
 * * A table, tab-separated with a header. The columns `id` and `sequence` are read. If there are `start`, `end`, `length` and `gc` as
 *   well, as in a table of the program's own, the id is that of a target, and the name becomes ID:START-END(+).
 * * A table with the columns `forward`, `forward_sequence`, `reverse` and `reverse_sequence`, as the program writes it for products. A
 *   primer that is in several rows is read once.
 * * The output of Primer3 (Boulder-IO): all left and right primers and internal oligos, which are probes, with a name such as
 *   SEQUENCE_ID_LEFT_0. Its last record must be complete: a primer may be cut off with the rest of the file.
 */
std::vector<named_primer> read_primers(std::string const & path);

} // namespace seqan3_gpulcs::app
