// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/placed_lanes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_sequences.hpp"
#include "cuda/lane/placed_arguments.hpp"
#include "cuda/runtime/device_codes.hpp"
#include "cuda/runtime/scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

std::vector<std::uint64_t> sizes_of(std::span<packed_sequence_view const> const sequences)
{
    std::vector<std::uint64_t> sizes{};
    for (packed_sequence_view const & sequence : sequences)
        sizes.push_back(sequence.size());
    return sizes;
}

std::vector<std::uint64_t> sizes_of(alignment::device_letters const & sequences)
{
    std::vector<std::uint64_t> sizes{};
    for (std::size_t i = 1; i < sequences.offsets.size(); ++i)
    {
        if (sequences.offsets[i] < sequences.offsets[i - 1])
            throw invalid_option{"The offsets of letters on a device must ascend, but offset " + std::to_string(i)
                                 + " is less than the one before."};
        sizes.push_back(sequences.offsets[i] - sequences.offsets[i - 1]);
    }
    return sizes;
}

std::vector<std::uint64_t> sizes_of(alignment::device_codes const & sequences)
{
    if (sequences.sizes.size() != sequences.first_words.size())
        throw invalid_option{"Codes on a device have " + std::to_string(sequences.first_words.size())
                             + " first words, but " + std::to_string(sequences.sizes.size())
                             + " sizes; give one of each for each sequence."};
    return {sequences.sizes.begin(), sequences.sizes.end()};
}

[[noreturn]] void throw_too_many_words()
{
    throw invalid_option{
        "The words of sequences on a device cannot be counted by 32 bits; divide them into several sets."};
}

// The place of each letter in an alphabet, or no_code.
std::vector<std::uint16_t> codes_of(std::string_view const alphabet)
{
    std::vector<std::uint16_t> codes(table_size, no_code);
    for (std::size_t code = 0; code < alphabet.size(); ++code)
        codes[static_cast<std::uint8_t>(alphabet[code])] = static_cast<std::uint16_t>(code);
    return codes;
}

// Codes of a sequence on the host.
void write_codes(packed_sequence_view const & sequence,
                 std::vector<std::uint16_t> const & codes,
                 unsigned const bits,
                 std::span<std::uint64_t> const words)
{
    unsigned const per_word = 64 / bits;
    for (std::uint64_t i = 0; i < sequence.size(); ++i)
        words[i / per_word] |= std::uint64_t{codes[sequence[i]]} << i % per_word * bits;
}

// Codes of sequences on the host, each at its place.
void write_codes(std::span<packed_sequence_view const> const sequences,
                 std::string_view const alphabet,
                 unsigned const bits,
                 std::span<lane_column_codes const> const placed,
                 std::span<std::uint64_t> const words)
{
    std::vector<std::uint8_t> const letters(alphabet.begin(), alphabet.end());
    std::vector<std::uint16_t> const codes = codes_of(alphabet);
    letter_lists lists{};
    std::uint32_t const all_letters = lists.number_of(packed_sequence_view{nullptr, 0, bits, letters}, 0);
    code_translator translator{lists};
    std::uint32_t from = all_letters;
    for (std::size_t i = 0; i < sequences.size(); ++i)
    {
        packed_sequence_view const & sequence = sequences[i];
        if (!sequence.empty() && sequence.kind() == packing::letter_kind::rank)
            throw invalid_option{"The letters of sequences on a device are characters, but those of sequence "
                                 + std::to_string(i) + " are ranks; pack it from an alphabet with characters."};
        std::uint32_t const list = lists.number_of(sequence, from);
        if (std::exchange(from, list) != list && !std::ranges::includes(letters, lists[list]))
            throw invalid_option{
                "Sequence " + std::to_string(i)
                + " has letters that are not in the alphabet of the sequences on the device; add them to it."};
        if (sequence.bits_per_letter() > bits)
            write_codes(sequence, codes, bits, words.subspan(placed[i].at));
        else
            translator.translate(sequence, from, all_letters, bits, words.data() + placed[i].at);
    }
}

} // namespace

device_event::~device_event()
{
    release_on(device_,
               [this]()
               {
                   event_.reset();
               });
}

void device_event::record(cudaStream_t const in)
{
    if (!event_->try_record(in))
        throw invalid_option{"The stream is not one of CUDA device " + std::to_string(device_)
                             + "; name the device of the stream."};
}

bool device_event::is_done() const
{
    scoped_device const current{device_};
    return event_->is_reached();
}

void device_event::wait() const
{
    scoped_device const current{device_};
    poll_until(
        [this]()
        {
            return event_->is_reached();
        },
        []() {});
}

