// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The rules for lines of FASTA and FASTQ.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

//!\brief White space that may end a line, and that ends an id.
inline constexpr std::string_view white_space{" \t\r\v\f"};

//!\brief The maximum size of an id.
inline constexpr std::size_t max_id_bytes{std::size_t{1} << 20};

//!\brief A line of letters or qualities must not continue after more white space.
inline constexpr std::size_t max_blanks{std::size_t{1} << 18};

//!\brief Which bytes are white space at the end of a line: not those that are letters, except for carriage returns.
std::array<bool, 256> trailing_blanks(alphabet const & letters);

//!\brief A text without the white space at its end.
std::string_view without_trailing(std::string_view text, std::array<bool, 256> const & blanks) noexcept;

//!\brief Whether there is more white space in a row than a line may contain.
bool has_many_blanks(std::string_view text, std::array<bool, 256> const & blanks) noexcept;

/*!\brief The id in a header, or in its beginning: all before the first white space.
 * \param header     The header after '>' or '@'.
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

} // namespace seqan3_gpulcs::app
