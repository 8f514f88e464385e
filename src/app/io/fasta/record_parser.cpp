// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/record_parser.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "src/app/io/fasta/line_rules.hpp"
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

record_parser::record_parser(alphabet const & letters, bool const keeps_qualities) :
    alphabet_{letters},
    keeps_qualities_{keeps_qualities},
    blanks_{trailing_blanks(letters)},
    has_blank_letters_{letters.is_letter[std::size_t{'\r'}]}
{}

void record_parser::parse(text_block const & text, packed_block & packed)
{
    here_ = {.text = text.text(), .begins_line = text.start.begins_line};
    lines_ = text.start.lines;
    has_header_ = false;
    letters_ = {};
    gathered_.clear();
    bool const has_qualities = lines_.format() == record_format::fastq;
    block_builder builder{packed, alphabet_, here_.text.size() / (has_qualities ? 2 : 1)};
    try
    {
        parse_lines(text, packed, builder);
        if (text.is_last && text.is_complete)
            check_end();
    }
    catch (block_problem & problem)
    {
        packed.problem = std::move(problem);
    }
    packed.lines = here_.line;
}

void record_parser::parse_lines(text_block const & text, packed_block & packed, block_builder & builder)
{
    if (text.start.follows_skipped_blanks && !lines_.allows_blanks())
    {
        std::string_view const first_line = here_.text.substr(0, here_.text.find('\n'));
        if (!without_trailing(first_line, blanks_).empty())
            throw block_problem{.line = here_.line + here_.begins_line, .sentence = many_blanks_problem()};
    }

    bool const file_ends = text.is_last && text.is_complete;
    while (!here_.text.empty())
    {
        position const line_begin = here_;
        bool const is_whole = !lines_.is_inside_line();
        std::string_view const line = without_trailing(next_line(), blanks_);
        line_kind const kind = lines_.next(line, here_.begins_line || file_ends);
        if (kind == line_kind::letters)
        {
            if (letters_.empty())
                letters_begin_ = line_begin;
            add_letters(line);
            if (lines_.format() == record_format::fasta)
                add_lines();
            continue;
        }
        finish_letters(packed, builder);
        if (kind == line_kind::header)
            parse_header(line, is_whole, builder);
        if (kind == line_kind::qualities || kind == line_kind::invalid)
            check_blanks(line);
        if (kind == line_kind::invalid)
            throw record_problem(lines_.problem());
        if (kind == line_kind::qualities && keeps_qualities_)
            packed.qualities.insert(packed.qualities.end(), line.begin(), line.end());
    }
    finish_letters(packed, builder);
}

void record_parser::check_end()
{
    bool const is_valid = !lines_.is_inside_line() || lines_.next({}, true) != line_kind::invalid;
    std::string sentence = is_valid ? lines_.end_problem() : lines_.problem();
    if (!sentence.empty())
        throw record_problem(std::move(sentence));
}

// The text up to the end of the line.
std::string_view record_parser::next_line() noexcept
{
    std::string_view const text = here_.text;
    auto const * const newline = static_cast<char const *>(std::memchr(text.data(), '\n', text.size()));
    bool const has_end = newline != nullptr;
    std::string_view const line = has_end ? text.substr(0, static_cast<std::size_t>(newline - text.data())) : text;
    here_.text.remove_prefix(line.size() + has_end);
    here_.line += here_.begins_line;
    here_.begins_line = has_end;
    return line;
}

// Parses a header, or the rest of one that began in an earlier block.
void record_parser::parse_header(std::string_view const line, bool const is_whole, block_builder & builder)
{
    std::string_view const id = is_whole ? find_id(line.substr(1)) : std::string_view{};
    if (id.size() > max_id_bytes)
        throw block_problem{.line = here_.line, .sentence = long_id_problem()};
    if (line.find('\r') != std::string_view::npos)
        throw block_problem{.line = here_.line, .sentence = carriage_return_problem};
    if (!is_whole)
        return;

    has_header_ = true;
    if (is_printable_ascii(id))
        id_ = id;
    else
        id_ = with_visible_controls(id);
    builder.add(id_);
}

// Adds the next lines, up to a header: in FASTA, what a line is does not depend on the lines before it.
void record_parser::add_lines()
{
    while (!here_.text.empty() && here_.text.front() != '>')
        add_letters(without_trailing(next_line(), blanks_));
}

void record_parser::add_letters(std::string_view const line)
{
    // A carriage return that is no letter is found later, with all other bytes that are none.
    if (has_blank_letters_)
        check_blanks(line);
    if (letters_.empty())
    {
        letters_ = line;
    }
    else if (!line.empty())
    {
        if (gathered_.empty())
            gathered_ = letters_;
        gathered_ += line;
        letters_ = gathered_;
    }
}

void record_parser::finish_letters(packed_block & packed, block_builder & builder)
{
    if (letters_.empty())
        return;
    if (!has_header_)
    {
        packed.continues = true;
        builder.add({});
    }
    if (!builder.set_nucleotides(as_letters(letters_)))
        builder.set_letters(map_letters());
    letters_ = {};
    gathered_.clear();
}

std::span<std::uint8_t const> record_parser::map_letters()
{
    bool valid = true;
    mapped_.resize(letters_.size());
    auto next = mapped_.begin();
    for (std::uint8_t const byte : as_letters(letters_))
    {
        valid &= alphabet_.is_letter[byte];
        *next++ = alphabet_.letter[byte];
    }
    if (!valid)
        fail_at_letter();
    return mapped_;
}

// Throws at the first letter that is none.
void record_parser::fail_at_letter()
{
    auto const is_no_letter = [this](char const byte)
    {
        return !alphabet_.is_letter[static_cast<unsigned char>(byte)];
    };
    here_ = letters_begin_;
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
            throw block_problem{.line = here_.line, .sentence = many_blanks_problem()};
        throw record_problem(invalid_letter_problem(*found, alphabet_));
    }
}

void record_parser::check_blanks(std::string_view const line) const
{
    if (line.size() > max_blanks && has_many_blanks(line, blanks_))
        throw block_problem{.line = here_.line, .sentence = many_blanks_problem()};
}

// A problem of the record, at this line.
block_problem record_parser::record_problem(std::string sentence) const
{
    return {.line = here_.line,
            .in_record = true,
            .id = has_header_ ? std::optional{id_} : std::nullopt,
            .sentence = std::move(sentence)};
}

} // namespace seqan3_gpulcs::app
