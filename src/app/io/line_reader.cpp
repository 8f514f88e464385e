// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The first bytes of a file in another format, what it is, and what to do.
struct other_format
{
    std::string_view magic{};
    char const * advice{};
};

constexpr std::array<other_format, 6> other_formats{
    {{"BZh", "is compressed with bzip2; decompress it: bzip2 -dc FILE | gpulcs ... -"},
     {"\xFD"
      "7zXZ",
      "is compressed with xz; decompress it: xz -dc FILE | gpulcs ... -"},
     {"\x28\xB5\x2F\xFD", "is compressed with Zstandard; decompress it: zstd -dc FILE | gpulcs ... -"},
     {"\xEF\xBB\xBF", "starts with a byte order mark; remove it: tail -c +4 FILE | gpulcs ... -"},
     {"\xFF\xFE", "is text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE | gpulcs ... -"},
     {"\xFE\xFF", "is text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE | gpulcs ... -"}}};

} // namespace

std::array<bool, 256> trailing_blanks(alphabet const & letters)
{
    std::array<bool, 256> blanks{};
    for (char const blank : white_space)
        blanks[static_cast<unsigned char>(blank)] = !letters.is_letter[static_cast<unsigned char>(blank)];
    // Also if it is a letter.
    blanks[std::size_t{'\r'}] = true;
    return blanks;
}

std::string_view without_trailing(std::string_view text, std::array<bool, 256> const & blanks) noexcept
{
    while (!text.empty() && blanks[static_cast<unsigned char>(text.back())])
        text.remove_suffix(1);
    return text;
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
         + " bytes; put a blank after its first word";
}

std::string many_blanks_problem()
{
    return "a line continues after more than " + std::to_string(max_blanks) + " bytes of white space; remove them";
}

std::string invalid_letter_problem(char const letter, alphabet const & letters)
{
    return "contains the letter " + readable_byte(letter) + ", which is not in the alphabet "
         + alphabet_label(letters.name) + "; correct it, or choose another alphabet with --alphabet";
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

line_reader::line_reader(input_file & file, alphabet const & letters, std::size_t const buffer_size) :
    file_{file},
    blanks_{trailing_blanks(letters)},
    buffer_(buffer_size)
{}

std::optional<char> line_reader::find_record()
{
    while (next_part())
        if (!part_.text.empty())
            return part_.text.front();
    return std::nullopt;
}

std::string_view line_reader::unread() const noexcept
{
    return {part_.text.data(), static_cast<std::size_t>(buffer_.data() + end_ - part_.text.data())};
}

bool line_reader::next_part()
{
    if (!scan_part())
        return false;
    if (part_.follows_skipped_blanks && !part_.text.empty())
        fail(many_blanks_problem());
    return true;
}

bool line_reader::scan_part()
{
    bool const begins_line = part_.ends_line;

    while (true)
    {
        std::string_view const unread{buffer_.data() + begin_, end_ - begin_};
        if (at_end_ && unread.empty() && begins_line)
            return false;

        auto const newline = unread.find('\n');
        bool const found = newline != std::string_view::npos;
        auto const length = found ? newline : unread.size();
        auto const text = without_trailing(unread.substr(0, length), blanks_);

        // White space at the end of the buffer stays there until it is known whether the line continues.
        bool const ends_line = found || at_end_;
        if (ends_line || !text.empty())
        {
            begin_ += !ends_line ? text.size() : found ? length + 1 : length;
            line_ += begins_line;
            part_ = {text, begins_line, ends_line, std::exchange(skipped_blanks_, false)};
            return true;
        }

        refill();
    }
}

void line_reader::refill()
{
    if (end_ == buffer_.size() && begin_ == 0)
    {
        // Only white space, which does not matter unless the line continues.
        skipped_blanks_ = true;
        end_ = 0;
    }
    else if (end_ == buffer_.size() || begin_ == end_)
    {
        std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
                  buffer_.begin());
        end_ -= begin_;
        begin_ = 0;
    }

    std::size_t const count = file_.read(std::span{buffer_}.subspan(end_));
    end_ += count;
    at_end_ = count == 0;
}

std::optional<char> find_first_record(line_reader & lines, std::string const & file)
{
    std::optional<char> const marker = lines.find_record();
    if (!marker || marker == '>' || marker == '@')
        return marker;

    for (other_format const & other : other_formats)
        if (lines.part().text.starts_with(other.magic))
            throw input_error{"The input " + file + ' ' + other.advice + '.'};
    lines.fail("the file starts with " + readable_byte(*marker)
               + ", not with '>' (FASTA) or '@' (FASTQ); give a FASTA or FASTQ file");
}

} // namespace seqan3_gpulcs::app
