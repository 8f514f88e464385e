// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/search_batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>

#include "cuda/search/launch_search.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

static_assert(class_count == scan::letter_classes);

// These hits take two megabytes; there are rarely more than some thousand.
constexpr std::uint64_t usual_hits{std::uint64_t{1} << 18};

// The words of a text that are copied to the device at a time: half a megabyte.
constexpr std::size_t staged_words{std::size_t{1} << 16};

// A launch takes at most this part of its share of a device's memory for carries: some threads have several times as many sets of
// scans as launches run at once, each with carries of its own.
constexpr std::uint64_t carry_part{16};

// The distance of a missing pattern.
constexpr std::int32_t no_pattern{std::numeric_limits<std::int32_t>::max() / 2};

/* Writes the match vectors of a pattern.
 * classes  The classes that its letters match.
 * plan     The launch.
 * The number of the pattern in its group.
 * The match vectors of the group, full of zeros.
 */
void write_matches(search_batch::pattern const classes,
                   search_plan const & plan,
                   unsigned const index,
                   std::uint32_t * const to) noexcept
{
    unsigned const pattern_words = plan.shape.words;
    unsigned const strip_words = group_match_words(pattern_words * plan.shape.patterns, 1, plan.class_bits);
    unsigned const quad_words = letter_count(plan.class_bits) * words_per_quad;

    // Rows that match any letter have the distance 0; so the pattern begins below them as below row 0.
    std::uint64_t const free_rows = std::uint64_t{plan.strips} * pattern_words * 32 - classes.size();
    for (std::uint64_t i = 0; i < std::uint64_t{plan.strips} * pattern_words; ++i)
    {
        std::array<std::uint32_t, class_count> rows{};
        for (unsigned bit = 0; bit < 32; ++bit)
        {
            std::uint64_t const row = i * 32 + bit;
            unsigned const matching = row < free_rows ? (1u << class_count) - 1 : classes[row - free_rows];
            for (unsigned letter = 0; letter < class_count; ++letter)
                rows[letter] |= (matching >> letter & 1u) << bit;
        }

        auto const word = static_cast<unsigned>(index * pattern_words + i % pattern_words);
        std::uint32_t * const letters =
            to + i / pattern_words * strip_words + word / words_per_quad * quad_words + word % words_per_quad;
        for (unsigned letter = 0; letter < letter_count(plan.class_bits); ++letter)
        {
            unsigned const set = plan.class_bits == 2 ? 1u << letter : letter;
            for (unsigned of_set = set; of_set != 0; of_set &= of_set - 1)
                letters[letter * words_per_quad] |= rows[static_cast<unsigned>(std::countr_zero(of_set))];
        }
    }
}

} // namespace

void search_batch::start(device_text const & text,
                         text_range const & part,
                         std::span<pattern const> const patterns,
                         std::uint64_t const differences,
                         unsigned const multiprocessors)
{
    assert(!is_started() && !patterns.empty() && part.begin < part.end && part.end <= text.size());
    std::uint64_t longest = 0;
    for (pattern const classes : patterns)
        longest = std::max<std::uint64_t>(longest, classes.size());
    unsigned const class_bits = text.class_bits();
    std::uint64_t const resident =
        resident_search_blocks(plan_search_kernel(longest, class_bits), class_bits, context_.limits);
    std::uint64_t const launch_blocks =
        std::max<std::uint64_t>(resident * multiprocessors / context_.limits.multiprocessors, 1);
    search_plan const plan =
        plan_search(longest, patterns.size(), differences, {part.end - part.begin, class_bits}, launch_blocks);
    stage(patterns, differences, plan);

    // The room always suffices for all hits of one word of text, so a search can continue there.
    max_hits_ = std::max(usual_hits,
                         std::uint64_t{plan.groups} * plan.shape.patterns * 2
                             * (longest + differences + 2 * letters_per_text_word));
    // A launch of one strip may use the whole device while nothing else runs; otherwise, each block takes memory for its carries.
    std::uint64_t const with_carries =
        std::clamp<std::uint64_t>(usable_bytes(context_.limits) / context_.limits.multiprocessors * multiprocessors
                                      / (carry_part * sizeof(std::uint32_t) * plan.block_carries()),
                                  1,
                                  launch_blocks);
    launch(text,
           part,
           plan,
           differences,
           static_cast<unsigned>(std::min(plan.tasks(), plan.strips == 1 ? resident : with_carries)));
}

