// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/seed_lookup.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/packing/letter_reader.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// With more words, a seed is found nearly everywhere.
constexpr std::size_t max_words{std::size_t{1} << 16};

// Reads letters of two bits one by one.
template <packing::direction towards>
class letter_stream
{
public:
    explicit letter_stream(packing::code_span const & letters) noexcept : reader_{letters}
    {}

    bool is_at_end() const noexcept
    {
        return next_ == reader_.size();
    }

    unsigned read() noexcept
    {
        constexpr std::int64_t letters_of_word{32};
        if (next_ % letters_of_word == 0)
            word_ = reader_.load_near_end(next_);
        ++next_;
        if constexpr (towards == packing::direction::forward)
            return static_cast<unsigned>(std::exchange(word_, word_ >> 2) & 3);
        else
            return static_cast<unsigned>(std::exchange(word_, word_ << 2) >> 62);
    }

private:
    packing::letter_reader<towards, 2> reader_;
    std::int64_t next_{};
    std::uint64_t word_{};
};

// Adds a letter of a pattern to the rows that match.
void add_row(std::array<std::uint64_t, letter_classes> & rows,
             std::uint64_t const row,
             std::uint8_t const classes) noexcept
{
    for (unsigned i = 0; i < letter_classes; ++i)
        rows[i] |= std::uint64_t{classes >> i & 1u} << row;
}

} // namespace

// A letter of the text before the seed's first one belongs to what is before the seed: the seed begins after it.
seed_lookup::seed_lookup(site_request const & request,
                         packing::code_span const & text,
                         text_index const & index) noexcept :
    text_{text},
    index_{index},
    word_size_{index.word_size()},
    max_edits_{request.options().max_edits},
    forward_gaps_{request.options().mismatches_only ? gap_rows{} : gap_rows{~std::uint64_t{0}, ~std::uint64_t{1}}},
    backward_gaps_{request.options().mismatches_only ? gap_rows{} : gap_rows{~std::uint64_t{0}, ~std::uint64_t{0}}},
    poll_{request.control()}
{}

bool seed_lookup::find(site_pattern const & pattern, pattern_seed const & seed, double const max_time)
{
    set_seed(pattern, seed);
    switch (seed.max_edits)
    {
    case 0:
        return find_seed<0>(max_time);
    case 1:
        return find_seed<1>(max_time);
    default:
        return find_seed<max_seed_edits>(max_time);
    }
}

void seed_lookup::set_seed(site_pattern const & pattern, pattern_seed const & seed)
{
    static constexpr decltype(is_found_) functions[]{&seed_lookup::is_found<0>,
                                                     &seed_lookup::is_found<1>,
                                                     &seed_lookup::is_found<2>,
                                                     &seed_lookup::is_found<3>,
                                                     &seed_lookup::is_found<4>,
                                                     &seed_lookup::is_found<5>,
                                                     &seed_lookup::is_found<6>,
                                                     &seed_lookup::is_found<7>};
    static_assert(std::size(functions) == max_extended_edits + 1);

    std::span const classes{pattern.classes};
    seed_ = seed;
    pattern_size_ = classes.size();
    last_row_ = std::min(seed.size, max_automaton_letters);
    is_found_ = is_extended(pattern_size_, max_edits_) ? functions[max_edits_] : nullptr;
    rows_after_ = {};
    rows_before_ = {};
    for (std::uint64_t i = 0; i < std::min(pattern_size_ - seed.begin, max_automaton_letters); ++i)
        add_row(rows_after_, i, classes[seed.begin + i]);
    for (std::uint64_t i = 0; i < std::min(seed.begin, max_automaton_letters); ++i)
        add_row(rows_before_, i, classes[seed.begin - 1 - i]);
}

template <unsigned seed_edits>
bool seed_lookup::find_seed(double const max_time)
{
    steps_ = {};
    places_.clear();
    words_.clear();
    add_words(edit_automaton<seed_edits>::start(forward_gaps_), 0, 0);
    steps_.listed += static_cast<double>(words_.size());
    if (words_.size() > max_words)
        return false;
    for (seed_index const & index : index_.parts())
    {
        steps_.words += static_cast<double>(words_.size());
        if (time() > max_time)
            return false;
        find_numbers(index);
        if (time() > max_time)
            return false;
        find_candidates(index);
        poll_.add(words_.size() + candidates_.size());
        for (candidate const & each : candidates_)
            compare<seed_edits>(each);
    }
    return time() <= max_time;
}

