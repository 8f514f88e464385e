// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All pairs of records, compared block by block.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/library.hpp"
#include "src/app/pair/pair_list.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Pairs of one record with consecutive others, and the lengths of their longest common subsequences or their distances.
struct compared_row
{
    std::size_t row{};    //!< The number of the first record.
    std::size_t column{}; //!< The number of the second record of the first pair.
    std::span<std::uint64_t const> values{};
};

//!\brief Consecutive pairs that have been compared.
struct pair_block
{
    std::vector<compared_row> rows{};    //!< The rows, in the order of the pairs; several may belong to one record.
    std::vector<std::uint64_t> among{};  //!< The values of the records of the rows with each other.
    std::vector<std::uint64_t> across{}; //!< Their values with the other records.
};

/*!\brief Compares all pairs, block by block, in their order.
 *
 * Seen as a matrix, with a row for each first record, a block has some rows, or a part of one. Blocks grow until each of
 * them takes long enough to keep the hardware busy.
 */
class pair_blocks
{
public:
    /*!\brief Compares nothing yet.
     * \param pairs     All pairs of one file or two; must live longer than this object.
     * \param metric    The metric by which they are compared.
     * \param calls     The calls of the library.
     * \param bar       Shows the progress.
     * \param execution Where and how to compute; a stop throws operation_stopped.
     * \param times     The times are added to it.
     */
    pair_blocks(pair_list const & pairs,
                app::metric metric,
                library & calls,
                progress_bar & bar,
                plan::execution const & execution,
                step_times & times);

    // Objects cannot be copied, as the execution refers to them.
    pair_blocks(pair_blocks const &) = delete;
    pair_blocks & operator=(pair_blocks const &) = delete;

    //!\brief Whether all pairs have been compared.
    bool at_end() const noexcept
    {
        return row_ == first_.size();
    }

    /*!\brief Compares the next pairs; not at the end.
     * \throws The exceptions of seqan3_gpulcs::lcs::all_pairs.
     */
    pair_block next();

private:
    std::size_t first_column(std::size_t row) const noexcept;
    std::size_t pairs_of_row(std::size_t row) const noexcept;
    double letters_of_row(std::size_t row) const noexcept;
    std::size_t last_row() const noexcept;
    std::size_t last_column() const noexcept;
    pair_block compare_rows(std::size_t last);
    pair_block compare_part_of_row(std::size_t last);
    std::vector<std::uint64_t> compare(std::size_t first, std::size_t last);
    std::vector<std::uint64_t>
    compare(std::size_t first_row, std::size_t last_row, std::size_t first_column, std::size_t last_column);
    void count(double cells);

    bool is_triangle_; //!< Whether a record is compared only with those after it in the same file.
    std::span<sequence const> first_;
    std::span<sequence const> second_;
    std::vector<packing::packed_sequence_view> first_letters_;
    std::vector<packing::packed_sequence_view> second_letters_;
    std::vector<double> letters_from_{}; //!< The letters of the second records from each of them on.
    app::metric metric_;
    library & calls_;
    progress_bar & bar_;
    plan::execution execution_;
    step_times & times_;
    double cells_done_{};
    std::size_t max_pairs_; //!< The maximum number of pairs of the next block.
    double max_letters_;    //!< The maximum number of letters of the next block.
    std::size_t row_{};     //!< The row of the next pair.
    std::size_t column_{};  //!< The column of the next pair.
};

} // namespace seqan3_gpulcs::app
