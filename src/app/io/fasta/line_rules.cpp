// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/line_rules.hpp"

#include <algorithm>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

std::array<bool, 256> trailing_blanks(alphabet const & letters)
{
    std::array<bool, 256> blanks{};
    for (char const blank : white_space)
        blanks[static_cast<unsigned char>(blank)] = !letters.is_letter[static_cast<unsigned char>(blank)];
    // A carriage return is blank even if it is a letter of the alphabet.
    blanks[std::size_t{'\r'}] = true;
    return blanks;
}

std::string_view without_trailing(std::string_view text, std::array<bool, 256> const & blanks) noexcept
{
    while (!text.empty() && blanks[static_cast<unsigned char>(text.back())])
        text.remove_suffix(1);
    return text;
}

bool has_many_blanks(std::string_view const text, std::array<bool, 256> const & blanks) noexcept
{
    std::size_t in_a_row = 0;
    for (std::size_t i = 0; i < text.size() && in_a_row <= max_blanks; ++i)
        in_a_row = blanks[static_cast<unsigned char>(text[i])] ? in_a_row + 1 : 0;
    return in_a_row > max_blanks;
}

std::string_view find_id(std::string_view const header) noexcept
{
    auto const end = std::ranges::find_if(header,
                                          [](char const byte)
                                          {
                                              return byte == ' ' || (byte >= '\t' && byte <= '\r');
                                          });
    return {header.begin(), end};
}

std::string long_id_problem()
{
    return "the id of the record is longer than " + std::to_string(max_id_bytes)
         + " bytes; shorten it, and see whether its header ends";
}

std::string many_blanks_problem()
{
    return "a line continues after more than " + std::to_string(max_blanks) + " bytes of white space; remove them";
}

std::string invalid_letter_problem(char const letter, alphabet const & letters)
{
    std::string_view const other = common_alphabet_with({&letter, 1});
    return "contains the letter " + readable_byte(letter) + ", which is not in the alphabet "
         + alphabet_label(letters.name) + "; correct it, or choose another alphabet"
         + (other.empty() ? " with --alphabet" : ", such as --alphabet " + std::string{other});
}

void fail_at_line(std::string const & file, std::uint64_t const line, std::string const & problem)
{
    throw input_error{"In " + file + ", line " + std::to_string(line) + ": " + problem + "."};
}

void fail_in_record(std::string const & file,
                    std::uint64_t const line,
                    std::string_view const id,
                    std::string const & problem)
{
    throw input_error{"In " + file + ", line " + std::to_string(line) + ", the record " + in_quotes(id) + " " + problem
                      + "."};
}

} // namespace seqan3_gpulcs::app
