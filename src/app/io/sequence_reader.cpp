// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/sequence_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::size_t buffer_size{std::size_t{1} << 18};

constexpr std::size_t max_id_bytes{std::size_t{1} << 20};

constexpr std::string_view white_space{" \t\r\v\f"};

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

sequence_reader::sequence_reader(std::string const & path, alphabet const & letters) :
    file_{path},
    alphabet_{letters},
    buffer_(buffer_size)
{}

bool sequence_reader::next(sequence_record & record)
{
    if (!find_header())
        return false;

    read_header(record.id);
    record.letters.clear();

    if (marker_ == '>')
    {
        read_fasta_letters(record);
    }
    else
    {
        read_fastq_letters(record);
        skip_qualities(record);
    }

    last_id_ = record.id;
    return true;
}

// --- Lines ---

bool sequence_reader::next_part()
{
    if (part_is_unread_)
    {
        part_is_unread_ = false;
        return true;
    }
    if (!scan_part())
        return false;
    if (part_.follows_skipped_blanks && !part_.text.empty())
        fail("a line continues after more than " + std::to_string(buffer_size) + " bytes of white space; remove them");
    return true;
}

bool sequence_reader::scan_part()
{
    bool const begins_line = part_.ends_line;

    while (true)
    {
        std::span<char const> const unread{buffer_.data() + begin_, end_ - begin_};
        if (at_end_ && unread.empty() && begins_line)
            return false;

        auto const * const newline =
            unread.empty() ? nullptr : static_cast<char const *>(std::memchr(unread.data(), '\n', unread.size()));
        auto const length = newline != nullptr ? static_cast<std::size_t>(newline - unread.data()) : unread.size();
        auto const text = without_trailing_blanks(unread.first(length));

        // White space at the end of the buffer stays there until it is known whether the line continues.
        bool const ends_line = newline != nullptr || at_end_;
        if (ends_line || !text.empty())
        {
            begin_ += !ends_line ? text.size() : newline != nullptr ? length + 1 : length;
            line_ += begins_line;
            part_ = {text, begins_line, ends_line, std::exchange(skipped_blanks_, false)};
            return true;
        }

        refill();
    }
}

void sequence_reader::refill()
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

std::span<char const> sequence_reader::without_trailing_blanks(std::span<char const> text) const noexcept
{
    auto const is_blank = [this](char const byte)
    {
        return byte == '\r'
            || (white_space.find(byte) != std::string_view::npos
                && !alphabet_.is_letter[static_cast<unsigned char>(byte)]);
    };

    while (!text.empty() && is_blank(text.back()))
        text = text.first(text.size() - 1);
    return text;
}

// --- Records ---

bool sequence_reader::find_header()
{
    while (next_part())
    {
        if (!part_.text.empty())
        {
            check_marker(part_.text.front());
            return true;
        }
    }
    return false;
}

void sequence_reader::check_marker(char const marker)
{
    if (marker_ == 0)
    {
        if (marker != '>' && marker != '@')
        {
            std::string_view const text{part_.text.data(), part_.text.size()};
            for (other_format const & other : other_formats)
                if (text.starts_with(other.magic))
                    throw input_error{"The input " + file_.name() + ' ' + other.advice + '.'};
            fail("the file starts with " + readable_byte(marker)
                 + ", not with '>' (FASTA) or '@' (FASTQ); give a FASTA or FASTQ file, plain or gzip");
        }
        marker_ = marker;
    }
    else if (marker != marker_)
    {
        // Only in FASTQ: a FASTA record continues up to the next '>'.
        fail("a record must start with '@', not with " + readable_byte(marker) + "; check that the previous record, "
             + in_quotes(last_id_) + ", has as many quality characters as letters");
    }
}

