// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a program that is compared does with a case: read it, run it several times, and report. measure.py does the same for
 *        packages of Python.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace peers
{

//!\brief The input of a comparison, and how to run it.
struct problem
{
    std::vector<std::string> first{};  //!< Sequences; or primers, or the target of primers.
    std::vector<std::string> second{}; //!< As many for pairs; or texts, or the backgrounds of primers.
    std::string alphabet{};            //!< `dna`, `protein` or `bytes`.
    std::uint32_t differences{};       //!< k, for primers and sites.
    std::string hardware{};            //!< A number of threads, or `cuda`.
    double seconds{};                  //!< No repetition starts later than this.
    std::string values_path{};         //!< The file for the values.
};

//!\brief The number of threads of a case on the CPU.
inline std::size_t threads_of(problem const & given)
{
    return std::stoul(given.hardware);
}

//!\brief The lines of a file. \throws std::runtime_error
inline std::vector<std::string> read_lines(std::string const & path)
{
    std::ifstream file{path};
    std::vector<std::string> lines{};
    for (std::string line{}; std::getline(file, line);)
        lines.push_back(line);
    if (lines.empty())
        throw std::runtime_error{"No lines in " + path + "."};
    return lines;
}

//!\brief Reads the files that cases.py has written.
inline problem read_problem(std::string const & folder)
{
    std::vector<std::string> const options = read_lines(folder + "/options");
    return {.first = read_lines(folder + "/first"),
            .second = read_lines(folder + "/second"),
            .alphabet = options.at(0),
            .differences = static_cast<std::uint32_t>(std::stoul(options.at(1))),
            .values_path = folder + "/values"};
}

//!\brief A number of bytes that the kernel knows about this process.
inline std::uint64_t status_bytes(std::string_view const key)
{
    std::ifstream file{"/proc/self/status"};
    for (std::string line{}; std::getline(file, line);)
        if (line.starts_with(key))
            return std::stoull(line.substr(key.size() + 1)) * 1024;
    return 0;
}

//!\brief A peer is wrong.
struct wrong_result : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//!\brief Whether the letters of an alignment, `=XID` for each column, are those of two sequences. \throws wrong_result
inline void check_columns(std::string_view const columns, std::string_view const first, std::string_view const second)
{
    std::size_t i = 0;
    std::size_t j = 0;
    for (char const column : columns)
    {
        bool const is_pair = column == '=' || column == 'X';
        bool const is_right = is_pair
                                ? i < first.size() && j < second.size() && (first[i] == second[j]) == (column == '=')
                                : column == 'I' || column == 'D';
        if (!is_right)
            throw wrong_result{"An alignment is wrong at letters " + std::to_string(i) + " and " + std::to_string(j)
                               + '.'};
        i += column != 'D';
        j += column != 'I';
    }
    if (i != first.size() || j != second.size())
        throw wrong_result{"An alignment does not have all letters."};
}

//!\brief The length of a common subsequence, as columns that are counted.
inline constexpr std::string_view matches{"="};
//!\brief The edits, as columns that are counted.
inline constexpr std::string_view edits{"XID"};

//!\brief How many columns of an alignment are among some, after checking it. \throws wrong_result
inline std::uint64_t count_columns(std::string_view const columns,
                                   std::string_view const first,
                                   std::string_view const second,
                                   std::string_view const counted)
{
    check_columns(columns, first, second);
    auto const is_counted = [counted](char const column)
    {
        return counted.find(column) != counted.npos;
    };
    return static_cast<std::uint64_t>(std::ranges::count_if(columns, is_counted));
}

//!\brief Seconds: the processor time of one thread, which other programs change little, or the time elapsed.
inline double now(problem const & given)
{
    std::timespec time{};
    clock_gettime(given.hardware == "1" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/*!\brief Runs a function several times after a warm-up, and writes times, memory and values.
 * \param given  The case.
 * \param run    What is measured; returns its result.
 * \param values Turns a result into numbers, which all peers must agree on; not measured.
 */
template <typename run_t, typename values_t>
void measure(problem const & given, run_t && run, values_t && values)
{
    std::uint64_t const before = status_bytes("VmRSS:");
    std::ofstream{"/proc/self/clear_refs"} << 5; // Forgets the peak.

    auto const run_once = [&]()
    {
        double const start = now(given);
        auto result = run();
        return std::pair{std::move(result), now(given) - start};
    };
    auto [result, elapsed] = run_once();
    std::vector<double> seconds{};
    // A run that takes long needs no warm-up.
    if (elapsed > 1)
        seconds.push_back(elapsed);
    for (double total = 0; elapsed <= 1 && seconds.size() < 9 && total < given.seconds; total += seconds.back())
    {
        std::tie(result, elapsed) = run_once();
        seconds.push_back(elapsed);
    }
    std::uint64_t const peak = status_bytes("VmHWM:");

    std::vector<std::uint64_t> const numbers = values(result);
    std::ofstream file{given.values_path, std::ios::binary};
    file.write(reinterpret_cast<char const *>(numbers.data()),
               static_cast<std::streamsize>(numbers.size() * sizeof(numbers[0])));
    if (!file.flush())
        throw std::runtime_error{"Writing " + given.values_path + " failed."};

    std::printf("{\"peak\": %llu, \"added\": %llu, \"seconds\": [",
                static_cast<unsigned long long>(peak),
                static_cast<unsigned long long>(peak > before ? peak - before : 0));
    for (std::size_t i = 0; i < seconds.size(); ++i)
        std::printf("%s%.9f", i == 0 ? "" : ", ", seconds[i]);
    std::printf("]}\n");
}

/*!\brief Calls a function with the begin and the end of consecutive parts of many items, and the number of the part: one for each
 *        thread. For peers that leave threads to their users.
 */
template <typename function_t>
void in_threads(std::size_t const count, std::size_t const threads, function_t const & function)
{
    auto const run_part = [&](std::size_t const part)
    {
        function(count * part / threads, count * (part + 1) / threads, part);
    };
    std::vector<std::future<void>> others{};
    for (std::size_t part = 1; part < threads; ++part)
        others.push_back(std::async(std::launch::async, run_part, part));
    run_part(0);
    for (std::future<void> & other : others)
        other.get();
}

/*!\brief Measures a function that compares one pair, for all pairs.
 * \param given   The case.
 * \param compare Gets the sequences of a pair and the number of the thread; returns its result.
 * \param value   Turns the sequences of a pair and its result into a number; not measured.
 */
template <typename compare_t, typename value_t>
void measure_pairs(problem const & given, compare_t const & compare, value_t const & value)
{
    std::size_t const count = given.first.size();
    using result_t = decltype(compare(given.first[0], given.second[0], std::size_t{}));
    auto const run = [&]()
    {
        std::vector<result_t> results(count);
        auto const compare_part = [&](std::size_t const begin, std::size_t const end, std::size_t const thread)
        {
            for (std::size_t i = begin; i < end; ++i)
                results[i] = compare(given.first[i], given.second[i], thread);
        };
        in_threads(count, threads_of(given), compare_part);
        return results;
    };
    auto const values = [&](std::vector<result_t> const & results)
    {
        std::vector<std::uint64_t> numbers(count);
        for (std::size_t i = 0; i < count; ++i)
            numbers[i] = value(given.first[i], given.second[i], results[i]);
        return numbers;
    };
    measure(given, run, values);
}

//!\brief Who is compared.
struct identity
{
    std::string name{};
    std::string version{};
    std::string build{}; //!< The language, and what it is compiled for.
};

//!\brief A task that a peer can do.
struct task
{
    std::function<void(problem const &)> run{};
    bool is_parallel{}; //!< Whether it uses more than one thread.
};

//!\brief What compiles this program.
#ifdef __clang__
inline std::string const compiler{__VERSION__};
#else
inline std::string const compiler{"GCC " __VERSION__};
#endif

//!\brief A peer: `PROGRAM tasks` writes what it can do, and `PROGRAM TASK FOLDER HARDWARE SECONDS` does it.
inline int
run_peer(identity const & peer, std::map<std::string, task> const & tasks, std::vector<std::string> const & arguments)
try
{
    if (arguments.size() == 1 && arguments[0] == "tasks")
    {
        std::printf("{\"name\": \"%s\", \"version\": \"%s\", \"build\": \"%s\", \"compiler\": \"%s\", \"tasks\": {",
                    peer.name.c_str(),
                    peer.version.c_str(),
                    peer.build.c_str(),
                    compiler.c_str());
        char const * separator = "";
        for (auto const & [key, one] : tasks)
        {
            std::printf("%s\"%s\": %s", separator, key.c_str(), one.is_parallel ? "true" : "false");
            separator = ", ";
        }
        std::printf("}}\n");
        return 0;
    }
    if (arguments.size() != 4 || !tasks.contains(arguments[0]))
        throw std::runtime_error{"Give a task, a folder, the hardware and the seconds, or the word tasks."};
    problem given = read_problem(arguments[1]);
    given.hardware = arguments[2];
    given.seconds = std::stod(arguments[3]);
    tasks.at(arguments[0]).run(given);
    return 0;
}
catch (wrong_result const & error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
catch (std::exception const & error)
{
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

} // namespace peers
