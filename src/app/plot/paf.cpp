// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/paf.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "src/app/plot/numbers.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief The letters of a sequence that an alignment has, as the columns say.
struct interval
{
    std::uint64_t length{}; // The length of the whole sequence.
    std::uint64_t begin{};
    std::uint64_t end{};

    std::uint64_t size() const noexcept
    {
        return end - begin;
    }
};

//!\brief The content of the optional columns.
struct tags
{
    bool has_path{};          // Whether there is a CIGAR string.
    bool tells_matches{true}; // Whether the path tells matches from substitutions.
    std::uint64_t matches{};  // The columns of the path that are matches, or may be.
    std::optional<double> divergence{};
};

interval read_interval(column_reader const & reader, std::vector<std::string> const & columns, std::size_t const first)
{
    interval const found{read_whole_number(reader, columns[first], first + 1),
                         read_whole_number(reader, columns[first + 1], first + 2),
                         read_whole_number(reader, columns[first + 2], first + 3)};
    if (found.begin > found.end || found.end > found.length)
        reader.fail(
            "columns " + std::to_string(first + 1) + " to " + std::to_string(first + 3)
            + " must be the length of a sequence, a start, and an end that is neither before the start nor after the "
              "length");
    return found;
}

std::size_t find_sequence(column_reader const & reader,
                          aligned_sequences & sequences,
                          std::string const & name,
                          std::uint64_t const length)
{
    auto const position = sequences.find(with_visible_controls(name), length);
    if (!position)
        reader.fail("the sequence " + in_quotes(name)
                    + " had another length before; draw alignments of one set of sequences");
    return *position;
}

//!\brief Reads the CIGAR string of one alignment.
class cigar_reader
{
public:
    cigar_reader(column_reader & reader, path_windows & paths, path_window const & whole) :
        reader_{reader},
        paths_{paths},
        whole_{whole}
    {}

    tags read();

private:
    std::uint64_t read_count();
    void add(char operation, std::uint64_t count);
    [[noreturn]] void fail() const;

    column_reader & reader_;
    path_windows & paths_;
    path_window const & whole_; // The letters of both sides.
    path_window sum_{};         // The letters of the columns read so far.
    bool tells_matches_{true};
};

tags cigar_reader::read()
{
    while (reader_.peek() != column_reader::end_of_column)
    {
        std::uint64_t const count = read_count();
        int const operation = reader_.peek();
        if (operation == column_reader::end_of_column)
            fail();
        reader_.take();
        add(static_cast<char>(operation), count);
    }
    if (sum_.target != whole_.target || sum_.query != whole_.query)
        fail();
    return {.has_path = true, .tells_matches = tells_matches_, .matches = sum_.matches};
}

std::uint64_t cigar_reader::read_count()
{
    std::uint64_t count = 0;
    bool has_digit = false;
    for (int digit = reader_.peek(); digit >= '0' && digit <= '9'; digit = reader_.peek())
    {
        count = 10 * count + static_cast<std::uint64_t>(digit - '0');
        if (count > max_position)
            fail();
        has_digit = true;
        reader_.take();
    }
    if (!has_digit)
        fail();
    return count;
}

void cigar_reader::add(char const operation, std::uint64_t const count)
{
    bool const is_column = operation == '=' || operation == 'X' || operation == 'M';
    bool const has_target = is_column || operation == 'D' || operation == 'N';
    bool const has_query = is_column || operation == 'I';
    if (!has_target && !has_query)
        reader_.fail("the CIGAR string has the operation " + readable_byte(operation) + "; PAF has = X M I D and N");

    path_window const columns{has_target ? count : 0,
                              has_query ? count : 0,
                              operation == '=' || operation == 'M' ? count : 0};
    tells_matches_ = tells_matches_ && operation != 'M';
    // Sums never exceed the letters of the alignment, so they do not overflow.
    if (columns.target > whole_.target - sum_.target || columns.query > whole_.query - sum_.query)
        fail();
    sum_ += columns;
    paths_.add(columns);
}

void cigar_reader::fail() const
{
    reader_.fail(
        "the CIGAR string must be numbers, each with an operation, that add up to the letters between the starts and "
        "ends");
}

tags read_tags(column_reader & reader, path_windows & paths, path_window const & whole)
{
    constexpr std::size_t name_size{5};
    tags found{};
    std::optional<double> divergence{};
    while (reader.has_column())
    {
        std::string name{};
        for (int letter = reader.peek(); letter != column_reader::end_of_column && name.size() < name_size;
             letter = reader.peek())
        {
            name += static_cast<char>(letter);
            reader.take();
        }
        if (name == "cg:Z:")
        {
            // The windows of a second one would go on where those of the first one end.
            if (found.has_path)
                reader.fail("there is more than one CIGAR string (cg:Z:)");
            found = cigar_reader{reader, paths, whole}.read();
        }
        if (name == "de:f:" || name == "dv:f:")
        {
            std::string text{};
            reader.read_column(text);
            divergence = read_number(reader, text, "the divergence " + name + text);
            if (*divergence < 0 || *divergence > 1)
                reader.fail("the divergence " + name + without_controls(text) + " is not between 0 and 1");
        }
        else
            reader.end_column();
    }
    found.divergence = divergence;
    return found;
}

} // namespace

std::optional<std::size_t> aligned_sequences::find(std::string const & name, std::uint64_t const length)
{
    auto const [entry, is_new] = positions_.try_emplace(name, sequences_.size());
    if (is_new)
        sequences_.push_back({name, length});
    return sequences_[entry->second].length == length ? std::optional{entry->second} : std::nullopt;
}

void read_paf_line(std::vector<std::string> const & columns, column_reader & reader, alignments & found)
{
    // A line with * is how minimap2 --paf-no-hit writes a query without an alignment.
    if (columns[4] == "*" && columns[5] == "*")
        return;

    interval const query = read_interval(reader, columns, 1);
    interval const target = read_interval(reader, columns, 6);
    std::uint64_t const matches = read_whole_number(reader, columns[9], 10);
    if (columns[4] != "+" && columns[4] != "-")
        reader.fail("column 5 is " + in_quotes(columns[4]) + "; it must be the strand, + or -");
    bool const is_reverse = columns[4] == "-";

    found.pairs.push_back({.target = find_sequence(reader, found.targets, columns[5], target.length),
                           .query = find_sequence(reader, found.queries, columns[0], query.length),
                           .target_begin = target.begin,
                           .query_begin = is_reverse ? query.end : query.begin,
                           .is_reverse = is_reverse});

    path_window const whole{target.size(), query.size(), std::min(target.size(), query.size())};
    found.paths.begin_path();
    tags const more = read_tags(reader, found.paths, whole);
    if (more.has_path && more.tells_matches)
        return;

    // A chain of seeds has fewer matches than the letters between its ends.
    std::uint64_t const possible = more.has_path ? more.matches : whole.matches;
    double const share = possible == 0 ? 0 : static_cast<double>(matches) / static_cast<double>(possible);
    found.pairs.back().match_share = more.divergence ? 1 - *more.divergence : std::min(share, 1.0);
    if (!more.has_path)
        found.paths.make_straight(whole);
    (more.has_path ? found.has_averages : found.has_straight_lines) = true;
}

} // namespace seqan3_gpulcs::app
