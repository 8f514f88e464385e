// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/profile_plot.hpp"

#include <algorithm>
#include <cmath>

#include "src/app/plot/svg.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr double panel_left{58};
constexpr double panel_width{picture_width - panel_left - 18};
constexpr double panel_height{150};
constexpr double panel_distance{panel_height + 62};
constexpr double first_panel{34};

constexpr std::string_view profile_style{
    ".range{fill:#b6cdf0}.min{fill:none;stroke:#0b57b7;stroke-width:1.3;stroke-linejoin:round}"};
constexpr std::string_view profile_dark_style{".range{fill:#1d3a63}.min{stroke:#79b8ff}"};

//!\brief The y-axis of all panels.
class number_axis
{
public:
    // Numbers that are all positive, but of different magnitude, have a logarithmic axis.
    explicit number_axis(number_range range)
    {
        constexpr double min_ratio{20};
        if (range.empty())
            range = {0, 1};
        is_logarithmic_ = range.min > 0 && range.max >= min_ratio * range.min;
        if (is_logarithmic_)
            range_ = {std::pow(10, std::floor(std::log10(range.min) * 10) / 10), range.max};
        else
            range_ = {std::min(range.min, 0.0), std::max(range.max, 0.0)};
        if (range_.max == range_.min)
            range_.max = range_.min + 1;
    }

    // Pixels above the bottom of a panel.
    double height(double const number) const noexcept
    {
        return panel_height * (transform(number) - transform(range_.min))
             / (transform(range_.max) - transform(range_.min));
    }

    void draw(std::string & svg, frame const & panel) const;

private:
    double transform(double const number) const noexcept
    {
        return is_logarithmic_ ? std::log10(number) : number;
    }

    void draw_mark(std::string & svg, frame const & panel, double number, double step) const;

    bool is_logarithmic_{};
    number_range range_{};
};

void number_axis::draw(std::string & svg, frame const & panel) const
{
    constexpr double room{26};
    if (!is_logarithmic_)
    {
        double const step = tick_step((range_.max - range_.min) / panel_height, room);
        // A product may be a bit larger than the number itself.
        double const end = range_.max / step + 1e-6;
        for (double marks = std::ceil(range_.min / step); marks <= end; ++marks)
            draw_mark(svg, panel, marks * step, step);
        return;
    }
    double last = -room;
    for (double power = std::pow(10, std::floor(std::log10(range_.min))); power <= range_.max; power *= 10)
        for (double const factor : {1.0, 2.0, 5.0})
        {
            double const number = factor * power;
            if (number < range_.min || number > range_.max || height(number) - last < room / 2)
                continue;
            draw_mark(svg, panel, number, number / 10);
            last = height(number);
        }
}

void number_axis::draw_mark(std::string & svg, frame const & panel, double const number, double const step) const
{
    double const y = panel.bottom() - height(number);
    append_line(svg, "grid", panel.x, y, panel.right(), y);
    append_text(svg, {panel.x - 6, y + 4, text_anchor::end}, tick_text(number, step));
}

//!\brief Draws one panel.
class panel_drawing
{
public:
    panel_drawing(std::string & svg, number_profile const & numbers, number_axis const & axis, frame const & panel) :
        svg_{svg},
        numbers_{numbers},
        axis_{axis},
        panel_{panel}
    {}

    void draw(std::string_view name, std::string_view title);

private:
    void draw_positions();
    void draw_ranges();
    void draw_minima();
    void append_point(char command, std::size_t cell, double number);

    double x(double const position) const noexcept
    {
        return panel_.x + position * panel_.width / static_cast<double>(std::max<std::uint64_t>(numbers_.length(), 1));
    }

    std::string & svg_;
    number_profile const & numbers_;
    number_axis const & axis_;
    frame panel_;
};

void panel_drawing::draw(std::string_view const name, std::string_view const title)
{
    double const room = panel_.width / 2;
    append_text(svg_, {panel_.x, panel_.y - 9, text_anchor::start, "name"}, name, room);
    if (title == primer_lengths_title)
        append_text(svg_,
                    {panel_.x - 44, panel_.y + panel_.height / 2, text_anchor::middle, {}, true},
                    "shortest primer (letters)");
    else if (!title.empty())
        append_text(svg_, {panel_.right(), panel_.y - 9, text_anchor::end}, title, room);
    draw_positions();
    axis_.draw(svg_, panel_);
    draw_ranges();
    draw_minima();
    append_rectangle(svg_, "frame", panel_);
}

void panel_drawing::draw_positions()
{
    auto const length = static_cast<double>(numbers_.length());
    double const step = std::max(1.0, tick_step(length / panel_.width, 64));
    for (double at = 0; at <= length; at += step)
    {
        append_line(svg_, "grid", x(at), panel_.y, x(at), panel_.bottom());
        append_text(svg_, {x(at), panel_.bottom() + 16, text_anchor::middle}, tick_text(at, step));
    }
    append_unit(svg_, panel_);
}

// Draws each cell from its smallest to its largest number, where they differ.
void panel_drawing::draw_ranges()
{
    std::span<number_range const> const cells = numbers_.cells();
    svg_ += "<path class=\"range\" d=\"";
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i].min < cells[i].max)
        {
            append_point('M', i, cells[i].min);
            append_point('L', i + 1, cells[i].min);
            append_point('L', i + 1, cells[i].max);
            append_point('L', i, cells[i].max);
            svg_ += 'Z';
        }
    svg_ += "\"/>\n";
}

// Draws the minima as a line with steps, and nothing where there are no numbers.
void panel_drawing::draw_minima()
{
    std::span<number_range const> const cells = numbers_.cells();
    svg_ += "<path class=\"min\" d=\"";
    for (std::size_t begin = 0; begin < cells.size();)
    {
        std::size_t end = begin + 1;
        while (end < cells.size() && cells[end].min == cells[begin].min)
            ++end;
        if (!cells[begin].empty())
        {
            append_point(begin != 0 && !cells[begin - 1].empty() ? 'L' : 'M', begin, cells[begin].min);
            append_point('L', end, cells[begin].min);
        }
        begin = end;
    }
    svg_ += "\"/>\n";
}

// Appends the point at the beginning of a cell.
void panel_drawing::append_point(char const command, std::size_t const cell, double const number)
{
    std::uint64_t const position = std::min(cell * numbers_.cell_size(), numbers_.length());
    svg_ += command;
    append_position(svg_, x(static_cast<double>(position)));
    svg_ += ' ';
    append_position(svg_, panel_.bottom() - axis_.height(number));
}

} // namespace

std::string draw_profiles(profiles const & found)
{
    number_range range{};
    for (number_profile const & numbers : found.numbers)
        range |= numbers.range();
    number_axis const axis{range};

    std::string svg{};
    std::size_t const panels = std::max<std::size_t>(1, found.names.size());
    begin_svg(svg,
              first_panel - 16 + panel_distance * static_cast<double>(panels),
              "Numbers along " + std::to_string(found.names.size())
                  + (found.names.size() == 1 ? " sequence" : " sequences"),
              profile_style,
              profile_dark_style);
    for (std::size_t i = 0; i < found.names.size(); ++i)
    {
        frame const panel{panel_left, first_panel + panel_distance * static_cast<double>(i), panel_width, panel_height};
        panel_drawing{svg, found.numbers[i], axis, panel}.draw(found.names[i], found.title);
    }
    if (found.names.empty())
        append_text(svg, {picture_width / 2, panel_distance / 2, text_anchor::middle}, "The file has no numbers.");
    return svg += "</svg>\n";
}

} // namespace seqan3_gpulcs::app
