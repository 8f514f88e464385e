// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What fuzz targets run: each function ends the process if a result is wrong.
 */

#pragma once

#include "fuzz/input.hpp"

namespace fuzz
{

void pack(input & from);                   //!< Packing, in chunks and in pieces, and unpacking.
void compare_pairs(input & from);          //!< Pairs and sets of sequences, as users call it.
void compare_by_each_method(input & from); //!< Pairs by methods that are chosen for other sizes.
void search(input & from);                 //!< Searches.
void find_primers(input & from);           //!< Primers, their matches, and common ones.
void find_sites(input & from);             //!< Sites of primers, and products.
void read_sequences(input & from);         //!< FASTA and FASTQ, plain or compressed.
void read_primers(input & from);           //!< Files of primers.
void draw_pictures(input & from);          //!< PAF and bedGraph.
void parse_arguments(input & from);        //!< The command line of the program.
void resume_run(input & from);             //!< States of saved runs that are damaged.

} // namespace fuzz
