// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>
#include <sys/resource.h>
#include <sys/stat.h>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "cuda/shared_backend.hpp"
#include "src/backend/cpu_backend.hpp"
#include "src/saved/run_store.hpp"
#include "src/saved/saved_run.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

// The end of a process, as far as a test can have it.
struct power_failure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

// How many directories can be written to the disk before one of them fails.
std::optional<std::size_t> syncs_left{};

// Computes some parts, each on one of several backends, and then fails.
class failing_backend : public backend::backend_interface
{
public:
    failing_backend(std::vector<backend::backend_interface const *> backends, std::mt19937_64 & generator) :
        backends_{std::move(backends)},
        generator_{generator}
    {}

    plan::backend kind() const noexcept override
    {
        return plan::backend::automatic;
    }

    plan::source_statistics compute_part(plan::matrix_part const & part,
                                         plan::execution const & execution) const override
    {
        if (parts_left == 0)
        {
            // In the middle of a part.
            std::ranges::fill(part.borders.vertical, 0x1234'5678'9abc'def0u);
            throw power_failure{"off"};
        }
        --parts_left;
        ++parts_done;
        return any().compute_part(part, execution);
    }

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> const pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) const override
    {
        return any().compute(pairs, wanted, execution);
    }

    std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view,
                                                 packing::packed_sequence_view,
                                                 plan::execution const &) const override
    {
        return {};
    }

    primer::statistics find_primers(verification::primer_request const &, plan::execution const &) const override
    {
        return {};
    }

    void
    find_matches(verification::match_request const &, std::size_t, std::size_t, plan::execution const &) const override
    {}

    // Not similar enough, as it turns out.
    std::optional<alignment::result> compute_if_similar(alignment::sequence_pair const & pair,
                                                        plan::comparison const &,
                                                        plan::execution const & execution,
                                                        backend::similar_limits const &) const override
    {
        if (execution.on_progress)
            execution.on_progress({0.4 * pair.cells(), pair.cells()});
        return std::nullopt;
    }

    mutable std::size_t parts_left{1000};
    mutable std::size_t parts_done{};

private:
    backend::backend_interface const & any() const
    {
        return *backends_[reference::random_size(generator_, backends_.size() - 1)];
    }

    std::vector<backend::backend_interface const *> backends_;
    std::mt19937_64 & generator_;
};

// Chunks of columns that overlap on a device.
class overlapping_backend final : public failing_backend
{
public:
    using failing_backend::failing_backend;

    void compute_chunks(plan::column_chunks & chunks, plan::execution const & execution) const override
    {
        limited_chunks limited{chunks, parts_left};
        cuda::shared_backend().compute_chunks(limited, execution);
    }

private:
    // Fails where the one after the last one is done.
    class limited_chunks final : public plan::column_chunks
    {
    public:
        limited_chunks(plan::column_chunks & all, std::size_t & left) noexcept : all_{all}, left_{left}
        {}

        plan::matrix_part outline() const override
        {
            return all_.outline();
        }

        double cells_done() const override
        {
            return all_.cells_done();
        }

        plan::matrix_part const * next(bool const waits) override
        {
            return all_.next(waits);
        }

        void finish(plan::source_statistics const & statistics) override
        {
            if (left_-- == 0)
                throw power_failure{"off"};
            all_.finish(statistics);
        }

        void rewind() noexcept override
        {
            all_.rewind();
        }

    private:
        plan::column_chunks & all_;
        std::size_t & left_;
    };
};

