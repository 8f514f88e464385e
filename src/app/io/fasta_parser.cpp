// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta_parser.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "src/app/io/line_reader.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

std::span<std::uint8_t const> as_letters(std::string_view const text) noexcept
{
    return {reinterpret_cast<std::uint8_t const *>(text.data()), text.size()};
}

bool is_printable_ascii(std::string_view const text) noexcept
{
    return std::ranges::all_of(text,
                               [](char const byte)
                               {
                                   return byte >= 0x20 && byte < 0x7f;
                               });
}

} // namespace

fasta_parser::fasta_parser(alphabet const & letters) : alphabet_{letters}, blanks_{trailing_blanks(letters)}
{}

void fasta_parser::parse(text_block const & text, packed_block & packed)
{
    rest_ = text.text();
    rest_begins_line_ = text.begins_line;
    line_ = 0;
    has_header_ = false;
    block_builder builder{packed, alphabet_, rest_.size()};
    try
    {
        parse_records(text, packed, builder);
    }
    catch (block_problem & problem)
    {
        packed.problem = std::move(problem);
    }
    packed.lines = line_;
    builder.finish();
}

void fasta_parser::parse_records(text_block const & text, packed_block & packed, block_builder & builder)
{
    if (!rest_.empty() && text.first_line == line_kind::header
        && without_trailing(next_line(), blanks_).find('\r') != std::string_view::npos)
        throw block_problem{.line = line_, .sentence = carriage_return_problem};

    if (!rest_.empty() && (text.first_line == line_kind::letters || rest_.front() != '>'))
    {
        packed.continues = true;
        builder.add({});
        parse_letters(builder, &text);
    }
    while (!rest_.empty())
    {
        parse_header(builder);
        parse_letters(builder);
    }
}

void fasta_parser::parse_header(block_builder & builder)
{
    std::string_view const header = without_trailing(next_line(), blanks_).substr(1);
    if (header.find('\r') != std::string_view::npos)
        throw block_problem{.line = line_, .sentence = carriage_return_problem};
    std::string_view const id = find_id(header);
    if (id.size() > max_id_bytes)
        throw block_problem{.line = line_, .sentence = long_id_problem()};

    has_header_ = true;
    if (is_printable_ascii(id))
        id_ = id;
    else
        id_ = with_visible_controls(id);
    builder.add(id_);
}

// The first line may be cut.
void fasta_parser::parse_letters(block_builder & builder, text_block const * const cut_line)
{
    bool const is_in_line = cut_line != nullptr && cut_line->first_line == line_kind::letters;
    if (is_in_line && cut_line->follows_skipped_blanks)
    {
        std::string_view const first_line = rest_.substr(0, rest_.find('\n'));
        if (!without_trailing(first_line, blanks_).empty())
            throw block_problem{.line = line_ + rest_begins_line_, .sentence = many_blanks_problem()};
    }

    std::string_view const lines = rest_;
    bool const begins_line = rest_begins_line_;
    std::uint64_t const line = line_;
    std::string_view const text = gather_lines(is_in_line);
    if (builder.set_nucleotides(as_letters(text)))
        return;

    bool valid = true;
    letters_.resize(text.size());
    auto next = letters_.begin();
    for (std::uint8_t const byte : as_letters(text))
    {
        valid &= alphabet_.is_letter[byte];
        *next++ = alphabet_.letter[byte];
    }
    if (!valid)
    {
        rest_ = lines;
        rest_begins_line_ = begins_line;
        line_ = line;
        fail_at_letter();
    }
    builder.set_letters(letters_);
}

// The text up to the end of the line.
std::string_view fasta_parser::next_line() noexcept
{
    auto const * const newline = static_cast<char const *>(std::memchr(rest_.data(), '\n', rest_.size()));
    bool const has_end = newline != nullptr;
    std::string_view const line = has_end ? rest_.substr(0, static_cast<std::size_t>(newline - rest_.data())) : rest_;
    rest_.remove_prefix(line.size() + has_end);
    line_ += rest_begins_line_;
    rest_begins_line_ = true;
    return line;
}

// The letters up to the next header.
std::string_view fasta_parser::gather_lines(bool is_in_line)
{
    std::string_view letters{};
    gathered_.clear();
    while (!rest_.empty() && (is_in_line || rest_.front() != '>'))
    {
        is_in_line = false;
        std::string_view const text = without_trailing(next_line(), blanks_);
        if (letters.empty())
        {
            letters = text;
        }
        else if (!text.empty())
        {
            if (gathered_.empty())
                gathered_ = letters;
            gathered_ += text;
            letters = gathered_;
        }
    }
    return letters;
}

// Throws at the first letter that is none.
void fasta_parser::fail_at_letter()
{
    auto const is_no_letter = [this](char const byte)
    {
        return !alphabet_.is_letter[static_cast<unsigned char>(byte)];
    };
    while (true)
    {
        std::string_view const text = without_trailing(next_line(), blanks_);
        auto const found = std::ranges::find_if(text, is_no_letter);
        if (found == text.end())
            continue;

        auto const blanks_end = std::ranges::find_if(found,
                                                     text.end(),
                                                     [this](char const byte)
                                                     {
                                                         return !blanks_[static_cast<unsigned char>(byte)];
                                                     });
        if (static_cast<std::size_t>(blanks_end - found) > max_blanks)
            throw block_problem{.line = line_, .sentence = many_blanks_problem()};
        throw block_problem{.line = line_,
                            .in_record = true,
                            .id = has_header_ ? std::optional{id_} : std::nullopt,
                            .sentence = invalid_letter_problem(*found, alphabet_)};
    }
}

} // namespace seqan3_gpulcs::app
