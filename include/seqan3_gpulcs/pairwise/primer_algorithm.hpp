// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The algorithm that `seqan3::align_pairwise` calls if the configuration contains `k_difference_primer`.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/exception.hpp>
#include <seqan3/alignment/pairwise/alignment_result.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/configuration/detail/k_difference_primer_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/chunk_batches.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>
#include <seqan3_gpulcs/pairwise/validation.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/seqan3_compatibility.hpp>

namespace seqan3_gpulcs::pairwise
{

/*!\brief Rejects invalid values of `k_difference_primer`.
 * \throws seqan3::invalid_alignment_configuration with a message that says what to change.
 */
template <typename configuration_t>
void validate_primer_element(configuration_t const & config)
{
    using seqan3::invalid_alignment_configuration;
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;

    auto const & element = std::get<align_cfg::k_difference_primer>(config);
    if (element.differences == 0)
        throw invalid_alignment_configuration{
            "The number of differences of a primer must be at least 1; give k_difference_primer another one."};
    if (element.max_length < element.min_length)
        throw invalid_alignment_configuration{
            "The maximum length of k_difference_primer is below its minimum length; swap them."};
    bool const has_positions = traits_t::compute_begin_positions || traits_t::compute_end_positions;
    if (has_positions && element.matches && (element.both_strands || element.min_length != 0))
        throw invalid_alignment_configuration{
            "The positions in sequence 2 are only found on its own strand, for primers that are not extended; set the "
            "member matches of k_difference_primer to false, or both_strands to false and min_length to 0."};
    if (traits_t::compute_score && !holds<typename traits_t::original_score_type>(element.differences, true))
        throw invalid_alignment_configuration{"The score type cannot hold -" + std::to_string(element.differences)
                                              + "; configure a larger one with a sign, for example "
                                                "seqan3::align_cfg::score_type<int64_t>."};
}

/*!\brief Rejects values that are invalid for primers; `pairwise/detail/refusals.hpp` has rejected invalid types.
 * \throws seqan3::invalid_alignment_configuration if a value is invalid; the message says what to change.
 */
template <typename configuration_t>
void validate_primer(configuration_t const & config)
{
    using seqan3::invalid_alignment_configuration;
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;

    validate_primer_element(config);
    if (config.get_or(align_cfg::bit_parallel{}).min_score)
        throw invalid_alignment_configuration{
            "The score of a primer is its number of differences, with a minus; remove the min_score of bit_parallel."};

    auto const method = config.get_or(seqan3::align_cfg::method_global{});
    if (method.free_end_gaps_sequence1_leading || method.free_end_gaps_sequence1_trailing
        || !method.free_end_gaps_sequence2_leading || !method.free_end_gaps_sequence2_trailing)
        throw invalid_alignment_configuration{
            "A primer differs from substrings of sequence 2; use "
            "seqan3::align_cfg::method_global with free end gaps in sequence 2, leading "
            "and trailing, and none in sequence 1."};

    auto const gaps = config.get_or(seqan3::align_cfg::gap_cost_affine{});
    using scheme_t = std::remove_cvref_t<typename traits_t::scoring_scheme_type>;
    bool is_edit_scheme = gaps.open_score == 0 && gaps.extension_score == -1;
    if constexpr (is_primer_scoring_scheme<scheme_t>)
        is_edit_scheme &= has_scores(seqan3::get<seqan3::align_cfg::scoring_scheme>(config).scheme, 0, -1);
    else
        is_edit_scheme = false;
    if (!is_edit_scheme)
        throw invalid_alignment_configuration{
            "k_difference_primer counts edits of nucleotides; use "
            "seqan3::align_cfg::edit_scheme instead of another scoring scheme or other "
            "gap costs."};
}

/*!\brief Finds primers for `seqan3::align_pairwise`.
 * \tparam configuration_t The configuration, including the result type that SeqAn3 adds.
 *
 * Thread safety: copies may be used concurrently; they share a configuration that none of them changes.
 */
template <typename configuration_t>
class primer_algorithm
{
private:
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;
    using result_t = typename traits_t::alignment_result_type;

public:
    //!\brief An algorithm without a configuration, which cannot be called.
    primer_algorithm() = default;

    /*!\brief Takes the configuration.
     * \throws seqan3::invalid_alignment_configuration if it is not supported.
     */
    explicit primer_algorithm(configuration_t const & config)
    {
        validate_primer(config);

        auto choices = std::make_shared<choice>();
        auto const & element = std::get<align_cfg::k_difference_primer>(config);
        choices->options.differences = element.differences;
        choices->options.min_length = element.min_length;
        choices->options.max_length = element.max_length;
        if (element.both_strands)
            choices->options.complement = primer::complement_of_dna();
        choices->wants_matches = has_positions && element.matches;
        choices->options.meanings = primer::iupac_nucleotides();
        choices->element = config.get_or(align_cfg::bit_parallel{});
        choices_ = std::move(choices);
    }