std::string alignment_of(alignment::path const & path)
{
    std::string columns{};
    for (alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}

std::string read_file(std::filesystem::path const & path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void write_file(std::filesystem::path const & path, std::string const & content)
{
    std::ofstream{path, std::ios::binary} << content;
}

std::string message_of(auto const & call)
{
    try
    {
        call();
    }
    catch (saved_run_error const & error)
    {
        return error.what();
    }
    ADD_FAILURE() << "no exception";
    return {};
}

} // namespace

// Instead of that of the system.
extern "C" int fsync(int const file)
{
    struct stat status
    {};
    if (!syncs_left || ::fstat(file, &status) != 0 || !S_ISDIR(status.st_mode) || (*syncs_left)-- != 0)
        return 0;
    errno = EIO;
    return -1;
}

class saved_run : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        std::string name = (std::filesystem::temp_directory_path() / "saved_run_XXXXXX").string();
        ASSERT_TRUE(::mkdtemp(name.data()));
        parent = name;
        directory = parent / "run";
    }

    void TearDown() override
    {
        std::filesystem::remove_all(parent);
    }

    // Of a random length each.
    void choose_sequences(std::size_t const min_size, std::size_t const max_size)
    {
        auto const size = [&]()
        {
            return min_size + reference::random_size(generator, max_size - min_size);
        };
        unsigned const alphabet = reference::random_size(generator, 1) == 0 ? 4 : 20;
        letters1 = reference::random_letters(generator, size(), alphabet);
        letters2 = reference::mutate(generator, letters1, alphabet, 5);
        letters2.resize(size(), 0);
        first = packing::pack(letters1);
        second = packing::pack(letters2);
    }

    // Of some parts each.
    void choose_unrelated_sequences()
    {
        letters1 = reference::random_letters(generator, 3 * plan::part_alignment, 4);
        letters2 = reference::random_letters(generator, 3 * plan::part_alignment, 4);
        first = packing::pack(letters1);
        second = packing::pack(letters2);
    }

    // As short parts as there can be.
    lcs::saved_run_result compute(lcs::output const wanted, plan::execution const & execution = {})
    {
        return saved::compute(backend,
                              {first, second},
                              wanted,
                              {.saved = {.directory = directory, .interval = interval}, .limits = limits},
                              execution);
    }

    // Calls until one of them comes to the end.
    lcs::saved_run_result compute_in_many_calls(lcs::output const wanted)
    {
        for (std::size_t calls = 0;; ++calls)
        {
            backend.parts_left = reference::random_size(generator, 4);
            backend.parts_done = 0;
            plan::execution const execution{.threads = static_cast<unsigned>(1 + reference::random_size(generator, 3)),
                                            .memory_limit = (1 + reference::random_size(generator, 3))
                                                          * plan::default_memory_limit};
            try
            {
                return compute(wanted, execution);
            }
            catch (power_failure const &)
            {
                EXPECT_LT(calls, 1000u);
            }
        }
    }

    // A state of some parts, and all files of it.
    std::map<std::filesystem::path, std::string> save_some_parts(lcs::output const wanted)
    {
        backend.parts_left = 5;
        EXPECT_THROW(compute(wanted), power_failure);
        std::map<std::filesystem::path, std::string> files{};
        for (auto const & entry : std::filesystem::directory_iterator{directory})
            files[entry.path()] = read_file(entry.path());
        return files;
    }

    std::vector<std::string> file_names() const
    {
        std::vector<std::string> names{};
        for (auto const & entry : std::filesystem::directory_iterator{directory})
            names.push_back(entry.path().filename());
        std::ranges::sort(names);
        return names;
    }

    void expect_right(lcs::saved_run_result const & found, lcs::output const wanted) const
    {
        reference::matrix const cells = reference::lcs_matrix(letters1, letters2);
        EXPECT_EQ(found.result.length, cells.back().back());
        if (wanted == lcs::output::subsequence)
        {
            EXPECT_EQ(alignment_of(found.result.path), reference::lcs_alignment(cells));
        }
    }

    std::mt19937_64 generator{reference::make_generator()};
    backend::cpu_backend const cpu{};
    failing_backend backend{{&cpu, &cuda::shared_backend()}, generator};
    saved::part_limits limits{plan::part_alignment, plan::part_alignment, 2 * plan::part_alignment};
    std::chrono::duration<double> interval{0};
    std::filesystem::path parent{};
    std::filesystem::path directory{};
    std::vector<std::uint8_t> letters1{};
    std::vector<std::uint8_t> letters2{};
    packing::packed_sequence first{};
    packing::packed_sequence second{};
};

