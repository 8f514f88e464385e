// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The search of barcodes in reads.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/closest_parts.hpp"
#include "src/app/demultiplex/demultiplex_options.hpp"
#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Finds barcodes in the part of reads where they may be.
class barcode_finder
{
public:
    /*!\brief Takes barcodes.
     * \param barcodes They must outlive the object, as must the options.
     * \param options  Where barcodes may be, and the edits that they may have.
     * \throws input_error if a barcode has no letters, or could be anywhere with so many edits.
     */
    barcode_finder(sequence_list const & barcodes, demultiplex_options const & options);

    barcode_finder(barcode_finder const &) = delete;
    barcode_finder & operator=(barcode_finder const &) = delete;
    ~barcode_finder() = default;

    //!\brief The most edits of a barcode that is the closest one.
    std::uint64_t max_distance(std::size_t barcode) const noexcept;

    /*!\brief Finds barcodes with as many edits as can make a read ambiguous.
     * \param reads The reads.
     * \param bar   Shows how much is done.
     * \param times The time and the hardware used are added to it.
     * \returns The closest part of each read to each barcode, or one for each strand if these are searched at different ends; in the order of
     *          barcodes and edits.
     * \throws The exceptions of find_closest_parts().
     */
    std::vector<closest_part>
    find(std::span<packing::packed_sequence_view const> reads, progress_bar & bar, step_times & times) const;

private:
    std::vector<closest_part> find_in_ends(std::span<packing::packed_sequence_view const> reads,
                                           bool is_last,
                                           progress_bar & bar,
                                           step_times & times) const;

    sequence_list const & barcodes_;
    demultiplex_options const & options_;
    std::vector<part_query> queries_{}; // The barcodes, and the edits with which they may make a read ambiguous.

    // If barcodes are looked for in the first letters of reads, their reverse complements are among the last ones.
    std::vector<packing::packed_sequence> complements_{};
    std::vector<part_query> complement_queries_{};
};

//!\brief Random reads, and how many of them have a barcode.
struct chance_count
{
    std::uint64_t reads{};
    std::uint64_t with_barcode{};
};

/*!\brief Looks for barcodes in random reads: 1,000 of them, or as many as have the largest number of letters.
 * \param finder      Finds them.
 * \param reads       Random reads have the lengths of these, at least one.
 * \param max_letters The largest number of letters.
 * \param bar         Shows how much is done.
 * \returns How many of the random reads have a barcode that is close enough; the same in each call.
 * \throws The exceptions of find_closest_parts().
 */
chance_count find_by_chance(barcode_finder const & finder,
                            std::span<packing::packed_sequence_view const> reads,
                            std::uint64_t max_letters,
                            progress_bar & bar);

} // namespace seqan3_gpulcs::app
