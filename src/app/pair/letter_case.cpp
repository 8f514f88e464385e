// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/letter_case.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// All letters that occur, in ascending order.
std::string occurring_letters(pair_list const & pairs)
{
    packing::letter_set set{};
    for (std::span<sequence const> const records : {pairs.first(), pairs.second()})
        for (sequence const & each : records)
            set.add(each.letters.letters());
    std::vector<std::uint8_t> const letters = set.letters();
    return {letters.begin(), letters.end()};
}

} // namespace

std::optional<std::string> case_note(pair_list const & pairs, pair_options const & options)
{
    std::string const letters = occurring_letters(pairs);
    auto const has_both_cases = [&](char const upper)
    {
        return 'A' <= upper && upper <= 'Z' && letters.find(static_cast<char>(upper | 0x20)) != std::string::npos;
    };
    std::string_view const other = common_alphabet_with(letters);
    if (std::ranges::none_of(letters, has_both_cases) || other.empty())
        return std::nullopt;
    return "The sequences have upper and lower case, by which repeats are often masked, and --alphabet "
         + options.alphabet + " takes these for different letters; use --alphabet " + std::string{other}
         + " if they mean the same.";
}

} // namespace seqan3_gpulcs::app
