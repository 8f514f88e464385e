// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Several patterns that are searched in a text at once.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/search/device_text.hpp"
#include "cuda/search/search_buffers.hpp"
#include "cuda/search/search_plan.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A range of a text.
struct text_range
{
    std::uint64_t begin{}; //!< A multiple of letters_per_text_word.
    std::uint64_t end{};   //!< One past the last letter.
};

/*!\brief Searches for patterns.
 *
 * Thread safety: see async_batch.
 */
class search_batch : public async_batch
{
public:
    //!\brief The classes that each letter of a pattern matches, a bit for each class; 0 for a letter that matches none.
    using pattern = std::span<std::uint8_t const>;

    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit search_batch(stream_context & context) : async_batch{context}, buffers_{context.get<search_buffers>()}
    {}

    /*!\brief Copies patterns to the device, with the part of the text unless the text is there already, and starts to
     *        search.
     * \param text            The text; it must outlive the search.
     * \param part            The part; not empty.
     * \param patterns        The patterns, at least one and less than 2^16, of k letters at least. Needed during this call only.
     * \param differences     k.
     * \param multiprocessors Those that the launch should keep busy.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     *
     * The context must not have another batch running.
     */
    void start(device_text const & text,
               text_range const & part,
               std::span<pattern const> patterns,
               std::uint64_t differences,
               unsigned multiprocessors);

    /*!\brief Waits for the search.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \throws seqan3_gpulcs::device_error
     */
    void finish(std::function<void()> const & on_turn = {});

    //!\brief Whether there was room for all hits.
    bool is_complete() const noexcept;

    /*!\brief The hits, in any order and maybe repeated; valid until the next call of start().
     *
     * The number of the pattern, from bit end_bits on, and below the number of letters up to the end of a substring that
     * has less than k differences to it. If is_complete(), these are all that begin in the part, and some that begin
     * after it.
     */
    std::span<search_hit const> hits() const noexcept;

private:
    void stage(std::span<pattern const> patterns, std::uint64_t differences, search_plan const & plan);
    void launch(device_text const & text,
                text_range const & part,
                search_plan const & plan,
                std::uint64_t differences,
                unsigned blocks);
    device_view<std::uint64_t>
    place_text(device_text const & text, text_range const & part, std::uint64_t overlap_words);

    search_buffers & buffers_;
    std::uint64_t max_hits_{};
};

} // namespace seqan3_gpulcs::cuda
