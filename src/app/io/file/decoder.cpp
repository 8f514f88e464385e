// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/decoder.hpp"

#include <algorithm>
#include <bzlib.h>
#include <new>
#include <string>
#include <string_view>
#include <vector>
#include <zstd.h>
#include <zstd_errors.h>

#include "src/app/io/file/gzip_decoder.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

class bzip2_decoder final : public decoder
{
public:
    explicit bzip2_decoder(raw_file & file) : file_{file}
    {}

    ~bzip2_decoder() override
    {
        BZ2_bzDecompressEnd(&stream_);
    }

    std::size_t read(std::span<char> const bytes) override
    {
        if (begin_ == end_)
            decode_block();
        std::size_t const size = std::min(bytes.size(), end_ - begin_);
        std::copy_n(buffer_.data() + begin_, size, bytes.begin());
        begin_ += size;
        return size;
    }

private:
    // Decompresses a block. Returns only bytes of blocks that are complete and undamaged, unless a block is very large.
    void decode_block()
    {
        begin_ = 0;
        end_ = 0;
        while (end_ == 0)
        {
            std::span<char const> const raw = file_.fill(1);
            if (raw.empty())
            {
                if (inside_member_)
                    file_.fail("ends in the middle of its bzip2 data; get a complete copy");
                break;
            }
            begin_member();
            int const status = take_some(raw.first(std::min(raw.size(), input_size)));
            if (status == BZ_MEM_ERROR)
                throw std::bad_alloc{};
            if (status != BZ_OK && status != BZ_STREAM_END)
            {
                end_ = 0;
                file_.fail("has damaged bzip2 data; get an undamaged copy");
            }
            inside_member_ = status != BZ_STREAM_END;
        }
    }

    void begin_member()
    {
        if (inside_member_)
            return;
        BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK)
            throw std::bad_alloc{};
        inside_member_ = true;
    }

    // Decompresses some bytes. If the buffer is not full afterwards, all of its blocks have been checked.
    int take_some(std::span<char const> const raw)
    {
        // The library takes a pointer that is not const, but does not write there.
        stream_.next_in = const_cast<char *>(raw.data());
        stream_.avail_in = static_cast<unsigned>(raw.size());
        int status = BZ_OK;
        while (status == BZ_OK && end_ < max_block_size && (stream_.avail_in != 0 || end_ == buffer_.size()))
        {
            buffer_.resize(std::max(buffer_.size(), end_ + block_size));
            auto const room = static_cast<unsigned>(buffer_.size() - end_);
            stream_.next_out = buffer_.data() + end_;
            stream_.avail_out = room;
            status = BZ2_bzDecompress(&stream_);
            end_ += room - stream_.avail_out;
        }
        file_.take(raw.size() - stream_.avail_in);
        return status;
    }

    // A block of letters without long runs.
    static constexpr std::size_t block_size{std::size_t{1} << 20};
    static constexpr std::size_t max_block_size{8 * block_size};
    // The end of a block, and the beginning of the next one.
    static constexpr std::size_t input_size{64};

    raw_file & file_;
    bz_stream stream_{};
    bool inside_member_{};
    std::vector<char> buffer_{};
    std::size_t begin_{}; // The bytes in the buffer.
    std::size_t end_{};
};

class zstandard_decoder final : public decoder
{
public:
    explicit zstandard_decoder(raw_file & file) : file_{file}, stream_{ZSTD_createDStream()}
    {
        // Windows may have any size; the memory is used only if a frame needs it.
        if (stream_ == nullptr
            || ZSTD_isError(ZSTD_DCtx_setParameter(stream_.get(),
                                                   ZSTD_d_windowLogMax,
                                                   ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound))
                   != 0)
            throw std::bad_alloc{};
    }

    std::size_t read(std::span<char> const bytes) override
    {
        ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
        while (out.pos == 0)
        {
            std::span<char const> const raw = file_.fill(1);
            if (raw.empty() && !inside_frame_)
                break;
            // The decoder may have more output without further input.
            ZSTD_inBuffer in{raw.data(), has_output_ ? 0 : std::min(raw.size(), wanted_), 0};
            std::size_t const remaining = ZSTD_decompressStream(stream_.get(), &out, &in);
            check(remaining);
            file_.take(in.pos);
            inside_frame_ = remaining != 0;
            has_output_ = out.pos == out.size;
            wanted_ = remaining > block_header_size ? remaining - block_header_size : block_header_size;
            if (raw.empty() && inside_frame_ && out.pos == 0)
                file_.fail("ends in the middle of its Zstandard data; get a complete copy");
        }
        return out.pos;
    }

private:
    void check(std::size_t const status) const
    {
        if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
            throw std::bad_alloc{};
        if (ZSTD_isError(status) != 0)
            file_.fail(std::string{"has damaged Zstandard data ("} + ZSTD_getErrorName(status)
                       + "); get an undamaged copy");
    }

    // If there is an error, the library drops what it has decompressed in the same call. So it gets one block at a time, without the
    // header of the next one, although it asks for that, too.
    static constexpr std::size_t block_header_size{3};

    struct free_stream
    {
        void operator()(ZSTD_DStream * const stream) const noexcept
        {
            ZSTD_freeDStream(stream);
        }
    };

    raw_file & file_;
    std::unique_ptr<ZSTD_DStream, free_stream> stream_;
    bool inside_frame_{};
    bool has_output_{}; // Whether the decoder may have more output without further input.
    std::size_t wanted_{block_header_size};
};

// The first bytes that tell the compression.
constexpr std::size_t magic_size{10};

bool is_gzip(std::string_view const bytes) noexcept
{
    return bytes.starts_with("\x1f\x8b");
}

bool is_bzip2(std::string_view const bytes) noexcept
{
    // The header has the block size, and then the magic number of a block or of the end.
    return bytes.size() >= magic_size && bytes.starts_with("BZh") && bytes[3] >= '1' && bytes[3] <= '9'
        && (bytes.substr(4).starts_with("\x31\x41\x59\x26\x53\x59")
            || bytes.substr(4).starts_with("\x17\x72\x45\x38\x50\x90"));
}

bool is_zstandard(std::string_view const bytes) noexcept
{
    // The file begins with a frame, or, by parallel compressors, with one to skip.
    return bytes.starts_with("\x28\xb5\x2f\xfd")
        || (bytes.size() >= 4 && bytes.substr(1).starts_with("\x2a\x4d\x18") && bytes[0] >= '\x50'
            && bytes[0] <= '\x5f');
}

} // namespace

bool is_compressed(std::string_view const bytes) noexcept
{
    return is_gzip(bytes) || is_bzip2(bytes) || is_zstandard(bytes);
}

std::unique_ptr<decoder> make_decoder(raw_file & file)
{
    std::span<char const> const start = file.fill(magic_size);
    std::string_view const bytes{start.data(), start.size()};
    if (is_gzip(bytes))
        return std::make_unique<gzip_decoder>(file);
    if (is_bzip2(bytes))
        return std::make_unique<bzip2_decoder>(file);
    if (is_zstandard(bytes))
        return std::make_unique<zstandard_decoder>(file);
    return nullptr;
}

} // namespace seqan3_gpulcs::app
