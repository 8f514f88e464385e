// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Compressed files for tests of readers.
 */

#pragma once

#include <bzlib.h>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <isa-l/igzip_lib.h>

namespace reference
{

//!\brief A member of gzip.
inline std::string gzip(std::string const & text)
{
    std::string out(1000 + 2 * text.size(), '\0');
    isal_zstream stream{};
    isal_deflate_stateless_init(&stream);
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    std::string in = text;
    stream.next_in = reinterpret_cast<std::uint8_t *>(in.data());
    stream.avail_in = static_cast<std::uint32_t>(in.size());
    stream.next_out = reinterpret_cast<std::uint8_t *>(out.data());
    stream.avail_out = static_cast<std::uint32_t>(out.size());
    if (isal_deflate_stateless(&stream) != COMP_OK)
        throw std::runtime_error{"gzip cannot compress the text."};
    out.resize(stream.total_out);
    return out;
}

//!\brief A block of BGZF; one without text is the last one of a file.
inline std::string bgzf_block(std::string const & text)
{
    std::string const member = gzip(text).substr(10);
    std::size_t const size = 18 + member.size();
    std::string out{"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0", 16};
    out += static_cast<char>((size - 1) % 256);
    out += static_cast<char>((size - 1) / 256);
    return out + member;
}

//!\brief Blocks of BGZF with so many letters each, without the last, empty one.
inline std::string bgzf(std::string const & text, std::size_t const block_size)
{
    std::string out{};
    for (std::size_t begin = 0; begin < text.size(); begin += block_size)
        out += bgzf_block(text.substr(begin, block_size));
    return out;
}

//!\brief A stream of bzip2.
inline std::string bzip2(std::string const & text)
{
    std::string in = text;
    std::string out(1000 + 2 * text.size(), '\0');
    auto size = static_cast<unsigned>(out.size());
    if (BZ2_bzBuffToBuffCompress(out.data(), &size, in.data(), static_cast<unsigned>(in.size()), 1, 0, 0) != BZ_OK)
        throw std::runtime_error{"bzip2 cannot compress the text."};
    out.resize(size);
    return out;
}

} // namespace reference
