// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The size of a pair on the command line of a benchmark.
 */

#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>

//!\brief The lengths of two sequences.
struct pair_size
{
    std::uint64_t first{};
    std::uint64_t second{};
};

//!\brief Reads a size as in "20Mx10M"; k, M and G are powers of 1000. \throws CLI::ValidationError
inline pair_size parse_size(std::string const & text)
{
    auto const parse_length = [&](std::string const & length)
    {
        double value{};
        auto const [end, error] = std::from_chars(length.data(), length.data() + length.size(), value);
        std::string const unit(end, length.data() + length.size());
        double const factor = unit == "k" ? 1e3 : unit == "M" ? 1e6 : unit == "G" ? 1e9 : 1;
        if (error != std::errc{} || value * factor < 1 || (factor == 1 && !unit.empty()))
            throw CLI::ValidationError{text, "give two lengths like 20Mx10M or 4.6Mx100k"};
        return static_cast<std::uint64_t>(value * factor);
    };
    std::size_t const middle = text.find('x');
    if (middle == std::string::npos)
        throw CLI::ValidationError{text, "give two lengths like 20Mx10M or 4.6Mx100k"};
    return {parse_length(text.substr(0, middle)), parse_length(text.substr(middle + 1))};
}
