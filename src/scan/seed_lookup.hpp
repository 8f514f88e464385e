// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the places of a text where a seed of a pattern is.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/packing/code_span.hpp"
#include "src/runtime/stop_poll.hpp"
#include "src/scan/edit_automaton.hpp"
#include "src/scan/site_request.hpp"
#include "src/scan/text_index.hpp"
#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Looks up seeds in an index of a text.
 *
 * The first letters of a text at which a seed may begin are *words*: all that an automaton of the seed reads without becoming empty. They
 * are found by going through the tree of all words (Navarro and Baeza-Yates, 2000). The automaton goes on with the letters of the text at
 * each place of a word, up to the end of the seed. Short patterns, whose seeds are found often by chance, are then compared up to their
 * end and, from the place backward, up to their begin.
 *
 * Memory is read where nothing foretells it, so each of the three steps is done for all words or places together, and fetches what the
 * next one reads (`site_benchmark`, one thread of an AMD EPYC with AVX2: 1.2 and 1.6 times as fast for k = 3 and 4).
 *
 * Memory: some megabytes for words, and 24 bytes for each place of a word in a part of the text.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class seed_lookup
{
public:
    /*!\brief Takes a text, which must outlive the object, as the index and the request must.
     * \param request What is wanted.
     * \param text    The text, two bits a letter.
     * \param index   The index of a part of the text.
     */
    seed_lookup(site_request const & request, packing::code_span const & text, text_index const & index) noexcept;

    /*!\brief Finds the places of a seed.
     * \param pattern  The pattern.
     * \param seed     A seed of it.
     * \param max_time The nanoseconds after which no more places are wanted, as lookup_time() counts them.
     * \returns Whether all places have been found; otherwise it would take longer, or the seed is found nearly everywhere.
     * \throws std::bad_alloc and the exceptions of runtime::task_control::check.
     *
     * Where letters of the text are ambiguous, there may be places where the seed is not.
     */
    bool find(site_pattern const & pattern, pattern_seed const & seed, double max_time);

    //!\brief The steps of the last call of find().
    lookup_steps const & steps() const noexcept
    {
        return steps_;
    }

    //!\brief The letters of the text before each place that has been found.
    std::span<std::uint64_t const> places() const noexcept
    {
        return places_;
    }

private:
    // The automata with all numbers of edits have a type.
    using rows_of_seed = std::array<std::uint64_t, max_seed_edits + 1>;

    // First letters of a text, and the automaton of a seed after them.
    struct word
    {
        rows_of_seed rows{};
        std::uint32_t number{}; // The letters, as digits of a number.
        std::uint32_t size{};   // How many letters there are.
    };

    // A place of a word.
    struct candidate
    {
        std::uint64_t place{};
        std::size_t word{};
    };

    void set_seed(site_pattern const & pattern, pattern_seed const & seed);
    template <unsigned seed_edits>
    bool find_seed(double max_time);
    template <unsigned seed_edits>
    void add_words(edit_automaton<seed_edits> const & state, std::uint32_t number, std::uint32_t size);
    void find_numbers(seed_index const & index);
    void find_candidates(seed_index const & index);
    template <unsigned seed_edits>
    void compare(candidate const & where);
    template <unsigned max_edits>
    bool is_found(rows_of_seed const & rows, std::uint64_t place, std::uint64_t read_letters);
    template <unsigned max_edits>
    bool is_found_before(std::uint64_t place, unsigned edits);
    double time() const noexcept;

    packing::code_span text_;
    text_index const & index_;
    std::uint64_t word_size_;
    std::uint64_t max_edits_;
    gap_rows forward_gaps_;
    gap_rows backward_gaps_;
    runtime::stop_poll poll_;

    pattern_seed seed_{};
    std::uint64_t pattern_size_{};
    std::uint64_t last_row_{}; // An automaton that reaches this row has read the seed, or as much of it as it holds.
    std::array<std::uint64_t, letter_classes>
        rows_after_{}; // For each class the rows that match, from the seed's begin on.
    std::array<std::uint64_t, letter_classes> rows_before_{}; // The rows of the letters before the seed, read backward.
    bool (seed_lookup::*is_found_)(rows_of_seed const &,
                                   std::uint64_t,
                                   std::uint64_t){}; // None for patterns that are not extended.

    lookup_steps steps_{};
    std::vector<word> words_{};
    std::vector<std::span<std::uint32_t const>> numbers_{}; // The index has these numbers for the places of each word.
    std::vector<candidate> candidates_{};
    std::vector<std::uint64_t> places_{};
};

} // namespace seqan3_gpulcs::scan
