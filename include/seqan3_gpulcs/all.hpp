// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Everything that an application of SeqAn3 needs, except seqan3_gpulcs::lcs::prefix_lengths.
 *
 * prefix_lengths includes the SDSL, which doubles the compile time: include lcs/prefix_lengths.hpp where you use it.
 */

#pragma once

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/alignment/run.hpp>
#include <seqan3_gpulcs/configuration/all.hpp>
#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/close_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/ranges.hpp>
#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/ranges.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/nucleotides.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/pairwise/detail/hook.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/common.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>
#include <seqan3_gpulcs/primer/ranges.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>
#include <seqan3_gpulcs/version.hpp>
