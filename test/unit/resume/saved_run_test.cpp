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

#include <reference/edit_reference.hpp>
#include <reference/instrumented.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>
#include <sys/resource.h>
#include <sys/stat.h>

#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "cuda/backend/shared_backend.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/threshold.hpp"
#include "src/resume/run_store.hpp"
#include "src/resume/saved_run.hpp"
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

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override
    {
        plan::execution of_part{execution};
        if (execution.on_progress)
            of_part.on_progress = [&](plan::progress const & progress)
            {
                execution.on_progress({parts.cells_done() + progress.cells_done, progress.cells_total});
            };
        while (plan::matrix_part const * const part = parts.next(true))
        {
            if (parts_left == 0)
            {
                // In the middle of a part.
                std::ranges::fill(part->borders.vertical, 0x1234'5678'9abc'def0u);
                throw power_failure{"off"};
            }
            --parts_left;
            ++parts_done;
            parts.finish(backend::compute_part(any(), *part, of_part));
        }
    }

    plan::device_state state(bool) const override
    {
        return plan::device_state::started;
    }

    // Pairs are not similar enough, as it turns out.
    backend::pair_outcome compute(backend::pair_request const & request,
                                  plan::execution const & execution) const override
    {
        auto const & list = std::get<backend::list_request>(request);
        if (!list.limits)
            return any().compute(request, execution);
        if (execution.on_progress)
            execution.on_progress({0.4 * list.survey.all.cells, list.survey.all.cells});
        return {.left = {0}};
    }

    primer::statistics scan(scan::request const &, plan::execution const &) const override
    {
        return {};
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

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override
    {
        limited_chunks limited{parts, parts_left};
        cuda::shared_backend().compute_parts(limited, execution);
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

class saved_run : public device_test, public ::testing::WithParamInterface<plan::metric>
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

    // Of similar sequences, with as short steps as there can be. Returns the value.
    std::uint64_t choose_similar_sequences()
    {
        letters1 = reference::random_letters(generator, 8000 + reference::random_size(generator, 1000), 4);
        letters2 = reference::mutate(generator, letters1, 4, 60 + reference::random_size(generator, 100));
        first = packing::pack(letters1);
        second = packing::pack(letters2);
        limits.checkpoint_distance = limits.step_columns = plan::part_alignment;
        return expected().value;
    }

    // The threshold of the pair: a value, or a worse one, or a better one if `slack` is negative.
    void choose_threshold(std::uint64_t const value, std::int64_t const slack)
    {
        auto const by = static_cast<std::uint64_t>(slack);
        threshold = GetParam() == plan::metric::lcs ? value - by : value + by;
    }

    alignment::sequence_pair pair() const
    {
        alignment::sequence_pair pair{first, second};
        if (threshold)
            pair.*plan::traits_of(GetParam()).threshold = *threshold;
        return pair;
    }

    // As short parts as there can be.
    alignment::saved_run_result compute(bool const with_path, plan::execution const & execution = {})
    {
        return resume::compute(
            backend,
            pair(),
            wanted(with_path),
            {.saved = alignment::saved_run{.directory = directory, .interval = interval}, .limits = limits},
            execution);
    }

    // Calls until one of them comes to the end.
    alignment::saved_run_result compute_in_many_calls(bool const with_path)
    {
        for (std::size_t calls = 0;; ++calls)
        {
            backend.parts_left = reference::random_size(generator, 4);
            backend.parts_done = 0;
            choose_preference();
            plan::execution const execution{.threads = static_cast<unsigned>(1 + reference::random_size(generator, 3)),
                                            .memory_limit = (1 + reference::random_size(generator, 3))
                                                          * plan::default_memory_limit};
            try
            {
                return compute(with_path, execution);
            }
            catch (power_failure const &)
            {
                EXPECT_LT(calls, 1000u);
            }
        }
    }

    // A state of some parts, and all files of it.
    std::map<std::filesystem::path, std::string> save_some_parts(bool const with_path)
    {
        backend.parts_left = 5;
        EXPECT_THROW(compute(with_path), power_failure);
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

    // What the oracles say.
    struct expectation
    {
        std::uint64_t value{};
        std::string steps{};
    };

    expectation expected() const
    {
        if (GetParam() == plan::metric::edit)
        {
            auto const found = reference::edit_traceback(letters1, letters2, {.preference = preference});
            return {static_cast<std::uint64_t>(found.distance), found.steps};
        }
        reference::matrix const cells = reference::lcs_matrix(letters1, letters2);
        return {cells.back().back(), reference::lcs_alignment(cells)};
    }

    void expect_right(alignment::saved_run_result const & found, bool const with_path) const
    {
        expect_right(found, with_path, expected());
    }

    // As a call without a state, too.
    void expect_right(alignment::saved_run_result const & found, bool const with_path, expectation const & right) const
    {
        alignment::sequence_pair const pair{first, second};
        alignment::result const at_once = std::move(backend::compare(cpu, {&pair, 1}, wanted(with_path), {}).front());
        EXPECT_EQ(plan::value_of(found.result, GetParam()), plan::value_of(at_once, GetParam()));
        EXPECT_EQ(found.result.first, at_once.first);
        EXPECT_EQ(found.result.second, at_once.second);
        EXPECT_EQ(found.result.path, at_once.path);
        EXPECT_EQ(plan::value_of(found.result, GetParam()), right.value);
        if (with_path)
        {
            EXPECT_EQ(alignment_of(found.result.path), right.steps);
        }
    }

    plan::comparison wanted(bool const with_path) const
    {
        return {.metric = GetParam(), .with_path = with_path, .preference = preference};
    }

    // As users call it.
    alignment::saved_run_result compare(alignment::sequence_pair const & pair,
                                        bool const with_path,
                                        alignment::saved_run const & saved,
                                        plan::execution const & execution = {}) const
    {
        if (GetParam() == plan::metric::lcs)
            return lcs::compute(pair, with_path ? lcs::output::subsequence : lcs::output::length, saved, execution);
        edit::options const options{.wanted = with_path ? edit::output::alignment : edit::output::distance,
                                    .preference = preference};
        return edit::compute(pair, options, saved, execution);
    }

    // The state does not depend on it.
    void choose_preference()
    {
        preference = static_cast<plan::preference>(reference::random_size(generator, 1));
    }

    std::mt19937_64 generator{reference::make_generator()};
    cpu::cpu_backend const cpu{};
    failing_backend backend{{&cpu, &cuda::shared_backend()}, generator};
    resume::part_limits limits{plan::part_alignment, plan::part_alignment, 2 * plan::part_alignment};
    std::optional<std::uint64_t> threshold{}; // Seeds take longer for short sequences, but a threshold makes a band.
    plan::preference preference{};
    std::chrono::duration<double> interval{0};
    std::filesystem::path parent{};
    std::filesystem::path directory{};
    std::vector<std::uint8_t> letters1{};
    std::vector<std::uint8_t> letters2{};
    packing::packed_sequence first{};
    packing::packed_sequence second{};
};

TEST_P(saved_run, goes_on_until_it_is_done)
{
    for (bool const with_path : {false, true})
    {
        choose_sequences(1, reference::is_instrumented ? 6000 : 9000);
        limits.rows = (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        limits.columns = (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        SCOPED_TRACE(::testing::Message() << letters1.size() << " x " << letters2.size() << ", parts of " << limits.rows
                                          << " x " << limits.columns);
        expect_right(compute_in_many_calls(with_path), with_path);

        // The result is still there, until it is removed.
        backend.parts_left = 0;
        auto const again = compute(with_path);
        expect_right(again, with_path);
        EXPECT_EQ(again.cells_resumed, static_cast<double>(letters1.size()) * static_cast<double>(letters2.size()));
        EXPECT_EQ(again.saves, 0u);
        alignment::remove_saved_run(directory);
        EXPECT_EQ(file_names(), std::vector<std::string>{});
    }
}

TEST_P(saved_run, goes_on_where_it_was)
{
    choose_sequences(1, 100);
    letters1.assign(3 * plan::part_alignment, 1);
    letters2.assign(2 * plan::part_alignment + 1, 1);
    first = packing::pack(letters1);
    second = packing::pack(letters2);
    backend.parts_left = 4;
    EXPECT_THROW(compute(false), power_failure);
    backend.parts_left = 100;
    backend.parts_done = 0;
    std::vector<double> progress{};
    auto const found = compute(false,
                               {.on_progress = [&](plan::progress const & now)
                                {
                                    progress.push_back(now.cells_done);
                                    EXPECT_EQ(now.cells_total, 6144.0 * 4097);
                                }});
    expect_right(found, false);
    EXPECT_EQ(backend.parts_done, 5u);
    EXPECT_EQ(found.saves, 5u);
    EXPECT_EQ(found.cells_resumed, 4.0 * plan::part_alignment * plan::part_alignment);
    ASSERT_FALSE(progress.empty());
    EXPECT_EQ(progress.front(), found.cells_resumed);
    EXPECT_TRUE(std::ranges::is_sorted(progress));
}

// On a device, slabs of all rows overlap: what is saved of one is not that of the next one, which has begun.
TEST_P(saved_run, slabs_overlap)
{
    for (bool const with_path : {false, true})
    {
        choose_sequences(5000, reference::is_instrumented ? 6000 : 9000);
        resume::run_options options{.saved = alignment::saved_run{.directory = directory, .interval = interval}};
        options.limits.columns = plan::part_alignment;
        auto const slabs = static_cast<double>((letters2.size() - 1) / plan::part_alignment + 1);
        overlapping_backend on_device{{&cuda::shared_backend()}, generator};
        on_device.parts_left = 1 + reference::random_size(generator, 1);
        auto const done = static_cast<double>(on_device.parts_left);
        EXPECT_THROW(resume::compute(on_device, {first, second}, wanted(with_path), options, {}), power_failure);
        on_device.parts_left = 100;
        auto const found = resume::compute(on_device, {first, second}, wanted(with_path), options, {});
        expect_right(found, with_path);
        EXPECT_EQ(found.cells_resumed, static_cast<double>(letters1.size()) * plan::part_alignment * done);
        EXPECT_EQ(static_cast<double>(found.saves), slabs - done);
        alignment::remove_saved_run(directory);
    }
}

TEST_P(saved_run, begins_again)
{
    choose_sequences(5000, 7000);
    save_some_parts(true);
    choose_sequences(5000, 7000);
    backend.parts_left = 1000;
    auto const found =
        resume::compute(backend,
                        {first, second},
                        wanted(true),
                        {.saved = alignment::saved_run{.directory = directory, .interval = interval, .restart = true},
                         .limits = limits},
                        {});
    EXPECT_EQ(found.cells_resumed, 0);
    expect_right(found, true);
}

TEST_P(saved_run, seldom_saves)
{
    choose_sequences(4200, 5000);
    interval = std::chrono::hours{1};
    EXPECT_EQ(compute(false).saves, 0u);
    EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});
}

// Of similar sequences, a part of the matrix suffices: a state would take more time. But one that is there is continued.
TEST_P(saved_run, similar_sequences)
{
    letters1 = reference::random_letters(generator, 9000, 4);
    letters2 = reference::mutate(generator, letters1, 4, 500);
    first = packing::pack(letters1);
    second = packing::pack(letters2);
    alignment::sequence_pair const pair{first, second};
    expectation const right = expected();
    for (bool const with_path : {false, true})
    {
        auto const compute_on_cpu = [&](std::chrono::duration<double> const seconds, bool const restart)
        {
            alignment::saved_run const saved{.directory = directory, .interval = seconds, .restart = restart};
            alignment::saved_run_result const found = compare(pair, with_path, saved, {.backend = plan::backend::cpu});
            expect_right(found, with_path, right);
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

TEST_P(saved_run, bands)
{
    for (bool const with_path : {false, true})
    {
        std::uint64_t const value = choose_similar_sequences();
        choose_threshold(value, static_cast<std::int64_t>(reference::random_size(generator, 200)));
        limits.rows = (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        auto const found = compute_in_many_calls(with_path);
        expect_right(found, with_path);
        EXPECT_EQ(found.result.method, alignment::method::band);
        EXPECT_LT(found.result.cells, 0.7 * pair().cells());
        // Programs that know no bands do not go on with them.
        EXPECT_EQ(read_file(directory / "gpulcs.state")[8], 3);

        backend.parts_left = 0;
        auto const again = compute(with_path);
        expect_right(again, with_path);
        EXPECT_EQ(again.cells_resumed, pair().cells());
        alignment::remove_saved_run(directory);
        backend.parts_left = 1000;
    }
}

// On a device, slabs of one step overlap. The next step has other rows.
TEST_P(saved_run, slabs_of_bands_overlap)
{
    for (bool const with_path : {false, true})
    {
        choose_threshold(choose_similar_sequences(), 100);
        resume::run_options options{.saved = alignment::saved_run{.directory = directory, .interval = interval}};
        options.limits = limits;
        options.limits.rows = resume::part_limits{}.rows;
        overlapping_backend on_device{{&cuda::shared_backend()}, generator};
        on_device.parts_left = 1 + reference::random_size(generator, 1);
        EXPECT_THROW(resume::compute(on_device, pair(), wanted(with_path), options, {}), power_failure);
        on_device.parts_left = 100;
        auto const found = resume::compute(on_device, pair(), wanted(with_path), options, {});
        EXPECT_GT(found.cells_resumed, 0);
        EXPECT_EQ(found.result.method, alignment::method::band);
        expect_right(found, with_path);
        alignment::remove_saved_run(directory);
    }
}

// The band of a threshold proves that the pair is of no interest. If it is of interest to a later run, another band is needed, or the whole
// matrix: the best path is far from the diagonal.
TEST_P(saved_run, bands_that_prove_no_value)
{
    for (bool const with_path : {false, true})
    {
        choose_similar_sequences();
        auto const common = reference::random_letters(generator, 10'000, 4);
        letters1 = reference::random_letters(generator, 3000 + reference::random_size(generator, 100), 4);
        letters2 = common;
        letters1.insert(letters1.end(), common.begin(), common.end());
        letters2.resize(12'900 + reference::random_size(generator, 200));
        first = packing::pack(letters1);
        second = packing::pack(letters2);

        choose_threshold(GetParam() == plan::metric::lcs ? 12'900 : 0, 300);
        auto found = compute_in_many_calls(with_path);
        EXPECT_FALSE(plan::is_of_interest(pair(), found.result, GetParam()));
        EXPECT_TRUE(found.result.path.empty());
        EXPECT_EQ(found.result.method, alignment::method::band);

        for (std::uint64_t const other : {4000, 7000})
        {
            choose_threshold(GetParam() == plan::metric::lcs ? 13'000 : 0, static_cast<std::int64_t>(other));
            found = compute_in_many_calls(with_path);
            alignment::sequence_pair const whole{first, second};
            alignment::result const right =
                std::move(backend::compare(cpu, {&whole, 1}, wanted(with_path), {}).front());
            bool const is_of_interest = plan::is_of_interest(pair(), right, GetParam());
            EXPECT_EQ(plan::is_of_interest(pair(), found.result, GetParam()), is_of_interest);
            EXPECT_EQ(found.result.path, is_of_interest ? right.path : alignment::path{});
            if (is_of_interest)
            {
                EXPECT_EQ(plan::value_of(found.result, GetParam()), plan::value_of(right, GetParam()));
            }
        }
        threshold.reset();
        alignment::remove_saved_run(directory);
        backend.parts_left = 1000;
    }
}

// A part of the matrix does not suffice: then it begins again, but not the progress.
TEST_P(saved_run, pairs_that_seem_similar)
{
    choose_unrelated_sequences();
    interval = std::chrono::minutes{1};
    std::vector<double> progress{};
    auto const found = compute(false,
                               {.on_progress = [&](plan::progress const & now)
                                {
                                    progress.push_back(now.cells_done);
                                }});
    expect_right(found, false);
    EXPECT_GE(progress.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(progress));
    EXPECT_GE(progress.back(), 0.4 * 9.0 * plan::part_alignment * plan::part_alignment);
}

TEST_P(saved_run, the_last_report_is_all_cells)
{
    choose_sequences(700, 900);
    alignment::sequence_pair const pair{first, second};
    for (std::chrono::seconds const seconds : {std::chrono::seconds{0}, std::chrono::seconds{60}})
        for (bool const with_path : {false, true})
        {
            double last = 0;
            compare(pair,
                    with_path,
                    {.directory = directory, .interval = seconds, .restart = true},
                    {.backend = plan::backend::cpu,
                     .on_progress = [&](plan::progress const & progress)
                     {
                         EXPECT_EQ(progress.cells_total, pair.cells());
                         last = progress.cells_done;
                     }});
            EXPECT_EQ(last, pair.cells());
        }
}

// One letter decides.
TEST_P(saved_run, pairs_that_are_of_no_interest)
{
    choose_sequences(700, 900);
    std::uint64_t const value = expected().value;
    for (bool const is_of_interest : {true, false})
        for (bool const is_saved : {true, false})
        {
            alignment::sequence_pair pair{first, second};
            if (GetParam() == plan::metric::lcs)
                pair.min_length = value + !is_of_interest;
            else
                pair.max_distance = value - !is_of_interest;
            std::chrono::seconds const seconds{is_saved ? 0 : 60};
            alignment::result const found = compare(pair, true, {.directory = directory, .interval = seconds}).result;
            EXPECT_EQ(plan::value_of(found, GetParam()),
                      is_of_interest ? value : plan::value_of_no_interest(GetParam()));
            EXPECT_EQ(found.path.empty(), !is_of_interest);
            alignment::remove_saved_run(directory);
        }
}

TEST_P(saved_run, empty_sequences)
{
    choose_sequences(1, 100);
    first = {};
    EXPECT_EQ(alignment_of(compute(true).result.path), std::string(letters2.size(), 'D'));
    EXPECT_EQ(file_names(), std::vector<std::string>{"gpulcs.lock"});
    alignment::remove_saved_run(directory);
    EXPECT_EQ(file_names(), std::vector<std::string>{});
    std::filesystem::remove(directory);
    alignment::remove_saved_run(directory);
    EXPECT_FALSE(std::filesystem::exists(directory));
}

// They have no state, but that of another run stays.
TEST_P(saved_run, empty_sequences_and_another_run)
{
    choose_sequences(4200, 5000);
    save_some_parts(false);
    auto const other = std::exchange(first, {});
    std::string const message = message_of(
        [&]()
        {
            compute(false);
        });
    EXPECT_NE(message.find("other sequences"), std::string::npos) << message;
    first = other;
    backend.parts_left = 1000;
    EXPECT_GT(compute(false).cells_resumed, 0);
}

// One byte of a file is wrong, or some are missing or too many.
TEST_P(saved_run, damaged_files)
{
    choose_unrelated_sequences();
    auto const files = save_some_parts(true);
    EXPECT_EQ(files.size(), 4u); // The lock, the state, and checkpoints of two regions.
    for (auto const & [path, content] : files)
    {
        if (content.empty())
            continue;
        auto const expect_refused = [&, &damaged_file = path](std::string const & damaged)
        {
            write_file(damaged_file, damaged);
            std::string const message = message_of(
                [&]()
                {
                    compute(true);
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
    expect_right(compute(true), true);
}

TEST_P(saved_run, what_belongs_to_something_else)
{
    choose_sequences(4200, 5000);
    save_some_parts(false);
    auto const expect_refused = [this](bool const with_path, char const * const part)
    {
        std::string const message = message_of(
            [&]()
            {
                compute(with_path);
            });
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect_refused(true, GetParam() == plan::metric::lcs ? "only the length" : "only the distance");

    auto const right1 = letters1;
    auto const change = [&](std::vector<std::uint8_t> const & letters)
    {
        first = packing::pack(letters);
        expect_refused(false, "other sequences");
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

    // The same letters, by another metric.
    first = packing::pack(right1);
    bool const is_lcs = GetParam() == plan::metric::lcs;
    std::string const message = message_of(
        [&]()
        {
            resume::compute(
                backend,
                {first, second},
                is_lcs ? plan::edit_distance : plan::lcs_length,
                {.saved = alignment::saved_run{.directory = directory, .interval = interval}, .limits = limits},
                {});
        });
    EXPECT_NE(message.find(is_lcs ? "run for longest common subsequences" : "run for edit distances"),
              std::string::npos)
        << message;

    // The same letters in codes of another width are the same.
    backend.parts_left = 1000;
    expect_right(compute(false), false);
}

TEST_P(saved_run, newer_versions_are_refused)
{
    choose_sequences(4200, 5000);
    save_some_parts(false);
    std::filesystem::path const path = directory / "gpulcs.state";
    std::string state = read_file(path);
    ASSERT_EQ(state.substr(0, 8), "gpulcsst");
    // Programs that know longest common subsequences only go on with them.
    ASSERT_EQ(state[8], GetParam() == plan::metric::lcs ? 1 : 2);
    state[8] = 4;
    write_file(path, state);
    std::string const message = message_of(
        [&]()
        {
            compute(false);
        });
    EXPECT_NE(message.find("newer version"), std::string::npos) << message;
}

TEST_P(saved_run, one_process_at_a_time)
{
    choose_sequences(1, 3000);
    {
        resume::run_store const other{directory};
        std::string const message = message_of(
            [&]()
            {
                compute(false);
            });
        EXPECT_NE(message.find("Another process"), std::string::npos) << message;
        EXPECT_THROW(alignment::remove_saved_run(directory), saved_run_error);
    }
    expect_right(compute(false), false);
}

TEST_P(saved_run, directories_that_cannot_be_used)
{
    choose_sequences(1, 100);
    directory = parent / "missing" / "run";
    EXPECT_THROW(compute(false), saved_run_error);
    directory = parent / "file";
    write_file(directory, "x");
    EXPECT_THROW(compute(false), saved_run_error);
    directory = "";
    EXPECT_THROW(compute(false), saved_run_error);
}

// Before the rename or after it: there is a whole state in any case.
TEST_P(saved_run, directories_that_cannot_be_synced)
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
                compute(true);
            });
        syncs_left.reset();
        EXPECT_NE(message.find("cannot be saved"), std::string::npos) << message;

        auto const found = compute(true);
        EXPECT_EQ(found.cells_resumed > 0, syncs != 1);
        expect_right(found, true);
        alignment::remove_saved_run(directory);
    }
}

TEST_P(saved_run, intervals)
{
    alignment::sequence_pair const pair{first, second};
    for (double const seconds : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    {
        alignment::saved_run const saved{.directory = directory, .interval = std::chrono::duration<double>{seconds}};
        EXPECT_THROW(compare(pair, false, saved), invalid_option);
    }
}

TEST_F(device_test, saved_runs_with_free_ends)
{
    packing::packed_sequence const letters = packing::pack("ACGT");
    edit::options const options{.ends = {.second_leading = true}};
    EXPECT_THROW(edit::compute({letters, letters}, options, {.directory = "not made"}), invalid_option);
    EXPECT_FALSE(std::filesystem::exists("not made"));
}

// A limit that is too small does not cost the state, nor the memory.
TEST_P(saved_run, restarts_that_cannot_begin)
{
    limits.checkpoint_distance = plan::part_alignment;
    choose_sequences(4200, 5000);
    auto const files = save_some_parts(true);
    resume::run_options const options{alignment::saved_run{.directory = directory, .restart = true}, limits};
    EXPECT_THROW(resume::compute(backend, {first, second}, wanted(true), options, {.memory_limit = 1000}),
                 memory_limit_too_small);
    for (auto const & [path, content] : files)
        EXPECT_EQ(read_file(path), content) << path;
}

// The checkpoints are those of the call that began.
TEST_P(saved_run, memory_limits)
{
    letters1 = reference::random_letters(generator, 3 * plan::part_alignment, 4);
    letters2 = letters1;
    first = second = packing::pack(letters1);
    auto const named_limit = [this](std::uint64_t const memory_limit) -> std::uint64_t
    {
        try
        {
            compute(true, {.memory_limit = memory_limit});
        }
        catch (memory_limit_too_small const & error)
        {
            std::string const message = error.what();
            std::string const before{"at least "};
            return std::stoull(message.substr(message.find(before) + before.size()));
        }
        ADD_FAILURE() << "no exception";
        return 0;
    };
    choose_preference();
    named_limit(1000);
    backend.parts_left = 3;
    EXPECT_THROW(compute(true), power_failure);
    backend.parts_left = 1000;
    interval = std::chrono::hours{1};
    choose_preference();
    std::uint64_t const small = named_limit(5000);
    named_limit(small - 1);
    auto const found = compute(true, {.memory_limit = small});
    EXPECT_GT(found.cells_resumed, 0);
    EXPECT_LE(found.result.memory_bytes, small);
    expect_right(found, true);
}

// The state before is whole, and nothing else is left.
TEST_P(saved_run, full_disks)
{
    choose_unrelated_sequences();
    auto const files = save_some_parts(true);

    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    rlimit const full{100 + reference::random_size(generator, 500), old.rlim_max}; // Less than a state has.
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    backend.parts_left = 1000;
    std::string const message = message_of(
        [&]()
        {
            compute(true);
        });
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);

    EXPECT_NE(message.find("cannot be saved"), std::string::npos) << message;
    EXPECT_EQ(file_names().size(), files.size());
    for (auto const & [path, content] : files)
        EXPECT_EQ(read_file(path), content) << path;
    expect_right(compute(true), true);
}

INSTANTIATE_TEST_SUITE_P(metrics,
                         saved_run,
                         ::testing::Values(plan::metric::lcs, plan::metric::edit),
                         [](auto const & test)
                         {
                             return test.param == plan::metric::lcs ? "lcs" : "edit";
                         });
