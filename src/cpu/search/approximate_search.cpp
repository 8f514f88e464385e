// SPDX-License-Identifier: BSD-3-Clause

// Vectors whose size is known only at run time cannot be elements of arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/search/approximate_search.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "src/cpu/recurrence/myers_vector-inl.hpp"
#include "src/cpu/search/approximate_search.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

#ifndef SEQAN3_GPULCS_FILTER_TASK
#    define SEQAN3_GPULCS_FILTER_TASK

//!\brief One pass over a text.
struct filter_task
{
    interleaved_text const & text;
    std::uint64_t const * match; //!< [word][class or lane]: the rows of each class; the last row of the pattern on top.
    std::uint64_t words;         //!< The words of a column.
    std::uint64_t pattern_size;  //!< The rows; those that the words have above them match any letter.
    std::uint64_t differences;   //!< Smaller distances are found.
    std::uint64_t * vertical;    //!< [word][0 or 1][lane]: room for the differences of rows.
    std::vector<std::uint64_t> & ends; //!< Room for what was found.
    std::function<bool(std::span<std::uint64_t const>)> const & use_ends;
    runtime::task_control & control;

    //!\brief The codes that each lane goes through: a stretch and as much of the next ones as a match can have.
    std::uint64_t steps() const noexcept
    {
        return text.codes_of_stretch()
             + (pattern_size + differences + filter_letters_per_code - 2) / filter_letters_per_code;
    }

    //!\brief The first code of a step, for the first stretch.
    std::uint16_t const * codes(std::uint64_t const step) const noexcept
    {
        std::uint64_t const element =
            step % text.codes_of_stretch() * filter_stretches + step / text.codes_of_stretch();
        // All lanes are behind the end of the text there.
        return text.codes() + std::min(element, text.readable_codes() - filter_stretches);
    }

    //!\brief Adds the end of a match, if it lies in the text.
    void add(std::uint64_t const stretch, std::uint64_t const step, std::uint64_t const letter) const
    {
        std::uint64_t const end = (stretch * text.codes_of_stretch() + step) * filter_letters_per_code + letter + 1;
        if (end <= text.size())
            ends.push_back(end);
    }

    //!\brief Hands over what was found, if that is so much, and returns whether to go on.
    bool hand_over(std::size_t const least) const
    {
        if (ends.size() < least)
            return true;

        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        bool const go_on = use_ends(ends);
        ends.clear();
        return go_on;
    }
};

// So many ends take two megabytes; in each lane they are many more than those that are followed together.
inline constexpr std::size_t most_ends{std::size_t{1} << 18};

// So many codes of all lanes take a few milliseconds at most.
inline constexpr std::uint64_t steps_between_checks{std::uint64_t{1} << 15};

#endif

} // namespace seqan3_gpulcs::cpu

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

// The codes of so many stretches, each in a word.
template <typename tag_t>
HWY_INLINE hn::Vec<tag_t> load_codes(tag_t const tag, std::uint16_t const * const codes)
{
    if constexpr (sizeof(hn::TFromD<tag_t>) == 2)
    {
        return hn::LoadU(tag, codes);
    }
    else if constexpr (sizeof(hn::TFromD<tag_t>) == 4)
    {
        return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<std::uint16_t, tag_t>{}, codes));
    }
    else
    {
        hn::Rebind<std::uint32_t, tag_t> const half{};
        return hn::PromoteTo(tag, hn::PromoteTo(half, hn::LoadU(hn::Rebind<std::uint16_t, tag_t>{}, codes)));
    }
}

/* Whether a vector has a word for each class, so that the rows that match are one look-up; vectors of Highway cannot look
 * up words of 16 bits.
 */
template <typename tag_t>
inline constexpr bool has_tables = sizeof(hn::TFromD<tag_t>) != 2 && hn::MaxLanes(tag_t{}) >= filter_classes;

// The rows of each class.
template <typename tag_t, bool as_table = has_tables<tag_t>>
struct rows_of_classes
{
    hn::Vec<tag_t> rows[filter_classes];

    HWY_INLINE explicit rows_of_classes(std::uint64_t const * const match)
    {
        for (unsigned i = 0; i < filter_classes; ++i)
            rows[i] = hn::Set(tag_t{}, static_cast<hn::TFromD<tag_t>>(match[i]));
    }
};

template <typename tag_t>
struct rows_of_classes<tag_t, true>
{
    hn::Vec<tag_t> rows;

