// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads plain and compressed files.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "src/app/io/file/decoder.hpp"
#include "src/app/io/file/gzip_decoder.hpp"
#include "src/app/io/file/raw_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Consecutive bytes of a file, which a thread can load.
struct file_part
{
    std::uint64_t position{};   //!< The position in a plain file.
    bgzf_blocks blocks{};       //!< The blocks to decompress, if there are some.
    std::size_t loaded{};       //!< The number of bytes that have been loaded.
    bool is_last{};             //!< Whether the file ends with them.
    std::exception_ptr error{}; //!< Why nothing can be read after them. The part may then be shorter than others.
};

/*!\brief The bytes of a file, decompressed; `-` is standard input. The content tells whether and how it is compressed.
 *
 * Thread safety: load() may be called by several threads, all other functions by one at a time.
 */
class input_file
{
public:
    /*!\brief Opens the file.
     * \param path The file.
     * \param stop Ends waiting for a pipe or a terminal, as if the file ended there.
     * \throws input_error if the file cannot be opened or read.
     */
    explicit input_file(std::string const & path, std::stop_token stop = {});

    //!\brief The name of the file in messages.
    std::string const & name() const noexcept
    {
        return raw_.name();
    }

    //!\brief About how large the content is; 0 if unknown.
    std::uint64_t expected_size() const noexcept;

    //!\brief Whether only one thread at a time can load bytes.
    bool is_sequential() const noexcept
    {
        return decoder_ || !raw_.has_positions();
    }

    //!\brief Throws an input_error that begins with the name.
    [[noreturn]] void fail(std::string const & problem) const
    {
        raw_.fail(problem);
    }

    /*!\brief Reads some bytes.
     * \returns The number of bytes; 0 only at the end.
     * \throws input_error
     */
    std::size_t read(std::span<char> bytes);

    /*!\brief Claims the next bytes of the file, and loads them if only one thread at a time can do that.
     * \param part  The part, for load(); its error is set if the file cannot be read.
     * \param bytes Where the bytes will be stored; load() must get the same.
     */
    void claim(file_part & part, std::span<char> bytes);

    /*!\brief Loads the bytes of a part. Any thread.
     * \param part  The part; its error is set if the file cannot be read.
     * \param bytes Where the bytes are stored.
     */
    void load(file_part & part, std::span<char> bytes) const;

private:
    void load_in_turn(file_part & part, std::span<char> bytes);

    raw_file raw_;
    std::unique_ptr<decoder> decoder_;
    gzip_decoder * gzip_;       //!< The decoder, if it is that of gzip.
    std::uint64_t next_part_{}; //!< The position of the next part to be claimed in a plain file, if it is not 0.
};

} // namespace seqan3_gpulcs::app