TEST_F(saved_run, goes_on_until_it_is_done)
{
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        choose_sequences(1, reference::is_instrumented ? 6000 : 9000);
        limits.rows = (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        limits.columns = (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        SCOPED_TRACE(::testing::Message() << letters1.size() << " x " << letters2.size() << ", parts of " << limits.rows
                                          << " x " << limits.columns);
        expect_right(compute_in_many_calls(wanted), wanted);

        // The result is still there, until it is removed.
        backend.parts_left = 0;
        auto const again = compute(wanted);
        expect_right(again, wanted);
        EXPECT_EQ(again.cells_resumed, static_cast<double>(letters1.size()) * static_cast<double>(letters2.size()));
        EXPECT_EQ(again.saves, 0u);
        lcs::remove_saved_run(directory);
        EXPECT_EQ(file_names(), std::vector<std::string>{});
    }
}

TEST_F(saved_run, goes_on_where_it_was)
{
    choose_sequences(1, 100);
    letters1.assign(3 * plan::part_alignment, 1);
    letters2.assign(2 * plan::part_alignment + 1, 1);
    first = packing::pack(letters1);
    second = packing::pack(letters2);
    backend.parts_left = 4;
    EXPECT_THROW(compute(lcs::output::length), power_failure);
    backend.parts_left = 100;
    backend.parts_done = 0;
    std::vector<double> progress{};
    auto const found = compute(lcs::output::length,
                               {.on_progress = [&](plan::progress const & now)
                                {
                                    progress.push_back(now.cells_done);
                                    EXPECT_EQ(now.cells_total, 6144.0 * 4097);
                                }});
    EXPECT_EQ(found.result.length, letters2.size());
    EXPECT_EQ(backend.parts_done, 5u);
    EXPECT_EQ(found.saves, 5u);
    EXPECT_EQ(found.cells_resumed, 4.0 * plan::part_alignment * plan::part_alignment);
    ASSERT_FALSE(progress.empty());
    EXPECT_EQ(progress.front(), found.cells_resumed);
    EXPECT_TRUE(std::ranges::is_sorted(progress));
}

// On a device, slabs of all rows overlap: what is saved of one is not that of the next one, which has begun.
TEST_F(saved_run, slabs_overlap)
{
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        choose_sequences(5000, reference::is_instrumented ? 6000 : 9000);
        saved::run_options options{.saved = {.directory = directory, .interval = interval}};
        options.limits.columns = plan::part_alignment;
        auto const slabs = static_cast<double>((letters2.size() - 1) / plan::part_alignment + 1);
        overlapping_backend on_device{{&cuda::shared_backend()}, generator};
        on_device.parts_left = 1 + reference::random_size(generator, 1);
        auto const done = static_cast<double>(on_device.parts_left);
        EXPECT_THROW(saved::compute(on_device, {first, second}, wanted, options, {}), power_failure);
        on_device.parts_left = 100;
        auto const found = saved::compute(on_device, {first, second}, wanted, options, {});
        expect_right(found, wanted);
        EXPECT_EQ(found.cells_resumed, static_cast<double>(letters1.size()) * plan::part_alignment * done);
        EXPECT_EQ(static_cast<double>(found.saves), slabs - done);
        lcs::remove_saved_run(directory);
    }
}

TEST_F(saved_run, begins_again)
{
    choose_sequences(5000, 7000);
    save_some_parts(lcs::output::subsequence);
    choose_sequences(5000, 7000);
    backend.parts_left = 1000;
    auto const found =
        saved::compute(backend,
                       {first, second},
                       lcs::output::subsequence,
                       {.saved = {.directory = directory, .interval = interval, .restart = true}, .limits = limits},
                       {});
    EXPECT_EQ(found.cells_resumed, 0);
    expect_right(found, lcs::output::subsequence);
}

