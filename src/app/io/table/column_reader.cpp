// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/column_reader.hpp"

#include <utility>

#include "src/app/io/fasta/line_rules.hpp"

namespace seqan3_gpulcs::app
{

column_reader::column_reader(std::string const & path, std::stop_token stop) :
    file_{path, std::move(stop)},
    buffer_(std::size_t{1} << 16)
{}

bool column_reader::next_line()
{
    while (has_column_)
        end_column();
    while (fill() && (buffer_[begin_] == '\n' || buffer_[begin_] == '\r'))
    {
        line_ends_ += buffer_[begin_] == '\n';
        ++begin_;
    }
    has_column_ = begin_ != end_;
    return has_column_;
}

void column_reader::end_column()
{
    while (peek() != end_of_column)
        take();
    // The end of the line stays: next_line() counts it.
    has_column_ = begin_ != end_ && buffer_[begin_] == '\t';
    begin_ += has_column_;
}

void column_reader::read_column(std::string & text)
{
    text.clear();
    for (int letter = peek(); letter != end_of_column; letter = peek())
    {
        if (text.size() == max_id_bytes)
            fail("a column has more than " + std::to_string(max_id_bytes) + " bytes; give PAF or bedGraph");
        text += static_cast<char>(letter);
        take();
    }
    end_column();
}

void column_reader::fail(std::string const & problem) const
{
    fail_at_line(file_.name(), line_ends_ + 1, problem);
}

// Whether there is a letter in the buffer.
bool column_reader::fill()
{
    if (begin_ == end_)
    {
        begin_ = 0;
        end_ = file_.read(buffer_);
    }
    return begin_ != end_;
}

// The next letter, or end_of_column, where the buffer is empty or begins with a border.
int column_reader::peek_border()
{
    return fill() && !is_border(buffer_[begin_]) ? static_cast<unsigned char>(buffer_[begin_]) : end_of_column;
}

} // namespace seqan3_gpulcs::app