void sequence_reader::read_header(std::string & id)
{
    id.clear();
    bool id_goes_on = true;
    std::string_view text{part_.text.data() + 1, part_.text.size() - 1};
    while (true)
    {
        if (text.find('\r') != std::string_view::npos)
            fail("the header contains a carriage return; convert line ends to line feeds");

        auto const id_end = text.find_first_of(white_space);
        if (id_goes_on)
            id.append(text.substr(0, id_end));
        if (id.size() > max_id_bytes)
            fail("the id of the record is longer than " + std::to_string(max_id_bytes)
                 + " bytes; put a blank after its first word");
        id_goes_on = id_goes_on && id_end == std::string_view::npos;

        // Not next_part(): a header may contain any amount of white space.
        if (part_.ends_line || !scan_part())
            break;
        text = {part_.text.data(), part_.text.size()};
        id_goes_on = id_goes_on && !part_.follows_skipped_blanks;
    }
    id = with_visible_controls(id);
}

void sequence_reader::read_fasta_letters(sequence_record & record)
{
    while (next_part())
    {
        if (part_.begins_with('>'))
        {
            part_is_unread_ = true;
            return;
        }
        append_letters(record);
    }
}

void sequence_reader::read_fastq_letters(sequence_record & record)
{
    while (next_part())
    {
        if (part_.begins_with('+'))
        {
            skip_line();
            return;
        }
        if (part_.begins_with('@') && !alphabet_.is_letter[std::size_t{'@'}])
            fail_in_record(record.id, "has no '+' line and no qualities; add them");
        append_letters(record);
    }
    fail_in_record(record.id, "ends before its '+' line; get a complete copy of the file");
}

void sequence_reader::skip_line()
{
    while (!part_.ends_line)
        scan_part();
}

void sequence_reader::skip_qualities(sequence_record const & record)
{
    std::uint64_t const wanted = record.letters.size();
    auto const counts = [wanted](std::uint64_t const found)
    {
        return std::to_string(found) + " quality characters for " + std::to_string(wanted) + " letters";
    };

    std::uint64_t found = 0;
    while (found < wanted || !part_.ends_line)
    {
        if (!next_part())
            fail_in_record(record.id, "ends after " + counts(found) + "; get a complete copy of the file");

        // Qualities may start with '@'; but if the line then is too long, it is the next header.
        if (part_.begins_with('@') && found != 0 && found + part_.text.size() > wanted)
            fail_in_record(record.id,
                           "has a quality string shorter than its sequence: " + counts(found) + "; correct it");

        found += part_.text.size();
        if (found > wanted)
        {
            while (!part_.ends_line && next_part())
                found += part_.text.size();
            fail_in_record(record.id,
                           "has a quality string longer than its sequence: " + counts(found) + "; correct it");
        }
    }
}

void sequence_reader::append_letters(sequence_record & record)
{
    auto const text = part_.text;
    auto const old_size = record.letters.size();
    record.letters.resize(old_size + text.size());

    bool valid = true;
    auto * next = record.letters.data() + old_size;
    for (char const character : text)
    {
        auto const byte = static_cast<unsigned char>(character);
        valid &= alphabet_.is_letter[byte];
        *next++ = alphabet_.letter[byte];
    }

    if (!valid)
    {
        char const invalid =
            *std::ranges::find_if(text,
                                  [this](char const candidate)
                                  {
                                      return !alphabet_.is_letter[static_cast<unsigned char>(candidate)];
                                  });
        fail_in_record(record.id,
                       "contains the letter " + readable_byte(invalid) + ", which is not in the alphabet "
                           + alphabet_label(alphabet_.name)
                           + "; correct it, or choose another alphabet with --alphabet");
    }
}

// --- Errors ---

void sequence_reader::fail(std::string const & problem) const
{
    throw input_error{"In " + file_.name() + ", line " + std::to_string(line_) + ": " + problem + "."};
}

void sequence_reader::fail_in_record(std::string_view const id, std::string const & problem) const
{
    throw input_error{"In " + file_.name() + ", line " + std::to_string(line_) + ", the record " + in_quotes(id) + " "
                      + problem + "."};
}

} // namespace seqan3_gpulcs::app
