// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element itself. Users include configuration/bit_parallel.hpp.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <seqan3/alignment/configuration/detail.hpp>
#include <seqan3/core/configuration/pipeable_config_element.hpp>

#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Makes `seqan3::align_pairwise` use bit-parallel algorithms, on the fastest available hardware.
 *
 * ```cpp
 * using namespace seqan3_gpulcs;
 * auto const config = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | align_cfg::bit_parallel{};
 *
 * // With four threads and 100 MiB:
 * align_cfg::bit_parallel{{.threads = 4, .memory_limit = 100 << 20}}
 * ```
 *
 * The configuration must be one that the library supports:
 *
 * | scores | method | computes |
 * |---|---|---|
 * | seqan3_gpulcs::align_cfg::lcs_scheme, or match 1, mismatch 0 and free gaps | `method_global` without free ends | longest common subsequences |
 * | `seqan3::align_cfg::edit_scheme`, seqan3_gpulcs::align_cfg::edit_scheme, or match 0, mismatch -1, gap open 0 and gap extension -1 | `method_global` with any free ends | edit distances |
 *
 * Without gap costs, the scoring scheme of `seqan3::align_cfg::edit_scheme` also means edit distances if no ends are free or both of
 * sequence 1: then SeqAn3 has no open score either. A configuration may be `constexpr`.
 *
 * All outputs, `on_result`, `parallel` and `score_type` work as with SeqAn3's own algorithms, and so does `min_score` where SeqAn3
 * allows it: for the edit distances of nucleotides, without free ends or with both free ends of sequence 1. The member
 * seqan3_gpulcs::align_cfg::bit_parallel::min_score is for all scores. Other
 * elements, such as `method_local`, `band_fixed_size` and `vectorised`, and unknown scoring schemes do not compile; for
 * unsupported values `align_pairwise` throws `seqan3::invalid_alignment_configuration`. Both messages say what to change.
 *
 * ### Which alignment
 *
 * If there are several longest common subsequences, seqan3_gpulcs::lcs::compute says which one is returned. If several
 * alignments have as few edits, it is the one that SeqAn3's own algorithm returns for the same configuration. Which one that is depends on its
 * algorithm: one for edit distances (the scheme is that of `seqan3::align_cfg::edit_scheme`, or up to SeqAn3 3.3 any
 * `seqan3::nucleotide_scoring_scheme`, and no ends are free or both of sequence 1) and others for affine gaps. The first one prefers
 * gaps and the last of several ends, the others matches and, if the alignment is an
 * output, the first end; see seqan3_gpulcs::alignment::preference and seqan3_gpulcs::alignment::end_choice.
 *
 * Letters of two different nucleotide alphabets are always compared as `seqan3::dna15`, as the scoring scheme says; SeqAn3's
 * algorithm for edit distances converts those of sequence 1 to the alphabet of sequence 2. It also tells apart equal letters with
 * different qualities, which are ignored here.
 *
 * ### Threads
 *
 * The element uses its own threads, for many pairs and for a single one; `seqan3::align_cfg::parallel` is not needed.
 * `parallel{n}` means `execution.threads = n`; SeqAn3 starts no threads. Callbacks, the one of `on_result` among them, are called
 * by the thread that calls `align_pairwise` or increments its iterator, in the order of the pairs; exceptions also reach it.
 *
 * Only that thread reads the range of pairs. Other threads read sequences, different ones at a time: those in memory and in
 * containers, and with `parallel` also views, whose functions must then be safe to call concurrently.
 *
 * ### Batches
 *
 * Pairs are computed in batches. While one is computed, the one before it is handed on, and the one after it is packed; with
 * `execution.on_progress` or `execution.on_route`, one after the other. A batch ends after `batch_size` pairs or 2^25 letters, and sequences that
 * neighbouring pairs share are packed once in a batch. Pairs of sequences with at most 512 letters (somewhat less with
 * alignments, 256 where the choice may fall on a device) are not packed if the CPU may compute them, all threads may read them and the memory
 * limit suffices. Their batches end after 512 pairs for each thread. A single short pair needs no batch. Without `on_result`, SeqAn3 gets the results of up to 2^16 pairs at a
 * time, and nothing is computed until they have been read. Progress covers one batch.
 * Primers have limits of their own: seqan3_gpulcs::align_cfg::k_difference_primer.
 *
 * ### Alignments
 *
 * A row of an alignment is a seqan3_gpulcs::pairwise::alignment_row: it is read like SeqAn3's `gap_decorator`, but cannot be
 * changed. Both rows together take 2.5 bits for each column. Without `on_result`, SeqAn3 keeps those of up to 2^16 pairs; with
 * many long alignments, use `on_result`.
 *
 * As with SeqAn3's own algorithms, rows are views of the sequences. They dangle if the range of pairs creates its sequences on
 * the fly.
 */
class bit_parallel : private seqan3::pipeable_config_element
{
public:
    //!\brief Where and how to compute.
    plan::execution execution{};
    //!\brief The maximum number of pairs per batch; values above the default mean the default.
    std::size_t batch_size{plan::max_batch_pairs};

    /*!\brief The smallest score of interest, for longest common subsequences and edit distances with any free ends.
     *
     * A pair whose score is less has the lowest number of the score type as its score, positions at the ends of both sequences, and an
     * alignment without columns; it may take a fraction of the time. Where SeqAn3's own `min_score` is in the configuration, this must not be set.
     *
     * ```cpp
     * align_cfg::bit_parallel element{};
     * element.min_score = 80;
     * auto const config = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | element;
     * ```
     */
    std::optional<std::int64_t> min_score{};

    /*!\brief Is told what each batch took, by the thread that calls `align_pairwise` or increments its iterator, before the results of the
     *        batch. Where nothing is computed, as for ids alone, there are no batches.
     */
    plan::callback<plan::batch_statistics> on_batch{};

    //!\brief The default settings.
    constexpr bit_parallel() = default;

    /*!\brief Sets where and how to compute.
     * \param how            Where and how to compute.
     * \param max_batch_size The maximum number of pairs per batch; 0 means 1.
     */
    explicit constexpr bit_parallel(plan::execution how, std::size_t const max_batch_size = plan::max_batch_pairs) :
        execution{std::move(how)},
        batch_size{max_batch_size}
    {}

    //!\privatesection
    //!\brief Whether several threads may read any sequences.
    bool has_concurrent_ranges{false};

    //!\brief Borrowed from `vectorised`: SeqAn3's ids are fixed, and this element excludes `vectorised`.
    static constexpr seqan3::detail::align_config_id id{seqan3::detail::align_config_id::vectorised};
};

} // namespace seqan3_gpulcs::align_cfg