void const * find_device_address(void const * const pointer, std::size_t const alignment, unsigned const device)
{
    cudaPointerAttributes attributes{};
    cudaError_t const status = cudaPointerGetAttributes(&attributes, pointer);
    if (status == cudaErrorInvalidValue)
        static_cast<void>(cudaGetLastError());
    else if (status != cudaSuccess)
        throw_device_error(status, "cudaPointerGetAttributes", __FILE__, __LINE__);
    bool const is_of_other_device =
        attributes.type == cudaMemoryTypeDevice && attributes.device != static_cast<int>(device);
    if (attributes.type == cudaMemoryTypeUnregistered || is_of_other_device || attributes.devicePointer == nullptr)
        throw invalid_option{
            "CUDA device " + std::to_string(device)
            + " cannot access the memory that a call was given; give memory of this device, managed memory, or "
              "pinned memory of the host."};
    if (reinterpret_cast<std::uintptr_t>(attributes.devicePointer) % alignment != 0)
        throw invalid_option{"The address of memory on a device is no multiple of " + std::to_string(alignment)
                             + ", the size of its values; give memory that begins with a whole value."};
    return attributes.devicePointer;
}

// The places of sequences, while they are brought to a device.
struct placed_lanes::placement
{
    std::vector<lane_column_codes> sequences{};
    std::vector<std::uint32_t> order{};
    std::uint64_t words{}; // The words of the codes.
};

placed_lanes::placed_lanes(backend::sequence_source const & source,
                           std::string alphabet,
                           alignment::device_stream const & stream) :
    device_{stream.device},
    alphabet_{std::move(alphabet)},
    bits_{bits_for(alphabet_.size())},
    letters_{static_cast<std::uint16_t>(alphabet_.size())},
    own_stream_{stream.memory == nullptr ? std::make_unique<cuda::stream>() : nullptr},
    memory_stream_{own_stream_ ? alignment::device_stream{static_cast<cudaStream_t>(*own_stream_), device_} : stream}
{
    auto const * const codes = std::get_if<alignment::device_codes>(&source);
    auto const * const letters = std::get_if<alignment::device_letters>(&source);
    auto const * const packed = std::get_if<std::span<packed_sequence_view const>>(&source);
    auto const in = static_cast<cudaStream_t>(stream.handle);
    // Whether the stream is one of the device.
    if (packed == nullptr)
        device_event{device_}.record(in);

    placement const placed = place(std::visit(
                                       [](auto const & sequences)
                                       {
                                           return sizes_of(sequences);
                                       },
                                       source),
                                   codes != nullptr ? codes->first_words : std::span<std::uint64_t const>{});
    upload(placed, packed != nullptr ? *packed : std::span<packed_sequence_view const>{});
    codes_ = own_codes_.in(memory_->view()).data();
    if (letters != nullptr)
        pack(placed, *letters, in);
    if (codes != nullptr && size() != 0)
    {
        letters_ = static_cast<std::uint16_t>(1u << bits_);
        if (sizes_.front() != 0)
            codes_ = device_address(codes->words, device_);
    }
}

// Finds the places of sequences, and their order by length. Codes of the caller stay in their words.
placed_lanes::placement placed_lanes::place(std::vector<std::uint64_t> const & sizes,
                                            std::span<std::uint64_t const> const first_words)
{
    constexpr std::uint64_t max_words{std::numeric_limits<std::uint32_t>::max()};
    if (sizes.size() > max_words / 2)
        throw_too_many_words();
    placement placed{};
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        if (sizes[i] > max_lane_size)
            throw invalid_option{"Sequence " + std::to_string(i) + " has " + std::to_string(sizes[i])
                                 + " letters; sequences on a device may have 4096. Compare longer ones from the host."};
        std::uint64_t const words = code_words(sizes[i], bits_);
        std::uint64_t const at = first_words.empty() ? placed.words : first_words[i];
        if (at > max_words - words)
            throw_too_many_words();
        if (first_words.empty())
            placed.words += words;
        placed.sequences.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(sizes[i])});
    }
    placed.order.resize(sizes.size());
    std::iota(placed.order.begin(), placed.order.end(), 0u);
    if (!std::ranges::is_sorted(sizes, std::ranges::greater{}))
        std::ranges::stable_sort(placed.order,
                                 std::ranges::greater{},
                                 [&](std::uint32_t const i)
                                 {
                                     return sizes[i];
                                 });
    for (std::uint32_t const i : placed.order)
        sizes_.push_back(static_cast<std::uint32_t>(sizes[i]));
    return placed;
}

