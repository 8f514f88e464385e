// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/line_cutter.hpp"

#include <algorithm>
#include <cstring>

#include "src/app/io/line_reader.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Before each part of a file: there is what the previous one left, for which the buffer grows if need be.
constexpr std::size_t room_before{std::size_t{1} << 16};

} // namespace

std::span<char> text_block::make_room(std::size_t const size)
{
    buffer.resize(std::max(buffer.size(), room_before + size));
    begin = buffer.size() - size;
    return std::span{buffer}.subspan(begin, size);
}

line_cutter::line_cutter(alphabet const & letters, std::string_view const first) :
    blanks_{trailing_blanks(letters)},
    rest_{first}
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

    block.begins_line = begins_line_;
    block.first_line = first_line_;
    block.follows_skipped_blanks = follows_skipped_blanks_;

    std::string_view const text = block.text();
    std::size_t const size = block.is_last ? text.size() : find_end(block);
    rest_ = text.substr(size);
    // White space that is only counted.
    if (size == 0 && follows_skipped_blanks_)
        rest_.clear();
    block.end = block.begin + size;
}

// The number of bytes that stay in the block; changes what the next one begins with.
std::size_t line_cutter::find_end(text_block & block)
{
    std::string_view const text = block.text();
    if (void const * const newline = ::memrchr(text.data(), '\n', text.size()); newline != nullptr)
    {
        begins_line_ = true;
        first_line_ = line_kind::any;
        follows_skipped_blanks_ = false;
        return static_cast<std::size_t>(static_cast<char const *>(newline) - text.data()) + 1;
    }

    bool const begins_header = first_line_ == line_kind::any && text.starts_with('>');
    if (begins_header && text.size() < max_id_bytes + 2)
        return 0;

    std::size_t const size = without_trailing(text, blanks_).size();
    if (size == 0 && text.size() <= max_blanks)
        return 0;

    if (first_line_ == line_kind::any)
        first_line_ = begins_header ? line_kind::header : line_kind::letters;
    // Nothing but white space: it does not matter unless the line continues.
    follows_skipped_blanks_ = size == 0;
    begins_line_ = begins_line_ && size == 0;
    return size;
}

} // namespace seqan3_gpulcs::app
