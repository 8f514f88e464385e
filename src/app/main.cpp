// SPDX-License-Identifier: BSD-3-Clause

#include <chrono>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unistd.h>
#include <variant>

#include <seqan3_gpulcs/exception.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/command_line.hpp"
#include "src/app/demultiplex/demultiplex_command.hpp"
#include "src/app/devices/devices_command.hpp"
#include "src/app/interrupt.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/file/temporary_file.hpp"
#include "src/app/message.hpp"
#include "src/app/pair/pair_command.hpp"
#include "src/app/plot/plot_command.hpp"
#include "src/app/primer/primer_command.hpp"
#include "src/app/rank_run.hpp"
#include "src/app/readable.hpp"
#include "src/app/search/search_command.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr int status_failure{1};
constexpr int status_usage{2};
constexpr int status_reader_gone{128 + SIGPIPE};

// Opens closed standard streams: otherwise, the next file that is opened would take the number of one, and the table could go there.
void occupy_standard_streams() noexcept
{
    for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    {
        if (::fcntl(stream, F_GETFD) == -1)
        {
            // The stream is opened in the wrong direction, so that using it is an error.
            [[maybe_unused]] int const same = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int run(information const & asked_for)
{
    output_file out = output_file::standard_output();
    out.write(asked_for.text);
    out.finish();
    return 0;
}

int run(devices_options const & options)
{
    run_devices(options);
    return 0;
}

std::string not_written(std::filesystem::path const & file)
{
    return "The reader of standard output ended before the table did, so " + in_quotes(file.native())
         + " is not written; let it read to the end, or write the table to a file.";
}

// Runs a command that Ctrl-C can end, with the stop token and the file that is removed then.
template <typename command_t>
int run_interruptible(command_t const & command)
{
    temporary_file temporary{};
    interrupt const signals{temporary};
    try
    {
        command(signals.token(), temporary);
    }
    catch (operation_stopped const &)
    {
        return signals.exit_status();
    }
    catch (output_error const & error)
    {
        // Ctrl-C also ends the reader of a pipe; that error may come before the signal.
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        if (signals.token().stop_requested())
            return signals.exit_status();
        auto const unfinished = temporary.unfinished();
        if (dynamic_cast<reader_gone const *>(&error) != nullptr && !unfinished.empty())
            print_message(not_written(unfinished).c_str());
        throw;
    }
    return 0;
}

// Runs a command whose computations Ctrl-C ends.
template <typename options_t>
int run_stoppable(void (*const command)(options_t const &, temporary_file &), options_t & options)
{
    return run_interruptible(
        [&](std::stop_token const & stop, temporary_file & temporary)
        {
            options.execution.stop = stop;
            command(options, temporary);
        });
}

int run(pair_options & options)
{
    return run_stoppable(run_pairs, options);
}

int run(search_options & options)
{
    return run_stoppable(run_search, options);
}

int run(demultiplex_options & options)
{
    return run_stoppable(run_demultiplex, options);
}

int run(primer_options & options)
{
    if (!options.new_spelling.empty())
        print_note("version 0.5 will not take this command line; write " + options.new_spelling);
    return run_stoppable(run_primer, options);
}

int run(plot_options const & options)
{
    return run_interruptible(
        [&](std::stop_token const & stop, temporary_file &)
        {
            run_plot(options, stop);
        });
}

} // namespace

} // namespace seqan3_gpulcs::app

int main(int const argc, char const * const * const argv)
{
    using namespace seqan3_gpulcs::app;

    occupy_standard_streams();
    // Without these signals, writing fails with an error instead.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);

    // The ranks must live until the last message has been printed.
    std::optional<rank_run> ranks{};
    // Processes that have not found each other all have the same problem, so the first one prints it.
    auto const report = [&](char const * const message, int const status)
    {
        if (ranks || is_first_process())
            print_message(message);
        return status;
    };
    try
    {
        ranks.emplace();
        if (!ranks->is_first())
        {
            ranks->serve();
            return 0;
        }
        return std::visit(
            [&](auto && options)
            {
                if constexpr (requires { options.execution; })
                    options.execution.ranks = ranks->shared();
                return run(options);
            },
            parse_command_line(argc, argv));
    }
    catch (reader_gone const &)
    {
        return status_reader_gone;
    }
    catch (usage_error const & error)
    {
        return report(error.what(), status_usage);
    }
    catch (std::bad_alloc const &)
    {
        return report("There is not enough memory; give shorter sequences, or use a machine with more memory.",
                      status_failure);
    }
    catch (std::exception const & error)
    {
        return report(error.what(), status_failure);
    }
}
