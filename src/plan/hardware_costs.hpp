// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What this host and its devices take for their work. Costs affect where and how something runs, never a result.
 *
 * The rates that several modules use stand here once; the tables are in doc/benchmarks/h200.md.
 */

#pragma once

#include <cstdint>
#include <optional>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief The measured costs of a metric.
 *
 * Where nothing else is said, those of pairs are for longest common subsequences with AVX-512, for edit distances with AVX2.
 */
struct metric_costs
{
    double thread_cells_per_second{};  //!< The cells of a thread with AVX-512, while all others are busy as well.
    double word_instructions{};        //!< The instructions of a device for 32 cells.
    std::uint64_t carry_chain_words{}; //!< A word of a vector takes about as long as so many words with the carry flag.

    //!\brief Of one pair, the letters of the longer sequence up to which registers compute straight from the letters.
    std::uint64_t max_register_size{};
    std::uint64_t min_vector_size{}; //!< With fewer letters, registers find the value sooner than vectors.
    std::uint64_t
        max_vector_size{}; //!< With more letters, sequences are packed, and the pair is tried as a similar one.

    //!\brief The whole matrix of shorter sequences takes no longer than finding out where to compute.
    std::uint64_t min_similar_size{};
    std::uint64_t min_similar_traced_size{}; //!< The same, if the alignment is wanted.

    //!\brief Up to this distance, times the root of the length, furthest-reaching points take less time than a band,
    double max_root_distance{};
    double max_wavefront_part{}; //!< and up to this part of the length, less than the whole matrix.
    double points{};             //!< The points of a squared distance.
    double seed_cells{}; //!< The cells of the whole matrix that take as long as finding seeds takes for a letter.

    //!\brief Sequences with a larger distance for each letter of the shorter one, besides that of their sizes, are unrelated.
    double max_related_rate{};
};

/*!\brief The costs of all metrics.
 *
 * Cells of threads: `gpulcs lcs --threads 16` on the host of an H200, an Intel Xeon with AVX-512: random pairs of 100,000, 300,000 and
 * 1,000,000 letters took 5.4, 35 and 358 ms, which are 116 to 175 cells per ns and thread. `edit_benchmark`: an edit distance took 1.8 times
 * as long in batches, and 2.4 to 3.5 times in pairs.
 *
 * Carry chains: edit distances and LCS of 256 to 1,024 letters, one thread of an AMD EPYC with AVX2.
 *
 * 64-bit ARM was emulated, so that only instructions are counted. 64 cells of DNA take, in the innermost loops, LCS 6.4 with the carry
 * flag (12.6 in portable code) and 7.1 in a vector of NEON; edit distances 23.3 and 12.6. Six instructions in a cycle are assumed for
 * registers and four for vectors, for which Neoverse V2 (GH200, Graviton 4) has units. Then LCS take 1.1 cycles and 1.8: no vector is
 * used. Edit distances take 3.9 and 3.1: a vector of two words takes as long as 1.6 words. The models of LLVM 19 say for LCS 0.9 and 1.4
 * cycles (V2), 1.3 and 1.4 (V1, Graviton 3), 1.8 and 2.9 (N1, Graviton 2); for edit distances 3.1 and 2.9, 4.7 and 3.2, 6.2 and 6.3.
 *
 * Registers: pairs of 100 letters take 0.26 us (LCS) and 0.6 us (edit distance) instead of 1.4 and 1.8: lcs_benchmark and edit_benchmark
 * --benchmark_filter=single, one thread of an AMD EPYC with AVX-512 (Zen 4). Vectors with AVX2: 1,000 letters take 6.5 us (LCS) instead of
 * 11, and 600 take 5.5 us (edit distance) instead of 15.
 *
 * Similar pairs: of 1,000 letters, 95 % of them unchanged, the LCS length took 4.8 us instead of 11, the edit distance 5 instead of 25, and
 * its alignment 6 instead of 24; of 500, the alignment 2.6 instead of 17, but 19 instead of 18 if they are unrelated.
 *
 * Rates: unrelated DNA has 0.7 indels, or half an edit.
 */
inline constexpr by_metric<metric_costs> all_metric_costs{{.thread_cells_per_second = 1.5e11,
                                                           .word_instructions = 3,
                                                           .carry_chain_words = 2,
                                                           .max_register_size = 768,
                                                           .min_vector_size = 448,
                                                           .max_vector_size = 2048,
                                                           .min_similar_size = 896,
                                                           .min_similar_traced_size = 640,
                                                           .max_root_distance = 8,
                                                           .max_wavefront_part = 0.08,
                                                           .points = 0.25,
                                                           .seed_cells = 600,
                                                           .max_related_rate = 0.55},
                                                          {.thread_cells_per_second = 1.5e11 / 2,
                                                           .word_instructions = 10,
                                                           .carry_chain_words = 1,
                                                           .max_register_size = 384,
                                                           .min_vector_size = 256,
                                                           .max_vector_size = 640,
                                                           .min_similar_size = 640,
                                                           .min_similar_traced_size = 384,
                                                           .max_root_distance = 10,
                                                           .max_wavefront_part = 0.1,
                                                           .points = 0.5,
                                                           .seed_cells = 170,
                                                           .max_related_rate = 0.4}};

