// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The tiles that the way back will probably come through, computed by other threads before it is there.
 */

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "src/cpu/strip/matrix_region.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/path_predictor.hpp"

namespace seqan3_gpulcs::traceback
{

struct computed_tile;

/*!\brief Hands out tiles to threads that compute them.
 *
 * Thread safety: one thread calls take(), do_aside() and finish(), any number of others help().
 */
class tile_prefetcher
{
public:
    //!\brief Computes a tile, in the memory of one that nobody needs any more, if there is such.
    using compute_t =
        std::function<std::shared_ptr<computed_tile>(expected_tile const &, std::shared_ptr<computed_tile>)>;

    /*!\brief Starts with nothing wanted.
     * \param compute Called by several threads.
     * \param most    How many tiles there may be at a time.
     */
    tile_prefetcher(compute_t compute, std::size_t const most) : compute_{std::move(compute)}, most_{most}
    {}

    /*!\brief Takes a tile, and says which ones will be wanted next.
     * \param place The place of the tile.
     * \param entry Where the path comes to it.
     * \param next  The next ones, the most urgent one first; others that are there are given up.
     * \param done  The one that was taken before, whose memory can be used again; or null.
     * \param control Stop.
     * \returns null if nobody has begun it, or too little of it; then it is the caller's.
     * \throws seqan3_gpulcs::operation_stopped
     */
    std::shared_ptr<computed_tile> take(tile_place const & place,
                                        cpu::matrix_cell const & entry,
                                        std::vector<expected_tile> next,
                                        std::shared_ptr<computed_tile> done,
                                        runtime::task_control & control);

    //!\brief Lets one of those that help do something else first.
    void do_aside(std::function<void()> errand);

    //!\brief Computes what is wanted until finish() is called.
    void help(runtime::task_control & control);

    //!\brief Ends help().
    void finish() noexcept;

private:
    // A tile that is computed, or in work.
    struct begun_tile
    {
        cpu::matrix_cell end{};
        std::shared_ptr<computed_tile> tile{}; // Null while somebody computes it.
    };

    void wake_helpers() noexcept;

    void wait(std::unique_lock<std::mutex> & lock, std::condition_variable & change, runtime::task_control & control);

    std::mutex mutex_{};
    std::condition_variable work_{};     // For those that help.
    std::condition_variable computed_{}; // For the one that takes.
    compute_t compute_;
    std::size_t most_;
    std::vector<expected_tile> wanted_{};
    std::map<tile_place, begun_tile> tiles_{};
    std::vector<std::shared_ptr<computed_tile>> spare_{};
    std::function<void()> errand_{};
    bool is_finished_{};
};

} // namespace seqan3_gpulcs::traceback
