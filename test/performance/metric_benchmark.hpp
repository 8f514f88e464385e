// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The functions of the library for either metric, for the benchmarks of devices.
 */

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "device_ceiling.hpp"
#include "src/plan/comparison.hpp"

//!\brief What is compared, and how the library is asked for it.
struct compared_metric
{
    using metric = seqan3_gpulcs::plan::metric;
    using execution = seqan3_gpulcs::plan::execution;
    using pairs = std::span<seqan3_gpulcs::alignment::sequence_pair const>;
    using sequences = std::span<seqan3_gpulcs::packing::packed_sequence_view const>;

    metric value{}; //!< Which one.

    //!\brief Adds the option for it to a program.
    void add_to(CLI::App & app)
    {
        static std::map<std::string, metric> const names{{"lcs", metric::lcs}, {"edit", metric::edit}};
        app.add_option("--metric",
                       value,
                       "What is compared: longest common subsequences (lcs) or edit distances (edit)")
            ->transform(CLI::CheckedTransformer(names))
            ->option_text("lcs|edit");
    }

    //!\brief The rate at which the current device computes the recurrence and nothing else.
    double ceiling() const
    {
        return is_lcs() ? measure_ceiling() : measure_distance_ceiling();
    }

    std::vector<seqan3_gpulcs::alignment::result>
    compute(pairs const & all, bool const with_paths, execution const & on) const
    {
        using namespace seqan3_gpulcs;
        if (is_lcs())
            return lcs::compute(all, with_paths ? lcs::output::subsequence : lcs::output::length, on);
        return edit::compute(all, {.wanted = with_paths ? edit::output::alignment : edit::output::distance}, on);
    }

    std::vector<std::uint64_t> values(pairs const & all, execution const & on) const
    {
        return is_lcs() ? seqan3_gpulcs::lcs::lengths(all, on) : seqan3_gpulcs::edit::distances(all, on);
    }

    void values_into(pairs const & all, std::span<std::uint32_t> const found, execution const & on) const
    {
        is_lcs() ? seqan3_gpulcs::lcs::lengths_into(all, found, on)
                 : seqan3_gpulcs::edit::distances_into(all, found, on);
    }

    void all_pairs_into(sequences const & all, std::span<std::uint32_t> const found, execution const & on) const
    {
        is_lcs() ? seqan3_gpulcs::lcs::all_pairs_into(all, found, on)
                 : seqan3_gpulcs::edit::all_pairs_into(all, found, on);
    }

    template <typename second_t>
    void all_pairs_into(sequences const & first,
                        second_t const & second,
                        std::span<std::uint32_t> const found,
                        execution const & on) const
    {
        is_lcs() ? seqan3_gpulcs::lcs::all_pairs_into(first, second, found, on)
                 : seqan3_gpulcs::edit::all_pairs_into(first, second, found, on);
    }

    std::uint64_t value_of(seqan3_gpulcs::alignment::sequence_pair const & pair, execution const & on) const
    {
        return values({&pair, 1}, on).front();
    }

    std::vector<std::uint64_t> all_pairs(sequences const & all, execution const & on) const
    {
        return is_lcs() ? seqan3_gpulcs::lcs::all_pairs(all, on) : seqan3_gpulcs::edit::all_pairs(all, on);
    }

    std::vector<std::uint64_t> all_pairs(sequences const & first, sequences const & second, execution const & on) const
    {
        return is_lcs() ? seqan3_gpulcs::lcs::all_pairs(first, second, on)
                        : seqan3_gpulcs::edit::all_pairs(first, second, on);
    }

    //!\brief Whether subsequences are compared.
    bool is_lcs() const noexcept
    {
        return value == metric::lcs;
    }
};