    /*!\brief Finds the primers of a chunk of pairs and passes on one result for each primer, in order.
     * \param indexed_pairs Pairs of sequences with their ids.
     * \param callback      Called with each result, by the calling thread.
     * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and needs patterns of more than 65,536 letters.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
     *         if the backend cuda was requested.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever the callback, the ranges or `execution.on_progress` throw.
     */
    template <seqan3::detail::indexed_sequence_pair_range indexed_pairs_t, std::invocable<result_t> callback_t>
    void operator()([[maybe_unused]] indexed_pairs_t && indexed_pairs, [[maybe_unused]] callback_t && callback)
    {
        // Other schemes have already failed to compile, and one error is enough.
        if constexpr (is_primer_scoring_scheme<std::remove_cvref_t<typename traits_t::scoring_scheme_type>>)
        {
            using steps_t = chunk_steps<std::ranges::iterator_t<indexed_pairs_t>,
                                        std::ranges::sentinel_t<indexed_pairs_t>,
                                        std::remove_reference_t<callback_t>>;
            steps_t steps{*choices_,
                          resources_,
                          backgrounds_,
                          std::ranges::begin(indexed_pairs),
                          std::ranges::end(indexed_pairs),
                          callback};
            steps.run();
        }
    }

private:
    static constexpr bool has_positions = traits_t::compute_begin_positions || traits_t::compute_end_positions;

    //!\brief The settings that copies share.
    struct choice
    {
        primer::options options{};
        align_cfg::bit_parallel element{};
        bool wants_matches{}; // Whether the substrings of sequence 2 are wanted that primers are most similar to.
    };

    // The batches of a chunk.
    template <typename iterator_t, typename sentinel_t, typename callback_t>
    class chunk_steps final : public detail::chunk_batches<iterator_t, sentinel_t, seqan3::dna15>
    {
    private:
        using base_t = detail::chunk_batches<iterator_t, sentinel_t, seqan3::dna15>;

    public:
        chunk_steps(choice const & choices,
                    detail::chunk_resources & resources,
                    primer::detail::background_cache & backgrounds,
                    iterator_t const & begin,
                    sentinel_t const & end,
                    callback_t & callback) :
            base_t{choices.element,
                   resources,
                   begin,
                   end,
                   {.pairs = plan::max_batch_pairs,
                    .letters = plan::max_primer_batch_letters,
                    .counted = detail::counted_letters::targets}},
            choices_{choices},
            backgrounds_{backgrounds},
            callback_{callback}
        {}

        void compute(std::size_t const number, std::stop_token const & stop) override
        {
            std::vector<primer::detail::target_pair> pairs{};
            for (alignment::sequence_pair const & pair : this->batch(number).pairs())
                pairs.push_back({pair.first, pair.second});
            this->measure(number,
                          stop,
                          [&](plan::execution const & execution, plan::batch_statistics const &)
                          {
                              found_[number % base_t::batch_count] = primer::detail::compute_pairs(
                                  pairs,
                                  choices_.wants_matches ? primer::detail::pair_output::lengths_and_matches
                                                         : primer::detail::pair_output::lengths,
                                  choices_.options,
                                  execution,
                                  &backgrounds_);
                          });
        }

        void hand_on(std::size_t const number) override
        {
            this->tell(number);
            std::vector<primer::matched_primers> const found = std::exchange(found_[number % base_t::batch_count], {});
            for (std::size_t i = 0; i < found.size(); ++i)
                hand_on(found[i], this->batch(number).id(i));
        }

    private:
        // Hands on the primers of a pair.
        void hand_on(primer::matched_primers const & found, std::uint32_t const id)
        {
            for (std::size_t position = 0; position < found.lengths.size(); ++position)
                if (found.lengths[position] != primer::no_primer)
                    callback_(make_primer_result(position,
                                                 found.lengths[position],
                                                 found.matches.empty() ? primer::match{} : found.matches[position],
                                                 choices_.options.differences,
                                                 id));
        }

        choice const & choices_;
        primer::detail::background_cache & backgrounds_;
        callback_t & callback_;
        std::array<std::vector<primer::matched_primers>, base_t::batch_count> found_{};
    };

    static result_t make_primer_result(std::size_t const position,
                                       std::uint64_t const length,
                                       primer::match const & found,
                                       std::uint64_t const differences,
                                       std::uint32_t const id)
    {
        typename seqan3::detail::alignment_result_value_type_accessor<result_t>::type value{};

        if constexpr (traits_t::output_sequence1_id)
            value.sequence1_id = id;

        if constexpr (traits_t::output_sequence2_id)
            value.sequence2_id = id;

        if constexpr (traits_t::compute_score)
            value.score = to_edit_score<typename traits_t::original_score_type>(differences);

        if constexpr (traits_t::compute_begin_positions)
        {
            value.begin_positions.first = position;
            value.begin_positions.second = found.begin;
        }

        if constexpr (traits_t::compute_end_positions)
        {
            value.end_positions.first = position + length;
            value.end_positions.second = found.end;
        }

        return result_t{std::move(value)};
    }

    std::shared_ptr<choice const> choices_{};
    detail::chunk_resources resources_{};
    primer::detail::background_cache backgrounds_{}; // Backgrounds that stay from one chunk to the next.
};

} // namespace seqan3_gpulcs::pairwise
