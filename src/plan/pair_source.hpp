// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Very many short pairs, produced batch by batch.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/pair_survey.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief Some short pairs that are computed together. All vectors have the same size.
struct pair_batch
{
    std::vector<alignment::sequence_pair>
        pairs{};                      //!< The sequences, and the length from which on each pair is reported.
    std::vector<std::uint64_t> ids{}; //!< What identifies each pair in the results.
    double cells{};                   //!< Progress weight of the batch; may exceed the cells of its pairs.

    //!\brief Makes it empty, but keeps the memory.
    void clear() noexcept
    {
        pairs.clear();
        ids.clear();
        cells = 0;
    }
};

//!\brief The length of a longest common subsequence of one pair, or its distance.
struct pair_value
{
    std::uint64_t id{};    //!< As in seqan3_gpulcs::plan::pair_batch.
    std::uint64_t value{}; //!< The length or the distance.
};

/*!\brief Very many short pairs, produced batch by batch, so that they need not be in memory all at once.
 *
 * A batch should have no more than a few thousand pairs. An exception of a function ends the call and reaches its caller.
 */
struct pair_source
{
    plan::metric metric{};                  //!< What is compared.
    std::vector<std::uint64_t> max_sizes{}; //!< One for each batch: no sequence of it is longer.
    double cells{};                         //!< The cells of all batches.

    //!\brief Empty, or one for each batch: neighbours with the same number share second sequences, those of pairs with equal
    //!       ids. So a backend may compute them together. The ids of these batches should be close to each other.
    std::vector<std::size_t> blocks{};

    //!\brief Adds the pairs and the cells of a batch, given its number, to a batch that may have others. Called concurrently
    //!       for different batches; may be repeated for a batch not yet consumed. Views must stay valid.
    std::function<void(std::size_t, pair_batch &)> produce{};

    //!\brief Takes those pairs of a batch that are long enough, or close enough, in any order. Called once per batch, by one thread at a time.
    std::function<void(std::size_t, std::span<pair_value const>)> consume{};

    //!\brief The number of batches.
    std::size_t batch_count() const noexcept
    {
        return max_sizes.size();
    }
};

/*!\brief Some batches of a source, as a source of their own.
 * \param source  The source; must outlive the result.
 * \param numbers The numbers of the batches.
 */
inline pair_source choose_batches(pair_source const & source, std::vector<std::size_t> const & numbers)
{
    pair_source chosen{.metric = source.metric, .cells = source.cells};
    for (std::size_t const number : numbers)
    {
        chosen.max_sizes.push_back(source.max_sizes[number]);
        if (!source.blocks.empty())
            chosen.blocks.push_back(source.blocks[number]);
    }
    chosen.produce = [&source, numbers](std::size_t const i, pair_batch & batch)
    {
        source.produce(numbers[i], batch);
    };
    chosen.consume = [&source, numbers](std::size_t const i, std::span<pair_value const> const found)
    {
        source.consume(numbers[i], found);
    };
    return chosen;
}

//!\brief What the pairs of a source took.
struct source_statistics
{
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device, added up where they ran side by side.
    std::uint64_t device_bytes{};       //!< The maximum of device memory in use at a time.
    std::set<plan::backend> backends{}; //!< What computed.

    //!\brief Adds what other pairs took.
    void add(source_statistics const & others)
    {
        transfer_seconds += others.transfer_seconds;
        kernel_seconds += others.kernel_seconds;
        device_bytes = std::max(device_bytes, others.device_bytes);
        backends.insert(others.backends.begin(), others.backends.end());
    }
};

} // namespace seqan3_gpulcs::plan