// Adds all words that begin with some letters.
template <unsigned seed_edits>
void seed_lookup::add_words(edit_automaton<seed_edits> const & state,
                            std::uint32_t const number,
                            std::uint32_t const size)
{
    if (words_.size() > max_words)
        return;
    if (size == word_size_ || state.reaches(last_row_))
    {
        word & added = words_.emplace_back(word{.number = number, .size = size});
        std::ranges::copy(state.rows, added.rows.begin());
        return;
    }
    for (unsigned letter = 0; letter < letter_classes; ++letter)
        if (auto const next = state.step(rows_after_[letter], forward_gaps_); !next.is_empty())
            add_words(next, number * letter_classes + letter, size + 1);
}

// Finds the numbers of the places of all words in a part of the text.
void seed_lookup::find_numbers(seed_index const & index)
{
    for (word const & each : words_)
        index.prefetch(each.number, each.size);
    numbers_.clear();
    for (word const & each : words_)
    {
        numbers_.push_back(index.find_number(each.number, each.size));
        __builtin_prefetch(numbers_.back().data());
        steps_.compared += static_cast<double>(numbers_.back().size());
    }
}

// Finds the places of all words, by their numbers.
void seed_lookup::find_candidates(seed_index const & index)
{
    candidates_.clear();
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        for (std::uint32_t const number : numbers_[i])
        {
            candidates_.push_back({index.position(number), i});
            __builtin_prefetch(text_.words() + (text_.begin() + candidates_.back().place) / 32);
        }
}

// Adds the place if the seed is there, and so the pattern may be.
template <unsigned seed_edits>
void seed_lookup::compare(candidate const & where)
{
    word const & begin = words_[where.word];
    edit_automaton<seed_edits> state{};
    std::copy_n(begin.rows.begin(), state.rows.size(), state.rows.begin());
    std::uint64_t read_letters = begin.size;
    // If the text ends before the word does, it ends before the seed.
    if (where.place + read_letters > text_.size())
        return;
    letter_stream<packing::direction::forward> letters{text_.subspan(where.place + read_letters)};
    for (; !state.reaches(last_row_); ++read_letters)
    {
        if (letters.is_at_end())
            return;
        state = state.step(rows_after_[letters.read()], forward_gaps_);
        if (state.is_empty())
            return;
    }
    rows_of_seed rows{};
    std::ranges::fill(rows, state.rows.back());
    std::ranges::copy(state.rows, rows.begin());
    steps_.extended += 1;
    if (is_found_ == nullptr || (this->*is_found_)(rows, where.place, read_letters))
    {
        steps_.verified += 1;
        places_.push_back(where.place);
    }
}

// Whether the pattern may be where a seed is, the letters of which have been read up to its end.
template <unsigned max_edits>
bool seed_lookup::is_found(rows_of_seed const & rows, std::uint64_t const place, std::uint64_t const read_letters)
{
    auto state = edit_automaton<max_edits>::widen(edit_automaton<max_seed_edits>{rows}, forward_gaps_);
    std::uint64_t const last_row = pattern_size_ - seed_.begin;
    letter_stream<packing::direction::forward> letters{text_.subspan(place + read_letters)};
    // The fewest edits from the place on leave the most for the letters before it.
    unsigned fewest = max_edits + 1;
    for (unsigned wanted = max_edits;;)
    {
        if (state.reaches(last_row, wanted))
        {
            for (fewest = wanted; fewest != 0 && state.reaches(last_row, fewest - 1);)
                --fewest;
            if (fewest == 0 || seed_.begin == 0)
                break;
            wanted = fewest - 1;
        }
        if (state.is_empty(wanted) || letters.is_at_end())
            break;
        state = state.step(rows_after_[letters.read()], forward_gaps_);
    }
    return fewest <= max_edits && (seed_.begin == 0 || is_found_before<max_edits>(place, max_edits - fewest));
}

// Whether the letters of the pattern before the seed are there, with at most so many edits.
template <unsigned max_edits>
bool seed_lookup::is_found_before(std::uint64_t const place, unsigned const edits)
{
    auto state = edit_automaton<max_edits>::start(backward_gaps_);
    letter_stream<packing::direction::backward> letters{text_.subspan(0, place)};
    while (!state.reaches(seed_.begin, edits))
    {
        if (state.is_empty(edits) || letters.is_at_end())
            return false;
        state = state.step(rows_before_[letters.read()], backward_gaps_);
    }
    return true;
}

double seed_lookup::time() const noexcept
{
    return lookup_time(steps_, pattern_size_, max_edits_);
}

} // namespace seqan3_gpulcs::scan
