// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/decoder.hpp"

#include <algorithm>
#include <bzlib.h>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <zstd.h>

#include "src/app/io/gzip_decoder.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

template <typename size_t>
size_t limited(std::size_t const size)
{
    return static_cast<size_t>(std::min<std::size_t>(size, std::numeric_limits<size_t>::max()));
}

class bzip2_decoder final : public decoder
{
public:
    explicit bzip2_decoder(raw_file & file) : file_{file}
    {
        begin_member();
    }

    ~bzip2_decoder() override
    {
        BZ2_bzDecompressEnd(&stream_);
    }

    std::size_t read(std::span<char> const bytes) override
    {
        auto const size = limited<unsigned>(bytes.size());
        stream_.next_out = bytes.data();
        stream_.avail_out = size;
        while (stream_.avail_out == size)
        {
            std::span<char const> const raw = file_.fill(1);
            if (raw.empty())
            {
                if (inside_member_)
                    file_.fail("ends in the middle of its bzip2 data; get a complete copy");
                break;
            }
            if (!inside_member_)
                begin_member();
            decode_some(raw);
        }
        return size - stream_.avail_out;
    }

private:
    void begin_member()
    {
        if (inside_member_)
            return;
        char * const next_out = stream_.next_out;
        unsigned const avail_out = stream_.avail_out;
        BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK)
            throw std::bad_alloc{};
        stream_.next_out = next_out;
        stream_.avail_out = avail_out;
        inside_member_ = true;
    }

    void decode_some(std::span<char const> const raw)
    {
        // The library does not write there.
        stream_.next_in = const_cast<char *>(raw.data());
        stream_.avail_in = limited<unsigned>(raw.size());
        unsigned const available = stream_.avail_in;
        int const status = BZ2_bzDecompress(&stream_);
        file_.take(available - stream_.avail_in);
        if (status == BZ_MEM_ERROR)
            throw std::bad_alloc{};
        if (status != BZ_OK && status != BZ_STREAM_END)
            file_.fail("has damaged bzip2 data; get an undamaged copy");
        inside_member_ = status != BZ_STREAM_END;
    }

    raw_file & file_;
    bz_stream stream_{};
    bool inside_member_{};
};

class zstandard_decoder final : public decoder
{
public:
    explicit zstandard_decoder(raw_file & file) : file_{file}, stream_{ZSTD_createDStream()}
    {
        if (stream_ == nullptr)
            throw std::bad_alloc{};
    }

    std::size_t read(std::span<char> const bytes) override
    {
        ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
        while (out.pos == 0)
        {
            std::span<char const> const raw = file_.fill(1);
            // Without input, it may still have output.
            ZSTD_inBuffer in{raw.data(), raw.size(), 0};
            if (raw.empty() && !inside_frame_)
                break;
            std::size_t const left = ZSTD_decompressStream(stream_.get(), &out, &in);
            if (ZSTD_isError(left) != 0)
                file_.fail(std::string{"has damaged Zstandard data ("} + ZSTD_getErrorName(left)
                           + "); get an undamaged copy");
            file_.take(in.pos);
            inside_frame_ = left != 0;
            if (raw.empty() && inside_frame_ && out.pos == 0)
                file_.fail("ends in the middle of its Zstandard data; get a complete copy");
        }
        return out.pos;
    }

private:
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
};

} // namespace

std::unique_ptr<decoder> make_decoder(raw_file & file)
{
    constexpr std::size_t magic_size{10};
    std::span<char const> const bytes = file.fill(magic_size);
    std::string_view const magic{bytes.data(), std::min(bytes.size(), magic_size)};
    if (magic.starts_with("\x1f\x8b"))
        return std::make_unique<gzip_decoder>(file);
    // The block size, and the number of a block or of the end.
    if (magic.size() == magic_size && magic.starts_with("BZh") && magic[3] >= '1' && magic[3] <= '9'
        && (magic.substr(4) == "\x31\x41\x59\x26\x53\x59" || magic.substr(4) == "\x17\x72\x45\x38\x50\x90"))
        return std::make_unique<bzip2_decoder>(file);
    // A frame, or one to skip, with which parallel compressors begin.
    if (magic.starts_with("\x28\xb5\x2f\xfd")
        || (magic.size() >= 4 && magic.substr(1).starts_with("\x2a\x4d\x18") && magic[0] >= '\x50'
            && magic[0] <= '\x5f'))
        return std::make_unique<zstandard_decoder>(file);
    return nullptr;
}

} // namespace seqan3_gpulcs::app
