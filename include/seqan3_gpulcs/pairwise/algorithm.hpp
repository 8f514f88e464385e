// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The algorithm that `seqan3::align_pairwise` calls if the configuration contains `bit_parallel`, except for primers.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <stop_token>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/exception.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/configuration/lcs_scheme.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/pairwise/detail/chunk_batches.hpp>
#include <seqan3_gpulcs/pairwise/detail/packed_batch.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>
#include <seqan3_gpulcs/pairwise/validation.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/seqan3_compatibility.hpp>

namespace seqan3_gpulcs::pairwise
{

/*!\brief The alphabet in which a scoring scheme compares letters of two alphabets.
 * \tparam scheme_t A scoring scheme for which seqan3_gpulcs::pairwise::is_lcs_scoring_scheme holds.
 */
template <typename scheme_t, typename first_t, typename second_t>
struct compared_letter
{
    //!\brief The alphabet.
    using type = packing::common_letter_t<first_t, second_t>;
};

//!\copydoc compared_letter
template <typename scheme_t, typename first_t, typename second_t>
    requires(is_matrix_scoring_scheme<scheme_t>)
struct compared_letter<scheme_t, first_t, second_t>
{
    //!\brief The alphabet.
    using type = typename scheme_t::alphabet_type;
};

/*!\brief Whether a scoring scheme scores 1 for equal letters and 0 for different ones.
 *
 * False for schemes that the library does not know.
 */
template <typename scheme_t>
constexpr bool is_lcs_scoring_scheme(scheme_t const &)
{
    return std::same_as<scheme_t, align_cfg::lcs_scoring_scheme>;
}

//!\overload
template <typename scheme_t>
    requires(is_matrix_scoring_scheme<scheme_t>)
constexpr bool is_lcs_scoring_scheme(scheme_t const & scheme)
{
    return has_scores(scheme, 1, 0);
}

/*!\brief Rejects unsupported values; pairwise/detail/refusals.hpp has rejected unsupported types.
 * \throws seqan3::invalid_alignment_configuration if a value is not supported; the message says what to change.
 *
 * The scoring scheme is checked first, because it shows what the user intended.
 */
template <typename configuration_t>
void validate(configuration_t const & config)
{
    using seqan3::invalid_alignment_configuration;

    auto const gaps = config.get_or(seqan3::align_cfg::gap_cost_affine{});
    if (!is_lcs_scoring_scheme(seqan3::get<seqan3::align_cfg::scoring_scheme>(config).scheme) || gaps.open_score != 0
        || gaps.extension_score != 0)
        throw invalid_alignment_configuration{"bit_parallel computes with match 1, mismatch 0 and free gaps; use "
                                              "seqan3_gpulcs::align_cfg::lcs_scheme instead of another scoring scheme "
                                              "or other gap costs. For primers, which go with "
                                              "seqan3::align_cfg::edit_scheme, add "
                                              "seqan3_gpulcs::align_cfg::k_difference_primer."};

    auto const method = config.get_or(seqan3::align_cfg::method_global{});
    if (method.free_end_gaps_sequence1_leading || method.free_end_gaps_sequence1_trailing
        || method.free_end_gaps_sequence2_leading || method.free_end_gaps_sequence2_trailing)
        throw invalid_alignment_configuration{"bit_parallel does not support free end gaps, and in a longest common "
                                              "subsequence all gaps are free; use seqan3::align_cfg::method_global{} "
                                              "without arguments."};
}

/*!\brief Computes longest common subsequences for `seqan3::align_pairwise`.
 * \tparam configuration_t The configuration, including the result type that SeqAn3 adds.
 *
 * Packs the pairs of a chunk batch by batch, computes them with seqan3_gpulcs::lcs::lengths or compute, and converts the
 * results to SeqAn3's; while one batch is computed, the one before it is handed on, and the one after it is packed.
 *
 * Thread safety: copies may be used concurrently; they share a configuration that none of them changes.
 */
template <typename configuration_t>
class algorithm
{
private:
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;
    using result_t = typename traits_t::alignment_result_type;
    using scheme_t = std::remove_cvref_t<typename traits_t::scoring_scheme_type>;

public:
    //!\brief Has no configuration, and cannot be called.
    algorithm() = default;

    /*!\brief Takes the configuration.
     * \throws seqan3::invalid_alignment_configuration if it is not supported.
     */
    explicit algorithm(configuration_t const & config)
    {
        validate(config);
        element_ = std::make_shared<align_cfg::bit_parallel>(std::get<align_cfg::bit_parallel>(config));
    }

