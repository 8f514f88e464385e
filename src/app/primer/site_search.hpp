// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the sites of primers in the sequences of `gpulcs primer`.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/io/table/primer_reader.hpp"
#include "src/app/primer/primer_inputs.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Primers, in letters and packed.
class primer_set
{
public:
    explicit primer_set(std::vector<named_primer> primers);

    //!\brief A primer, given by its number.
    named_primer const & operator[](std::size_t const i) const noexcept
    {
        return primers_[i];
    }

    std::size_t size() const noexcept
    {
        return primers_.size();
    }

    auto begin() const noexcept
    {
        return primers_.begin();
    }

    auto end() const noexcept
    {
        return primers_.end();
    }

    //!\brief The letters of all primers; valid as long as this object is not moved.
    std::span<packing::packed_sequence_view const> letters() const noexcept
    {
        return views_;
    }

private:
    std::vector<named_primer> primers_;
    std::vector<packing::packed_sequence> packed_{};
    std::vector<packing::packed_sequence_view> views_{};
};

/*!\brief Checks, before the search, that the memory limit suffices if there are no sites.
 * \throws limit_error
 */
void check_site_memory(primer_inputs const & inputs, primer_options const & options);

//!\brief Finds the sites of primers, in some sequences at a time, so that not all sites are in memory at once.
class site_search
{
public:
    /*!\brief Searches nothing yet.
     * \param primers The primers; must live longer than this object, as must all other arguments.
     * \param inputs  The sequences.
     * \param options Which sites to find, and how; a stop ends the work early.
     */
    site_search(primer_set const & primers, primer_inputs const & inputs, primer_options const & options);

    /*!\brief Searches the next sequences.
     * \param times The time and the hardware used are added to it.
     * \returns The sites in order of the sequence, start, end, strand and primer; nothing after the last sequence.
     * \throws limit_error as soon as the sites take more memory than allowed.
     * \throws the exceptions of seqan3_gpulcs::primer::find_sites.
     */
    std::optional<std::vector<primer::site>> next(step_times & times);

private:
    std::vector<primer::site> find(std::span<packing::packed_sequence_view const> sequences, step_times & times);
    std::vector<primer::site> find_group(std::span<packing::packed_sequence_view const> primers,
                                         std::span<packing::packed_sequence_view const> sequences,
                                         step_times & times);
    std::size_t count_next() const noexcept;
    void check_memory(std::span<packing::packed_sequence_view const> sequences,
                      std::size_t sites,
                      std::size_t primers_done) const;
    std::uint64_t expected_memory(std::uint64_t letters, std::size_t sites, std::size_t primers_done) const;

    primer_set const & primers_;
    primer_options const & options_;
    primer::site_options wanted_;
    std::vector<packing::packed_sequence_view> sequences_;
    double cells_total_;
    double cells_done_{};
    std::size_t done_{};         // The number of sequences that are done.
    std::size_t sites_before_{}; // The number of sites that next() returned last.
};

} // namespace seqan3_gpulcs::app
