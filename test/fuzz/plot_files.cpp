// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pictures of PAF and bedGraph, whatever the files hold.
 */

#include <seqan3_gpulcs/exception.hpp>

#include "fuzz/files.hpp"
#include "fuzz/targets.hpp"
#include "src/app/app_error.hpp"
#include "src/app/plot/dot_plot.hpp"
#include "src/app/plot/paf.hpp"
#include "src/app/plot/profile.hpp"
#include "src/app/plot/profile_plot.hpp"

using namespace seqan3_gpulcs;

namespace
{

std::string draw_alignments()
{
    app::column_reader reader{fuzz::memory_file::path, {}};
    app::alignments found{};
    while (reader.next_line())
    {
        std::vector<std::string> columns(app::paf_columns);
        for (std::string & column : columns)
        {
            if (!reader.has_column())
                return {};
            reader.read_column(column);
        }
        app::read_paf_line(columns, reader, found);
    }
    return app::draw_dot_plot(found, false) + app::draw_dot_plot(found, true);
}

std::string draw_profiles()
{
    app::column_reader reader{fuzz::memory_file::path, {}};
    app::profiles found{};
    while (reader.next_line())
    {
        std::string line{};
        for (std::string column{}; reader.has_column(); line += column + '\t')
            reader.read_column(column);
        app::read_bedgraph_line(line, reader, found);
    }
    return app::draw_profiles(found);
}

// What is between angle brackets: paths have nothing but points, and all numbers are finite.
void check_numbers(std::string const & elements)
{
    fuzz::require(elements.find("nan") == std::string::npos, "numbers");
    fuzz::require(elements.find("inf") == std::string::npos, "finite numbers");
    constexpr std::string_view path{" d=\""};
    for (std::size_t at = elements.find(path); at != std::string::npos; at = elements.find(path, at))
    {
        at += path.size();
        fuzz::require(elements.find_first_not_of("0123456789.- MLZ", at) == elements.find('"', at), "a path");
    }
}

// Numbers must be finite, and names must not end an element.
void check(std::string const & svg)
{
    fuzz::require(svg.size() < 20'000'000, "the size of a picture");
    std::string elements{};
    bool is_inside = false;
    for (char const letter : svg)
    {
        auto const byte = static_cast<unsigned char>(letter);
        fuzz::require(byte >= ' ' || letter == '\n', "no control characters");
        fuzz::require(letter != '<' || !is_inside, "an element inside of another one");
        fuzz::require(letter != '>' || is_inside, "the end of an element outside of one");
        is_inside = letter == '<' || (is_inside && letter != '>');
        if (is_inside)
            elements += letter;
    }
    fuzz::require(!is_inside, "whole elements");
    check_numbers(elements);
}

} // namespace

void fuzz::draw_pictures(input & from)
{
    bool const is_paf = from.flag();
    memory_file const file{from.take_all()};
    try
    {
        check(is_paf ? draw_alignments() : draw_profiles());
    }
    catch (app::input_error const & error)
    {
        require(*error.what() != '\0', "a message");
    }
}