    /*!\brief Computes a chunk of pairs and passes on one result for each, in order.
     * \param indexed_pairs Pairs of sequences with their ids.
     * \param callback      Called with each result, by the calling thread.
     * \throws seqan3_gpulcs::score_overflow if the score type cannot hold a score.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws seqan3_gpulcs::memory_limit_too_small if alignments are an output and the memory limit is too small for one.
     * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
     *         if the backend cuda was requested.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever the callback, the ranges or `execution.on_progress` throw.
     */
    template <seqan3::detail::indexed_sequence_pair_range indexed_pairs_t, std::invocable<result_t> callback_t>
    void operator()(indexed_pairs_t && indexed_pairs, callback_t && callback)
    {
        if constexpr (computes)
        {
            using steps_t = chunk_steps<std::ranges::iterator_t<indexed_pairs_t>,
                                        std::ranges::sentinel_t<indexed_pairs_t>,
                                        std::remove_reference_t<callback_t>>;
            steps_t steps{*element_,
                          resources_,
                          std::ranges::begin(indexed_pairs),
                          std::ranges::end(indexed_pairs),
                          callback};
            steps.run();
        }
        else
        {
            for (auto && indexed_pair : indexed_pairs)
            {
                auto && pair = get_nth<0>(indexed_pair);
                auto const id = static_cast<std::uint32_t>(get_nth<1>(indexed_pair));
                callback(make_result<traits_t>(get_nth<0>(pair), get_nth<1>(pair), id, lcs::result{}));
            }
        }
    }

private:
    // Ids and positions are known without computing.
    static constexpr bool computes = traits_t::compute_score || traits_t::compute_sequence_alignment;
    static constexpr bool aligns = traits_t::compute_sequence_alignment;

    template <typename iterator_t>
    struct compared_letter_of
    {
        using pair_t = std::remove_cvref_t<std::tuple_element_t<0, std::iter_value_t<iterator_t>>>;
        template <std::size_t n>
        using value_t = std::ranges::range_value_t<std::tuple_element_t<n, pair_t>>;
        using type = typename compared_letter<scheme_t, value_t<0>, value_t<1>>::type;
    };

    // The batches of a chunk.
    template <typename iterator_t, typename sentinel_t, typename callback_t>
    class chunk_steps final :
        public detail::chunk_batches<iterator_t, sentinel_t, typename compared_letter_of<iterator_t>::type>
    {
    private:
        using base_t = detail::chunk_batches<iterator_t, sentinel_t, typename compared_letter_of<iterator_t>::type>;

    public:
        chunk_steps(align_cfg::bit_parallel const & element,
                    detail::chunk_resources & resources,
                    iterator_t const & begin,
                    sentinel_t const & end,
                    callback_t & callback) :
            base_t{element, resources, begin, end, limits},
            callback_{callback}
        {}

        void compute(std::size_t const number, std::stop_token const & stop) override
        {
            plan::execution execution = this->execution();
            execution.stop = stop;
            auto const pairs = this->batch(number).pairs();
            if constexpr (aligns)
                found_[number % base_t::batch_count] = lcs::compute(pairs, lcs::output::subsequence, execution);
            else
                found_[number % base_t::batch_count] = lcs::lengths(pairs, execution);
        }

        void hand_on(std::size_t const number) override
        {
            std::vector<found_t> & found = found_[number % base_t::batch_count];
            lcs::result result{};
            this->batch(number).for_each(
                [&](std::size_t const i, auto & first, auto & second, std::uint32_t const id)
                {
                    if constexpr (aligns)
                        result = std::move(found[i]);
                    else
                        result.length = found[i];
                    callback_(make_result<traits_t>(first, second, id, result));
                });
        }

    private:
        using found_t = std::conditional_t<aligns, lcs::result, std::uint64_t>;

        static constexpr detail::batch_limits limits{.pairs = plan::max_batch_pairs,
                                                     .letters = plan::max_batch_letters,
                                                     .counted = aligns ? detail::counted_letters::pairs
                                                                       : detail::counted_letters::sequences};

        callback_t & callback_;
        std::array<std::vector<found_t>, base_t::batch_count> found_{};
    };

    std::shared_ptr<align_cfg::bit_parallel const> element_{};
    detail::chunk_resources resources_{};
};

} // namespace seqan3_gpulcs::pairwise
