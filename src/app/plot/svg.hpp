// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parts of pictures in SVG format.
 */

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief The width of all pictures.
inline constexpr double picture_width{720};

//!\brief A rectangle in a picture; y grows downwards.
struct frame
{
    double x{};
    double y{};
    double width{};
    double height{};

    constexpr double right() const noexcept
    {
        return x + width;
    }

    constexpr double bottom() const noexcept
    {
        return y + height;
    }
};

/*!\brief Begins a picture.
 * \param svg    Becomes the beginning of the file.
 * \param height The height of the picture.
 * \param title  The description for readers who cannot see it.
 * \param style  The CSS besides the common one.
 * \param dark   The CSS that differs on a dark screen.
 */
void begin_svg(std::string & svg, double height, std::string_view title, std::string_view style, std::string_view dark);

//!\brief Appends a length or a position: with one decimal unless that is 0.
void append_position(std::string & svg, double position);

//!\brief Appends the name of an attribute and a position.
void append_attribute(std::string & svg, std::string_view name, double position);

//!\brief Where a text is at its position.
enum class text_anchor : std::uint8_t
{
    start,
    middle,
    end
};

//!\brief A text in a picture.
struct label
{
    double x{};
    double y{}; //!< The height of the base line.
    text_anchor anchor{text_anchor::start};
    std::string_view css_class{};
    bool is_upward{}; //!< Whether it runs upwards.
};

/*!\brief Appends a text.
 * \param svg   The picture.
 * \param where Where it goes.
 * \param text  The text, cut off where it is longer than some width; it has no control characters.
 * \param width The width.
 */
void append_text(std::string & svg, label const & where, std::string_view text, double width = picture_width);

//!\brief Appends a line. \param css_class Its class.
void append_line(std::string & svg, std::string_view css_class, double x1, double y1, double x2, double y2);

//!\brief Appends a rectangle. \param css_class Its class.
void append_rectangle(std::string & svg, std::string_view css_class, frame const & where);

//!\brief Appends the unit of positions, left of those below a frame.
void append_unit(std::string & svg, frame const & where);

//!\brief About how wide a text is.
double text_width(std::string_view text) noexcept;

/*!\brief The distance between marks of an axis: 1, 2 or 5 times a power of ten.
 * \param unit The number that one pixel stands for.
 * \param room The pixels that a mark needs.
 */
double tick_step(double unit, double room) noexcept;

//!\brief A number next to a mark, such as 1.5M. \param step The distance between marks.
std::string tick_text(double number, double step);

} // namespace seqan3_gpulcs::app
