// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/search/approximate_search.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

#include "src/cpu/recurrence/myers_vector-inl.hpp"
#include "src/cpu/search/approximate_search.hpp"

namespace seqan3_gpulcs::cpu
{

#ifndef SEQAN3_GPULCS_SEARCH_TASK
#    define SEQAN3_GPULCS_SEARCH_TASK

// One pass over a text.
struct search_task
{
    interleaved_text const & text;
    std::uint64_t const * match; // [word][class or lane]: the rows of each class; the last row of the pattern on top.
    std::uint64_t words;         // The words of a column.
    std::uint64_t pattern_size;  // The rows; rows above them in the words match any letter.
    std::uint64_t differences;   // Smaller distances are wanted.
    std::uint64_t * vertical;    // [word][0 or 1][lane]: room for the differences of rows.
    std::vector<std::uint64_t> & ends; // Room for the ends that are found.
    std::function<bool(std::span<std::uint64_t const>)> const & use_ends;
    runtime::task_control & control;

    // The number of codes that each lane reads: its stretch, and the next ones as far as a match can reach.
    std::uint64_t steps() const noexcept
    {
        unsigned const letters = text.letters_per_code();
        return text.stretch_codes() + (pattern_size + differences + letters - 2) / letters;
    }

    // The code of a step in the first stretch; the codes of the other stretches follow it.
    std::uint16_t const * codes(std::uint64_t const step) const noexcept
    {
        std::uint64_t const element = step % text.stretch_codes() * text_stretches + step / text.stretch_codes();
        // All lanes are past the end of the text there.
        return text.codes() + std::min(element, text.readable_codes() - text_stretches);
    }

    // Adds the end of a match, if it lies in the text.
    void add(std::uint64_t const stretch, std::uint64_t const step, std::uint64_t const letter) const
    {
        std::uint64_t const end = (stretch * text.stretch_codes() + step) * text.letters_per_code() + letter + 1;
        if (end <= text.size())
            ends.push_back(end);
    }

    // Reports the ends, if there are at least that many. Returns whether more are wanted.
    bool report(std::size_t const min_ends) const
    {
        if (ends.size() < min_ends)
            return true;

        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        bool const wants_more = use_ends(ends);
        ends.clear();
        return wants_more;
    }
};

// Pending ends take two megabytes; each lane has many more of them than are verified together.
inline constexpr std::size_t max_pending_ends{std::size_t{1} << 18};

// Words of columns that all lanes compute in a few milliseconds at most.
inline constexpr std::uint64_t words_between_checks{std::uint64_t{1} << 15};

#endif

} // namespace seqan3_gpulcs::cpu

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

// A code of each of some stretches, each in a word.
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
inline constexpr bool has_tables = sizeof(hn::TFromD<tag_t>) != 2 && hn::MaxLanes(tag_t{}) >= letter_classes;

// Whether it has words for a class that matches every row, too: any number with that bit.
template <typename tag_t, unsigned class_bits>
inline constexpr bool has_any_in_table = class_bits != 2
                                      && has_tables<tag_t> && hn::MaxLanes(tag_t{}) >= 2 * any_letter_class;

// The rows of each class.
template <typename tag_t, bool as_table = has_tables<tag_t>>
struct class_rows
{
    hn::Vec<tag_t> rows[letter_classes];

    HWY_INLINE explicit class_rows(std::uint64_t const * const match)
    {
        for (unsigned i = 0; i < letter_classes; ++i)
            rows[i] = hn::Set(tag_t{}, static_cast<hn::TFromD<tag_t>>(match[i]));
    }
};

template <typename tag_t>
struct class_rows<tag_t, true>
{
    hn::Vec<tag_t> rows;

    HWY_INLINE explicit class_rows(std::uint64_t const * const match)
    {
        using word_t = hn::TFromD<tag_t>;
        if constexpr (sizeof(word_t) == sizeof(std::uint64_t))
        {
            rows = hn::Load(tag_t{}, match);
        }
        else
        {
            HWY_ALIGN word_t table[hn::MaxLanes(tag_t{})]{};
            for (unsigned i = 0; i < hn::MaxLanes(tag_t{}) && i < max_lanes; ++i)
                table[i] = static_cast<word_t>(match[i]);
            rows = hn::Load(tag_t{}, table);
        }
    }
};

// Looks up the rows that match the next letter of each lane, and removes it from the code.
template <typename tag_t, unsigned class_bits, bool as_table = has_tables<tag_t>>
struct class_lookup
{
    hn::Mask<tag_t> low;
    hn::Mask<tag_t> high;

