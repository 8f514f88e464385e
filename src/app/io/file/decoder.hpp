// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Decompresses gzip, bzip2 and Zstandard.
 */

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "src/app/io/file/raw_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief The decompressed bytes of a file.
 *
 * A file may have several members, and a gzip file may be padded with zeros. Anything else after a member is an error, as is
 * a truncated member. So is a BGZF file without the empty block at its end. Of BGZF, bzip2 and Zstandard, there are no bytes of
 * a damaged block; gzip is checked at the end of a member.
 */
class decoder
{
public:
    decoder() = default;
    decoder(decoder const &) = delete;
    decoder & operator=(decoder const &) = delete;
    virtual ~decoder() = default;

    /*!\brief Decompresses some bytes.
     * \returns The number of bytes; 0 only at the end.
     * \throws input_error if the data is damaged, incomplete, or cannot be read; but first the bytes before that are returned.
     */
    virtual std::size_t read(std::span<char> bytes) = 0;
};

//!\brief Whether a file that begins like this is compressed with gzip, bzip2 or Zstandard.
bool is_compressed(std::string_view bytes) noexcept;

/*!\brief Makes the decoder of a file.
 * \param file The file, which must live longer than the decoder.
 * \returns The decoder that the first bytes ask for; null if they are not compressed.
 * \throws input_error if the file cannot be read.
 */
std::unique_ptr<decoder> make_decoder(raw_file & file);

} // namespace seqan3_gpulcs::app
