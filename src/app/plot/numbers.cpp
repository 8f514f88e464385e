// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/numbers.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

template <typename number_t>
bool parse(std::string_view const text, number_t & number)
{
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

} // namespace

std::uint64_t read_whole_number(column_reader const & reader, std::string const & text, std::size_t const column)
{
    std::uint64_t number = 0;
    if (!parse(text, number) || number > max_position)
        reader.fail("column " + std::to_string(column) + " is " + in_quotes(text)
                    + "; it must be a whole number, at most " + std::to_string(max_position));
    return number;
}

double read_number(column_reader const & reader, std::string const & text, std::string const & what)
{
    double number = 0;
    // A number that is infinite, or none, is not below the limit.
    if (!parse(text, number) || !(std::abs(number) <= static_cast<double>(max_position)))
        reader.fail(without_controls(what) + " is not a number between -2^53 and 2^53");
    // No power of ten is below the smallest subnormal numbers, so no axis could have marks for them.
    return std::abs(number) < std::numeric_limits<double>::min() ? 0 : number;
}

} // namespace seqan3_gpulcs::app
