// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/line_follower.hpp"

#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

line_kind line_follower::next(std::string_view const text, bool const ends)
{
    if (!inside_line_)
    {
        // White space does not tell the kind of a line that may go on.
        if (text.empty() && !ends)
            return line_kind::blank;
        line_ = find_kind(text);
        line_size_ = 0;
        first_byte_ = text.empty() ? '\0' : text.front();
    }
    inside_line_ = !ends;
    line_size_ += text.size();
    if (ends && format_ == record_format::fastq)
        line_ = end_line();
    return line_;
}

line_kind line_follower::find_kind(std::string_view const text) const noexcept
{
    bool const is_header = text.starts_with(static_cast<char>(format_));
    if (format_ == record_format::fasta)
        return is_header ? line_kind::header : line_kind::letters;
    switch (expected_)
    {
    case line_kind::letters:
        return text.starts_with('+')         ? line_kind::separator
             : is_header && !marker_allowed_ ? line_kind::invalid
                                             : line_kind::letters;
    case line_kind::qualities:
        return line_kind::qualities;
    default:
        return text.empty() ? line_kind::blank : is_header ? line_kind::header : line_kind::invalid;
    }
}

line_kind line_follower::end_line() noexcept
{
    switch (line_)
    {
    case line_kind::header:
        letters_ = 0;
        expected_ = line_kind::letters;
        break;
    case line_kind::letters:
        letters_ += line_size_;
        break;
    case line_kind::separator:
        qualities_ = 0;
        expected_ = letters_ == 0 ? line_kind::blank : line_kind::qualities;
        break;
    case line_kind::qualities:
        if (qualities_ + line_size_ > letters_)
            return line_kind::invalid;
        qualities_ += line_size_;
        if (qualities_ == letters_)
            expected_ = line_kind::blank;
        break;
    default:
        break;
    }
    return line_;
}

std::string line_follower::problem() const
{
    switch (expected_)
    {
    case line_kind::letters:
        return "has no '+' line and no qualities; add them";
    case line_kind::qualities:
        // Qualities may begin with '@'; but if they are too many, it was the next header.
        if (first_byte_ == '@' && qualities_ != 0)
            return "has a quality string shorter than its sequence: " + counts(qualities_) + "; correct it";
        return "has a quality string longer than its sequence: " + counts(qualities_ + line_size_) + "; correct it";
    default:
        return "is followed by " + readable_byte(first_byte_)
             + ", not by '@'; check that it has as many quality characters as letters";
    }
}

std::string line_follower::end_problem() const
{
    switch (expected_)
    {
    case line_kind::letters:
        return "ends before its '+' line; get a complete copy of the file";
    case line_kind::qualities:
        return "ends after " + counts(qualities_) + "; get a complete copy of the file";
    default:
        return {};
    }
}

std::string line_follower::counts(std::uint64_t const qualities) const
{
    return std::to_string(qualities) + " quality characters for " + std::to_string(letters_) + " letters";
}

} // namespace seqan3_gpulcs::app
