// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/dot_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "src/app/plot/svg.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The frame of a plot, and the height that it may have if both axes have the same scale.
constexpr frame usual_frame{78, 42, 624, 436};
constexpr double max_height{usual_frame.width};
constexpr double footer_height{46};

//!\brief Windows of similar identity, which have the same colour.
struct identity_class
{
    double min{};
    std::string_view text{};
};

// The LCS of unrelated DNA has 65 % of the letters, and 72 % where 85 % of them are A and T (20,000 random letters).
constexpr std::array<identity_class, 6> identity_classes{{{0, "< 75 % (chance)"},
                                                          {0.75, "75\u201385 %"},
                                                          {0.85, "85\u201392 %"},
                                                          {0.92, "92\u201397 %"},
                                                          {0.97, "97\u201399 %"},
                                                          {0.99, "\u2265 99 %"}}};

// Colours of viridis: the difference that one sees is the difference in identity, also for colour-blind people. The most similar
// windows have the greatest contrast to the paper.
constexpr std::string_view dot_plot_style{
    ".path path,.legend line{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".i0{stroke:#b9c0c9;stroke-width:1}"
    ".i1{stroke:#a5d936;stroke-width:2}"
    ".i2{stroke:#4ac16d;stroke-width:2.4}"
    ".i3{stroke:#1f9a8a;stroke-width:2.8}"
    ".i4{stroke:#38598c;stroke-width:3.2}"
    ".i5{stroke:#440154;stroke-width:3.2}"};
constexpr std::string_view dot_plot_dark_style{
    ".i0{stroke:#4b535d}.i1{stroke:#5a3d8a}.i2{stroke:#3b6fa0}.i3{stroke:#20a386}"
    ".i4{stroke:#74d055}.i5{stroke:#fde725}"};

std::size_t class_of(double const identity)
{
    auto const above = std::ranges::upper_bound(identity_classes, identity, {}, &identity_class::min);
    return static_cast<std::size_t>(above - identity_classes.begin()) - 1;
}

//!\brief Sequences end to end along one side of the frame.
class sequence_axis
{
public:
    // Makes an axis along the bottom of a frame, or upwards along its left side.
    sequence_axis(std::vector<aligned_sequence> const & sequences, frame const & area, bool const is_upward) :
        sequences_{sequences},
        area_{area},
        is_upward_{is_upward}
    {
        double total = 0;
        for (aligned_sequence const & each : sequences)
        {
            offsets_.push_back(total);
            total += static_cast<double>(each.length);
        }
        offsets_.push_back(total);
        scale_ = size() / std::max(total, 1.0);
    }

    // Pixels per letter.
    double scale() const noexcept
    {
        return scale_;
    }

    // The place of a letter in the picture: x, or y of an axis that runs upwards.
    double place(std::size_t const sequence, double const letters) const noexcept
    {
        double const pixels = distance(sequence, letters);
        return is_upward_ ? area_.bottom() - pixels : area_.x + pixels;
    }

    void draw(std::string & svg) const;

private:
    // The length of the axis in pixels.
    double size() const noexcept
    {
        return is_upward_ ? area_.height : area_.width;
    }

    // Pixels from the origin.
    double distance(std::size_t const sequence, double const letters) const noexcept
    {
        return (offsets_[sequence] + letters) * scale_;
    }

    void draw_ticks(std::string & svg, std::size_t sequence, double step) const;
    void draw_names(std::string & svg) const;
    void draw_title(std::string & svg, std::string_view text, double begin, double width) const;
    void draw_mark(std::string & svg, std::string_view css_class, double place) const;

    std::vector<aligned_sequence> const & sequences_;
    frame area_;
    bool is_upward_;
    std::vector<double> offsets_{}; // Letters before each sequence, and before the end.
    double scale_{};
};

void sequence_axis::draw(std::string & svg) const
{
    double const step = std::max(1.0, tick_step(1 / scale_, is_upward_ ? 40 : 64));
    for (std::size_t i = 0; i < sequences_.size(); ++i)
        draw_ticks(svg, i, step);

    // Borders that are close together would be a grey area.
    constexpr double min_gap{3};
    double last = 0;
    for (std::size_t i = 1; i < sequences_.size(); ++i)
        if (double const border = distance(i, 0); border - last >= min_gap)
        {
            draw_mark(svg, "border", place(i, 0));
            last = border;
        }
    draw_names(svg);
}

void sequence_axis::draw_ticks(std::string & svg, std::size_t const sequence, double const step) const
{
    // The number of the end must not touch that of the next sequence.
    double const room = is_upward_ ? 12 : 34;
    auto const length = static_cast<double>(sequences_[sequence].length);
    bool const is_last = sequence + 1 == sequences_.size();
    for (double at = sequence == 0 ? 0 : step; at <= length - (is_last ? 0 : room / scale_); at += step)
    {
        double const here = place(sequence, at);
        if (at != 0)
            draw_mark(svg, "grid", here);
        label const where = is_upward_ ? label{area_.x - 6, here + 4, text_anchor::end}
                                       : label{here, area_.bottom() + 16, text_anchor::middle};
        append_text(svg, where, tick_text(at, step));
    }
}

void sequence_axis::draw_names(std::string & svg) const
{
    constexpr double min_width{30};
    bool has_names = false;
    for (std::size_t i = 0; i < sequences_.size(); ++i)
    {
        double const begin = distance(i, 0);
        double const width = distance(i + 1, 0) - begin;
        if (width < min_width && sequences_.size() != 1)
            continue;
        draw_title(svg, sequences_[i].name, begin, width);
        has_names = true;
    }
    if (!has_names && !sequences_.empty())
        draw_title(svg, std::to_string(sequences_.size()) + " sequences", 0, size());
}

void sequence_axis::draw_title(std::string & svg,
                               std::string_view const text,
                               double const begin,
                               double const width) const
{
    double const middle = begin + width / 2;
    label const where = is_upward_ ? label{area_.x - 48, area_.bottom() - middle, text_anchor::middle, "name", true}
                                   : label{area_.x + middle, area_.bottom() + 36, text_anchor::middle, "name", false};
    append_text(svg, where, text, width);
}

void sequence_axis::draw_mark(std::string & svg, std::string_view const css_class, double const place) const
{
    if (is_upward_)
        append_line(svg, css_class, area_.x, place, area_.right(), place);
    else
        append_line(svg, css_class, place, area_.y, place, area_.bottom());
}

//!\brief A point in the picture, in tenths of a pixel.
struct point
{
    int x{};
    int y{};

    friend auto operator<=>(point const &, point const &) = default;
};

//!\brief The paths in the picture: lines of each class.
class path_lines
{
public:
    // Draws one of all lines that begin and end in the same cells of a grid; cells are squares with a side of `grid` tenths of a pixel.
    path_lines(alignments const & found, sequence_axis const & targets, sequence_axis const & queries, int const grid) :
        targets_{targets},
        queries_{queries},
        grid_{grid}
    {
        for (std::size_t i = 0; i < found.pairs.size() && is_small(); ++i)
            add(found.pairs[i], found.paths[i]);
    }

    // Whether there are not too many lines.
    bool is_small() const noexcept
    {
        return count_ <= max_lines;
    }

    void draw(std::string & svg) const;

private:
    // The lines of a class. A line that begins where the last one ends continues it.
    struct class_lines
    {
        std::set<std::pair<point, point>> known{}; // The cells where lines begin and end.
        std::string text{};
        std::optional<point> end{};
    };

    static constexpr std::size_t max_lines{10'000};

    void add(aligned_pair const & pair, std::span<path_window const> windows);
    point point_at(aligned_pair const & pair, path_window const & before) const noexcept;
    void add_line(class_lines & lines, point from, point to);

    sequence_axis const & targets_;
    sequence_axis const & queries_;
    int grid_;
    std::size_t count_{};
    std::array<class_lines, identity_classes.size()> classes_{};
};

void path_lines::add(aligned_pair const & pair, std::span<path_window const> const windows)
{
    // Lines that are shorter do not show.
    constexpr double min_pixels{1.5};
    double const min_length = std::max(min_pixels, grid_ / 10.0);
    auto const length = [this](path_window const & window)
    {
        return std::max(static_cast<double>(window.target) * targets_.scale(),
                        static_cast<double>(window.query) * queries_.scale());
    };

    path_window before{};
    path_window next{};
    path_window rest{};
    for (path_window const & window : windows)
        rest += window;
    for (path_window const & window : windows)
    {
        next += window;
        rest = {rest.target - window.target, rest.query - window.query, rest.matches - window.matches};
        // The last line takes what would be too short for one of its own.
        bool const is_last = rest.size() == 0;
        if (!is_last && (length(next) < min_length || length(rest) < min_length))
            continue;
        point const from = point_at(pair, before);
        before += next;
        add_line(classes_[class_of(next.identity() * pair.match_share)], from, point_at(pair, before));
        next = {};
    }
}

point path_lines::point_at(aligned_pair const & pair, path_window const & before) const noexcept
{
    auto const target = static_cast<double>(pair.target_begin + before.target);
    auto const query =
        static_cast<double>(pair.is_reverse ? pair.query_begin - before.query : pair.query_begin + before.query);
    auto const tenths = [](double const pixels)
    {
        return static_cast<int>(std::lround(pixels * 10));
    };
    return {tenths(targets_.place(pair.target, target)), tenths(queries_.place(pair.query, query))};
}

void path_lines::add_line(class_lines & lines, point const from, point const to)
{
    auto const cell = [this](point const & where)
    {
        return point{where.x / grid_, where.y / grid_};
    };
    if (!lines.known.insert({cell(from), cell(to)}).second)
        return;
    ++count_;
    auto const append = [&lines](char const command, point const & where)
    {
        lines.text += command;
        append_position(lines.text, where.x / 10.0);
        lines.text += ' ';
        append_position(lines.text, where.y / 10.0);
    };
    if (lines.end != from)
        append('M', from);
    append('L', to);
    lines.end = to;
}

void path_lines::draw(std::string & svg) const
{
    svg += "<g class=\"path\">\n";
    for (std::size_t i = 0; i < classes_.size(); ++i)
        if (!classes_[i].text.empty())
            ((svg += "<path class=\"i" + std::to_string(i) + "\" d=\"") += classes_[i].text) += "\"/>\n";
    svg += "</g>\n";
}

// The legend's text about alignments whose matches are not known one by one.
std::string legend_note(alignments const & found)
{
    std::string const averages = found.has_averages ? "CIGAR strings with M: an average identity between gaps" : "";
    std::string const straight = found.has_straight_lines ? "Straight lines: no CIGAR string" : "";
    return averages + (averages.empty() || straight.empty() ? "" : ". ") + straight;
}

void draw_legend(std::string & svg, std::string_view const note)
{
    constexpr double y{20};
    double x = usual_frame.x;
    svg += "<g class=\"legend\">\n";
    append_text(svg, {x, y + 4}, "Identity");
    x += text_width("Identity") + 12;
    for (std::size_t i = 0; i < identity_classes.size(); ++i)
    {
        std::string_view const text = identity_classes[i].text;
        append_line(svg, "i" + std::to_string(i), x, y, x + 18, y);
        append_text(svg, {x + 26, y + 4}, text);
        x += 26 + text_width(text) + 16;
    }
    if (!note.empty())
        append_text(svg, {usual_frame.x, y + 18}, note);
    svg += "</g>\n";
}

double total_length(aligned_sequences const & sequences)
{
    double total = 0;
    for (aligned_sequence const & each : sequences.all())
        total += static_cast<double>(each.length);
    return std::max(total, 1.0);
}

// The frame in which a letter of both sides has the same size: as wide as usual, or less if it would be too high.
frame frame_of_equal_scales(alignments const & found)
{
    double const width = total_length(found.targets);
    double const height = total_length(found.queries);
    double const scale = std::min(usual_frame.width / width, max_height / height);
    return {usual_frame.x, usual_frame.y, width * scale, height * scale};
}

} // namespace

std::string draw_dot_plot(alignments const & found, bool const has_equal_scales)
{
    frame const area = has_equal_scales ? frame_of_equal_scales(found) : usual_frame;
    sequence_axis const targets{found.targets.all(), area, false};
    sequence_axis const queries{found.queries.all(), area, true};
    int grid = 1;
    std::optional<path_lines> lines{std::in_place, found, targets, queries, grid};
    while (!lines->is_small())
        lines.emplace(found, targets, queries, grid *= 2);

    std::string svg{};
    begin_svg(svg,
              area.bottom() + footer_height,
              "Dot plot of " + std::to_string(found.pairs.size())
                  + (found.pairs.size() == 1 ? " alignment" : " alignments"),
              dot_plot_style,
              dot_plot_dark_style);
    draw_legend(svg, legend_note(found));
    targets.draw(svg);
    queries.draw(svg);
    append_unit(svg, area);
    append_rectangle(svg, "frame", area);
    if (found.pairs.empty())
        append_text(svg,
                    {area.x + area.width / 2, area.y + area.height / 2, text_anchor::middle},
                    "The file has no alignments.");
    lines->draw(svg);
    return svg += "</svg>\n";
}

} // namespace seqan3_gpulcs::app
