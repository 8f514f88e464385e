// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads lines of any length, and finds the first record.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/alphabet.hpp"
#include "src/app/io/input_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief White space that may end a line, and that ends an id.
inline constexpr std::string_view white_space{" \t\r\v\f"};

//!\brief The maximum size of an id.
inline constexpr std::size_t max_id_bytes{std::size_t{1} << 20};

//!\brief A line of letters must not continue after more white space.
inline constexpr std::size_t max_blanks{std::size_t{1} << 18};

//!\brief Which bytes are white space at the end of a line: not those that are letters.
std::array<bool, 256> trailing_blanks(alphabet const & letters);

//!\brief A text without the white space at its end.
std::string_view without_trailing(std::string_view text, std::array<bool, 256> const & blanks) noexcept;

/*!\brief The id in a header, or in its beginning: all before the first white space.
 * \param header     What follows '>' or '@'.
 * \returns The id; empty if the header begins with white space.
 */
std::string_view find_id(std::string_view header) noexcept;

//!\brief Why an id is too long.
std::string long_id_problem();

//!\brief Why a header is not one.
inline constexpr char const * carriage_return_problem{
    "the header contains a carriage return; convert line ends to line feeds"};

//!\brief Why a line is too long.
std::string many_blanks_problem();

//!\brief Why a record cannot have a byte.
std::string invalid_letter_problem(char letter, alphabet const & letters);

//!\brief An error at a line.
[[noreturn]] void fail_at_line(std::string const & file, std::uint64_t line, std::string const & problem);

//!\brief An error at a line of a record.
[[noreturn]] void
fail_in_record(std::string const & file, std::uint64_t line, std::string_view id, std::string const & problem);

/*!\brief The lines of a file, in parts; white space at their ends is skipped.
 *
 * A line of letters or qualities may contain at most 256 KiB of white space in a row.
 */
class line_reader
{
public:
    //!\brief A part of a line, without the end of the line. A short line usually is a single part.
    struct line_part
    {
        std::string_view text{};
        bool begins_line{};
        bool ends_line{true};
        bool follows_skipped_blanks{}; //!< Whether it follows more white space than fits into the buffer.

        //!\brief Whether this part begins a line, with this byte.
        bool begins_with(char const byte) const noexcept
        {
            return begins_line && text.starts_with(byte);
        }
    };

    /*!\brief Begins to read.
     * \param file        The file, which must live longer than this object, as must the alphabet.
     * \param letters     The alphabet.
     * \param buffer_size The size of the buffer.
     */
    line_reader(input_file & file, alphabet const & letters, std::size_t buffer_size);

    /*!\brief Skips blank lines.
     * \returns The first byte of the next line, which then is part(); none at the end.
     * \throws input_error
     */
    std::optional<char> find_record();

    //!\brief Takes the bytes that were read from part() on. Nothing else may be read afterwards.
    std::string_view unread() const noexcept;

    //!\brief The last part read.
    line_part const & part() const noexcept
    {
        return part_;
    }

    //!\brief Reads the next part. \returns Whether there is one. \throws input_error
    bool next_part();

    //!\brief The same for headers, which may contain any amount of white space.
    bool scan_part();

    //!\brief The number of the line, from 1.
    std::uint64_t line() const noexcept
    {
        return line_;
    }

    //!\brief Throws an input_error at this line.
    [[noreturn]] void fail(std::string const & problem) const
    {
        fail_at_line(file_.name(), line_, problem);
    }

    //!\brief The same, in a record.
    [[noreturn]] void fail_in_record(std::string_view const id, std::string const & problem) const
    {
        app::fail_in_record(file_.name(), line_, id, problem);
    }

private:
    void refill();

    input_file & file_;
    std::array<bool, 256> blanks_;

    std::vector<char> buffer_;
    std::size_t begin_{}; //!< The unread part of the buffer.
    std::size_t end_{};
    bool at_end_{};         //!< Whether the buffer ends with the end of the file.
    bool skipped_blanks_{}; //!< Whether a buffer full of white space was dropped.

    line_part part_{};
    std::uint64_t line_{};
};

/*!\brief Finds the first record of a file.
 * \returns '>' for FASTA, '@' for FASTQ; none if the file has no record.
 * \throws input_error if the file has another format.
 */
std::optional<char> find_first_record(line_reader & lines, std::string const & file);

} // namespace seqan3_gpulcs::app