// Copies what is staged to the device, starts the kernel and the copy of the number of hits.
void search_batch::launch(device_text const & text,
                          text_range const & part,
                          search_plan const & plan,
                          std::uint64_t const differences,
                          unsigned const blocks)
{
    buffers_.hits.reserve(with_room<search_hit>(max_hits_));
    memory_.device.reserve(words_);
    auto const carries = buffers_.carries.reserve(plan.strips == 1 ? 1 : blocks * plan.block_carries());

    device_view<std::uint64_t> words{};
    enqueue(
        [&]()
        {
            copy_staged(words_);
            words = place_text(text, part, plan.steps - plan.stretch_words);
        },
        [&]()
        {
            std::uint64_t const text_words = words.size() / text.parts_per_word();
            search_arguments const arguments{.text = words.data(),
                                             .text_words = text_words,
                                             .text_begin = part.begin,
                                             // Text that was not copied is not searched.
                                             .text_end =
                                                 std::min(text.size(), part.begin + text_words * letters_per_text_word),
                                             .match = on_device(matches_).data(),
                                             .distance = on_device(distances_).data(),
                                             .groups = plan.groups,
                                             .strips = plan.strips,
                                             .differences = static_cast<std::int32_t>(differences),
                                             .stretches = plan.stretches,
                                             .stretch_words = plan.stretch_words,
                                             .steps = plan.steps,
                                             .carries = carries.data(),
                                             .count = on_device(count_).data(),
                                             .hits = buffers_.hits.device(),
                                             .max_hits = max_hits_,
                                             .stop = &context_.signals.device()->stop};
            launch_search(plan.shape, plan.class_bits, arguments, blocks, context_.stream);
        },
        [&]()
        {
            copy_to_host(on_host(count_), on_device(count_), context_.stream);
        });
}

void search_batch::stage(std::span<pattern const> const patterns,
                         std::uint64_t const differences,
                         search_plan const & plan)
{
    staging_layout layout{};
    count_ = layout.add<unsigned long long>();
    matches_ = layout.add<std::uint32_t>(plan.match_words());
    distances_ = layout.add<std::int32_t>(std::uint64_t{plan.groups} * plan.shape.patterns);
    words_ = layout.words();
    reserve_on_host(words_);
    std::ranges::fill(memory_.host.view().first(words_), 0);
    std::uint32_t * const match = on_host(matches_).data();
    std::span<std::int32_t> const distance = on_host(distances_);
    std::uint64_t const group_words = plan.match_words() / plan.groups;
    for (std::size_t i = 0; i < distance.size(); ++i)
    {
        bool const is_there = i < patterns.size();
        distance[i] = is_there ? static_cast<std::int32_t>(patterns[i].size() - differences) : no_pattern;
        if (is_there)
            write_matches(patterns[i],
                          plan,
                          static_cast<unsigned>(i % plan.shape.patterns),
                          match + i / plan.shape.patterns * group_words);
    }
}

// Returns the words of the text from the beginning of the part on, with those that lanes read past its end; copies them to the device if
// they are not there yet.
device_view<std::uint64_t>
search_batch::place_text(device_text const & text, text_range const & part, std::uint64_t const overlap_words)
{
    unsigned const parts = text.parts_per_word();
    std::uint64_t const begin = part.begin / letters_per_text_word * parts;
    if (text.is_on_device())
        return text.words().part(begin, text.words().size() - begin);

    std::uint64_t const end =
        ((part.end + (letters_per_text_word - 1)) / letters_per_text_word + overlap_words + 1) * parts;
    auto const words = text.host_words().subspan(begin);
    auto const wanted = words.first(std::min<std::uint64_t>(words.size(), end - begin));
    auto const on_device = buffers_.text.reserve(wanted.size());
    // A copy from pinned memory takes place while the next piece is written there, and while other threads write theirs.
    auto const staging = buffers_.text_staging.reserve(with_room<std::uint64_t>(wanted.size()));
    for (std::size_t first = 0; first < wanted.size(); first += staged_words)
    {
        auto const piece = wanted.subspan(first, std::min(staged_words, wanted.size() - first));
        std::ranges::copy(piece, staging.begin() + static_cast<std::ptrdiff_t>(first));
        copy_to_device(on_device.part(first, piece.size()), staging.subspan(first, piece.size()), context_.stream);
    }
    return on_device;
}

std::uint64_t search_batch::hit_count() const noexcept
{
    return on_host(count_)[0];
}

std::span<search_hit const> search_batch::hits() const noexcept
{
    return {buffers_.hits.host(), std::min(hit_count(), max_hits_)};
}

} // namespace seqan3_gpulcs::cuda