    HWY_INLINE explicit class_lookup(hn::Vec<tag_t> & codes) :
        low{hn::TestBit(codes, hn::Set(tag_t{}, 1))},
        high{hn::TestBit(codes, hn::Set(tag_t{}, 2))}
    {
        codes = hn::ShiftRight<class_bits>(codes);
    }

    HWY_INLINE hn::Vec<tag_t> find(class_rows<tag_t> const & match) const
    {
        return hn::IfThenElse(high,
                              hn::IfThenElse(low, match.rows[3], match.rows[2]),
                              hn::IfThenElse(low, match.rows[1], match.rows[0]));
    }
};

template <typename tag_t, unsigned class_bits>
struct class_lookup<tag_t, class_bits, true>
{
    static constexpr unsigned classes{has_any_in_table<tag_t, class_bits> ? 2 * any_letter_class : letter_classes};

    decltype(hn::IndicesFromVec(tag_t{}, hn::Zero(tag_t{}))) indices;

    HWY_INLINE explicit class_lookup(hn::Vec<tag_t> & codes) :
        indices{hn::IndicesFromVec(tag_t{}, hn::And(codes, hn::Set(tag_t{}, classes - 1)))}
    {
        codes = hn::ShiftRight<class_bits>(codes);
    }

    HWY_INLINE hn::Vec<tag_t> find(class_rows<tag_t> const & match) const
    {
        return hn::TableLookupLanes(match.rows, indices);
    }
};

// Looks up the rows for a letter that may match every row, where the table does not have it.
template <typename tag_t, unsigned class_bits>
struct any_lookup
{
    hn::Mask<tag_t> any;
    class_lookup<tag_t, class_bits> one;

    HWY_INLINE explicit any_lookup(hn::Vec<tag_t> & codes) :
        any{hn::TestBit(codes, hn::Set(tag_t{}, any_letter_class))},
        one{codes}
    {}

    HWY_INLINE hn::Vec<tag_t> find(class_rows<tag_t> const & match) const
    {
        return hn::IfThenElse(any, hn::Not(hn::Zero(tag_t{})), one.find(match));
    }
};

template <typename tag_t, unsigned class_bits>
using letter_lookup = std::conditional_t<class_bits == 2 || has_any_in_table<tag_t, class_bits>,
                                         class_lookup<tag_t, class_bits>,
                                         any_lookup<tag_t, class_bits>>;

/* A pattern that fits into one word, in two vectors, which hide each other's latency. `distances` are those of the whole pattern,
 * `min_distances` those after any letter of a code.
 */
template <typename word_t, unsigned class_bits>
struct one_word_search
{
    static constexpr unsigned letters_per_code{code_bits / class_bits};
    using tag_t = hn::CappedTag<word_t, text_stretches / 2>;
    using signed_tag_t = hn::RebindToSigned<tag_t>;
    using signed_vector = hn::Vec<signed_tag_t>;
    static constexpr unsigned vectors{2};
    static constexpr unsigned lanes{hn::MaxLanes(tag_t{})};

    class_rows<tag_t> const match;
    myers_vector<tag_t> column[vectors];
    signed_vector distances[vectors];

    HWY_INLINE explicit one_word_search(search_task const & task) : match{task.match}
    {}

    HWY_INLINE void begin(search_task const & task)
    {
        constexpr unsigned bits = 8 * sizeof(word_t);
        for (unsigned i = 0; i < vectors; ++i)
        {
            column[i].plus = hn::Set(tag_t{}, static_cast<word_t>(~word_t{0} << (bits - task.pattern_size)));
            column[i].minus = hn::Zero(tag_t{});
            distances[i] = hn::Set(signed_tag_t{}, static_cast<hwy::MakeSigned<word_t>>(task.pattern_size));
        }
    }

    HWY_INLINE void add_code(search_task const &,
                             std::uint16_t const * const from,
                             hwy::MakeSigned<word_t> (&after_letters)[vectors][letters_per_code * lanes],
                             signed_vector (&min_distances)[vectors])
    {
        signed_tag_t const signed_tag{};
        hn::Vec<tag_t> codes[vectors];
        for (unsigned i = 0; i < vectors; ++i)
            codes[i] = load_codes(tag_t{}, from + i * lanes);

        for (unsigned letter = 0; letter < letters_per_code; ++letter)
            for (unsigned i = 0; i < vectors; ++i)
            {
                column[i].step(letter_lookup<tag_t, class_bits>{codes[i]}.find(match));
                distances[i] = hn::Sub(distances[i], hn::BroadcastSignBit(hn::BitCast(signed_tag, column[i].up)));
                distances[i] = hn::Add(distances[i], hn::BroadcastSignBit(hn::BitCast(signed_tag, column[i].down)));
                hn::Store(distances[i], signed_tag, after_letters[i] + letter * lanes);
                min_distances[i] = hn::Min(min_distances[i], distances[i]);
            }
    }
};

