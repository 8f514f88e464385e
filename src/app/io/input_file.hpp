// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads plain and gzip-compressed files block by block.
 */

#pragma once

#include <span>
#include <string>
#include <vector>
#include <zlib.h>

#include "src/app/io/file_descriptor.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The name of an input in messages.
std::string input_name(std::string const & path);

/*!\brief The bytes of a file, decompressed if it is gzip; `-` is standard input.
 *
 * A gzip file may have several members and be padded with zeros. Anything else after the members is an error, as is a
 * truncated member: zlib's own file functions would ignore both. So is a BGZF file without the empty block at its end.
 */
class input_file
{
public:
    //!\throws input_error if the file cannot be opened or read.
    explicit input_file(std::string const & path);

    ~input_file();

    input_file(input_file const &) = delete;
    input_file & operator=(input_file const &) = delete;

    //!\brief The name of the file in messages.
    std::string const & name() const noexcept
    {
        return name_;
    }

    /*!\brief Reads some bytes.
     * \returns The number of bytes; 0 only at the end.
     * \throws input_error
     */
    std::size_t read(std::span<char> buffer);

private:
    std::size_t read_raw(std::span<char> buffer);
    void detect_compression();
    void refill_compressed();
    std::size_t read_compressed(std::span<char> buffer);
    void inflate_some();
    void begin_member() noexcept;
    bool is_bgzf_block() const noexcept;
    [[noreturn]] void fail(std::string const & problem) const;

    std::string name_;
    file_descriptor file_;
    bool is_compressed_{};
    bool inside_member_{true};
    bool lacks_end_block_{};  //!< Whether the last member was a BGZF block, but not the empty one.
    std::vector<char> raw_{}; //!< Bytes read, but not yet decompressed or returned.
    z_stream stream_{};
    gz_header header_{};               //!< Of the last member.
    std::vector<Bytef> extra_field_{}; //!< Where zlib stores the extra field of the header.
};

} // namespace seqan3_gpulcs::app
