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
#include "cuda/search/search_plan.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of a search, kept in a stream_context.
struct search_buffers final : buffer_set<search_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.text, self.carries, self.hits, self.text_staging);
    }

    device_buffer<std::uint64_t> text{stream};    //!< The text that is searched, or a part of it.
    device_buffer<std::uint32_t> carries{stream}; //!< See search_arguments.
    mapped_buffer<search_hit> hits{};             //!< The places where patterns were found.
    mapped_buffer<std::uint64_t> text_staging{};  //!< A part of the text on its way to the device.
};

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
class search_batch : public staged_batch
{
public:
    //!\brief The classes that each letter of a pattern matches, a bit for each class; 0 for a letter that matches none.
    using pattern = std::span<std::uint8_t const>;

    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit search_batch(stream_context & context) : staged_batch{context}, buffers_{context.get<search_buffers>()}
    {}

    /*!\brief Copies patterns to the device, with the part of the text unless the text is there already, and starts to
     *        search.
     * \param text            The text; it must outlive the search.
     * \param part            The part; not empty.
     * \param patterns        The patterns, at least one and less than 2^16, of k letters at least. Needed during this call only.
     * \param differences     k.
     * \param multiprocessors The multiprocessors that the launch should keep busy.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     *
     * The context must not have another batch running.
     */
    void start(device_text const & text,
               text_range const & part,
               std::span<pattern const> patterns,
               std::uint64_t differences,
               unsigned multiprocessors);

    //!\brief Waits as async_batch::wait() does.
    void finish(std::function<void()> const & on_turn = {})
    {
        wait(on_turn);
    }

    //!\brief Whether there was room for all hits.
    bool is_complete() const noexcept
    {
        return hit_count() <= max_hits_;
    }

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

    std::uint64_t hit_count() const noexcept;

    search_buffers & buffers_;
    std::uint64_t max_hits_{};
    staged<unsigned long long> count_{}; // The number of hits.
    staged<std::uint32_t> matches_{};    // The match vectors of the patterns.
    staged<std::int32_t> distances_{};   // The numbers of their letters, less the differences.
};

} // namespace seqan3_gpulcs::cuda
