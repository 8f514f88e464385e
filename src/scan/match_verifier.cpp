// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/match_verifier.hpp"

#include <algorithm>

namespace seqan3_gpulcs::scan
{

bool match_verifier::next_pattern(match_scan & scan)
{
    if (!scan.pattern_.empty())
        return false;

    std::ranges::fill(scan.matches_, primer::match{});
    // The empty substring may already have k differences to the shortest primer.
    std::uint64_t const primers = scan.matches_.size();
    scan.missing_ = scan.longest_.size() - (primers - 1) == request_.differences() ? primers - 1 : primers;

    scan.letters_.resize(scan.longest_.size());
    scan.longest_.copy_to(scan.letters_);
    packing::code_span const shortest = scan.longest_.subspan(scan.missing_ - 1);
    scan.pattern_.resize(shortest.size());
    request_.text().classify(shortest, scan.pattern_);
    return true;
}

bool match_verifier::verify(match_scan & scan, std::span<std::uint64_t const> const ends)
{
    for (auto end = ends.begin(); end != ends.end() && scan.missing_ != 0; ++end)
    {
        request_.control().check();
        verify_end(scan, *end);
    }
    return scan.missing_ != 0;
}

/* Adds the substrings that end there: Sellers' recurrence backward, row by row, for as many columns as k differences reach.
 * Columns are the letters before the end, the last one first.
 */
void match_verifier::verify_end(match_scan & scan, std::uint64_t const end)
{
    std::span<std::uint8_t const> const longest = scan.letters_;
    std::uint64_t const differences = request_.differences();
    std::uint64_t const columns =
        std::min<std::uint64_t>(end - request_.text().segment_at(end - 1).first, longest.size() + differences);
    window_.resize(columns);
    request_.text().codes().subspan(end - columns, columns).copy_to(window_);
    row_.resize(columns + 1);
    for (std::uint64_t column = 0; column <= columns; ++column)
        row_[column] = std::min(column, differences + 1);

    bool const has_sets = request_.text().has_sets();
    for (std::uint64_t row = 1; row <= longest.size(); ++row)
    {
        std::uint8_t const letter = longest[longest.size() - row];
        nearest_column const nearest = has_sets ? compute_row(row,
                                                              [letter](std::uint8_t const set)
                                                              {
                                                                  return (letter & set) != 0;
                                                              })
                                                : compute_row(row,
                                                              [letter](std::uint8_t const code)
                                                              {
                                                                  return letter == code;
                                                              });
        if (nearest.distance > differences)
            return;

        // The shortest primer that is still without a match; shorter ones are in rows above.
        if (row == longest.size() - (scan.missing_ - 1))
        {
            --scan.missing_;
            scan.matches_[scan.missing_] = {end - nearest.column, end};
            if (scan.missing_ == 0)
                return;
        }
    }
}

// Computes a row from the one above. Returns its minimum distance, k + 1 if there is none up to k, and the first column
// with it.
template <typename matches_t>
match_verifier::nearest_column match_verifier::compute_row(std::uint64_t const row, matches_t const & matches) noexcept
{
    std::uint64_t const differences = request_.differences();
    std::uint64_t const too_many = differences + 1;
    std::uint64_t const first = row > differences ? row - differences : 0;
    std::uint64_t const last = std::min<std::uint64_t>(window_.size(), row + differences);
    nearest_column nearest{too_many, first};
    std::uint64_t diagonal = first == 0 || first > last ? 0 : row_[first - 1];
    std::uint64_t left = too_many;
    for (std::uint64_t column = first; column <= last; ++column)
    {
        std::uint64_t value = row;
        if (column != 0)
        {
            std::uint64_t const replaced = diagonal + (matches(window_[window_.size() - column]) ? 0 : 1);
            value = std::min({replaced, row_[column] + 1, left + 1, too_many});
        }
        diagonal = row_[column];
        row_[column] = value;
        left = value;
        if (value < nearest.distance)
            nearest = {value, column};
    }
    return nearest;
}

} // namespace seqan3_gpulcs::scan
