// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/gzip_decoder.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace seqan3_gpulcs::app
{

namespace
{

std::uint8_t * as_input(char const * const data) noexcept
{
    // The library takes a pointer that is not const, but does not write there.
    return reinterpret_cast<std::uint8_t *>(const_cast<char *>(data));
}

std::uint32_t limited(std::size_t const size) noexcept
{
    return static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::int32_t>::max()));
}

bool is_failure(int const status) noexcept
{
    return status < 0 || status == ISAL_NEED_DICT;
}

std::size_t little_endian(std::uint8_t const * const bytes, unsigned const count) noexcept
{
    std::size_t value = 0;
    for (unsigned i = 0; i < count; ++i)
        value |= std::size_t{bytes[i]} << (8 * i);
    return value;
}

// The size of a BGZF block, from the extra field of its header.
std::optional<std::size_t> bgzf_block_size(std::span<std::uint8_t const> rest) noexcept
{
    // A subfield is two letters, the size in two bytes, and as many bytes.
    constexpr std::size_t subfield_header_size{4};
    while (rest.size() >= subfield_header_size)
    {
        std::uint8_t const * const name = rest.data();
        std::size_t const size = little_endian(name + 2, 2);
        rest = rest.subspan(subfield_header_size);
        if (size > rest.size())
            break;
        if (name[0] == 'B' && name[1] == 'C' && size == 2)
            return little_endian(rest.data(), 2) + 1;
        rest = rest.subspan(size);
    }
    return std::nullopt;
}

// The size of the block that a file continues with, if there is a header of one.
std::optional<std::size_t> next_block_size(raw_file & file)
{
    constexpr std::size_t fixed_size{12};
    constexpr std::uint8_t has_extra_field{4};

    std::span<char const> bytes = file.fill(fixed_size);
    auto const * header = reinterpret_cast<std::uint8_t const *>(bytes.data());
    if (bytes.size() < fixed_size || header[0] != 0x1f || header[1] != 0x8b || header[2] != 8
        || header[3] != has_extra_field)
        return std::nullopt;

    std::size_t const extra_size = little_endian(header + 10, 2);
    bytes = file.fill(fixed_size + extra_size);
    if (bytes.size() < fixed_size + extra_size)
        return std::nullopt;
    header = reinterpret_cast<std::uint8_t const *>(bytes.data());
    return bgzf_block_size({header + fixed_size, extra_size});
}

constexpr std::size_t trailer_size{8};
constexpr std::size_t max_block_size{std::size_t{1} << 16};

} // namespace

gzip_decoder::gzip_decoder(raw_file & file) :
    file_{file},
    state_{std::make_unique<inflate_state>()},
    extra_field_(std::numeric_limits<std::uint16_t>::max())
{}

std::size_t gzip_decoder::read(std::span<char> const bytes)
{
    std::uint32_t const room = limited(bytes.size());
    state_->next_out = reinterpret_cast<std::uint8_t *>(bytes.data());
    state_->avail_out = room;
    std::size_t size = 0;
    while (size == 0 && (inside_member_ || find_member()))
    {
        int const status = failure_ != ISAL_DECOMP_OK ? failure_ : inflate_some();
        size = room - state_->avail_out;
        if (!is_failure(status))
            continue;
        // The library may still have bytes from before the error, for which there was no room.
        failure_ = status;
        size += take_pending(bytes.subspan(size));
        if (size == 0)
            fail_damaged(status);
    }
    return size;
}

// Reads the header of the next member. Returns whether there is one.
bool gzip_decoder::find_member()
{
    // Zeros are padding; anything else must be the next member.
    std::span<char const> bytes = file_.fill(1);
    while (!bytes.empty() && bytes.front() == 0)
    {
        file_.take(static_cast<std::size_t>(std::ranges::find_if(bytes,
                                                                 [](char const byte)
                                                                 {
                                                                     return byte != 0;
                                                                 })
                                            - bytes.begin()));
        bytes = file_.fill(1);
    }
    if (bytes.empty())
    {
        check_end();
        return false;
    }
    read_header();
    return true;
}

void gzip_decoder::read_header()
{
    // The magic number is checked here, as the library waits for more bytes before it does.
    std::span<char const> const magic = file_.fill(2);
    if (magic[0] != '\x1f' || (magic.size() > 1 && magic[1] != '\x8b'))
        fail_damaged(ISAL_INVALID_WRAPPER);

    std::uint8_t * const next_out = state_->next_out;
    std::uint32_t const avail_out = state_->avail_out;
    isal_inflate_init(state_.get());
    state_->next_out = next_out;
    state_->avail_out = avail_out;
    state_->crc_flag = ISAL_GZIP_NO_HDR_VER;

    isal_gzip_header header{};
    isal_gzip_header_init(&header);
    header.extra = extra_field_.data();
    header.extra_buf_len = static_cast<std::uint32_t>(extra_field_.size());
    int status = ISAL_END_INPUT;
    while (status == ISAL_END_INPUT)
    {
        std::span<char const> const raw = file_.fill(1);
        if (raw.empty())
            file_.fail("ends in the middle of its gzip data; get a complete copy");
        std::uint32_t const available = limited(raw.size());
        state_->next_in = as_input(raw.data());
        state_->avail_in = available;
        status = isal_read_gzip_header(state_.get(), &header);
        file_.take(available - state_->avail_in);
    }
    if (status != ISAL_DECOMP_OK)
        fail_damaged(status);

    is_bgzf_ = bgzf_block_size({extra_field_.data(), header.extra_len}).has_value();
    inside_member_ = true;
}

