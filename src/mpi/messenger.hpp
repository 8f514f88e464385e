// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Messages between ranks.
 */

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mpi.h>
#include <optional>
#include <utility>
#include <vector>

#include "src/mpi/timeouts.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Throws communication_error if a call of MPI failed. \param call Its name.
void check(int error, char const * call);

//!\brief The kind of a message.
enum class message_kind : std::uint64_t
{
    begin,   //!< A call begins; its content is broadcast.
    task,    //!< A task is to be computed.
    result,  //!< A task has this result.
    failure, //!< The rank cannot go on with the call.
    end,     //!< The call ends, whether there are results or not.
    ended,   //!< The call has ended on the sender.
    leave    //!< No more calls follow: the ranks part.
};

//!\brief A message.
struct message
{
    int rank{};             //!< The rank that it comes from, or goes to.
    message_kind kind{};    //!< Its kind.
    std::uint64_t call{};   //!< The number of the call that it belongs to.
    std::uint64_t number{}; //!< The number of the task.
    words content{};        //!< The content; its form depends on the kind.
};

/*!\brief Sends and receives messages without blocking, so that ranks can send to each other at the same time.
 *
 * Thread safety: only the thread that may call MPI uses it.
 */
class messenger
{
public:
    /*!\brief Starts without messages.
     * \param ranks           The communicator. It must have the error handler MPI_ERRORS_RETURN, and be used for nothing else.
     * \param words_per_piece The size of the pieces in which longer contents travel; pieces that arrive show that a message
     *                        is getting on. It must be the same on all ranks, and an int, with which MPI counts.
     */
    explicit messenger(MPI_Comm const ranks, std::size_t const words_per_piece = std::size_t{1} << 21) noexcept :
        ranks_{ranks},
        words_per_piece_{words_per_piece}
    {}

    messenger(messenger const &) = delete;
    messenger & operator=(messenger const &) = delete;

    //!\brief Starts to send a message. \throws communication_error
    void send(message && sent);

    /*!\brief Returns a message, if there is one. Must be called again and again: calls also go on sending.
     * \throws communication_error, std::bad_alloc
     *
     * If there is not enough memory for a message, it waits; the next call tries again.
     */
    std::optional<message> receive();

    //!\brief Whether a message is on its way, so that receive() should be called again soon.
    bool is_busy() const noexcept
    {
        return receiving_ || !sendings_.empty();
    }

    //!\brief The words of messages that are being sent, or wait to be sent.
    std::uint64_t unsent_words() const noexcept
    {
        return unsent_words_;
    }

    //!\brief Grows whenever a message, or a piece of one, has been sent or received.
    std::uint64_t pieces_done() const noexcept
    {
        return pieces_done_;
    }

    /*!\brief Waits until nothing is on its way between any of the ranks; drops what arrives. All ranks must call it.
     * \param timeout The time to wait for the next piece of a message.
     * \returns Whether all ranks got so far in time.
     * \throws communication_error, std::bad_alloc
     */
    bool finish(std::chrono::steady_clock::duration timeout);

    //!\brief Gives all ranks what rank 0 has; all must call it. \throws communication_error
    void broadcast(words & content);

private:
    // A message that is being sent: its memory must stay until MPI is done with it.
    struct sending
    {
        std::array<std::uint64_t, 4> header{};
        words content{};
        std::vector<MPI_Request> requests{};
    };

    // A message whose content is on its way, or waits for memory.
    struct receiving
    {
        message received{};
        std::uint64_t size{};
        bool has_room{};
        std::vector<MPI_Request> requests{};
    };

    // Calls function(begin, size) for each piece.
    template <typename words_t, typename function_t>
    void for_each_piece(words_t && content, function_t const & function) const;

    bool are_done(std::vector<MPI_Request> & requests);
    void receive_header();
    void receive_content(receiving & incoming);
    void forget_sent();

    MPI_Comm ranks_;
    std::size_t words_per_piece_;
    std::uint64_t unsent_words_{};
    std::uint64_t pieces_done_{};
    std::vector<int> done_{}; // The indices of completed requests, for MPI_Testsome.
    std::list<sending> sendings_{};
    std::optional<receiving> receiving_{};
};

/*!\brief Waits for messages with pauses, which get longer while no piece of any message gets on.
 *
 * Thread safety: as of the messenger.
 */
class message_waiter
{
public:
    //!\brief Starts with the shortest pause. \param messages The messages, which must outlive the object.
    explicit message_waiter(messenger const & messages) noexcept : messages_{messages}
    {}

    //!\brief The time to wait now. \param max Its maximum.
    std::chrono::microseconds next_pause(std::chrono::microseconds const max) noexcept
    {
        pause_ = has_news() ? min_pause : std::min(2 * pause_, max);
        return pause_;
    }

    //!\brief The time since a piece of a message last got on.
    std::chrono::steady_clock::duration silence() noexcept
    {
        if (has_news())
            pause_ = min_pause;
        return std::chrono::steady_clock::now() - last_news_;
    }

private:
    bool has_news() noexcept
    {
        if (std::exchange(pieces_, messages_.pieces_done()) == messages_.pieces_done())
            return false;
        last_news_ = std::chrono::steady_clock::now();
        return true;
    }

    messenger const & messages_;
    std::uint64_t pieces_{messages_.pieces_done()};
    std::chrono::steady_clock::time_point last_news_{std::chrono::steady_clock::now()};
    std::chrono::microseconds pause_{min_pause};
};

} // namespace seqan3_gpulcs::mpi
