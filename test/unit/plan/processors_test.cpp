// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "src/plan/processors.hpp"

#if defined(__linux__)
#    include <sched.h>
#endif

using namespace seqan3_gpulcs;

namespace
{

// A folder with the files of a system's control groups.
class processors : public ::testing::Test
{
protected:
    processors()
    {
        std::string name = (std::filesystem::temp_directory_path() / "processors_XXXXXX").string();
        if (!mkdtemp(name.data()))
            throw std::runtime_error{"There is no temporary directory."};
        root_ = name;
    }

    ~processors() override
    {
        std::filesystem::remove_all(root_);
    }

    void write(std::string const & path, std::string const & content) const
    {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream{root_ / path} << content;
    }

    unsigned quota() const
    {
        return plan::quota_processors(root_);
    }

    std::filesystem::path root_{};
};

} // namespace

TEST_F(processors, systems_without_control_groups)
{
    EXPECT_EQ(quota(), plan::no_quota);
    write("proc/self/cgroup", "");
    EXPECT_EQ(quota(), plan::no_quota);
    write("proc/self/cgroup", "nonsense\n0::");
    EXPECT_EQ(quota(), plan::no_quota);
}

TEST_F(processors, version_2)
{
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/cpu.max", "max 100000\n");
    EXPECT_EQ(quota(), plan::no_quota);
    write("sys/fs/cgroup/cpu.max", "400000 100000\n");
    EXPECT_EQ(quota(), 4u);
    write("sys/fs/cgroup/cpu.max", "150000 100000\n");
    EXPECT_EQ(quota(), 2u);
    write("sys/fs/cgroup/cpu.max", "1000 100000\n");
    EXPECT_EQ(quota(), 1u);
    for (std::string const wrong : {"", "100000", "100000 0", "-1 100000", "many 100000"})
    {
        write("sys/fs/cgroup/cpu.max", wrong);
        EXPECT_EQ(quota(), plan::no_quota) << wrong;
    }
}

TEST_F(processors, the_smallest_quota_of_all_groups_above)
{
    write("proc/self/cgroup", "0::/jobs/job 7/step\n");
    write("sys/fs/cgroup/jobs/cpu.max", "800000 100000\n");
    write("sys/fs/cgroup/jobs/job 7/cpu.max", "300000 100000\n");
    write("sys/fs/cgroup/jobs/job 7/step/cpu.max", "max 100000\n");
    write("sys/fs/cgroup/jobs/job 8/cpu.max", "100000 100000\n");
    EXPECT_EQ(quota(), 3u);
    write("sys/fs/cgroup/jobs/job 7/step/cpu.max", "100000 50000\n");
    EXPECT_EQ(quota(), 2u);

    // A container that has the path of the host.
    write("proc/self/cgroup", "0::/docker/1a2b\n");
    write("sys/fs/cgroup/cpu.max", "500000 100000\n");
    EXPECT_EQ(quota(), 5u);
    write("proc/self/cgroup", "0::/../other\n");
    EXPECT_EQ(quota(), 5u);
}

TEST_F(processors, version_1)
{
    write("proc/self/cgroup", "11:memory:/docker/1a2b\n4:cpuacct,cpu:/docker/1a2b\n3:cpuset:/\n1:name=systemd:/\n");
    write("sys/fs/cgroup/cpu/docker/1a2b/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/cpu/docker/1a2b/cpu.cfs_quota_us", "-1\n");
    EXPECT_EQ(quota(), plan::no_quota);
    write("sys/fs/cgroup/cpu/docker/1a2b/cpu.cfs_quota_us", "250000\n");
    EXPECT_EQ(quota(), 3u);
    write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "50000\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
    EXPECT_EQ(quota(), 2u);

    // The hierarchies of other controllers have no such files.
    write("proc/self/cgroup", "3:cpuset:/\n");
    EXPECT_EQ(quota(), plan::no_quota);
}

TEST_F(processors, a_quota_only_lowers_their_number)
{
    unsigned const all = plan::count_processors(root_);
    EXPECT_GE(all, 1u);
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/cpu.max", "100000000 100000\n");
    EXPECT_EQ(plan::count_processors(root_), std::min(all, 1000u));
    write("sys/fs/cgroup/cpu.max", "100000 100000\n");
    EXPECT_EQ(plan::count_processors(root_), 1u);
}

TEST(share_processors, processors_with_those_bound_to_them_and_a_quota_with_all)
{
    // 16 processors for all of four processes, or four for each.
    EXPECT_EQ(plan::share_processors({.processors = 16, .sharing = 4, .processes = 4}), 4u);
    EXPECT_EQ(plan::share_processors({.processors = 4, .sharing = 1, .processes = 4}), 4u);
    EXPECT_EQ(plan::share_processors({.processors = 16, .sharing = 4, .quota = 8, .processes = 4}), 2u);
    EXPECT_EQ(plan::share_processors({.processors = 4, .sharing = 1, .quota = 8, .processes = 4}), 2u);
    EXPECT_EQ(plan::share_processors({.processors = 4, .sharing = 1, .quota = 100, .processes = 4}), 4u);
    // There is always one.
    EXPECT_EQ(plan::share_processors({.processors = 4, .sharing = 1, .quota = 2, .processes = 4}), 1u);
    EXPECT_EQ(plan::share_processors({.processors = 2, .sharing = 4, .processes = 4}), 1u);
    EXPECT_EQ(plan::share_processors({.processors = 0}), 1u);
    // One process alone has what there is.
    EXPECT_EQ(plan::share_processors({.processors = 7}), 7u);
    EXPECT_EQ(plan::share_processors({.processors = 7, .quota = 3}), 3u);
}

#if defined(__linux__)

TEST_F(processors, those_that_the_process_is_bound_to)
{
    cpu_set_t all{};
    ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
    auto const count = static_cast<unsigned>(CPU_COUNT(&all));
    EXPECT_EQ(plan::count_processors(root_), count);
    cpu_set_t one{};
    CPU_SET(sched_getcpu(), &one);

    std::thread{[&]()
                {
                    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
                    EXPECT_EQ(plan::count_processors(root_), count) << "Another thread is bound to one of them.";
                }}
        .join();

    // Tests run in the first thread.
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(plan::count_processors(root_), 1u);
    ASSERT_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
    EXPECT_EQ(plan::count_processors(root_), count);
}

#endif
