// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/sam.hpp"

#include <algorithm>
#include <vector>

#include <seqan3_gpulcs/version.hpp>

#include "src/app/app_error.hpp"
#include "src/app/io/table/row_text.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Whether SAM allows it as a name of what is aligned: [!-?A-~]+
bool is_sam_name(std::string_view const name) noexcept
{
    return std::ranges::all_of(name,
                               [](char const letter)
                               {
                                   return letter >= '!' && letter <= '~' && letter != '@';
                               });
}

// Whether SAM allows it as a name of a sequence.
bool is_sam_sequence_name(std::string_view const name) noexcept
{
    return !name.starts_with('*') && !name.starts_with('=')
        && std::ranges::all_of(name,
                               [](char const letter)
                               {
                                   return letter >= '!' && letter <= '~'
                                       && std::string_view{"\\,\"`'()[]{}<>"}.find(letter) == std::string_view::npos;
                               });
}

} // namespace

std::string sam_name(std::string_view const name)
{
    std::string allowed{name.empty() ? "*" : name};
    std::ranges::replace(allowed, ' ', '_');
    return allowed;
}

void check_sam_name(std::string_view const what, std::string_view const name, std::string_view const remedy)
{
    constexpr std::size_t max_size{254};
    std::string const begin = "The name of the " + std::string{what} + ' ' + in_quotes(name);
    if (name.size() > max_size)
        throw input_error{begin + " is too long for SAM, which has names of at most 254 bytes; " + std::string{remedy}
                          + '.'};
    if (!is_sam_name(sam_name(name)))
        throw input_error{
            begin + " contains a character that SAM does not allow there, @ or one that is not ASCII; rename it, or "
            + std::string{remedy} + '.'};
}

void check_sam_sequences(std::span<sequence const> const sequences, std::string_view const remedy)
{
    std::string const or_remedy = ", or " + std::string{remedy} + '.';
    std::vector<std::string_view> ids{};
    for (sequence const & each : sequences)
        if (!each.letters.empty())
            ids.push_back(each.id);
    if (auto const bad = std::ranges::find_if_not(ids, is_sam_sequence_name); bad != ids.end())
        throw input_error{
            "The sequence " + in_quotes(*bad)
            + " has an id that SAM does not allow: it begins with * or =, or contains a comma, a quote, a "
              "bracket, a backslash or what is not ASCII; rename it"
            + or_remedy};
    std::ranges::sort(ids);
    if (auto const twice = std::ranges::adjacent_find(ids); twice != ids.end())
        throw input_error{"Two sequences have the id " + in_quotes(*twice)
                          + ", but SAM needs different ones; rename one" + or_remedy};
    if (!ids.empty() && ids.front().empty())
        throw input_error{"A sequence has no id, but SAM needs one; add it" + or_remedy};
}

void append_sam_header(std::string & text, std::string_view const order, std::span<sequence const> const sequences)
{
    text += "@HD\tVN:1.6\tSO:";
    text += order;
    text += '\n';
    // SAM has no sequences without letters, with which nothing is aligned.
    for (sequence const & each : sequences)
    {
        if (each.letters.empty())
            continue;
        text += "@SQ\tSN:";
        text += each.id;
        text += "\tLN:";
        append_number(text, each.letters.size());
        text += '\n';
    }
    text += "@PG\tID:gpulcs\tPN:gpulcs\tVN:" SEQAN3_GPULCS_VERSION_CSTRING "\n";
}

void append_fields(std::string & text, std::initializer_list<std::string_view> const fields)
{
    for (std::string_view const field : fields)
    {
        text += field;
        text += '\t';
    }
}

} // namespace seqan3_gpulcs::app
