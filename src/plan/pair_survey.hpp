// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sizes of the pairs of a call, counted once: they decide where and how the pairs are computed.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/pair_list.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief The number of cells of all pairs. Linear in the number of pairs.
inline double cell_count(std::span<alignment::sequence_pair const> const pairs) noexcept
{
    double cells = 0;
    for (alignment::sequence_pair const & pair : pairs)
        cells += pair.cells();
    return cells;
}

//!\brief The cells and the longest sequence of some pairs.
struct pair_survey
{
    double cells{};           //!< The number of cells of all pairs.
    double max_cells{};       //!< The largest number of cells of a pair.
    std::uint64_t max_size{}; //!< No sequence is longer.

    //!\brief Adds a pair.
    void add(alignment::sequence_pair const & pair) noexcept
    {
        cells += pair.cells();
        max_cells = std::max(max_cells, pair.cells());
        max_size = std::max({max_size, pair.first.size(), pair.second.size()});
    }

    //!\brief Adds other pairs.
    void add(pair_survey const & others) noexcept
    {
        cells += others.cells;
        max_cells = std::max(max_cells, others.max_cells);
        max_size = std::max(max_size, others.max_size);
    }
};

//!\brief The pairs that a device computes together with others. Its kernels keep the sizes and the tracebacks of a batch in memory.
struct batch_sizes
{
    std::uint64_t max_size{std::uint64_t{1} << 21};      //!< The longest sequence where values are wanted.
    std::uint64_t max_path_size{std::uint64_t{1} << 17}; //!< The longest sequence where alignments are wanted.
    std::uint64_t max_free_size{std::uint64_t{1} << 11}; //!< The longest sequence where has_simple_path() is false.
    std::uint64_t max_free_letters{192};                 //!< The most different letters of a second sequence there.

    //!\brief Whether pairs without longer sequences fit into batches. Constant time.
    bool fit(std::uint64_t const longest, plan::comparison const & wanted) const noexcept
    {
        return longest <= (!has_simple_path(wanted) ? max_free_size : wanted.with_path ? max_path_size : max_size);
    }

    //!\brief Whether a pair fits into a batch. Constant time.
    bool fit(alignment::sequence_pair const & pair, plan::comparison const & wanted) const noexcept
    {
        return fit(std::max(pair.first.size(), pair.second.size()), wanted)
            && (has_simple_path(wanted) || pair.second.letters().size() <= max_free_letters);
    }
};

//!\brief The pairs of a list, by whether they fit into batches.
struct list_survey
{
    pair_survey all{};                      //!< All pairs.
    std::size_t batch_pairs{};              //!< The number of pairs that fit.
    double batch_cells{};                   //!< The cells of these.
    std::vector<std::size_t> large_pairs{}; //!< The indices of all others, in ascending order.

    //!\brief The number of all pairs.
    std::size_t pair_count() const noexcept
    {
        return batch_pairs + large_pairs.size();
    }

    //!\brief Adds a pair, given its index.
    void add(std::size_t const index, alignment::sequence_pair const & pair, bool const fits_into_batch)
    {
        all.add(pair);
        if (!fits_into_batch)
        {
            large_pairs.push_back(index);
            return;
        }
        ++batch_pairs;
        batch_cells += pair.cells();
    }

    //!\brief Adds other pairs, whose indices may come in any order until they are sorted.
    void add(list_survey const & others)
    {
        all.add(others.all);
        batch_pairs += others.batch_pairs;
        batch_cells += others.batch_cells;
        large_pairs.insert(large_pairs.end(), others.large_pairs.begin(), others.large_pairs.end());
    }
};

/*!\brief Counts the pairs of a list. Linear in their number.
 * \param list   The pairs.
 * \param wanted What to find.
 * \param sizes  The pairs that fit into batches.
 */
inline list_survey survey_list(pair_list const & list, plan::comparison const & wanted, batch_sizes const & sizes = {})
{
    list_survey survey{};
    for (std::size_t i = 0; i < list.size(); ++i)
        survey.add(list.index(i), list[i], sizes.fit(list[i], wanted));
    return survey;
}

} // namespace seqan3_gpulcs::plan
