// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Ends the program cleanly when the user presses Ctrl-C.
 */

#pragma once

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stop_token>
#include <thread>

#include "src/app/io/file/temporary_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Waits for SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU in its own thread, as long as it lives.
 *
 * A signal requests a stop, and removes the unfinished file. If the program does not end by itself soon afterwards, for example
 * because it waits for input, it is ended here. Create this object before any other thread: new threads inherit that the signals
 * are blocked.
 */
class interrupt
{
public:
    //!\param unfinished The file to remove; must live longer than this object.
    explicit interrupt(temporary_file & unfinished);

    ~interrupt();

    interrupt(interrupt const &) = delete;
    interrupt & operator=(interrupt const &) = delete;

    //!\brief Tells whether a stop has been requested.
    std::stop_token token() const noexcept
    {
        return source_.get_token();
    }

    //!\brief The exit status after a stop: 130 for Ctrl-C.
    int exit_status() const noexcept;

private:
    void wait_for_signal();

    temporary_file & unfinished_;
    sigset_t signals_{};
    std::stop_source source_{};
    std::atomic<int> signal_{};
    std::mutex mutex_{};
    std::condition_variable ending_{};
    bool is_ending_{};
    std::thread thread_{};
};

} // namespace seqan3_gpulcs::app
