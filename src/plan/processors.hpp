// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The processors that this process may use.
 */

#pragma once

#include <filesystem>
#include <limits>

namespace seqan3_gpulcs::plan
{

//!\brief The result of quota_processors() where there is no quota.
inline constexpr unsigned no_quota{std::numeric_limits<unsigned>::max()};

/*!\brief The processors that the control groups of this process (cgroups, version 1 or 2) leave it, as those of containers do.
 * \param root The folder that has `proc` and `sys`.
 * \returns The smallest quota of its group and all groups above, rounded up and at least 1; no_quota if there is none, or none can
 *          be read.
 * \throws std::bad_alloc
 */
unsigned quota_processors(std::filesystem::path const & root = "/");

/*!\brief The processors that this process may use: those that its first thread may run on, or fewer if there is a quota.
 * \param root The folder that has `proc` and `sys`.
 * \returns The number of processors; at least 1.
 * \throws std::bad_alloc
 */
unsigned count_processors(std::filesystem::path const & root = "/");

//!\brief One of several processes of a run on the same host.
struct shared_host
{
    unsigned processors{};    //!< The processors to which the process is bound.
    unsigned sharing{1};      //!< The processes that are bound to some of the same processors; at least this one.
    unsigned quota{no_quota}; //!< The result of quota_processors(); all processes together have it.
    unsigned processes{1};    //!< The number of processes of the run on the host.
};

//!\brief The threads that one of several processes should have; at least 1.
unsigned share_processors(shared_host const & host) noexcept;

} // namespace seqan3_gpulcs::plan