    HWY_INLINE explicit rows_of_classes(std::uint64_t const * const match)
    {
        using word_t = hn::TFromD<tag_t>;
        if constexpr (sizeof(word_t) == sizeof(std::uint64_t))
        {
            rows = hn::Load(tag_t{}, match);
        }
        else
        {
            HWY_ALIGN word_t table[hn::MaxLanes(tag_t{})]{};
            for (unsigned i = 0; i < filter_classes; ++i)
                table[i] = static_cast<word_t>(match[i]);
            rows = hn::Load(tag_t{}, table);
        }
    }
};

// Looks up the rows that match the letter of each lane: the lowest of its code, which is taken off.
template <typename tag_t, bool as_table = has_tables<tag_t>>
struct letter_classes
{
    hn::Mask<tag_t> low;
    hn::Mask<tag_t> high;

    HWY_INLINE explicit letter_classes(hn::Vec<tag_t> & codes) :
        low{hn::TestBit(codes, hn::Set(tag_t{}, 1))},
        high{hn::TestBit(codes, hn::Set(tag_t{}, 2))}
    {
        codes = hn::ShiftRight<2>(codes);
    }

    HWY_INLINE hn::Vec<tag_t> find(rows_of_classes<tag_t> const & match) const
    {
        return hn::IfThenElse(high,
                              hn::IfThenElse(low, match.rows[3], match.rows[2]),
                              hn::IfThenElse(low, match.rows[1], match.rows[0]));
    }
};

template <typename tag_t>
struct letter_classes<tag_t, true>
{
    decltype(hn::IndicesFromVec(tag_t{}, hn::Zero(tag_t{}))) indices;

    HWY_INLINE explicit letter_classes(hn::Vec<tag_t> & codes) :
        indices{hn::IndicesFromVec(tag_t{}, hn::And(codes, hn::Set(tag_t{}, filter_classes - 1)))}
    {
        codes = hn::ShiftRight<2>(codes);
    }

    HWY_INLINE hn::Vec<tag_t> find(rows_of_classes<tag_t> const & match) const
    {
        return hn::TableLookupLanes(match.rows, indices);
    }
};

// Adds what eight letters have found, in those lanes from `first` on whose bits are set.
template <typename tag_t, typename signed_t>
void add_ends(filter_task const & task,
              std::uint64_t const step,
              unsigned const first,
              std::uint8_t const * const found_lanes,
              signed_t const * const scores)
{
    constexpr unsigned lanes = hn::MaxLanes(tag_t{});
    auto const differences = static_cast<signed_t>(task.differences);
    for (unsigned begin = 0; begin < lanes; begin += 8)
        for (unsigned found = found_lanes[begin / 8]; found != 0; found &= found - 1)
        {
            unsigned const lane = begin + static_cast<unsigned>(std::countr_zero(found));
            for (unsigned letter = 0; letter < filter_letters_per_code; ++letter)
                if (scores[letter * lanes + lane] < differences)
                    task.add(first + lane, step, letter);
        }
}

// A pattern that fits into one word. Two vectors hide how long each takes. Returns whether more is wanted.
template <typename word_t>
bool find_word(filter_task const & task)
{
    using signed_t = hwy::MakeSigned<word_t>;
    using tag_t = hn::CappedTag<word_t, filter_stretches / 2>;
    using vector = hn::Vec<tag_t>;
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    using signed_vector = hn::Vec<decltype(signed_tag)>;
    constexpr unsigned at_once = 2;
    constexpr unsigned bits = 8 * sizeof(word_t);
    constexpr unsigned lanes = hn::MaxLanes(tag_t{});
    static_assert(filter_stretches % (at_once * lanes) == 0);

    rows_of_classes<tag_t> const match{task.match};
    signed_vector const limit = hn::Set(signed_tag, static_cast<signed_t>(task.differences));
    auto const rows = static_cast<word_t>(~word_t{0} << (bits - task.pattern_size));

    for (unsigned first = 0; first < filter_stretches; first += at_once * lanes)
    {
        column_words<tag_t> column[at_once];
        signed_vector score[at_once];
        for (unsigned i = 0; i < at_once; ++i)
        {
            column[i].plus = hn::Set(tag, rows);
            column[i].minus = hn::Zero(tag);
            score[i] = hn::Set(signed_tag, static_cast<signed_t>(task.pattern_size));
        }

        std::uint64_t const steps = task.steps();
        for (std::uint64_t step = 0; step < steps; ++step)
        {
            if (step % steps_between_checks == 0)
                task.control.check();

            HWY_ALIGN signed_t scores[at_once][filter_letters_per_code * lanes];
            std::uint16_t const * const from = task.codes(step) + first;
            vector codes[at_once];
            signed_vector least[at_once];
            for (unsigned i = 0; i < at_once; ++i)
            {
                codes[i] = load_codes(tag, from + i * lanes);
                least[i] = limit;
            }

            for (unsigned letter = 0; letter < filter_letters_per_code; ++letter)
            {
                for (unsigned i = 0; i < at_once; ++i)
                {
                    column[i].step(letter_classes<tag_t>{codes[i]}.find(match));
                    score[i] = hn::Sub(score[i], hn::BroadcastSignBit(hn::BitCast(signed_tag, column[i].up)));
                    score[i] = hn::Add(score[i], hn::BroadcastSignBit(hn::BitCast(signed_tag, column[i].down)));
                    hn::Store(score[i], signed_tag, scores[i] + letter * lanes);
                    least[i] = hn::Min(least[i], score[i]);
                }
            }

            std::uint8_t found_lanes[8]{};
            for (unsigned i = 0; i < at_once; ++i)
                if (auto const found = hn::Lt(least[i], limit); !hn::AllFalse(signed_tag, found))
                {
                    hn::StoreMaskBits(signed_tag, found, found_lanes);
                    add_ends<tag_t>(task, step, first + i * lanes, found_lanes, scores[i]);
                    if (!task.hand_over(most_ends))
                        return false;
                }
        }
    }
    return true;
}

