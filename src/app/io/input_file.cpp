// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <new>
#include <poll.h>
#include <string_view>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::size_t raw_size{std::size_t{1} << 17};

// The bit that makes zlib expect the header and the checksum of gzip.
constexpr int gzip_window_bits{MAX_WBITS + 16};

int open_for_reading(std::string const & path) noexcept
{
    return path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

Bytef * as_bytes(char * const data) noexcept
{
    return reinterpret_cast<Bytef *>(data);
}

} // namespace

std::string input_name(std::string const & path)
{
    return path == "-" ? "standard input" : in_quotes(path);
}

input_file::input_file(std::string const & path) : name_{input_name(path)}, file_{open_for_reading(path)}
{
    if (file_.number() < 0)
        fail("cannot be opened (" + system_message(errno) + "); check its name and permissions");

    detect_compression();
    if (!is_compressed_)
        return;
    if (inflateInit2(&stream_, gzip_window_bits) != Z_OK)
        throw std::bad_alloc{};
    extra_field_.resize(std::numeric_limits<std::uint16_t>::max());
    begin_member();
}

input_file::~input_file()
{
    // Does nothing to a stream that was not initialised.
    inflateEnd(&stream_);
}

std::size_t input_file::read(std::span<char> const buffer)
{
    if (is_compressed_)
        return read_compressed(buffer);

    if (raw_.empty())
        return read_raw(buffer);

    std::size_t const count = std::min(buffer.size(), raw_.size());
    std::copy_n(raw_.begin(), count, buffer.begin());
    raw_.erase(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

std::size_t input_file::read_raw(std::span<char> const buffer)
{
    while (true)
    {
        ssize_t const count = ::read(file_.number(), buffer.data(), buffer.size());
        if (count >= 0)
            return static_cast<std::size_t>(count);

        if (errno == EAGAIN)
        {
            pollfd waiting{.fd = file_.number(), .events = POLLIN, .revents = 0};
            ::poll(&waiting, 1, -1);
        }
        else if (errno != EINTR)
        {
            fail("cannot be read (" + system_message(errno) + "); give a file of sequences");
        }
    }
}

void input_file::detect_compression()
{
    // The first read returns at least this much, too: enough to recognise other formats.
    constexpr std::size_t magic_size{6};
    while (raw_.size() < magic_size)
    {
        char byte{};
        if (read_raw({&byte, 1}) == 0)
            break;
        raw_.push_back(byte);
    }

    is_compressed_ = std::string_view{raw_.data(), raw_.size()}.starts_with("\x1f\x8b");
    stream_.next_in = as_bytes(raw_.data());
    stream_.avail_in = static_cast<uInt>(raw_.size());
}

void input_file::refill_compressed()
{
    raw_.resize(raw_size);
    stream_.next_in = as_bytes(raw_.data());
    stream_.avail_in = static_cast<uInt>(read_raw(raw_));
}

std::size_t input_file::read_compressed(std::span<char> const buffer)
{
    auto const size = static_cast<uInt>(std::min<std::size_t>(buffer.size(), std::numeric_limits<uInt>::max()));
    stream_.next_out = as_bytes(buffer.data());
    stream_.avail_out = size;

    while (stream_.avail_out == size)
    {
        if (stream_.avail_in == 0)
            refill_compressed();

        if (stream_.avail_in == 0)
        {
            if (inside_member_)
                fail("ends in the middle of its gzip data; get a complete copy");
            if (lacks_end_block_)
                fail("is BGZF, but lacks the empty block at the end of such files: it is incomplete; get a complete "
                     "copy");
            break;
        }

        inflate_some();
    }

    return size - stream_.avail_out;
}

void input_file::begin_member() noexcept
{
    inflateReset(&stream_);
    header_ = {};
    header_.extra = extra_field_.data();
    header_.extra_max = static_cast<uInt>(extra_field_.size());
    inflateGetHeader(&stream_, &header_);
    inside_member_ = true;
}

void input_file::inflate_some()
{
    if (!inside_member_)
    {
        // Zeros are padding; anything else must be the next member.
        while (stream_.avail_in != 0 && *stream_.next_in == 0)
        {
            ++stream_.next_in;
            --stream_.avail_in;
        }
        if (stream_.avail_in == 0)
            return;

        begin_member();
    }

    switch (inflate(&stream_, Z_NO_FLUSH))
    {
    case Z_OK:
    case Z_BUF_ERROR:
        break;
    case Z_STREAM_END:
        inside_member_ = false;
        lacks_end_block_ = stream_.total_out != 0 && is_bgzf_block();
        break;
    case Z_MEM_ERROR:
        throw std::bad_alloc{};
    default:
        fail(std::string{"has damaged gzip data ("} + (stream_.msg != nullptr ? stream_.msg : "no details")
             + "); get an undamaged copy");
    }
}

bool input_file::is_bgzf_block() const noexcept
{
    // Two letters, the size in two bytes (little-endian), and this number of bytes.
    constexpr std::size_t subfield_header_size{4};

    // header_.extra is null if there is no field.
    std::span<Bytef const> rest{extra_field_.data(), header_.extra != nullptr ? header_.extra_len : 0};
    while (rest.size() >= subfield_header_size)
    {
        std::size_t const size = rest[2] + std::size_t{256} * rest[3];
        rest = rest.subspan(subfield_header_size);
        if (size > rest.size())
            break;

        // The field with the size of the block.
        Bytef const * const name = rest.data() - subfield_header_size;
        if (name[0] == 'B' && name[1] == 'C' && size == 2)
            return true;
        rest = rest.subspan(size);
    }
    return false;
}

void input_file::fail(std::string const & problem) const
{
    throw input_error{"The input " + name_ + " " + problem + "."};
}

} // namespace seqan3_gpulcs::app
