// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

#include "src/app/app_error.hpp"
#include "src/app/io/table/parallel_writer.hpp"

using namespace seqan3_gpulcs;

namespace
{

class parallel_writer : public testing::TestWithParam<unsigned>
{
protected:
    ~parallel_writer() override
    {
        std::filesystem::remove(path_);
    }

    std::string content() const
    {
        std::ifstream file{path_, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

    std::filesystem::path path_{std::filesystem::path{testing::TempDir()}
                                / ("parallel_writer_" + std::to_string(::getpid()) + "_" + std::to_string(GetParam()))};
    app::temporary_file temporary_{};
    app::output_file file_{app::output_file::create(path_, temporary_)};
};

void wait_for(unsigned const microseconds)
{
    if (microseconds != 0)
        std::this_thread::sleep_for(std::chrono::microseconds{microseconds});
}

} // namespace

TEST_P(parallel_writer, writes_in_order)
{
    unsigned const seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};

    std::string expected{};
    {
        app::parallel_writer writer{file_, GetParam()};
        for (int round = 0; round < 5; ++round)
        {
            for (std::size_t i = random() % 200; i > 0; --i)
            {
                // Some are larger than the buffer of the file, some are empty.
                std::string const part(random() % 8 == 0 ? random() % 200'000 : random() % 100,
                                       static_cast<char>('a' + random() % 26));
                auto const delay = static_cast<unsigned>(random() % 4 == 0 ? random() % 500 : 0);
                writer.write(
                    [part, delay](std::string & text)
                    {
                        ASSERT_TRUE(text.empty());
                        wait_for(delay);
                        text += part;
                    });
                expected += part;
            }
            writer.wait();
        }
    }
    file_.finish();
    EXPECT_TRUE(content() == expected);
}

TEST_P(parallel_writer, throws_the_first_error)
{
    app::parallel_writer writer{file_, GetParam()};
    auto const write_all = [&]()
    {
        for (int i = 0; i < 40; ++i)
            writer.write(
                [i](std::string & text)
                {
                    // Later ones fail earlier.
                    if (i >= 20)
                    {
                        wait_for(i == 20 ? 3000 : 0);
                        throw std::runtime_error{std::to_string(i)};
                    }
                    text += static_cast<char>('a' + i);
                });
        writer.wait();
    };
    auto const message = [&]() -> std::string
    {
        try
        {
            write_all();
        }
        catch (std::runtime_error const & error)
        {
            return error.what();
        }
        return "no error";
    };

    EXPECT_EQ(message(), "20");
    // With threads, it cannot be forgotten.
    if (GetParam() > 1)
    {
        EXPECT_THROW(writer.wait(), std::runtime_error);
    }
    file_.finish();
    EXPECT_EQ(content(), "abcdefghijklmnopqrst");
}

TEST_P(parallel_writer, drops_what_nobody_waits_for)
{
    {
        app::parallel_writer writer{file_, GetParam()};
        for (int i = 0; i < 1000; ++i)
            writer.write(
                [](std::string & text)
                {
                    wait_for(100);
                    text += 'a';
                });
    }
    file_.finish();
    EXPECT_EQ(content(), std::string(content().size(), 'a'));
    EXPECT_LE(content().size(), 1000u);
}

TEST_P(parallel_writer, reports_a_full_disk)
{
    app::temporary_file temporary{};
    auto full = app::output_file::create("/dev/full", temporary);
    app::parallel_writer writer{full, GetParam()};
    auto const write_all = [&]()
    {
        for (int i = 0; i < 100; ++i)
            writer.write(
                [](std::string & text)
                {
                    text.assign(10'000, 'a');
                });
        writer.wait();
    };
    EXPECT_THROW(write_all(), app::output_error);
}

INSTANTIATE_TEST_SUITE_P(threads, parallel_writer, testing::Values(0u, 1u, 2u, 3u, 17u));
