// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences cut at letters that are unknown, and what of them lies between.
 */

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/cpu/search/approximate_search.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::verification
{

//!\brief Known letters, one behind the other in a sequence.
struct text_piece
{
    std::uint64_t end{};     //!< The letters of the text up to its end.
    std::uint64_t unknown{}; //!< The unknown letters in front of it, in all sequences.
};

/*!\brief All that a primer must differ from: pieces of known letters, one behind the other.
 *
 * Thread safety: concurrent reads are safe.
 */
class background_text
{
public:
    /*!\brief Cuts the backgrounds, and their reverse complements if there are complements.
     * \param backgrounds The backgrounds.
     * \param options     Which letters are unknown, and the complements.
     * \param control     Is asked now and then whether to go on.
     * \param threads     So many share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear.
     */
    background_text(std::span<packing::packed_sequence_view const> backgrounds,
                    primer::options const & options,
                    runtime::task_control & control,
                    unsigned threads);

    //!\brief The letters of all pieces.
    std::span<std::uint8_t const> letters() const noexcept
    {
        return {letters_.get(), size_};
    }

    //!\brief The classes of the letters, for the filter. Those that are not in the text are of class cpu::filter_classes.
    std::array<std::uint8_t, 256> const & class_of() const noexcept
    {
        return class_of_;
    }

    //!\brief The text of a filter. Linear.
    cpu::interleaved_text make_filter_text(runtime::task_control & control, unsigned const threads) const
    {
        return {letters(), class_of_, control, threads};
    }

    /*!\brief Writes the classes of letters, which must be as many as there is room for.
     *
     * Linear.
     */
    void classify(std::span<std::uint8_t const> letters, std::span<std::uint8_t> classes) const noexcept;

    //!\brief Where the piece of this letter begins and ends. Logarithmic in the number of pieces.
    std::pair<std::uint64_t, std::uint64_t> piece_of(std::uint64_t letter) const noexcept;

    /*!\brief Where this letter is in the backgrounds, counted through all of them, each followed by its reverse complement if
     *        there are complements. Logarithmic in the number of pieces.
     */
    std::uint64_t position_of(std::uint64_t letter) const noexcept;

private:
    std::vector<text_piece> pieces_{}; // Ascending; none is empty.
    std::uint64_t size_{};
    std::unique_ptr<std::uint8_t[]> letters_{};
    std::array<std::uint8_t, 256> class_of_{};
};

} // namespace seqan3_gpulcs::verification