// Copies what is not on the device yet: the table, places and order, and codes of sequences on the host.
void placed_lanes::upload(placement const & placed, std::span<packed_sequence_view const> const sequences)
{
    staging_layout layout{};
    auto const table = layout.add<std::uint8_t>(table_size);
    sequences_ = layout.add<lane_column_codes>(placed.sequences.size());
    by_size_ = layout.add<lane_column_codes>(placed.sequences.size());
    order_ = layout.add<std::uint32_t>(placed.order.size());
    own_codes_ = layout.add<std::uint64_t>(placed.words + codes_margin);

    std::uint64_t const codes_at = own_codes_.at;
    std::vector<std::uint64_t> staging(codes_at + (sequences.empty() ? 0 : placed.words));
    std::span<std::uint8_t> const codes = table.in(staging);
    std::iota(codes.begin(), codes.end(), std::uint8_t{0});
    std::ranges::copy(placed.sequences, sequences_.in(std::span{staging}).begin());
    std::ranges::copy(placed.order, order_.in(std::span{staging}).begin());
    std::span<lane_column_codes> const by_size = by_size_.in(std::span{staging});
    for (std::size_t i = 0; i < placed.order.size(); ++i)
        by_size[i] = placed.sequences[placed.order[i]];
    write_codes(sequences, alphabet_, bits_, placed.sequences, std::span{staging}.subspan(codes_at));

    memory_ = std::make_unique<ordered_memory>(layout.words(), memory_stream_);
    copy_to_device(memory_->view(), std::span<std::uint64_t const>{staging}, memory_->stream());
    fill_with_zeros(memory_->view().part(codes_at + placed.words, codes_margin), memory_->stream());
    // Other streams may use the memory from now on.
    wait_for(memory_->stream(), []() {});
}

void placed_lanes::pack(placement const & placed, alignment::device_letters const & letters, cudaStream_t const in)
{
    if (placed.sequences.empty() || letters.offsets.back() == letters.offsets.front())
        return;
    auto const * const bytes = device_address(static_cast<std::uint8_t const *>(letters.letters), device_);

    staging_layout layout{};
    auto const unknown = layout.add<unsigned>(2);
    auto const code_of = layout.add<std::uint16_t>(table_size);
    auto const begins = layout.add<std::uint64_t>(placed.sequences.size());
    std::vector<std::uint64_t> staging(layout.words());
    std::ranges::copy(codes_of(alphabet_), code_of.in(std::span{staging}).begin());
    std::copy_n(letters.offsets.begin(), begins.count, begins.in(std::span{staging}).begin());
    ordered_memory const buffer{layout.words(), memory_stream_};
    device_view<std::uint64_t> const memory = buffer.view();
    copy_to_device(memory, std::span<std::uint64_t const>{staging}, buffer.stream());
    wait_for(buffer.stream(), []() {});

    device_event packed{device_};
    packed.record(in);
    std::array<unsigned, 2> found{};
    try
    {
        launch(packing_arguments{.letters = bytes,
                                 .begins = begins.in(memory).data(),
                                 .placed = sequences(),
                                 .count = static_cast<std::uint32_t>(placed.sequences.size()),
                                 .bits = bits_,
                                 .codes = code_of.in(memory).data(),
                                 .words = own_codes_.in(memory_->view()).data(),
                                 .unknown = unknown.in(memory).data()},
               in);
        copy_to_host(std::span<unsigned>{found}, unknown.in(memory), in);
        packed.record(in);
    }
    catch (...)
    {
        // Memory must not be freed before.
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(in));
        throw;
    }
    packed.wait();
    if (found[0] != 0)
        throw invalid_option{"The sequences on the device have " + std::to_string(found[0])
                             + " letters that are not in their alphabet, one of them with the code "
                             + std::to_string(found[1]) + "; add them to it."};
}

placed_lanes::~placed_lanes()
{
    for (std::shared_ptr<backend::started_call const> const & call : users_)
    {
        try
        {
            call->wait();
        }
        catch (device_error const &)
        {
            // Whoever waits for the call will be told.
        }
    }
    release_on(device_,
               [this]()
               {
                   memory_.reset();
                   if (own_stream_)
                       SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(*own_stream_));
                   own_stream_.reset();
               });
}

void placed_lanes::in_use_until(std::shared_ptr<backend::started_call const> call) const
{
    auto const is_done = [](std::shared_ptr<backend::started_call const> const & user)
    {
        try
        {
            return user->is_done();
        }
        catch (device_error const &)
        {
            // The destructor will wait for it.
            return false;
        }
    };
    std::scoped_lock const lock{mutex_};
    std::erase_if(users_, is_done);
    users_.push_back(std::move(call));
}

} // namespace seqan3_gpulcs::cuda
