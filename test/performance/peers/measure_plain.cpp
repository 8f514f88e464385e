// SPDX-License-Identifier: BSD-3-Clause
//
// The plain way: a loop over all cells of the matrix, and for primers the conventional solution, which computes the matrix of each
// position of the target row by row, until all distances of a row are at least k.

#include <algorithm>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/primer_reference.hpp>

#include "measurement.hpp"

namespace
{

using letters_t = std::vector<std::uint8_t>;

std::vector<letters_t> to_letters(std::vector<std::string> const & texts)
{
    std::vector<letters_t> letters{};
    for (std::string const & text : texts)
        letters.emplace_back(text.begin(), text.end());
    return letters;
}

std::uint64_t lcs_length(letters_t const & first, letters_t const & second)
{
    return reference::last_lcs_row(first, second).back();
}

std::uint64_t edit_distance(letters_t const & first, letters_t const & second)
{
    std::vector<int> above(second.size() + 1);
    std::vector<int> row(second.size() + 1);
    for (std::size_t j = 0; j <= second.size(); ++j)
        above[j] = static_cast<int>(j);
    for (std::uint8_t const letter : first)
    {
        row[0] = above[0] + 1;
        reference::next_edit_row(letter, second.data(), second.size(), above.data(), row.data());
        above.swap(row);
    }
    return static_cast<std::uint64_t>(above.back());
}

auto const same = [](std::vector<std::uint64_t> const & values)
{
    return values;
};

template <auto compare>
void run_pairs(peers::problem const & given)
{
    auto const first = to_letters(given.first);
    auto const second = to_letters(given.second);
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values(first.size());
        std::ranges::transform(first, second, values.begin(), compare);
        return values;
    };
    peers::measure(given, run, same);
}

template <auto compare>
void run_set(peers::problem const & given)
{
    auto const first = to_letters(given.first);
    auto const second = to_letters(given.second);
    auto const run = [&]()
    {
        std::vector<std::uint64_t> values{};
        for (letters_t const & one : first)
            for (letters_t const & other : second)
                values.push_back(compare(one, other));
        return values;
    };
    peers::measure(given, run, same);
}

void run_primers(peers::problem const & given)
{
    letters_t const target = to_letters(given.first).front();
    auto const backgrounds = to_letters(given.second);
    auto const run = [&]()
    {
        return reference::primer_lengths(target, backgrounds, given.differences);
    };
    peers::measure(given, run, same);
}

} // namespace

int main(int argc, char ** argv)
{
    return peers::run_peer({"plain loop", "", "C++, -march=native"},
                           {{"pair_lcs", {run_pairs<lcs_length>}},
                            {"pair_edit", {run_pairs<edit_distance>}},
                            {"pairs_lcs", {run_pairs<lcs_length>}},
                            {"set_lcs", {run_set<lcs_length>}},
                            {"set_edit", {run_set<edit_distance>}},
                            {"primers", {run_primers}}},
                           {argv + 1, argv + argc});
}
