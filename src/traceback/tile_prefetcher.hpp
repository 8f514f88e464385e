// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tiles on the predicted path, computed by other threads before the traceback reaches them.
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

#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/path_predictor.hpp"

namespace seqan3_gpulcs::traceback
{

struct computed_tile;

/*!\brief Hands out tiles to threads that compute them.
 *
 * Thread safety: one thread calls take() and finish(), any number of others help().
 */
class tile_prefetcher
{
public:
    //!\brief Computes a tile, in the memory of one that is no longer needed if there is one.
    using compute_t =
        std::function<std::shared_ptr<computed_tile>(expected_tile const &, std::shared_ptr<computed_tile>)>;

    /*!\brief Starts with nothing wanted.
     * \param compute   Called by several threads.
     * \param max_tiles The maximum number of tiles at a time.
     */
    tile_prefetcher(compute_t compute, std::size_t const max_tiles) :
        compute_{std::move(compute)},
        max_tiles_{max_tiles}
    {}

    /*!\brief Takes a tile, and announces the tiles that will be wanted next.
     * \param place The place of the tile.
     * \param entry The cell where the path enters it.
     * \param next  The next tiles, the most urgent one first; all others are dropped.
     * \param done  The tile taken before, whose memory can be used again; or null.
     * \param control Stop.
     * \returns null if no thread computes it, or too little of it; then the caller has to.
     * \throws seqan3_gpulcs::operation_stopped
     */
    std::shared_ptr<computed_tile> take(tile_place const & place,
                                        plan::matrix_cell const & entry,
                                        std::vector<expected_tile> next,
                                        std::shared_ptr<computed_tile> done,
                                        runtime::task_control & control);

    //!\brief Computes what is wanted until finish() is called.
    void help(runtime::task_control & control);

    //!\brief Ends help().
    void finish() noexcept;

private:
    // A tile that is computed, or being computed.
    struct begun_tile
    {
        plan::matrix_cell end{};
        std::shared_ptr<computed_tile> tile{}; // Null while a thread computes it.
    };

    void drop_tiles(tile_place const & place, plan::matrix_cell const & entry);

    void wake_helpers() noexcept;

    void compute_tile(std::unique_lock<std::mutex> & lock, expected_tile tile);

    void wait(std::unique_lock<std::mutex> & lock, std::condition_variable & change, runtime::task_control & control);

    std::mutex mutex_{};
    std::condition_variable work_{};     // Wakes the helping threads.
    std::condition_variable computed_{}; // Wakes the thread that takes tiles.
    compute_t compute_;
    std::size_t max_tiles_;
    std::vector<expected_tile> wanted_{};
    std::map<tile_place, begun_tile> tiles_{};
    std::vector<std::shared_ptr<computed_tile>> spare_{};
    bool is_finished_{};
};

} // namespace seqan3_gpulcs::traceback
