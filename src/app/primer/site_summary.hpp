// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sums the sites of each primer up.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/primer/primer_inputs.hpp"
#include "src/app/primer/site_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief How a primer fits targets.
class target_fit
{
public:
    //!\brief Adds a site; those of a target come one after the other.
    void add(primer::site const & each) noexcept;

    //!\brief The number of sites.
    std::uint64_t sites() const noexcept
    {
        return sites_;
    }

    //!\brief The number of targets that have one.
    std::uint64_t targets() const noexcept
    {
        return targets_;
    }

    //!\brief The edits of the best site of the target whose best one is the worst; nothing without sites.
    std::optional<std::uint64_t> max_edits() const noexcept;

private:
    std::uint64_t sites_{};
    std::uint64_t targets_{};
    std::size_t last_{std::numeric_limits<std::size_t>::max()}; // The target of the last site.
    std::uint64_t last_edits_{};                                // Those of its best site so far.
    std::uint64_t max_edits_{};                                 // Those of the targets before it.
};

//!\brief How near the backgrounds come to a primer.
struct background_fit
{
    std::uint64_t sites{};
    std::optional<std::uint64_t> min_edits{};             //!< The fewest edits of a site; nothing without sites.
    std::optional<std::uint64_t> min_three_prime_edits{}; //!< The fewest at the 3' end of sites with so few edits.

    //!\brief Adds a site.
    void add(primer::site const & each) noexcept;
};

//!\brief What is written about the sites of a primer. All of a single file, which may be either, are about targets and backgrounds.
class site_summary
{
public:
    //!\brief Begins without sites.
    explicit site_summary(site_context const & context);

    //!\brief Adds the sites of further sequences, in the order of these, and all sites of each.
    void add(std::span<primer::site const> sites);

    //!\brief Writes a row for each primer. \throws output_error
    void write(output_file & file) const;

private:
    struct fit
    {
        target_fit target{};
        background_fit background{};
    };

    site_context context_;
    std::vector<fit> primers_;
};

} // namespace seqan3_gpulcs::app