// A pattern of several words. Four letters at a time, so that the state of a word stays in registers.
template <unsigned class_bits>
struct many_words_search
{
    static constexpr unsigned letters_per_code{code_bits / class_bits};
    using tag_t = hn::CappedTag<std::uint64_t, max_lanes>;
    using signed_tag_t = hn::RebindToSigned<tag_t>;
    using signed_vector = hn::Vec<signed_tag_t>;
    static constexpr unsigned vectors{1};
    static constexpr unsigned lanes{hn::MaxLanes(tag_t{})};
    static constexpr unsigned letters_at_once{4};

    signed_vector distances;

    HWY_INLINE explicit many_words_search(search_task const &)
    {}

    HWY_INLINE void begin(search_task const & task)
    {
        tag_t const tag{};
        std::uint64_t const free_rows = 64 * task.words - task.pattern_size;
        for (std::uint64_t word = 0; word < task.words; ++word)
        {
            std::uint64_t const rows = word == 0 ? ~std::uint64_t{0} << free_rows : ~std::uint64_t{0};
            hn::Store(hn::Set(tag, rows), tag, task.vertical + 2 * word * lanes);
            hn::Store(hn::Zero(tag), tag, task.vertical + (2 * word + 1) * lanes);
        }
        distances = hn::Set(signed_tag_t{}, static_cast<std::int64_t>(task.pattern_size));
    }

    HWY_INLINE void add_code(search_task const & task,
                             std::uint16_t const * const from,
                             std::int64_t (&after_letters)[vectors][letters_per_code * lanes],
                             signed_vector (&min_distances)[vectors])
    {
        tag_t const tag{};
        signed_tag_t const signed_tag{};
        hn::Vec<tag_t> codes = load_codes(tag, from);
        for (unsigned letter = 0; letter < letters_per_code; letter += letters_at_once)
        {
            using lookup_t = letter_lookup<tag_t, class_bits>;
            lookup_t const classes[letters_at_once]{lookup_t{codes}, lookup_t{codes}, lookup_t{codes}, lookup_t{codes}};
            hn::Vec<tag_t> up[letters_at_once];
            hn::Vec<tag_t> down[letters_at_once];
            for (unsigned i = 0; i < letters_at_once; ++i)
                up[i] = down[i] = hn::Zero(tag);

            for (std::uint64_t word = 0; word < task.words; ++word)
            {
                std::uint64_t * const state = task.vertical + 2 * word * lanes;
                class_rows<tag_t> const match{task.match + word * max_lanes};
                myers_vector<tag_t> column{};
                column.plus = hn::Load(tag, state);
                column.minus = hn::Load(tag, state + lanes);
                for (unsigned i = 0; i < letters_at_once; ++i)
                    column.step(classes[i].find(match), up[i], down[i]);
                hn::Store(column.plus, tag, state);
                hn::Store(column.minus, tag, state + lanes);
            }

            for (unsigned i = 0; i < letters_at_once; ++i)
            {
                distances = hn::Add(distances, hn::BitCast(signed_tag, hn::Sub(up[i], down[i])));
                hn::Store(distances, signed_tag, after_letters[0] + (letter + i) * lanes);
                min_distances[0] = hn::Min(min_distances[0], distances);
            }
        }
    }
};

// Adds the ends in the lanes whose bits are set, from stretch `first` on, by the distances after each letter of a code.
template <unsigned lanes, unsigned letters_per_code, typename signed_t>
void add_ends(search_task const & task,
              std::uint64_t const step,
              unsigned const first,
              std::uint8_t const * const found_lanes,
              signed_t const * const after_letters)
{
    auto const differences = static_cast<signed_t>(task.differences);
    for (unsigned begin = 0; begin < lanes; begin += 8)
        for (unsigned found = found_lanes[begin / 8]; found != 0; found &= found - 1)
        {
            unsigned const lane = begin + static_cast<unsigned>(std::countr_zero(found));
            for (unsigned letter = 0; letter < letters_per_code; ++letter)
                if (after_letters[letter * lanes + lane] < differences)
                    task.add(first + lane, step, letter);
        }
}

