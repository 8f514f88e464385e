// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <unistd.h>
#include <utility>

#include <sys/file.h>
#include <sys/syscall.h>

#include "src/app/io/file/temporary_file.hpp"

using namespace seqan3_gpulcs;

namespace
{

// A test has another process act once between the opening of a file and its lock.
std::function<void()> before_next_lock{};

class temporary_file : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists("/proc/sys/kernel/random/boot_id"))
            GTEST_SKIP() << "Files that were left are not removed without /proc.";
        std::string name = (std::filesystem::temp_directory_path() / "temporary_file_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        left_ = folder_ / new_name();
    }

    void TearDown() override
    {
        before_next_lock = nullptr;
        if (!folder_.empty())
            std::filesystem::remove_all(folder_);
    }

    // The name of a file that is removed at once.
    std::filesystem::path new_name() const
    {
        app::temporary_file file{};
        auto const descriptor = file.create_for(folder_ / "target");
        return std::filesystem::directory_iterator
        {
            folder_
            } -> path().filename();
    }

    // Removes files that were left.
    void create_another() const
    {
        app::temporary_file file{};
        auto const descriptor = file.create_for(folder_ / "target");
    }

    // A file that another process has created, without the lock.
    app::file_descriptor create_left() const
    {
        app::file_descriptor file{::open(left_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
        EXPECT_GE(file.number(), 0);
        return file;
    }

    // A file of another process that is in use, with a letter in it.
    app::file_descriptor create_used() const
    {
        app::file_descriptor file = create_left();
        EXPECT_EQ(::syscall(SYS_flock, file.number(), LOCK_EX | LOCK_NB), 0);
        EXPECT_EQ(::write(file.number(), "x", 1), 1);
        return file;
    }

    std::string content_of_left() const
    {
        std::ifstream file{left_};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

    std::filesystem::path folder_{};
    std::filesystem::path left_{};
};

} // namespace

// The one of the system, after what other processes do meanwhile.
extern "C" int flock(int const file, int const operation) noexcept
{
    if (auto const others = std::exchange(before_next_lock, nullptr))
        others();
    return static_cast<int>(::syscall(SYS_flock, file, operation));
}

TEST_F(temporary_file, a_left_one_is_removed)
{
    create_left();
    create_another();
    EXPECT_FALSE(std::filesystem::exists(left_));
}

TEST_F(temporary_file, one_in_use_stays)
{
    app::file_descriptor const used = create_used();
    create_another();
    EXPECT_EQ(content_of_left(), "x");
}

TEST_F(temporary_file, one_that_takes_the_name_of_a_left_one_stays)
{
    create_left();
    app::file_descriptor used{-1};
    before_next_lock = [&]()
    {
        std::filesystem::remove(left_);
        used = create_used();
    };
    create_another();
    EXPECT_GE(used.number(), 0);
    EXPECT_EQ(content_of_left(), "x");
}

TEST_F(temporary_file, one_that_takes_the_name_of_a_finished_one_stays)
{
    app::file_descriptor finished = create_left();
    app::file_descriptor used{-1};
    before_next_lock = [&]()
    {
        std::filesystem::rename(left_, folder_ / "finished");
        finished.close();
        used = create_used();
    };
    create_another();
    EXPECT_GE(used.number(), 0);
    EXPECT_EQ(content_of_left(), "x");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "finished"));
}

// Processes in several containers may have the same number.
TEST_F(temporary_file, names_of_one_process_differ)
{
    EXPECT_NE(left_.filename(), new_name());
}

TEST_F(temporary_file, tells_what_is_unfinished)
{
    app::temporary_file file{};
    EXPECT_EQ(file.unfinished(), "");
    auto const descriptor = file.create_for(folder_ / "target");
    EXPECT_EQ(file.unfinished(), folder_ / "target");
    file.replace_target();
    EXPECT_EQ(file.unfinished(), "");
}