// The same for a pattern of several words. Four letters at a time: what they do to a word stays in registers.
bool find_words(filter_task const & task)
{
    using tag_t = hn::CappedTag<std::uint64_t, max_lanes>;
    using vector = hn::Vec<tag_t>;
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    using signed_vector = hn::Vec<decltype(signed_tag)>;
    constexpr unsigned at_once = 4;
    constexpr unsigned lanes = hn::MaxLanes(tag_t{});

    signed_vector const limit = hn::Set(signed_tag, static_cast<std::int64_t>(task.differences));
    std::uint64_t const free_rows = 64 * task.words - task.pattern_size;

    for (unsigned first = 0; first < filter_stretches; first += lanes)
    {
        for (std::uint64_t word = 0; word < task.words; ++word)
        {
            std::uint64_t const rows = word == 0 ? ~std::uint64_t{0} << free_rows : ~std::uint64_t{0};
            hn::Store(hn::Set(tag, rows), tag, task.vertical + 2 * word * lanes);
            hn::Store(hn::Zero(tag), tag, task.vertical + (2 * word + 1) * lanes);
        }
        signed_vector score = hn::Set(signed_tag, static_cast<std::int64_t>(task.pattern_size));

        std::uint64_t const steps = task.steps();
        std::uint64_t words_to_check = 0;
        for (std::uint64_t step = 0; step < steps; ++step, words_to_check += task.words)
        {
            if (words_to_check >= steps_between_checks || step == 0)
            {
                task.control.check();
                words_to_check = 0;
            }

            HWY_ALIGN std::int64_t scores[filter_letters_per_code * lanes];
            vector codes = load_codes(tag, task.codes(step) + first);
            signed_vector least = limit;
            for (unsigned letter = 0; letter < filter_letters_per_code; letter += at_once)
            {
                letter_classes<tag_t> const classes[at_once]{letter_classes<tag_t>{codes},
                                                             letter_classes<tag_t>{codes},
                                                             letter_classes<tag_t>{codes},
                                                             letter_classes<tag_t>{codes}};
                vector up[at_once];
                vector down[at_once];
                for (unsigned i = 0; i < at_once; ++i)
                    up[i] = down[i] = hn::Zero(tag);

                for (std::uint64_t word = 0; word < task.words; ++word)
                {
                    std::uint64_t * const state = task.vertical + 2 * word * lanes;
                    rows_of_classes<tag_t> const match{task.match + word * max_lanes};
                    column_words<tag_t> column{};
                    column.plus = hn::Load(tag, state);
                    column.minus = hn::Load(tag, state + lanes);
                    for (unsigned i = 0; i < at_once; ++i)
                        column.step(classes[i].find(match), up[i], down[i]);
                    hn::Store(column.plus, tag, state);
                    hn::Store(column.minus, tag, state + lanes);
                }

                for (unsigned i = 0; i < at_once; ++i)
                {
                    score = hn::Add(score, hn::BitCast(signed_tag, hn::Sub(up[i], down[i])));
                    hn::Store(score, signed_tag, scores + (letter + i) * lanes);
                    least = hn::Min(least, score);
                }
            }

            if (auto const found = hn::Lt(least, limit); !hn::AllFalse(signed_tag, found))
            {
                std::uint8_t found_lanes[8]{};
                hn::StoreMaskBits(signed_tag, found, found_lanes);
                add_ends<tag_t>(task, step, first, found_lanes, scores);
                if (!task.hand_over(most_ends))
                    return false;
            }
        }
    }
    return true;
}

