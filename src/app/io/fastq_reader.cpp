// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fastq_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

bool fastq_reader::next(std::vector<std::uint8_t> & letters)
{
    if (!find_header())
        return false;

    read_header();
    std::size_t const before = letters.size();
    read_letters(letters);
    skip_qualities(letters.size() - before);
    return true;
}

bool fastq_reader::find_header()
{
    if (std::exchange(is_first_, false))
        return true;

    std::optional<char> const marker = lines_.find_record();
    if (marker && marker != '@')
        lines_.fail("a record must start with '@', not with " + readable_byte(*marker)
                    + "; check that the previous record, " + in_quotes(id_)
                    + ", has as many quality characters as letters");
    return marker.has_value();
}

void fastq_reader::read_header()
{
    id_.clear();
    bool id_goes_on = true;
    std::string_view text = lines_.part().text.substr(1);
    while (true)
    {
        if (text.find('\r') != std::string_view::npos)
            lines_.fail(carriage_return_problem);

        std::string_view const id = find_id(text);
        if (id_goes_on)
            id_.append(id);
        if (id_.size() > max_id_bytes)
            lines_.fail(long_id_problem());
        id_goes_on = id_goes_on && id.size() == text.size();

        if (lines_.part().ends_line || !lines_.scan_part())
            break;
        text = lines_.part().text;
        id_goes_on = id_goes_on && !lines_.part().follows_skipped_blanks;
    }
    id_ = with_visible_controls(id_);
}

void fastq_reader::read_letters(std::vector<std::uint8_t> & letters)
{
    while (lines_.next_part())
    {
        if (lines_.part().begins_with('+'))
        {
            skip_line();
            return;
        }
        if (lines_.part().begins_with('@') && !alphabet_.is_letter[std::size_t{'@'}])
            lines_.fail_in_record(id_, "has no '+' line and no qualities; add them");
        append_letters(letters);
    }
    lines_.fail_in_record(id_, "ends before its '+' line; get a complete copy of the file");
}

void fastq_reader::append_letters(std::vector<std::uint8_t> & letters)
{
    std::string_view const text = lines_.part().text;
    auto const old_size = letters.size();
    letters.resize(old_size + text.size());

    bool valid = true;
    auto * next = letters.data() + old_size;
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
        lines_.fail_in_record(id_, invalid_letter_problem(invalid, alphabet_));
    }
}

void fastq_reader::skip_line()
{
    while (!lines_.part().ends_line)
        lines_.scan_part();
}

void fastq_reader::skip_qualities(std::uint64_t const wanted)
{
    auto const counts = [wanted](std::uint64_t const found)
    {
        return std::to_string(found) + " quality characters for " + std::to_string(wanted) + " letters";
    };

    std::uint64_t found = 0;
    while (found < wanted || !lines_.part().ends_line)
    {
        if (!lines_.next_part())
            lines_.fail_in_record(id_, "ends after " + counts(found) + "; get a complete copy of the file");

        // Qualities may start with '@'; but if the line then is too long, it is the next header.
        std::size_t const size = lines_.part().text.size();
        if (lines_.part().begins_with('@') && found != 0 && found + size > wanted)
            lines_.fail_in_record(id_,
                                  "has a quality string shorter than its sequence: " + counts(found) + "; correct it");

        found += size;
        if (found > wanted)
        {
            while (!lines_.part().ends_line && lines_.next_part())
                found += lines_.part().text.size();
            lines_.fail_in_record(id_,
                                  "has a quality string longer than its sequence: " + counts(found) + "; correct it");
        }
    }
}

} // namespace seqan3_gpulcs::app