// Searches all stretches, some at a time. Returns whether more ends are wanted.
template <typename search_t>
bool find_ends(search_task const & task)
{
    constexpr unsigned vectors = search_t::vectors;
    constexpr unsigned lanes = search_t::lanes;
    constexpr unsigned letters_per_code = search_t::letters_per_code;
    static_assert(text_stretches % (vectors * lanes) == 0);
    typename search_t::signed_tag_t const tag{};
    using signed_t = hn::TFromD<typename search_t::signed_tag_t>;

    typename search_t::signed_vector const limit = hn::Set(tag, static_cast<signed_t>(task.differences));
    std::uint64_t const steps = task.steps();
    std::uint64_t const steps_between_checks = std::max<std::uint64_t>(1, words_between_checks / task.words);
    search_t search{task};
    for (unsigned first = 0; first < text_stretches; first += vectors * lanes)
    {
        search.begin(task);
        for (std::uint64_t step = 0, next_check = 0; step < steps; ++step)
        {
            if (step == next_check)
            {
                task.control.check();
                next_check += steps_between_checks;
            }

            HWY_ALIGN signed_t after_letters[vectors][letters_per_code * lanes];
            typename search_t::signed_vector min_distances[vectors];
            for (unsigned i = 0; i < vectors; ++i)
                min_distances[i] = limit;
            search.add_code(task, task.codes(step) + first, after_letters, min_distances);

            for (unsigned i = 0; i < vectors; ++i)
                if (auto const found = hn::Lt(min_distances[i], limit); !hn::AllFalse(tag, found))
                {
                    std::uint8_t found_lanes[8]{};
                    hn::StoreMaskBits(tag, found, found_lanes);
                    add_ends<lanes, letters_per_code>(task, step, first + i * lanes, found_lanes, after_letters[i]);
                    if (!task.report(max_pending_ends))
                        return false;
                }
        }
    }
    return true;
}

template <unsigned class_bits>
bool find_ends_of_size(search_task const & task)
{
    switch (shape_for_pattern(task.pattern_size).bits)
    {
    case 16:
        return find_ends<one_word_search<std::uint16_t, class_bits>>(task);
    case 32:
        return find_ends<one_word_search<std::uint32_t, class_bits>>(task);
    default:
        return task.words == 1 ? find_ends<one_word_search<std::uint64_t, class_bits>>(task)
                               : find_ends<many_words_search<class_bits>>(task);
    }
}

bool find_all_ends(search_task const & task)
{
    return task.text.class_bits() == 2 ? find_ends_of_size<2>(task) : find_ends_of_size<4>(task);
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(find_all_ends);

void approximate_search::find(interleaved_text const & text,
                              std::span<std::uint8_t const> const pattern,
                              std::uint64_t const differences,
                              runtime::task_control & control,
                              std::function<bool(std::span<std::uint64_t const>)> const & use_ends)
{
    search_shape const shape = shape_for_pattern(pattern.size());
    std::uint64_t const free_rows = shape.bits * shape.words - pattern.size();

    // Rows that match any letter have the distance 0; so the pattern begins below them as below row 0.
    std::uint64_t * const match = resize_words(match_, shape.words * max_lanes);
    std::fill_n(match, shape.words * max_lanes, 0);
    for (std::uint64_t word = 0; word < shape.words; ++word)
        std::fill_n(match + word * max_lanes + any_letter_class, max_lanes - any_letter_class, ~std::uint64_t{0});
    for (unsigned i = 0; i < letter_classes; ++i)
        match[i] = (std::uint64_t{1} << free_rows) - 1;
    for (std::uint64_t i = 0; i < pattern.size(); ++i)
    {
        std::uint64_t const row = free_rows + i;
        for (unsigned letter = 0; letter < letter_classes; ++letter)
            match[row / 64 * max_lanes + letter] |= std::uint64_t{pattern[i] >> letter & 1u} << row % 64;
    }

    std::uint64_t * const vertical = resize_words(vertical_, 2 * shape.words * max_lanes);
    ends_.clear();
    search_task const task{text, match, shape.words, pattern.size(), differences, vertical, ends_, use_ends, control};
    if (HWY_DYNAMIC_DISPATCH(find_all_ends)(task))
        task.report(1);
}

} // namespace seqan3_gpulcs::cpu

#endif
