// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/messenger.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <seqan3_gpulcs/mpi/communicator.hpp>

namespace seqan3_gpulcs::mpi
{

namespace
{

constexpr int header_tag{0};
constexpr int content_tag{1};

} // namespace

void check(int const error, char const * const call)
{
    if (error == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING]{};
    int size{};
    MPI_Error_string(error, text, &size);
    std::string sentence{text, static_cast<std::size_t>(size)};
    std::ranges::replace(sentence, '\n', ' ');
    throw communication_error{std::string{call} + " failed (" + sentence
                              + "); check the network, and that all ranks use the same MPI."};
}

template <typename words_t, typename function_t>
void messenger::for_each_piece(words_t && content, function_t const & function) const
{
    for (std::size_t begin = 0; begin < content.size(); begin += words_per_piece_)
        function(content.data() + begin, static_cast<int>(std::min(words_per_piece_, content.size() - begin)));
}

// Counts the pieces of a message as they get done.
bool messenger::are_done(std::vector<MPI_Request> & requests)
{
    done_.resize(requests.size());
    int count{};
    check(MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, done_.data(), MPI_STATUSES_IGNORE),
          "MPI_Testsome");
    if (count == MPI_UNDEFINED)
        return true;
    pieces_done_ += static_cast<std::uint64_t>(count);
    return std::ranges::all_of(requests,
                               [](MPI_Request const request)
                               {
                                   return request == MPI_REQUEST_NULL;
                               });
}

void messenger::send(message && sent)
{
    forget_sent();
    sending & in_flight = sendings_.emplace_back();
    in_flight.content = std::move(sent.content);
    unsent_words_ += in_flight.content.size();
    in_flight.header = {static_cast<std::uint64_t>(sent.kind), sent.call, sent.number, in_flight.content.size()};

    // A synchronous send is done when the receiver has begun to receive: finish() depends on it.
    check(MPI_Issend(in_flight.header.data(),
                     static_cast<int>(in_flight.header.size()),
                     MPI_UINT64_T,
                     sent.rank,
                     header_tag,
                     ranks_,
                     &in_flight.requests.emplace_back(MPI_REQUEST_NULL)),
          "MPI_Issend");
    for_each_piece(in_flight.content,
                   [&](std::uint64_t const * const data, int const count)
                   {
                       check(MPI_Isend(data,
                                       count,
                                       MPI_UINT64_T,
                                       sent.rank,
                                       content_tag,
                                       ranks_,
                                       &in_flight.requests.emplace_back(MPI_REQUEST_NULL)),
                             "MPI_Isend");
                   });
}

std::optional<message> messenger::receive()
{
    forget_sent();
    if (!receiving_)
        receive_header();
    if (receiving_ && !receiving_->has_room)
        receive_content(*receiving_);
    if (!receiving_ || !are_done(receiving_->requests))
        return {};
    std::optional<message> received{std::move(receiving_->received)};
    receiving_.reset();
    ++pieces_done_;
    return received;
}

// Receives one message after the other, so that the messages of one rank stay in order.
void messenger::receive_header()
{
    int is_there{};
    MPI_Status status{};
    check(MPI_Iprobe(MPI_ANY_SOURCE, header_tag, ranks_, &is_there, &status), "MPI_Iprobe");
    if (is_there == 0)
        return;

    std::array<std::uint64_t, 4> header{};
    check(MPI_Recv(header.data(),
                   static_cast<int>(header.size()),
                   MPI_UINT64_T,
                   status.MPI_SOURCE,
                   header_tag,
                   ranks_,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
    receiving & incoming = receiving_.emplace();
    incoming.received = {status.MPI_SOURCE, static_cast<message_kind>(header[0]), header[1], header[2], {}};
    incoming.size = header[3];
}

void messenger::receive_content(receiving & incoming)
{
    incoming.requests.reserve(incoming.size / words_per_piece_ + 1);
    incoming.received.content.resize(incoming.size);
    incoming.has_room = true;
    for_each_piece(incoming.received.content,
                   [&](std::uint64_t * const data, int const count)
                   {
                       check(MPI_Irecv(data,
                                       count,
                                       MPI_UINT64_T,
                                       incoming.received.rank,
                                       content_tag,
                                       ranks_,
                                       &incoming.requests.emplace_back(MPI_REQUEST_NULL)),
                             "MPI_Irecv");
                   });
}

void messenger::broadcast(words & content)
{
    std::uint64_t size{content.size()};
    check(MPI_Bcast(&size, 1, MPI_UINT64_T, 0, ranks_), "MPI_Bcast");
    content.resize(size);
    for_each_piece(content,
                   [&](std::uint64_t * const data, int const count)
                   {
                       check(MPI_Bcast(data, count, MPI_UINT64_T, 0, ranks_), "MPI_Bcast");
                   });
}

// Ranks leave together: others would never finish sending to a rank that left before.
bool messenger::finish(std::chrono::steady_clock::duration const timeout)
{
    message_waiter waiter{*this};
    MPI_Request all_ranks{MPI_REQUEST_NULL};
    bool has_finished = false;
    int have_all_finished = 0;
    while (have_all_finished == 0)
    {
        if (receive())
            continue;
        if (!has_finished && !is_busy())
        {
            check(MPI_Ibarrier(ranks_, &all_ranks), "MPI_Ibarrier");
            has_finished = true;
        }
        if (has_finished)
            check(MPI_Test(&all_ranks, &have_all_finished, MPI_STATUS_IGNORE), "MPI_Test");
        if (waiter.silence() > timeout)
            return have_all_finished != 0;
        std::this_thread::sleep_for(waiter.next_pause(max_idle_pause));
    }
    return true;
}

void messenger::forget_sent()
{
    std::erase_if(sendings_,
                  [this](sending & in_flight)
                  {
                      bool const is_done = are_done(in_flight.requests);
                      unsent_words_ -= is_done ? in_flight.content.size() : 0;
                      return is_done;
                  });
}

} // namespace seqan3_gpulcs::mpi