//!\brief The costs of a metric.
constexpr metric_costs const & costs_of(metric const metric) noexcept
{
    return all_metric_costs[metric];
}

//!\brief The costs of the processor. Rates are those of one thread while all others are busy as well.
struct processor_costs
{
    unsigned threads{1};                      //!< The threads.
    double vector_share{1};                   //!< The speed of the vectors, in parts of that of AVX-512.
    double tile_cells_per_second{};           //!< Cells of the tiles of a traceback.
    double searched_cells_per_second{};       //!< Letters of patterns times letters of the text.
    double wavefront_pair_seconds{1e-6};      //!< A pair compared by its furthest-reaching points, without the points.
    double wavefront_letter_seconds{0.05e-9}; //!< A letter of such a pair.
    double wavefront_point_seconds{1e-9};     //!< A point.
    double seed_letter_seconds{0.5e-9};       //!< A letter of a pair whose seeds are looked for.
    double sample_seconds{8e-6};              //!< An estimate of the distance of a pair.

    //!\brief The cells of a metric.
    double cells_per_second(plan::metric const metric) const noexcept
    {
        return vector_share * costs_of(metric).thread_cells_per_second;
    }
};

//!\brief The costs of a device that is busy.
struct device_costs
{
    double lane_instructions_per_second{}; //!< Integer instructions of all lanes of all warps.
    double column_seconds{};               //!< A column of the smallest strip, which has a warp for itself.

    /*!\brief The start of the CUDA runtime with the first launch: 0.19 to 0.39 s on an H200.
     *
     * Given this value, 5e10 cells for each of 16 threads with AVX-512 are worth the start of an H200.
     */
    double start_seconds{0.327};

    /*!\brief What the lengths of a batch or of a pair take beside their cells, which do not fill the device.
     *
     * Given this value, 2.5e8 cells for each of 16 threads with AVX-512 are worth an H200: 63,000 x 63,000 letters for all of them.
     */
    double launch_seconds{1.63e-3};

    //!\brief The CPU may try a pair for so long before a device is started for it: very similar sequences take less.
    double attempt_seconds() const noexcept
    {
        return 0.3 * start_seconds;
    }

    /*!\brief What a result with an alignment, or with an end of its own, takes longer than on the CPU, beside its cells: threads of the
     *        host make it from what the device has found.
     *
     * `edit::compute` of reads of 150 letters took 230 to 250 ns a pair on 16 threads of an Intel Xeon, and 305 to 340 with an H200; of 300
     * letters 260 to 360, and 210 to 280.
     */
    double result_seconds{1.5e-7};

    //!\brief Copies from the host: an H200 got 50 MB of codes in 5.9 ms.
    double copied_bytes_per_second{8.5e9};

    //!\brief The calls for each further device of a pair.
    double further_device_seconds{2e-4};

    //!\brief The cells of a metric.
    double cells_per_second(plan::metric const metric) const noexcept
    {
        return lane_instructions_per_second * 32 / costs_of(metric).word_instructions;
    }
};

//!\brief The costs of all that a call may use.
struct hardware_costs
{
    processor_costs host{};               //!< The processor.
    std::optional<device_costs> device{}; //!< One of the devices; none if there is no device.
};

/*!\brief The costs of a processor.
 * \param threads     The threads; at least 1.
 * \param vector_bits The size of its vectors: 512 for AVX-512, 256 for AVX2. Of long pairs, smaller ones compute nothing but edit
 *                    distances, with NEON.
 */
processor_costs describe_host(unsigned threads, unsigned vector_bits) noexcept;

/*!\brief The costs of a device with a compute capability of 7.5 or newer.
 * \param multiprocessors The number of its multiprocessors.
 * \param clock_hz        Their clock rate.
 */
device_costs describe_device(unsigned multiprocessors, std::uint64_t clock_hz) noexcept;

//!\brief The clock rate of an H200; also assumed for devices whose clock rate is unknown.
inline constexpr std::uint64_t typical_clock_hz{1'980'000'000};

//!\brief An H200, which stands for the devices until the CUDA runtime has started: asking for them would start it.
device_costs typical_device() noexcept;

//!\brief The size of the vectors that this library uses on this processor. The first call asks the processor.
unsigned host_vector_bits() noexcept;

//!\brief The costs of this processor with some threads.
processor_costs this_host(unsigned threads) noexcept;

//!\brief What is assumed until the CUDA runtime has started: this processor and a typical device.
hardware_costs costs_before_start(unsigned threads) noexcept;

} // namespace seqan3_gpulcs::plan
