// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a command as data: what --help shows, and where the values go.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief The headings under which --help lists options, in this order.
namespace option_group
{

inline constexpr char const * input{"Input"};
inline constexpr char const * computation{"What to compute"};
inline constexpr char const * output{"Output"};
inline constexpr char const * hardware{"Hardware"};
inline constexpr char const * help{"Help"};

} // namespace option_group

//!\brief Stores a value that the user gave, or throws a usage_error.
using value_setter = std::function<void(std::string const &)>;

//!\brief An input file, given by its position among the arguments.
struct file_argument
{
    std::string name{};
    std::string description{};
    value_setter set{};
    bool is_repeatable{}; //!< Whether several files may be given; `set` is called with each of them.
    bool is_optional{};
};

//!\brief The kind of file that the value of an option is the path of.
enum class path_kind : std::uint8_t
{
    none,
    file,
    directory
};

//!\brief An option.
struct option
{
    char const * group{};
    std::string name{};        //!< The name with two dashes; a short one may precede it, as in `-k,--min-edits`.
    std::string placeholder{}; //!< The name of the value in the help; empty for a flag.
    std::string description{}; //!< The description, in lines of at most 58 characters.
    value_setter set{};        //!< Called with an empty text for a flag.
    bool is_required{};
    std::string
        default_value{}; //!< If not empty, the value may be omitted: it is the next argument if that is a number.
    std::vector<std::string_view> choices{}; //!< The values that there are, if only these can be given.
    path_kind path{};
    std::string manual{}; //!< What the manual page says instead of the description, if that is longer.
};

//!\brief The arguments of a command.
struct command_syntax
{
    std::string name{};
    std::string description{};
    std::vector<file_argument> files{};
    std::vector<option> options{}; //!< The options; those of a group follow each other.
    std::string examples{};        //!< Commands, and what they are for, after the line `Examples:`.
    std::string notes{}; //!< What only the manual page says, in the form that src/app/shell/notes.hpp describes.
    std::vector<command_syntax> commands{}; //!< The commands of this one, of which one must be given.
};

//!\brief The names of an option: of `-k,--min-edits`, `-k` and `--min-edits`.
std::vector<std::string> names(option const & option);

//!\brief The groups of a command's options, in the order of --help: that of the input, which has the files, is first.
std::vector<std::string_view> option_groups(command_syntax const & command);

//!\brief Enumerates words, as in "tsv, json or phylip".
std::string enumerate(std::vector<std::string_view> const & words);

//!\brief An input file whose path is stored.
inline file_argument path_argument(std::string name, std::string & path, std::string description)
{
    return {.name = std::move(name),
            .description = std::move(description),
            .set = [&path](std::string const & text)
            {
                path = text;
            }};
}

//!\brief An option without a value.
inline option flag(char const * const group, std::string name, bool & value, std::string description)
{
    return {.group = group,
            .name = std::move(name),
            .description = std::move(description),
            .set = [&value](std::string const &)
            {
                value = true;
            }};
}

//!\brief An option under another heading.
inline option in_group(char const * const group, option each)
{
    each.group = group;
    return each;
}

//!\brief An option of which --help says less than the manual page.
inline option shortened(option each, std::string description)
{
    each.manual = std::exchange(each.description, std::move(description));
    return each;
}

//!\brief An option that takes the path of an output file.
inline option output_file_option(std::string name, std::optional<std::string> & path, std::string description)
{
    return {.group = option_group::output,
            .name = std::move(name),
            .placeholder = "FILE",
            .description = std::move(description),
            .set =
                [&path](std::string const & text)
            {
                path = text;
            },
            .path = path_kind::file};
}

//!\brief The position of a text among the names that an option takes. \throws usage_error
std::size_t find_choice(std::string const & option, std::vector<std::string_view> const & names, std::string_view text);

//!\brief A value by its name.
template <typename value_t>
struct choice
{
    std::string_view name{}; //!< A literal.
    value_t value{};
};

//!\brief An option whose value is one of several names.
template <typename value_t>
option choice_option(char const * const group,
                     std::string name,
                     value_t & value,
                     std::vector<choice<value_t>> choices,
                     std::string description)
{
    std::vector<std::string_view> names{};
    for (choice<value_t> const & each : choices)
        names.push_back(each.name);
    auto const set = [&value, choices = std::move(choices), name, names](std::string const & text)
    {
        value = choices[find_choice(name, names, text)].value;
    };
    return {.group = group,
            .name = std::move(name),
            .placeholder = "NAME",
            .description = std::move(description),
            .set = set,
            .choices = std::move(names)};
}

} // namespace seqan3_gpulcs::app
