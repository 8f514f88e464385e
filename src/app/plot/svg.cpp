// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace seqan3_gpulcs::app
{

namespace
{

constexpr double letter_width{6.2}; // The mean width of a letter of a font of 11 pixels.

constexpr std::string_view common_style{
    "text{font:11px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#59636e}"
    ".name{fill:#1f2328;font-weight:600}"
    ".paper{fill:#fff}.grid{stroke:#eaeef2}.border{stroke:#c8d1da}.frame{fill:none;stroke:#818b98}"};

constexpr std::string_view common_dark_style{
    "text{fill:#9198a1}.name{fill:#f0f6fc}.paper{fill:#0d1117}.grid{stroke:#1c222a}"
    ".border{stroke:#3d444d}.frame{stroke:#656c76}"};

// Appends a text with the escapes that XML needs.
void append_escaped(std::string & svg, std::string_view const text)
{
    // The first bytes of U+FFFE and U+FFFF, which XML does not allow.
    constexpr std::string_view no_character{"\xEF\xBF"};
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        std::string_view const rest = text.substr(i);
        if (rest.size() > 2 && rest.starts_with(no_character) && static_cast<unsigned char>(rest[2]) >= 0xBE)
        {
            svg += "\xEF\xBF\xBD";
            i += 2;
        }
        else if (rest.front() == '&')
            svg += "&amp;";
        else if (rest.front() == '<')
            svg += "&lt;";
        else if (rest.front() == '>')
            svg += "&gt;";
        else
            svg += rest.front();
    }
}

bool begins_character(char const byte) noexcept
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

// Cuts a text off where it is too wide, and adds an ellipsis.
std::string shorten(std::string_view const text, double const width)
{
    if (text_width(text) <= width)
        return std::string{text};
    auto letters = static_cast<std::size_t>(std::max(1.0, width / letter_width - 1));
    std::size_t size = 0;
    while (size < text.size() && (letters != 0 || !begins_character(text[size])))
        letters -= begins_character(text[size++]);
    return std::string{text.substr(0, size)} + "\u2026";
}

} // namespace

void begin_svg(std::string & svg,
               double const height,
               std::string_view const title,
               std::string_view const style,
               std::string_view const dark)
{
    svg = R"(<svg xmlns="http://www.w3.org/2000/svg" role="img")";
    append_attribute(svg, "width", picture_width);
    append_attribute(svg, "height", height);
    svg += " viewBox=\"0 0 ";
    append_position(svg, picture_width);
    svg += ' ';
    append_position(svg, height);
    svg += "\">\n<title>";
    append_escaped(svg, title);
    svg += "</title>\n<style>\n";
    svg += common_style;
    svg += style;
    svg += "\n@media (prefers-color-scheme:dark){";
    svg += common_dark_style;
    svg += dark;
    svg += "}\n</style>\n";
    append_rectangle(svg, "paper", {0, 0, picture_width, height});
}

void append_position(std::string & svg, double const position)
{
    char digits[32];
    auto end = std::to_chars(std::begin(digits),
                             std::end(digits),
                             std::round(position * 10) / 10 + 0.0,
                             std::chars_format::fixed,
                             1)
                   .ptr;
    if (end[-1] == '0')
        end -= 2;
    svg.append(std::begin(digits), end);
}

void append_attribute(std::string & svg, std::string_view const name, double const position)
{
    svg += ' ';
    svg += name;
    svg += "=\"";
    append_position(svg, position);
    svg += '"';
}

void append_text(std::string & svg, label const & where, std::string_view const text, double const width)
{
    constexpr std::array<std::string_view, 3> anchors{"", R"( text-anchor="middle")", R"( text-anchor="end")"};
    svg += "<text";
    if (!where.css_class.empty())
        (svg += " class=\"") += std::string{where.css_class} + '"';
    append_attribute(svg, "x", where.x);
    append_attribute(svg, "y", where.y);
    svg += anchors[static_cast<std::size_t>(where.anchor)];
    if (where.is_upward)
    {
        svg += " transform=\"rotate(-90 ";
        append_position(svg, where.x);
        svg += ' ';
        append_position(svg, where.y);
        svg += ")\"";
    }
    svg += '>';
    append_escaped(svg, shorten(text, width));
    svg += "</text>\n";
}

void append_line(std::string & svg,
                 std::string_view const css_class,
                 double const x1,
                 double const y1,
                 double const x2,
                 double const y2)
{
    (svg += "<line class=\"") += css_class;
    svg += '"';
    append_attribute(svg, "x1", x1);
    append_attribute(svg, "y1", y1);
    append_attribute(svg, "x2", x2);
    append_attribute(svg, "y2", y2);
    svg += "/>\n";
}

void append_rectangle(std::string & svg, std::string_view const css_class, frame const & where)
{
    (svg += "<rect class=\"") += css_class;
    svg += '"';
    append_attribute(svg, "x", where.x);
    append_attribute(svg, "y", where.y);
    append_attribute(svg, "width", where.width);
    append_attribute(svg, "height", where.height);
    svg += "/>\n";
}

void append_unit(std::string & svg, frame const & where)
{
    append_text(svg, {where.x - 12, where.bottom() + 16, text_anchor::end}, "bp");
}

double text_width(std::string_view const text) noexcept
{
    return letter_width * static_cast<double>(std::ranges::count_if(text, begins_character));
}

double tick_step(double const unit, double const room) noexcept
{
    double const least = unit * room;
    double const power = std::pow(10, std::floor(std::log10(least)));
    for (double const factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

std::string tick_text(double const number, double const step)
{
    struct prefix
    {
        double factor;
        char const * text;
    };
    constexpr std::array<prefix, 4> prefixes{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
    auto const chosen = std::ranges::find_if(prefixes,
                                             [step](prefix const & each)
                                             {
                                                 return step >= each.factor / 10;
                                             });
    char digits[32];
    constexpr int significant{6};
    double const shown = std::abs(number) < step / 2 ? 0 : chosen == prefixes.end() ? number : number / chosen->factor;
    auto const end =
        std::to_chars(std::begin(digits), std::end(digits), shown, std::chars_format::general, significant).ptr;
    return std::string(std::begin(digits), end) + (shown == 0 || chosen == prefixes.end() ? "" : chosen->text);
}

} // namespace seqan3_gpulcs::app