TEST_F(saved_run, seldom_saves)
{
    choose_sequences(4200, 5000);
    interval = std::chrono::hours{1};
    EXPECT_EQ(compute(lcs::output::length).saves, 0u);
    EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});
}

// Of similar sequences, a part of the matrix suffices: a state would take more time. But one that is there is continued.
TEST_F(saved_run, similar_sequences)
{
    letters1 = reference::random_letters(generator, 9000, 4);
    letters2 = reference::mutate(generator, letters1, 4, 500);
    first = packing::pack(letters1);
    second = packing::pack(letters2);
    alignment::sequence_pair const pair{first, second};
    reference::matrix const cells = reference::lcs_matrix(letters1, letters2);
    auto const expected = reference::lcs_alignment(cells);
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        auto const compute_on_cpu = [&](std::chrono::duration<double> const seconds, bool const restart)
        {
            lcs::saved_run const saved{.directory = directory, .interval = seconds, .restart = restart};
            lcs::saved_run_result const found = lcs::compute(pair, wanted, saved, {.backend = plan::backend::cpu});
            EXPECT_EQ(found.result.length, cells.back().back());
            EXPECT_TRUE(wanted == lcs::output::length || alignment_of(found.result.path) == expected);
            return found;
        };
        auto const at_once = compute_on_cpu(std::chrono::minutes{1}, false);
        EXPECT_NE(at_once.result.method, alignment::method::whole_matrix);
        EXPECT_LT(at_once.result.cells, 0.2 * pair.cells());
        EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});

        EXPECT_EQ(compute_on_cpu(std::chrono::seconds{0}, false).result.method, alignment::method::whole_matrix);
        EXPECT_EQ(compute_on_cpu(std::chrono::minutes{1}, false).cells_resumed, pair.cells());
        EXPECT_NE(compute_on_cpu(std::chrono::minutes{1}, true).result.method, alignment::method::whole_matrix);
        EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});
    }
}

// A part of the matrix does not suffice: then it begins again, but not the progress.
TEST_F(saved_run, pairs_that_seem_similar)
{
    choose_unrelated_sequences();
    interval = std::chrono::minutes{1};
    std::vector<double> progress{};
    auto const found = compute(lcs::output::length,
                               {.on_progress = [&](plan::progress const & now)
                                {
                                    progress.push_back(now.cells_done);
                                }});
    expect_right(found, lcs::output::length);
    EXPECT_GE(progress.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(progress));
    EXPECT_GE(progress.back(), 0.4 * 9.0 * plan::part_alignment * plan::part_alignment);
}

// One letter decides.
TEST_F(saved_run, pairs_that_are_too_short)
{
    choose_sequences(700, 900);
    std::uint64_t const length = lcs::length(first, second);
    for (std::uint64_t const min_length : {length, length + 1})
    {
        alignment::result const found =
            lcs::compute({first, second, min_length}, lcs::output::subsequence, {.directory = directory}).result;
        EXPECT_EQ(found.length, min_length == length ? length : 0);
        EXPECT_EQ(found.path.empty(), min_length != length);
    }
}

TEST_F(saved_run, empty_sequences)
{
    choose_sequences(1, 100);
    first = {};
    EXPECT_EQ(alignment_of(compute(lcs::output::subsequence).result.path), std::string(letters2.size(), 'D'));
    EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});
    lcs::remove_saved_run(directory);
    EXPECT_EQ(file_names(), std::vector<std::string>{});
    std::filesystem::remove(directory);
    lcs::remove_saved_run(directory);
    EXPECT_FALSE(std::filesystem::exists(directory));
}

// They have no state, but that of another run stays.
TEST_F(saved_run, empty_sequences_and_another_run)
{
    choose_sequences(4200, 5000);
    save_some_parts(lcs::output::length);
    auto const other = std::exchange(first, {});
    std::string const message = message_of(
        [&]()
        {
            compute(lcs::output::length);
        });
    EXPECT_NE(message.find("other sequences"), std::string::npos) << message;
    first = other;
    backend.parts_left = 1000;
    EXPECT_GT(compute(lcs::output::length).cells_resumed, 0);
}

