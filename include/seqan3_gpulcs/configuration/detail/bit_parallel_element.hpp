// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element itself. Users include configuration/bit_parallel.hpp.
 */

#pragma once

#include <cstddef>
#include <utility>

#include <seqan3/alignment/configuration/detail.hpp>
#include <seqan3/core/configuration/pipeable_config_element.hpp>

#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Makes `seqan3::align_pairwise` compute bit-parallel, on the fastest hardware there is.
 *
 * ```cpp
 * using namespace seqan3_gpulcs;
 * auto const config = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | align_cfg::bit_parallel{};
 *
 * // With four threads and 100 MiB:
 * align_cfg::bit_parallel{{.threads = 4, .memory_limit = 100 << 20}}
 * ```
 *
 * The configuration must be one that the library honours: `method_global` without free end gaps, and a scheme with
 * match 1, mismatch 0 and free gaps, such as seqan3_gpulcs::align_cfg::lcs_scheme. Other elements, such as
 * `method_local`, `band_fixed_size`, `min_score` and `vectorised`, and unknown scoring schemes do not compile; for other
 * values `align_pairwise` throws `seqan3::invalid_alignment_configuration`. Both say what to change. All outputs,
 * `on_result`, `parallel` and `score_type` work as with SeqAn3's own algorithms.
 *
 * Which of several best alignments is returned: see seqan3_gpulcs::lcs::compute.
 *
 * ### Threads
 *
 * The element brings its own threads, for many pairs and for a single one; `seqan3::align_cfg::parallel` is not needed.
 * With it, each of SeqAn3's threads works on its pairs alone, unless `execution.threads` says otherwise; then the
 * memory limit holds for each of these threads, and each of them calls `execution.on_progress`, maybe at the same time.
 * Mind that an exception in a thread of SeqAn3's ends the program, whoever throws it: a stop token should be used
 * without `parallel`.
 *
 * ### Batches
 *
 * Without `parallel`, pairs are computed in batches; the results of a batch come when all of it is done. A batch ends
 * after `batch_size` pairs or 2^25 letters. Progress (`execution.on_progress`) is that of one batch.
 *
 * ### Lifetimes
 *
 * As with SeqAn3's own algorithms, the rows of an alignment are views on the sequences. They dangle if the range of
 * pairs makes its sequences only when they are asked for.
 */
class bit_parallel : private seqan3::pipeable_config_element
{
public:
    //!\brief Where and how.
    plan::execution execution{};
    //!\brief The most pairs that are packed and computed at a time; more than the default is the same as the default.
    std::size_t batch_size{plan::max_batch_pairs};

    //!\brief Everything by default.
    bit_parallel() = default;

    /*!\brief Sets where and how.
     * \param how           Where and how.
     * \param pairs_at_once The most pairs that are packed and computed at a time; 0 is the same as 1.
     */
    explicit bit_parallel(plan::execution how, std::size_t const pairs_at_once = plan::max_batch_pairs) :
        execution{std::move(how)},
        batch_size{pairs_at_once}
    {}

    //!\privatesection
    //!\brief Borrowed: SeqAn3's ids are fixed, and `vectorised` is what this element must exclude.
    static constexpr seqan3::detail::align_config_id id{seqan3::detail::align_config_id::vectorised};
};

} // namespace seqan3_gpulcs::align_cfg
