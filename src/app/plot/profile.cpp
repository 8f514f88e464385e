// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/profile.hpp"

#include "src/app/plot/numbers.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// A picture with more profiles would be illegible.
constexpr std::size_t max_profiles{100};

void halve(std::vector<number_range> & cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        number_range const moved = cells[i];
        if (i % 2 == 0)
            cells[i / 2] = moved;
        else
            cells[i / 2] |= moved;
    }
    cells.resize((cells.size() + 1) / 2);
}

// The value of name=; empty if there is none.
std::string track_name(std::string_view const line)
{
    constexpr std::string_view key{" name="};
    std::size_t begin = line.find(key);
    if (!line.starts_with("track") || begin == std::string_view::npos)
        return {};
    begin += key.size();
    bool const is_quoted = line.substr(begin).starts_with('"');
    begin += is_quoted;
    std::size_t const end = line.find_first_of(is_quoted ? "\"" : " \t", begin);
    return with_visible_controls(line.substr(begin, end - begin));
}

// Splits a line at tabs and blanks.
std::vector<std::string> split_words(std::string_view const line)
{
    constexpr std::string_view blanks{" \t"};
    std::vector<std::string> words{};
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;)
    {
        std::size_t const end = std::min(line.find_first_of(blanks, begin), line.size());
        words.emplace_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
    return words;
}

// Whether a line is about how numbers are shown, or a comment; but the name of a sequence may begin like one, or be one.
bool is_header(std::vector<std::string> const & words)
{
    auto const is_position = [](std::string const & word)
    {
        return word.find_first_not_of("0123456789") == std::string::npos;
    };
    bool const has_numbers = words.size() == 4 && is_position(words[1]) && is_position(words[2]);
    return !words.empty() && !has_numbers
        && (words[0].starts_with('#') || words[0] == "track" || words[0] == "browser");
}

} // namespace

void number_profile::add(std::uint64_t const begin, std::uint64_t const end, double const number)
{
    while ((end - 1) / cell_size_ >= max_cells)
    {
        halve(cells_);
        cell_size_ *= 2;
    }
    length_ = std::max(length_, end);
    std::size_t const last = (end - 1) / cell_size_;
    cells_.resize(std::max(cells_.size(), last + 1));
    for (std::size_t i = begin / cell_size_; i <= last; ++i)
        cells_[i] |= {number, number};
}

number_range number_profile::range() const noexcept
{
    number_range all{};
    for (number_range const & cell : cells_)
        all |= cell;
    return all;
}

bool is_bedgraph(std::string_view const line)
{
    auto const words = split_words(line);
    return words.size() == 4 || is_header(words);
}

void read_bedgraph_line(std::string_view const line, column_reader const & reader, profiles & found)
{
    std::vector<std::string> const words = split_words(line);
    if (is_header(words))
    {
        found.title = found.title.empty() ? track_name(line) : found.title;
        return;
    }
    if (words.empty())
        return;
    if (words.size() != 4)
        reader.fail("a line of bedGraph has 4 columns, name, start, end and number, not "
                    + std::to_string(words.size()));
    std::uint64_t const begin = read_whole_number(reader, words[1], 2);
    std::uint64_t const end = read_whole_number(reader, words[2], 3);
    if (begin >= end)
        reader.fail("the end, column 3, must be after the start, column 2");
    double const number = read_number(reader, words[3], "column 4, " + in_quotes(words[3]) + ",");

    auto const [entry, is_new] = found.positions.try_emplace(with_visible_controls(words[0]), found.names.size());
    if (is_new)
    {
        if (found.names.size() == max_profiles)
            reader.fail("there are more than " + std::to_string(max_profiles)
                        + " sequences; select some of them, for example with grep");
        found.names.push_back(entry->first);
        found.numbers.emplace_back();
    }
    found.numbers[entry->second].add(begin, end, number);
}

} // namespace seqan3_gpulcs::app
