// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads plain and gzip-compressed files block by block.
 */

#pragma once

#include <span>
#include <string>
#include <vector>
#include <zlib.h>

#include "file_descriptor.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What messages call an input.
std::string input_name(std::string const & path);

/*!\brief The bytes of a file, after decompression if its content is gzip; `-` is standard input.
 *
 * The members of a gzip file may follow each other and may be padded with zeros. Anything else behind them is an error,
 * as is a member that ends early: zlib's own file functions would drop such data silently. So is a block of BGZF at the
 * end that is not the empty one that such files end with.
 */
class input_file
{
public:
    //!\throws input_error if there is no such file, or nothing can be read from it.
    explicit input_file(std::string const & path);

    ~input_file();

    input_file(input_file const &) = delete;
    input_file & operator=(input_file const &) = delete;

    //!\brief What messages call the file.
    std::string const & name() const noexcept
    {
        return name_;
    }

    /*!\brief Reads some bytes.
     * \returns How many; 0 only at the end.
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
    bool lacks_end_block_{};  //!< Whether the last member was a block of BGZF, but not the empty one.
    std::vector<char> raw_{}; //!< What was read, but not yet decompressed or handed out.
    z_stream stream_{};
    gz_header header_{};               //!< Of the last member.
    std::vector<Bytef> extra_field_{}; //!< Where zlib writes the extra field of the header.
};

} // namespace seqan3_gpulcs::app
