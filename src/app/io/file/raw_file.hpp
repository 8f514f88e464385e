// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The bytes of a file as they are, through a buffer.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "src/app/io/file/file_descriptor.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The name of an input in messages.
std::string input_name(std::string const & path);

/*!\brief The bytes of a file as they are; `-` is standard input.
 *
 * Thread safety: read_at() may be called by several threads; everything else by one at a time.
 */
class raw_file
{
public:
    /*!\brief Opens the file.
     * \param path The file.
     * \param stop Ends waiting for a pipe or a terminal; then there are no more bytes.
     * \throws input_error if the file cannot be opened.
     */
    raw_file(std::string const & path, std::stop_token stop);

    //!\brief The name of the file in messages.
    std::string const & name() const noexcept
    {
        return name_;
    }

    //!\brief The size of a regular file; 0 for others.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

    /*!\brief Fills the buffer.
     * \param wanted The number of bytes wanted; there are fewer only at the end.
     * \returns The bytes that were read, but not taken.
     * \throws input_error if the file cannot be read, as do the other functions that read.
     */
    std::span<char const> fill(std::size_t wanted);

    //!\brief Takes bytes out of the buffer, which has them.
    void take(std::size_t count) noexcept
    {
        begin_ += count;
    }

    /*!\brief Takes some bytes, first those of the buffer.
     * \returns The number of bytes; 0 only at the end.
     */
    std::size_t read(std::span<char> bytes);

    //!\brief Whether read_at() works: a regular file that nobody else reads.
    bool has_positions() const noexcept
    {
        return has_positions_;
    }

    //!\brief The position of the next byte in such a file.
    std::uint64_t position() const noexcept
    {
        return position_ - (end_ - begin_);
    }

    /*!\brief Reads from any position of such a file.
     * \param position The position.
     * \param bytes    Where the bytes are stored.
     * \param size     Becomes the number of bytes; fewer than wanted at the end, or before an error.
     */
    void read_at(std::uint64_t position, std::span<char> bytes, std::size_t & size) const;

    //!\brief Throws an input_error that begins with the name.
    [[noreturn]] void fail(std::string const & problem) const;

private:
    std::size_t read_some(std::span<char> bytes);
    bool wait_for_bytes() const;
    [[noreturn]] void fail_to_read(int error) const;

    std::string name_;
    std::stop_token stop_;
    file_descriptor file_;
    bool is_regular_{};
    bool has_positions_{};
    std::uint64_t size_{};
    std::uint64_t position_{}; //!< The position in the file where the buffer ends.
    std::vector<char> buffer_{};
    std::size_t begin_{}; //!< The bytes in the buffer.
    std::size_t end_{};
};

} // namespace seqan3_gpulcs::app
