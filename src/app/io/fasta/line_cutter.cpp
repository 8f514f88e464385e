// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/line_cutter.hpp"

#include <algorithm>
#include <cstring>

#include "src/app/io/fasta/line_rules.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The room before each part of a file for the rest of the previous one; the buffer grows if that is longer.
constexpr std::size_t room_before{std::size_t{1} << 16};

} // namespace

std::span<char> text_block::make_room(std::size_t const size)
{
    buffer.resize(std::max(buffer.size(), room_before + size));
    begin = buffer.size() - size;
    return std::span{buffer}.subspan(begin, size);
}

line_cutter::line_cutter(alphabet const & letters, record_format const format, std::string_view const first) :
    blanks_{trailing_blanks(letters)},
    rest_{first},
    next_{.lines = {format, letters.is_letter[static_cast<unsigned char>(format)]}}
{}

void line_cutter::cut(text_block & block)
{
    if (block.begin < rest_.size())
    {
        std::size_t const missing = rest_.size() - block.begin;
        block.buffer.insert(block.buffer.begin(), missing, '\0');
        block.begin += missing;
        block.end += missing;
    }
    block.begin -= rest_.size();
    std::ranges::copy(rest_, block.buffer.begin() + static_cast<std::ptrdiff_t>(block.begin));
    block.start = next_;
    if (block.is_last)
        return;

    std::string_view const text = block.text();
    std::size_t const size = find_end(text);
    rest_ = text.substr(size);
    // Skipped white space is dropped, except a carriage return, after which headers must not continue.
    if (size == 0 && next_.follows_skipped_blanks)
        rest_ = rest_.find('\r') == std::string::npos ? "" : "\r";
    block.end = block.begin + size;
}

// Returns the number of bytes that stay in the block, and sets where the next one begins.
std::size_t line_cutter::find_end(std::string_view const text)
{
    if (void const * const newline = ::memrchr(text.data(), '\n', text.size()); newline != nullptr)
    {
        std::size_t const size = static_cast<std::size_t>(static_cast<char const *>(newline) - text.data()) + 1;
        follow(text.substr(0, size));
        next_.begins_line = true;
        next_.follows_skipped_blanks = false;
        return size;
    }

    // A header marker after skipped blanks begins no header, but is an error.
    bool const may_be_header = !next_.follows_skipped_blanks && next_.lines.begins_header(text);
    if (may_be_header && text.size() < max_id_bytes + 2)
        return 0;

    std::size_t const size = without_trailing(text, blanks_).size();
    if (size == 0 && text.size() <= max_blanks)
        return 0;

    // A text of nothing but white space does not matter unless the line continues.
    next_.follows_skipped_blanks = size == 0;
    next_.begins_line = next_.begins_line && size == 0;
    next_.lines.next(text.substr(0, size), false);
    return size;
}

void line_cutter::follow(std::string_view lines)
{
    // In FASTA, what a line is does not depend on the lines before it: the last newline suffices.
    if (next_.lines.format() == record_format::fasta)
        lines = lines.substr(lines.size() - 1);
    while (is_valid_ && !lines.empty())
    {
        std::size_t const size = lines.find('\n');
        // Errors are ignored here: the parser of this block finds them, too.
        is_valid_ = next_.lines.next(without_trailing(lines.substr(0, size), blanks_), true) != line_kind::invalid;
        lines.remove_prefix(size + 1);
    }
}

} // namespace seqan3_gpulcs::app
