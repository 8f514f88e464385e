// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads lines of columns between tabs, without keeping whole lines in memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/file/input_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief The columns of a text file, one after the other. Lines without any bytes are skipped.
 *
 * A column may be read letter by letter, so a line may be longer than the memory. All functions that read throw an input_error if
 * the file cannot be read.
 */
class column_reader
{
public:
    //!\brief Opens the file, plain or compressed; `-` is standard input. \throws input_error
    column_reader(std::string const & path, std::stop_token stop);

    //!\brief Goes to the beginning of the next line, whatever is left of this one; false at the end of the file.
    bool next_line();

    //!\brief Whether the line has another column.
    bool has_column() const noexcept
    {
        return has_column_;
    }

    //!\brief The next letter of the column, which is not taken; `end_of_column` if there is none.
    int peek()
    {
        return begin_ != end_ && !is_border(buffer_[begin_]) ? static_cast<unsigned char>(buffer_[begin_])
                                                             : peek_border();
    }

    //!\brief Takes the letter that peek() returned.
    void take() noexcept
    {
        ++begin_;
    }

    //!\brief Leaves the column, whatever is left of it.
    void end_column();

    /*!\brief Reads what is left of the column, and leaves it.
     * \param text Becomes the text; what it held is lost.
     * \throws input_error if it is longer than the id of a record may be.
     */
    void read_column(std::string & text);

    //!\brief Throws an input_error that names the file and the line.
    [[noreturn]] void fail(std::string const & problem) const;

    //!\brief What peek() returns after the last letter of a column.
    static constexpr int end_of_column{-1};

private:
    static bool is_border(char const letter) noexcept
    {
        return letter == '\t' || letter == '\n' || letter == '\r';
    }

    bool fill();
    int peek_border();

    input_file file_;
    std::vector<char> buffer_;
    std::size_t begin_{};
    std::size_t end_{};
    std::uint64_t line_ends_{}; // The number of line ends before the current line.
    bool has_column_{};
};

} // namespace seqan3_gpulcs::app