// One byte of a file is wrong, or some are missing or too many.
TEST_F(saved_run, damaged_files)
{
    choose_unrelated_sequences();
    auto const files = save_some_parts(lcs::output::subsequence);
    EXPECT_EQ(files.size(), 4u); // The lock, the state, and checkpoints of two regions.
    for (auto const & [path, content] : files)
    {
        if (content.empty())
            continue;
        auto const expect_refused = [&, &path = path](std::string const & damaged)
        {
            write_file(path, damaged);
            std::string const message = message_of(
                [&]()
                {
                    compute(lcs::output::subsequence);
                });
            EXPECT_NE(message.find("restart"), std::string::npos) << message;
        };
        std::size_t const step = 1 + content.size() / 40;
        for (std::size_t i = reference::random_size(generator, step - 1); i < content.size(); i += step)
        {
            std::string damaged = content;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << reference::random_size(generator, 7)));
            expect_refused(damaged);
        }
        expect_refused({});
        expect_refused(content.substr(0, 8));
        expect_refused(content.substr(0, reference::random_size(generator, content.size() - 1)));
        expect_refused(content.substr(0, content.size() - 8));
        expect_refused(content + std::string(8, '\0'));
        write_file(path, content);
    }
    backend.parts_left = 1000;
    interval = std::chrono::hours{1};
    expect_right(compute(lcs::output::subsequence), lcs::output::subsequence);
}