bool find_ends(filter_task const & task)
{
    switch (shape_of_filter(task.pattern_size).bits)
    {
    case 16:
        return find_word<std::uint16_t>(task);
    case 32:
        return find_word<std::uint32_t>(task);
    default:
        return task.words == 1 ? find_word<std::uint64_t>(task) : find_words(task);
    }
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(find_ends);

namespace
{

// What a thread cuts at a time; and what is read of a stretch at a time, a line of the cache.
constexpr std::uint64_t chunk_codes{std::uint64_t{1} << 10};
constexpr std::uint64_t line_codes{32};

} // namespace

interleaved_text::interleaved_text(std::span<std::uint64_t const> const classes,
                                   std::uint64_t const size,
                                   runtime::task_control & control,
                                   unsigned const threads) :
    size_{size}
{
    constexpr std::uint64_t row_letters = std::uint64_t{filter_stretches} * filter_letters_per_code;
    codes_of_stretch_ = std::max<std::uint64_t>(1, util::ceil_div(size_, row_letters));
    // A row more for lanes that have gone on behind the last stretch.
    codes_.resize((codes_of_stretch_ + 2) * filter_stretches);

    runtime::parallel_for(control,
                          threads,
                          util::ceil_div(codes_of_stretch_, chunk_codes),
                          [&]()
                          {
                              return [&](std::size_t const chunk)
                              {
                                  std::uint64_t const first = chunk * chunk_codes;
                                  add_codes(classes, first, std::min(first + chunk_codes, codes_of_stretch_));
                              };
                          });
}

// Codes from `first` to `last - 1` of all stretches.
void interleaved_text::add_codes(std::span<std::uint64_t const> const classes,
                                 std::uint64_t const first,
                                 std::uint64_t const last) noexcept
{
    constexpr unsigned bits = 2 * filter_letters_per_code;
    constexpr std::uint64_t codes_per_word = 64 / bits;
    std::uint64_t const codes = util::ceil_div(size_, std::uint64_t{filter_letters_per_code});
    for (std::uint64_t begin = first; begin < last; begin += line_codes)
        for (std::uint64_t stretch = 0; stretch < filter_stretches; ++stretch)
            for (std::uint64_t i = begin; i < std::min(begin + line_codes, last); ++i)
            {
                std::uint64_t const code = stretch * codes_of_stretch_ + i;
                codes_[i * filter_stretches + stretch] =
                    code < codes
                        ? static_cast<std::uint16_t>(classes[code / codes_per_word] >> code % codes_per_word * bits)
                        : std::uint16_t{0};
            }
}

void approximate_search::find(interleaved_text const & text,
                              std::span<std::uint8_t const> const pattern,
                              std::uint64_t const differences,
                              runtime::task_control & control,
                              std::function<bool(std::span<std::uint64_t const>)> const & use_ends)
{
    filter_shape const shape = shape_of_filter(pattern.size());
    std::uint64_t const free_rows = shape.bits * shape.words - pattern.size();

    // Rows that match any letter have the distance 0; so the pattern begins below them as below row 0.
    std::uint64_t * const match = resize_words(match_, shape.words * max_lanes);
    std::fill_n(match, shape.words * max_lanes, 0);
    for (unsigned i = 0; i < filter_classes; ++i)
        match[i] = (std::uint64_t{1} << free_rows) - 1;
    for (std::uint64_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] < filter_classes)
        {
            std::uint64_t const row = free_rows + i;
            match[row / 64 * max_lanes + pattern[i]] |= std::uint64_t{1} << row % 64;
        }

    std::uint64_t * const vertical = resize_words(vertical_, 2 * shape.words * max_lanes);
    ends_.clear();
    filter_task const task{text, match, shape.words, pattern.size(), differences, vertical, ends_, use_ends, control};
    if (HWY_DYNAMIC_DISPATCH(find_ends)(task))
        task.hand_over(1);
}

} // namespace seqan3_gpulcs::cpu

#endif
