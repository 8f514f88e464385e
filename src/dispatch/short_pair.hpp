// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One short pair, which the calling thread compares at once.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::dispatch
{

/*!\brief Alignments of pairs with longer sequences are not found at once.
 *
 * Alignments of 100 letters take 0.75 us (LCS) and 0.94 us (edit distance) instead of 1.8 and 2.2: lcs_benchmark and edit_benchmark
 * --benchmark_filter=single, one thread of an AMD EPYC with AVX-512 (Zen 4).
 */
inline constexpr std::uint64_t max_path_size{384};

//!\brief Values of pairs with longer sequences are not found at once, however similar they are.
inline constexpr std::uint64_t max_similar_size{4096};

/*!\brief The length of a longest common subsequence of two short strings, or their edit distance.
 * \param first     One string.
 * \param second    The other one.
 * \param metric    What is compared.
 * \param execution Where and how to compute.
 * \returns The value; none if the pair has to take the way of all others: it is too long, or the execution wants a device, or to be
 *          told something, or to stop.
 *
 * For strings of a few hundred letters, planning and packing would take several times as long as the comparison; for
 * strings of a thousand, they would take as long as it.
 */
std::optional<std::uint64_t> find_value_at_once(std::string_view first,
                                                std::string_view second,
                                                plan::metric metric,
                                                plan::execution const & execution);

//!\brief The same for packed sequences. \throws seqan3_gpulcs::invalid_option if their letters are of different kinds.
std::optional<std::uint64_t> find_value_at_once(packing::packed_sequence_view const & first,
                                                packing::packed_sequence_view const & second,
                                                plan::metric metric,
                                                plan::execution const & execution);

//!\brief The alignment of two short strings.
std::optional<alignment::path> find_path_at_once(std::string_view first,
                                                 std::string_view second,
                                                 plan::metric metric,
                                                 plan::execution const & execution);

//!\brief The same for packed sequences. \throws seqan3_gpulcs::invalid_option if their letters are of different kinds.
std::optional<alignment::path> find_path_at_once(packing::packed_sequence_view const & first,
                                                 packing::packed_sequence_view const & second,
                                                 plan::metric metric,
                                                 plan::execution const & execution);

} // namespace seqan3_gpulcs::dispatch
