// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/device_set.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/dispatch/find_device_backend.hpp"

namespace seqan3_gpulcs::alignment
{

namespace
{

backend::device_interface const & interface_of(unsigned const device)
{
    return *dispatch::find_device_backend({.backend = plan::backend::cuda, .devices = {device}}).on_device();
}

// In ascending order, each once.
std::string sorted_alphabet(std::string_view const letters)
{
    std::string sorted{letters};
    std::ranges::sort(sorted,
                      {},
                      [](char const letter)
                      {
                          return static_cast<unsigned char>(letter);
                      });
    auto const repeated = std::ranges::unique(sorted);
    sorted.erase(repeated.begin(), repeated.end());
    if (sorted.empty())
        throw invalid_option{"The alphabet of sequences on a device is empty; name the letters that may occur."};
    return sorted;
}

} // namespace

device_set::device_set(device_letters const & sequences,
                       std::string_view const alphabet,
                       device_stream const & stream) :
    placed_{interface_of(stream.device).place(sequences, sorted_alphabet(alphabet), stream)}
{}

device_set::device_set(device_codes const & sequences, std::string_view const alphabet, device_stream const & stream) :
    placed_{interface_of(stream.device).place(sequences, sorted_alphabet(alphabet), stream)}
{}

device_set::device_set(std::span<packing::packed_sequence_view const> const sequences,
                       std::string_view const alphabet,
                       unsigned const device) :
    placed_{interface_of(device).place(sequences, sorted_alphabet(alphabet), {.device = device})}
{}

device_set::device_set(device_set &&) noexcept = default;

device_set & device_set::operator=(device_set &&) noexcept = default;

device_set::~device_set() = default;

std::size_t device_set::size() const noexcept
{
    return placed_->size();
}

unsigned device_set::device() const noexcept
{
    return placed_->device();
}

std::uint64_t device_set::device_bytes() const noexcept
{
    return placed_->device_bytes();
}

device_call::device_call(std::shared_ptr<backend::started_call const> started) noexcept : started_{std::move(started)}
{}

bool device_call::is_done() const
{
    return started_ == nullptr || started_->is_done();
}

void device_call::wait() const
{
    if (started_ != nullptr)
        started_->wait();
}

} // namespace seqan3_gpulcs::alignment

namespace seqan3_gpulcs::api
{

alignment::device_call enqueue(backend::device_request const & request)
{
    backend::placed_sequences const & first = request.first;
    backend::placed_sequences const & second = request.second;
    if (first.device() != second.device() || first.device() != request.stream.device)
        throw invalid_option{
            "The sequences and the stream belong to different devices; bring all of them to one device."};
    if (first.alphabet() != second.alphabet())
        throw invalid_option{
            "The two sets of sequences on a device have different alphabets; name the same letters for both."};
    if (!request.is_all_pairs && first.size() != second.size())
        throw invalid_option{"There are " + std::to_string(first.size()) + " first sequences, but "
                             + std::to_string(second.size()) + " second ones; give one of each for each pair."};
    return alignment::device_call{alignment::interface_of(request.stream.device).start(request)};
}

} // namespace seqan3_gpulcs::api
