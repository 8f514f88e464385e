// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any arguments: options, or a sentence that says what is wrong with them.
 */

#include "src/app/command_line/command_line.hpp"

#include "fuzz/targets.hpp"
#include "src/app/app_error.hpp"

using namespace seqan3_gpulcs;

// An argument in each line.
void fuzz::parse_arguments(input & from)
{
    std::vector<std::string> arguments{"gpulcs"};
    std::string_view text = from.take_all();
    while (!text.empty())
    {
        std::size_t const end = std::min(text.find('\n'), text.size());
        arguments.emplace_back(text.substr(0, end));
        // The end of a string for main().
        arguments.back().resize(std::min(arguments.back().find('\0'), arguments.back().size()));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::vector<char const *> pointers{};
    for (std::string const & argument : arguments)
        pointers.push_back(argument.c_str());
    try
    {
        app::command_line const parsed = app::parse_command_line(static_cast<int>(pointers.size()), pointers.data());
        if (auto const * const asked_for = std::get_if<app::information>(&parsed))
            require(asked_for->text.ends_with('\n'), "a text");
    }
    catch (app::usage_error const & error)
    {
        std::string_view const sentence{error.what()};
        require(!sentence.empty(), "a sentence");
        for (char const letter : sentence)
            require(static_cast<unsigned char>(letter) >= ' ' && letter != '\x7f', "a sentence without controls");
    }
}
