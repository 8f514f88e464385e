// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/interrupt.hpp"

#include <chrono>
#include <system_error>
#include <unistd.h>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr int wake_up{SIGUSR1};

// The time that the program has to end by itself.
constexpr std::chrono::milliseconds end_timeout{500};

bool is_ignored(int const signal) noexcept
{
    struct sigaction action
    {};

    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

interrupt::interrupt(temporary_file & unfinished) : unfinished_{unfinished}
{
    sigemptyset(&signals_);
    sigaddset(&signals_, wake_up);
    for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU})
    {
        // nohup, and the shell for background jobs, make the program ignore some signals.
        if (!is_ignored(signal))
            sigaddset(&signals_, signal);
    }

    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    try
    {
        thread_ = std::thread{[this]()
                              {
                                  wait_for_signal();
                              }};
    }
    catch (std::system_error const & error)
    {
        throw limit_error{"The system allows no thread to wait for signals (" + system_message(error.code().value())
                          + "); raise the limits on processes and memory, or end other programs."};
    }
}

interrupt::~interrupt()
{
    {
        std::scoped_lock const lock{mutex_};
        is_ending_ = true;
    }
    ending_.notify_one();
    pthread_kill(thread_.native_handle(), wake_up);
    thread_.join();
}

int interrupt::exit_status() const noexcept
{
    return 128 + signal_;
}

void interrupt::wait_for_signal()
{
    int signal{wake_up};
    while (signal == wake_up)
    {
        sigwait(&signals_, &signal);

        std::scoped_lock const lock{mutex_};
        if (is_ending_)
            return;
    }

    signal_ = signal;
    source_.request_stop();
    // The file is removed at once: launchers of several processes kill soon after they have asked.
    unfinished_.abandon();

    std::unique_lock lock{mutex_};
    bool const ends_by_itself = ending_.wait_for(lock,
                                                 end_timeout,
                                                 [this]()
                                                 {
                                                     return is_ending_;
                                                 });
    if (!ends_by_itself)
        ::_exit(exit_status());
}

} // namespace seqan3_gpulcs::app