TEST_F(saved_run, what_belongs_to_something_else)
{
    choose_sequences(4200, 5000);
    save_some_parts(lcs::output::length);
    auto const expect_refused = [this](lcs::output const wanted, char const * const part)
    {
        std::string const message = message_of(
            [&]()
            {
                compute(wanted);
            });
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect_refused(lcs::output::subsequence, "only the length");

    auto const right1 = letters1;
    auto const change = [&](std::vector<std::uint8_t> const & letters)
    {
        first = packing::pack(letters);
        expect_refused(lcs::output::length, "other sequences");
    };
    auto other = right1;
    std::size_t const place = reference::random_size(generator, other.size() - 1);
    other[place] = static_cast<std::uint8_t>(other[place] + 1);
    change(other);
    other = right1;
    other.push_back(other.back());
    change(other);
    other = right1;
    if (other.size() > 1)
    {
        other.pop_back();
        change(other);
    }

    // The same letters in codes of another width are the same.
    first = packing::pack(right1);
    backend.parts_left = 1000;
    expect_right(compute(lcs::output::length), lcs::output::length);
}

TEST_F(saved_run, newer_versions_are_refused)
{
    choose_sequences(4200, 5000);
    save_some_parts(lcs::output::length);
    std::filesystem::path const path = directory / "gpulcs.state";
    std::string state = read_file(path);
    ASSERT_EQ(state.substr(0, 8), "gpulcsst");
    ++state[8];
    write_file(path, state);
    std::string const message = message_of(
        [&]()
        {
            compute(lcs::output::length);
        });
    EXPECT_NE(message.find("newer version"), std::string::npos) << message;
}

TEST_F(saved_run, one_process_at_a_time)
{
    choose_sequences(1, 3000);
    {
        saved::run_store const other{directory};
        std::string const message = message_of(
            [&]()
            {
                compute(lcs::output::length);
            });
        EXPECT_NE(message.find("Another process"), std::string::npos) << message;
        EXPECT_THROW(lcs::remove_saved_run(directory), saved_run_error);
    }
    expect_right(compute(lcs::output::length), lcs::output::length);
}

TEST_F(saved_run, directories_that_cannot_be_used)
{
    choose_sequences(1, 100);
    directory = parent / "missing" / "run";
    EXPECT_THROW(compute(lcs::output::length), saved_run_error);
    directory = parent / "file";
    write_file(directory, "x");
    EXPECT_THROW(compute(lcs::output::length), saved_run_error);
    directory = "";
    EXPECT_THROW(compute(lcs::output::length), saved_run_error);
}

// Before the rename or after it: there is a whole state in any case.
TEST_F(saved_run, directories_that_cannot_be_synced)
{
    limits.checkpoint_distance = plan::part_alignment;
    choose_sequences(plan::part_alignment + 1, plan::part_alignment + 300);
    std::filesystem::create_directory(directory);
    backend.parts_left = 1000;
    for (std::size_t syncs = 1; syncs <= 8; ++syncs)
    {
        SCOPED_TRACE(::testing::Message() << "sync " << syncs);
        syncs_left = syncs - 1;
        std::string const message = message_of(
            [&]()
            {
                compute(lcs::output::subsequence);
            });
        syncs_left.reset();
        EXPECT_NE(message.find("cannot be saved"), std::string::npos) << message;

        auto const found = compute(lcs::output::subsequence);
        EXPECT_EQ(found.cells_resumed > 0, syncs != 1);
        expect_right(found, lcs::output::subsequence);
        lcs::remove_saved_run(directory);
    }
}

TEST_F(saved_run, intervals)
{
    alignment::sequence_pair const pair{first, second};
    for (double const seconds : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    {
        lcs::saved_run const saved{.directory = directory, .interval = std::chrono::duration<double>{seconds}};
        EXPECT_THROW(lcs::compute(pair, lcs::output::length, saved), invalid_option);
    }
}

// A limit that is too small does not cost the state, nor the memory.
TEST_F(saved_run, restarts_that_cannot_begin)
{
    limits.checkpoint_distance = plan::part_alignment;
    choose_sequences(4200, 5000);
    auto const files = save_some_parts(lcs::output::subsequence);
    saved::run_options const options{{.directory = directory, .restart = true}, limits};
    EXPECT_THROW(saved::compute(backend, {first, second}, lcs::output::subsequence, options, {.memory_limit = 1000}),
                 memory_limit_too_small);
    for (auto const & [path, content] : files)
        EXPECT_EQ(read_file(path), content) << path;
}

// The checkpoints are those of the call that began.
TEST_F(saved_run, memory_limits)
{
    letters1 = reference::random_letters(generator, 3 * plan::part_alignment, 4);
    letters2 = letters1;
    first = second = packing::pack(letters1);
    try
    {
        compute(lcs::output::subsequence, {.memory_limit = 1000});
        FAIL();
    }
    catch (memory_limit_too_small const &)
    {}
    std::uint64_t const small = 40'000;
    backend.parts_left = 3;
    EXPECT_THROW(compute(lcs::output::subsequence), power_failure);
    backend.parts_left = 1000;
    interval = std::chrono::hours{1};
    EXPECT_THROW(compute(lcs::output::subsequence, {.memory_limit = 5000}), memory_limit_too_small);
    auto const found = compute(lcs::output::subsequence, {.memory_limit = small});
    EXPECT_LE(found.result.memory_bytes, small);
    expect_right(found, lcs::output::subsequence);
}

// The state before is whole, and nothing else is left.
TEST_F(saved_run, full_disks)
{
    choose_unrelated_sequences();
    auto const files = save_some_parts(lcs::output::subsequence);

    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    rlimit const full{100 + reference::random_size(generator, 500), old.rlim_max}; // Less than a state has.
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    backend.parts_left = 1000;
    std::string const message = message_of(
        [&]()
        {
            compute(lcs::output::subsequence);
        });
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);

    EXPECT_NE(message.find("cannot be saved"), std::string::npos) << message;
    EXPECT_EQ(file_names().size(), files.size());
    for (auto const & [path, content] : files)
        EXPECT_EQ(read_file(path), content) << path;
    expect_right(compute(lcs::output::subsequence), lcs::output::subsequence);
}
