// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The request for the sites of primers that a backend answers.
 */

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/pattern_seeds.hpp"
#include "src/scan/site_text.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief A primer, or its reverse complement, as it is searched in the text.
struct site_pattern
{
    std::uint64_t primer{};              //!< The number of the primer.
    primer::strand strand{};             //!< The strand of its sites.
    std::vector<std::uint8_t> classes{}; //!< The classes that each letter matches; see background_text.
    std::uint64_t rare_size{};           //!< The last letters that suffice to be found rarely, or all letters.
    double search_time{};                //!< About the nanoseconds of searching the pattern on the CPU.
    double lookup_time{};                //!< About the nanoseconds of looking up the seeds, if there are some.
    std::vector<pattern_seed> seeds{};   //!< The seeds, where looking them up takes less time.

    //!\brief Whether seeds are to be looked up.
    bool has_seeds() const noexcept
    {
        return !seeds.empty();
    }

    /*!\brief The letters to search: where a pattern occurs, its last letters do.
     * \param word_size The letters of a word: up to this many take no more time than fewer.
     */
    std::span<std::uint8_t const> searched(std::uint64_t const word_size) const noexcept
    {
        return std::span{classes}.last(std::min<std::uint64_t>(classes.size(), std::max(rare_size, word_size)));
    }
};

//!\brief Neighbouring ends at which a pattern is found.
struct end_range
{
    std::uint64_t first{}; //!< The letters of the text up to the first end.
    std::uint64_t last{};  //!< The letters of the text up to the last end.
};

/*!\brief Sites that are wanted.
 *
 * A search for the patterns finds their ends in the text, and site_verifier the sites there; find_seeded_sites() does both where patterns
 * have seeds.
 *
 * Thread safety: const members may be called concurrently.
 */
class site_request
{
public:
    /*!\brief Takes primers and a text; the arguments must outlive the object.
     * \param primers The letters of the primers, as sets of bases.
     * \param text    The text to search.
     * \param options Which sites are wanted.
     * \param control The control.
     * \throws std::bad_alloc
     */
    site_request(std::span<std::vector<std::uint8_t> const> primers,
                 site_text const & text,
                 primer::site_options const & options,
                 runtime::task_control & control);

    //!\brief The text to search.
    background_text const & text() const noexcept
    {
        return text_.text();
    }

    //!\brief Which sites are wanted.
    primer::site_options const & options() const noexcept
    {
        return options_;
    }

    //!\brief The control.
    runtime::task_control & control() const noexcept
    {
        return control_;
    }

    //!\brief The patterns. Those of similar lengths are neighbours, the longest ones first.
    std::span<site_pattern const> patterns() const noexcept
    {
        return patterns_;
    }

    //!\brief The most letters that are searched of a pattern, by words of some size. Linear in the number of patterns.
    std::uint64_t max_pattern_size(std::uint64_t word_size) const noexcept;

    //!\brief The letters of a primer.
    std::span<std::uint8_t const> primer(std::uint64_t const number) const noexcept
    {
        return primers_[number];
    }

    //!\brief Substrings with fewer differences to a pattern are wanted.
    std::uint64_t differences() const noexcept
    {
        return options_.max_edits + 1;
    }

    //!\brief The bases that each code of the text may stand for.
    std::array<std::uint8_t, 256> const & set_by_code() const noexcept
    {
        return text_.set_by_code();
    }

    //!\brief Counts a pattern as done in some letters of the text; not any more, if they are less than 0.
    void add_done(double letters) const noexcept;

    //!\brief The number of a sequence, and a position in it, from a letter of the text. Logarithmic.
    std::pair<std::uint64_t, std::uint64_t> sequence_position(std::uint64_t const letter) const noexcept
    {
        return text_.sequence_position(letter);
    }

private:
    void add_pattern(std::uint64_t primer, primer::strand strand);
    void choose_seeds();
    void choose_seeds(site_pattern & pattern) const;

    std::span<std::vector<std::uint8_t> const> primers_;
    site_text const & text_;
    primer::site_options const & options_;
    runtime::task_control & control_;
    std::vector<site_pattern> patterns_{};
};

} // namespace seqan3_gpulcs::scan
