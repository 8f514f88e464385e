// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief An index of the short substrings of a text, part by part.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/packing/code_span.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/seed_index.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief An index of so many letters fits into the cache of a core.
inline constexpr std::uint64_t max_index_part{std::uint64_t{1} << 20};

//!\brief It sorts them by so many letters.
inline constexpr std::uint64_t index_letters{10};

//!\brief A text of so many letters, as of a bacterium, may keep its index for the next call.
inline constexpr std::uint64_t max_kept_index{std::uint64_t{1} << 24};

//!\brief How a text is indexed.
struct index_shape
{
    std::uint64_t part_letters{}; //!< The letters of a part, at most seed_index::max_positions.
    std::uint64_t kept_letters{}; //!< The most letters of a text that keeps its index for the next call.
    unsigned threads{};           //!< The threads that share the work; at least 1.
};

/*!\brief Knows where short substrings of some letters of a text begin.
 *
 * Thread safety: concurrent reads are safe.
 */
class text_index
{
public:
    /*!\brief Makes an index instead of the one from before.
     * \param text    The text, two bits a letter.
     * \param begin   The first letter.
     * \param end     The letter after the last one.
     * \param shape   The parts.
     * \param control Stop.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear; up to 12 bytes a letter, and meanwhile 4 more where a text repeats a letter.
     */
    void assign(packing::code_span const & text,
                std::uint64_t begin,
                std::uint64_t end,
                index_shape const & shape,
                runtime::task_control & control);

    //!\brief The parts, each with an index.
    std::span<seed_index const> parts() const noexcept
    {
        return parts_;
    }

    //!\brief The letters that all parts are sorted by.
    std::uint64_t word_size() const noexcept;

private:
    std::vector<seed_index> parts_{};
};

//!\brief Whether a text has kept its index.
bool is_indexed(background_text const & text) noexcept;

} // namespace seqan3_gpulcs::scan
