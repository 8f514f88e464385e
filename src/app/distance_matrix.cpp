// SPDX-License-Identifier: BSD-3-Clause

#include "distance_matrix.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>

#include "app_error.hpp"
#include "readable.hpp"

namespace seqan3_gpulcs::app
{

distance_matrix::distance_matrix(std::vector<std::string> names) : names_{std::move(names)}
{
    std::set<std::string_view> seen{};
    for (std::string const & name : names_)
    {
        if (name.empty() || name.find_first_of(" \t") != std::string::npos)
            throw input_error{"A name in a PHYLIP matrix must not be empty or have blanks in it, as " + in_quotes(name)
                              + " has; give each record an identifier, or choose another --format."};
        if (!seen.insert(name).second)
            throw input_error{"A PHYLIP matrix needs different names, but there are two records " + in_quotes(name)
                              + "; rename one of them, or choose another --format."};
    }
    distances_.reserve(names_.size() * (names_.size() - !names_.empty()) / 2);
}

void distance_matrix::add(double const identity)
{
    distances_.push_back(static_cast<float>(1 - identity));
}

void distance_matrix::write(output_file & file) const
{
    std::uint64_t const size = names_.size();
    auto const distance = [&](std::uint64_t const row, std::uint64_t const column) -> float
    {
        if (row == column)
            return 0;
        auto const [low, high] = std::minmax(row, column);
        return distances_[low * size - low * (low + 1) / 2 + high - low - 1];
    };

    file.write(std::to_string(size) + '\n');
    for (std::uint64_t row = 0; row < size; ++row)
    {
        std::string line = names_[row];
        for (std::uint64_t column = 0; column < size; ++column)
        {
            char text[16]{};
            std::snprintf(text, sizeof(text), " %.6f", static_cast<double>(distance(row, column)));
            line += text;
        }
        file.write(line + '\n');
    }
}

} // namespace seqan3_gpulcs::app
