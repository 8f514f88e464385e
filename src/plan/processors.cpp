// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/processors.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#if defined(__linux__)
#    include <sched.h>
#    include <unistd.h>
#endif

namespace seqan3_gpulcs::plan
{

namespace
{

// The processors whose time is given per period; infinite for the words that mean no quota, "max" and -1.
double read_quota(std::istream & time, std::istream & period)
{
    double time_us{};
    double period_us{};
    if (time >> time_us && period >> period_us && time_us > 0 && period_us > 0)
        return time_us / period_us;
    return std::numeric_limits<double>::infinity();
}

// Version 2 has one file for what version 1 has two for.
double group_quota(std::filesystem::path const & group)
{
    std::ifstream both{group / "cpu.max"};
    std::ifstream time{group / "cpu.cfs_quota_us"};
    std::ifstream period{group / "cpu.cfs_period_us"};
    return std::min(read_quota(both, both), read_quota(time, period));
}

// A container often sees its own group as the top one, and none below by the path that the system tells.
double smallest_quota(std::filesystem::path group, std::filesystem::path const & below)
{
    double quota = group_quota(group);
    for (std::filesystem::path const & name : below.relative_path())
        quota = std::min(quota, group_quota(group /= name));
    return quota;
}

// The processors of the process are those of its first thread, as other threads may be bound to processors of their own.
unsigned processors_of_process()
{
#if defined(__linux__)
    // The system refuses masks that are too small for it.
    constexpr std::size_t max_masks{64};
    for (std::size_t count = 1; count <= max_masks; count *= 2)
    {
        std::vector<cpu_set_t> masks(count);
        std::size_t const bytes = count * sizeof(cpu_set_t);
        if (sched_getaffinity(getpid(), bytes, masks.data()) == 0)
            return static_cast<unsigned>(CPU_COUNT_S(bytes, masks.data()));
    }
#endif
    return std::thread::hardware_concurrency();
}

} // namespace

unsigned quota_processors(std::filesystem::path const & root)
{
    double quota = std::numeric_limits<double>::infinity();
    std::filesystem::path const top = root / "sys/fs/cgroup";
    std::ifstream groups{root / "proc/self/cgroup"};
    // A line has a number, controllers and a group: "0::/user.slice" in version 2, "4:cpu,cpuacct:/docker/1a2b" in version 1.
    std::string number{};
    std::string controllers{};
    std::string group{};
    while (std::getline(groups, number, ':') && std::getline(groups, controllers, ':') && std::getline(groups, group))
        if (controllers.empty())
            quota = std::min(quota, smallest_quota(top, group));
        else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
            quota = std::min(quota, smallest_quota(top / "cpu", group));
    return quota < no_quota ? std::max(1u, static_cast<unsigned>(std::ceil(quota))) : no_quota;
}

unsigned count_processors(std::filesystem::path const & root)
{
    return std::min(std::max(1u, processors_of_process()), quota_processors(root));
}

unsigned share_processors(shared_host const & host) noexcept
{
    unsigned const of_processors = host.processors / std::max(1u, host.sharing);
    unsigned const of_quota = std::max(1u, host.quota / std::max(1u, host.processes));
    return std::max(1u, std::min(of_processors, of_quota));
}

} // namespace seqan3_gpulcs::plan
