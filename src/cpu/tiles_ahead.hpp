// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The tiles that the way back will probably come through, computed by other threads before it is there.
 */

#pragma once

#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "../run_control.hpp"

namespace seqan3_gpulcs::cpu
{

struct computed_tile;

//!\brief The place of a tile in its grid.
struct tile_place
{
    std::uint64_t row{};
    std::uint64_t column{};

    friend auto operator<=>(tile_place const &, tile_place const &) = default;
};

/*!\brief Hands out tiles to threads that compute them.
 *
 * Thread safety: one thread calls take() and finish(), any number of others help().
 */
class tiles_ahead
{
public:
    using compute_t = std::function<std::shared_ptr<computed_tile const>(tile_place const &)>;

    /*!\brief Starts with nothing wanted.
     * \param compute Computes a tile; called by several threads.
     * \param most    How many tiles there may be at a time.
     */
    tiles_ahead(compute_t compute, std::size_t const most) : compute_{std::move(compute)}, most_{most}
    {}

    /*!\brief Takes a tile, and says which ones will be wanted next.
     * \param place The place of the tile.
     * \param next  The next ones, the most urgent one first; others that are there are given up.
     * \param control Stop.
     * \returns null if nobody has begun it; then it is the caller's.
     * \throws seqan3_gpulcs::operation_stopped
     */
    std::shared_ptr<computed_tile const>
    take(tile_place const & place, std::vector<tile_place> next, run_control & control);

    //!\brief Computes what is wanted until finish() is called.
    void help(run_control & control);

    //!\brief Ends help().
    void finish() noexcept;

private:
    void wait(std::unique_lock<std::mutex> & lock, run_control & control);

    std::mutex mutex_{};
    std::condition_variable changed_{};
    compute_t compute_;
    std::size_t most_;
    std::vector<tile_place> wanted_{};
    std::map<tile_place, std::shared_ptr<computed_tile const>> tiles_{}; // Null while somebody computes it.
    bool is_finished_{};
};

} // namespace seqan3_gpulcs::cpu
