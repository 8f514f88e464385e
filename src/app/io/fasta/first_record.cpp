// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/first_record.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "src/app/io/fasta/line_rules.hpp"
#include "src/app/io/file/decoder.hpp"
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

constexpr std::array<other_format, 4> other_formats{
    {{"\xFD"
      "7zXZ",
      "is compressed with xz; decompress it: xz -dc FILE | gpulcs ... -"},
     {"\xEF\xBB\xBF", "starts with a byte order mark; remove it: tail -c +4 FILE | gpulcs ... -"},
     {"\xFF\xFE", "is text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE | gpulcs ... -"},
     {"\xFE\xFF", "is text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE | gpulcs ... -"}}};

// Counts blank lines.
struct blank_lines
{
    std::array<bool, 256> blanks;
    std::uint64_t lines{};
    std::size_t count{}; // The number of blanks in the line after them,
    char first{};        // and the first one.

    // The number of bytes before the first one that is not blank.
    std::size_t skip(std::string_view const bytes) noexcept
    {
        std::size_t i = 0;
        for (; i < bytes.size(); ++i)
        {
            if (bytes[i] == '\n')
            {
                ++lines;
                count = 0;
            }
            else if (!blanks[static_cast<unsigned char>(bytes[i])])
                break;
            else if (count++ == 0)
                first = bytes[i];
        }
        return i;
    }
};

// Reads more, where a pipe may have given only one byte so far: as many as tell the format, if there are so many.
void read_start(input_file & file, std::string & text)
{
    constexpr std::size_t wanted{16};
    std::size_t size = text.size();
    text.resize(std::max(size, wanted));
    for (std::size_t count = 1; size < text.size() && count != 0; size += count)
        count = file.read(std::span{text}.subspan(size));
    text.resize(size);
}

// Fails for a text that begins with the first line that is not blank, and says what the text is by its first bytes.
[[noreturn]] void fail_at_start(input_file const & file, std::uint64_t const line, std::string const & text)
{
    // The input has been decompressed once already.
    if (is_compressed(text))
        file.fail("is compressed twice; decompress it once, and give the result");
    for (other_format const & other : other_formats)
        if (text.starts_with(other.magic))
            file.fail(other.advice);
    fail_at_line(file.name(),
                 line,
                 "the file starts with " + readable_byte(text.front())
                     + ", not with '>' (FASTA) or '@' (FASTQ); give a FASTA or FASTQ file");
}

} // namespace

std::string_view alignment_format(std::string_view const start) noexcept
{
    // The version of CRAM is a number, not a letter as in an id that begins like that.
    if (start.starts_with("CRAM") && start.size() > 4 && static_cast<unsigned char>(start[4]) < 0x10)
        return "CRAM";
    if (start.starts_with("BAM\1"))
        return "BAM";
    // A header of FASTQ might begin like that of SAM, but hardly goes on with a tag.
    constexpr std::string_view tag{"@HD\tVN:"};
    bool const has_tag = start.size() >= tag.size() && start[tag.find('\t')] == '\t' && start[tag.find(':')] == ':';
    for (std::string_view const record : {"@HD", "@SQ", "@RG", "@PG"})
        if (has_tag && start.starts_with(record))
            return "SAM";
    return {};
}

file_beginning find_first_record(input_file & file, alphabet const & letters, std::size_t const buffer_size)
{
    blank_lines skipped{.blanks = trailing_blanks(letters)};
    file_beginning found{};
    std::string & bytes = found.bytes;
    std::size_t begin = 0;
    while (begin == bytes.size())
    {
        bytes.resize(buffer_size);
        bytes.resize(file.read(bytes));
        if (bytes.empty())
            return found;
        begin = skipped.skip(bytes);
    }

    bytes.erase(0, begin);
    found.blank_lines = skipped.lines;
    if (skipped.count > max_blanks)
        fail_at_line(file.name(), skipped.lines + 1, many_blanks_problem());
    if (skipped.count != 0)
        bytes.insert(bytes.begin(), skipped.first);
    if (bytes.front() != '>')
        read_start(file, bytes);
    if (std::string_view const format = alignment_format(bytes); !format.empty())
        file.fail("has alignments in " + std::string{format}
                  + " format; give their sequences: samtools fasta FILE | gpulcs ... -");
    if (bytes.front() != '>' && bytes.front() != '@')
        fail_at_start(file, skipped.lines + 1, bytes);
    found.format = static_cast<record_format>(bytes.front());
    return found;
}

} // namespace seqan3_gpulcs::app
