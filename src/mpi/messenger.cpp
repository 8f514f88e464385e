// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/messenger.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/mpi/communicator.hpp>

namespace seqan3_gpulcs::mpi
{

namespace
{

constexpr int header_tag{0};
constexpr int content_tag{1};

// MPI counts with int.
constexpr std::size_t words_per_piece{std::size_t{1} << 26};

// The content, piece by piece.
template <typename words_t, typename function_t>
void for_each_piece(words_t && content, function_t const & function)
{
    for (std::size_t begin = 0; begin < content.size(); begin += words_per_piece)
        function(content.data() + begin, static_cast<int>(std::min(words_per_piece, content.size() - begin)));
}

bool are_done(std::vector<MPI_Request> & requests)
{
    int is_done{};
    check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done, MPI_STATUSES_IGNORE),
          "MPI_Testall");
    return is_done != 0;
}

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

void messenger::send(message && sent)
{
    forget_sent();
    sending & one = sendings_.emplace_back();
    one.content = std::move(sent.content);
    one.header = {static_cast<std::uint64_t>(sent.kind), sent.call, sent.number, one.content.size()};

    auto const begin = [&](std::uint64_t const * const data, int const count, int const tag)
    {
        check(
            MPI_Isend(data, count, MPI_UINT64_T, sent.rank, tag, ranks_, &one.requests.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Isend");
    };
    begin(one.header.data(), static_cast<int>(one.header.size()), header_tag);
    for_each_piece(one.content,
                   [&](std::uint64_t const * const data, int const count)
                   {
                       begin(data, count, content_tag);
                   });
}

std::optional<message> messenger::receive()
{
    forget_sent();
    if (!receiving_)
        begin_to_receive();
    if (!receiving_ || !are_done(receiving_->requests))
        return {};
    std::optional<message> received{std::move(receiving_->received)};
    receiving_.reset();
    return received;
}

// One message after the other: so those of one rank stay in order.
void messenger::begin_to_receive()
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
    receiving & one = receiving_.emplace();
    one.received = {status.MPI_SOURCE, static_cast<message_kind>(header[0]), header[1], header[2], words(header[3])};
    for_each_piece(one.received.content,
                   [&](std::uint64_t * const data, int const count)
                   {
                       check(MPI_Irecv(data,
                                       count,
                                       MPI_UINT64_T,
                                       status.MPI_SOURCE,
                                       content_tag,
                                       ranks_,
                                       &one.requests.emplace_back(MPI_REQUEST_NULL)),
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

void messenger::finish()
{
    for (sending & one : sendings_)
        check(MPI_Waitall(static_cast<int>(one.requests.size()), one.requests.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitall");
    sendings_.clear();
}

void messenger::forget_sent()
{
    std::erase_if(sendings_,
                  [](sending & one)
                  {
                      return are_done(one.requests);
                  });
}

} // namespace seqan3_gpulcs::mpi