// Returns the library's status.
int gzip_decoder::inflate_some()
{
    // Even at the end of the file, the library may have output of bytes that it was given before.
    std::span<char const> const raw = file_.fill(1);
    std::uint32_t const available = limited(raw.size());
    std::uint32_t const room = state_->avail_out;
    state_->next_in = as_input(raw.data());
    state_->avail_in = available;
    int const status = isal_inflate(state_.get());
    file_.take(available - state_->avail_in);
    if (is_failure(status))
        return status;

    if (state_->block_state == ISAL_BLOCK_FINISH)
    {
        inside_member_ = false;
        lacks_end_block_ = is_bgzf_ && state_->total_out != 0;
    }
    else if (raw.empty() && state_->avail_out == room)
    {
        file_.fail("ends in the middle of its gzip data; get a complete copy");
    }
    return status;
}

// After an error, takes bytes that were decompressed before it. Returns their number.
std::size_t gzip_decoder::take_pending(std::span<char> const bytes)
{
    auto const pending = std::span{state_->tmp_out_buffer}
                             .first(static_cast<std::size_t>(state_->tmp_out_valid))
                             .subspan(static_cast<std::size_t>(state_->tmp_out_processed));
    std::size_t const size = std::min(pending.size(), bytes.size());
    std::copy_n(pending.begin(), size, bytes.begin());
    state_->tmp_out_processed += static_cast<std::int32_t>(size);
    return size;
}

void gzip_decoder::check_end() const
{
    if (lacks_end_block_)
        file_.fail(
            "is BGZF, but lacks the empty block at the end of such files: it is incomplete; get a complete copy");
}

bool gzip_decoder::is_before_block()
{
    return !inside_member_ && next_block_size(file_);
}

bool gzip_decoder::take_blocks(bgzf_blocks & blocks, std::size_t const max_size)
{
    blocks.bytes.clear();
    blocks.size = 0;
    while (!inside_member_ && blocks.size + max_block_size <= max_size)
    {
        std::optional<std::size_t> const size = next_block_size(file_);
        if (!size)
            break;
        // A block that is damaged, incomplete or empty is left to read().
        std::span<char const> const bytes = file_.fill(*size);
        if (bytes.size() < *size || *size < trailer_size)
            break;
        std::size_t const content = little_endian(reinterpret_cast<std::uint8_t const *>(bytes.data()) + *size - 4, 4);
        if (content == 0 || content > max_block_size)
            break;
        blocks.bytes.insert(blocks.bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(*size));
        blocks.size += content;
        file_.take(*size);
        lacks_end_block_ = true;
    }
    return !blocks.bytes.empty();
}

void gzip_decoder::decode(bgzf_blocks const & blocks, std::span<char> const bytes, std::size_t & size) const
{
    auto const state = std::make_unique<inflate_state>();
    std::size_t in = 0;
    size = 0;
    while (in < blocks.bytes.size())
    {
        std::span<char> const out = bytes.first(blocks.size).subspan(size);
        isal_inflate_init(state.get());
        state->crc_flag = ISAL_GZIP;
        state->next_in = as_input(blocks.bytes.data() + in);
        state->avail_in = limited(blocks.bytes.size() - in);
        state->next_out = reinterpret_cast<std::uint8_t *>(out.data());
        state->avail_out = limited(out.size());
        int const status = isal_inflate(state.get());
        if (status != ISAL_DECOMP_OK || state->block_state != ISAL_BLOCK_FINISH)
            fail_damaged(status);
        size += out.size() - state->avail_out;
        in = blocks.bytes.size() - state->avail_in;
    }
    if (size != blocks.size)
        fail_damaged(ISAL_INVALID_BLOCK);
}

void gzip_decoder::fail_damaged(int const status) const
{
    char const * const problem = status == ISAL_INVALID_BLOCK      ? "invalid block"
                               : status == ISAL_INVALID_SYMBOL     ? "invalid code"
                               : status == ISAL_INVALID_LOOKBACK   ? "invalid distance too far back"
                               : status == ISAL_INVALID_WRAPPER    ? "incorrect header check"
                               : status == ISAL_UNSUPPORTED_METHOD ? "unknown compression method"
                               : status == ISAL_INCORRECT_CHECKSUM ? "incorrect data check"
                                                                   : "incorrect length";
    file_.fail(std::string{"has damaged gzip data ("} + problem + "); get an undamaged copy");
}

} // namespace seqan3_gpulcs::app
