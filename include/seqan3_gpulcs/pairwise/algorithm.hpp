// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The algorithm that `seqan3::align_pairwise` calls if the configuration contains `bit_parallel`, except for primers.
 */

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <stop_token>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/detail/type_traits.hpp>

#include <seqan3_gpulcs/alignment/detail/rank_pairs.hpp>
#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/pairwise/detail/choice.hpp>
#include <seqan3_gpulcs/pairwise/detail/chunk_batches.hpp>
#include <seqan3_gpulcs/pairwise/detail/found_values.hpp>
#include <seqan3_gpulcs/pairwise/detail/packed_batch.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>
#include <seqan3_gpulcs/pairwise/validation.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/seqan3_compatibility.hpp>

namespace seqan3_gpulcs::pairwise
{

/*!\brief The alphabet in which a scoring scheme compares letters of two alphabets.
 * \tparam scheme_t A scoring scheme of SeqAn3's matrices or of this library.
 */
template <typename scheme_t, typename first_t, typename second_t>
struct compared_letter
{
    //!\brief The alphabet.
    using type = packing::common_letter_t<first_t, second_t>;
};

/*!\brief SeqAn3's matrices convert letters to an alphabet. That is not necessary where letters of one alphabet stay different: those
 *        of a small alphabet are packed faster.
 */
template <typename scheme_t, typename first_t, typename second_t>
    requires(is_matrix_scoring_scheme<scheme_t>)
struct compared_letter<scheme_t, first_t, second_t>
{
private:
    using scheme_letter_t = typename scheme_t::alphabet_type;
    using common_t = packing::common_letter_t<first_t, second_t>;

public:
    //!\brief The alphabet.
    using type =
        std::conditional_t<packing::converts_to_different<common_t, scheme_letter_t>, common_t, scheme_letter_t>;
};

/*!\brief Computes longest common subsequences and edit distances for `seqan3::align_pairwise`.
 * \tparam configuration_t The configuration, including the result type that SeqAn3 adds.
 *
 * Packs the pairs of a chunk batch by batch, computes them with the functions of seqan3_gpulcs::lcs or seqan3_gpulcs::edit, and
 * converts the results to SeqAn3's; while one batch is computed, the one before it is handed on, and the one after it is packed. Batches of
 * short pairs are computed without being packed, by seqan3_gpulcs::alignment::detail::short_pairs, and a short pair alone without a batch.
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
    //!\brief An algorithm without a configuration, which cannot be called.
    algorithm() = default;

    /*!\brief Takes the configuration.
     * \throws seqan3::invalid_alignment_configuration if it is not supported.
     */
    explicit algorithm(configuration_t const & config)
    {
        choice_ = std::make_shared<detail::choice>(detail::choose(config));
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
        if (may_compute && (computes || choice_->is_edit || choice_->min_length != 0))
            compute(indexed_pairs, callback);
        else
            for (auto && indexed_pair : indexed_pairs)
            {
                auto && pair = get_nth<0>(indexed_pair);
                auto const id = static_cast<std::uint32_t>(get_nth<1>(indexed_pair));
                auto && first = get_nth<0>(pair);
                auto && second = get_nth<1>(pair);
                aligned_parts const found{.first = {.end = detail::letter_count(first)},
                                          .second = {.end = detail::letter_count(second)}};
                callback(make_result<traits_t>(first, second, id, {}, found));
            }
    }

private:
    using score_t = typename traits_t::original_score_type;

    // Ids are known without computing, and so are the positions of longest common subsequences.
    static constexpr bool computes = traits_t::compute_score || traits_t::compute_sequence_alignment;
    static constexpr bool may_compute =
        computes || traits_t::compute_begin_positions || traits_t::compute_end_positions;

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
        chunk_steps(detail::choice const & choice,
                    alignment::detail::short_pairs const & short_pairs,
                    detail::chunk_resources & resources,
                    std::ranges::subrange<iterator_t, sentinel_t> const & pairs,
                    callback_t & callback) :
            base_t{choice.element, resources, pairs.begin(), pairs.end(), limits(choice, short_pairs)},
            choice_{choice},
            short_pairs_{short_pairs},
            callback_{callback}
        {}

        void compute(std::size_t const number, std::stop_token const & stop) override
        {
            this->measure(number,
                          stop,
                          [&](plan::execution const & execution, plan::batch_statistics & statistics)
                          {
                              if (is_unpacked(number))
                                  return compute_unpacked(number, stop);
                              detail::found_values & found = found_[number % base_t::batch_count];
                              found.compute(this->batch(number).pairs(), choice_, execution);
                              found.add_to(statistics);
                          });
        }

        void hand_on(std::size_t const number) override
        {
            this->tell(number);
            if (is_unpacked(number))
            {
                for (result_t & result : made_[number % base_t::batch_count])
                    callback_(std::move(result));
                return;
            }
            std::span<alignment::sequence_pair const> const pairs = this->batch(number).pairs();
            detail::found_values & found = found_[number % base_t::batch_count];
            this->batch(number).for_each(
                [&](std::size_t const i, auto & first, auto & second, std::uint32_t const id)
                {
                    alignment::result const result =
                        found.take(i, pairs[i].first.size(), pairs[i].second.size(), choice_);
                    std::uint64_t const value = choice_.is_edit ? result.distance : result.length;
                    callback_(
                        make_result<traits_t>(first, second, id, score_of(choice_, value), aligned_parts::of(result)));
                });
        }

    protected:
        using letter_t = typename compared_letter_of<iterator_t>::type;
        using batch_t = typename base_t::batch_t;

        bool needs_packed(batch_t const & batch) const noexcept override
        {
            return short_pairs_.max_size() == 0 || batch.longest() > short_pairs_.max_size()
                || !this->are_pairs_readable();
        }

    private:
        // The pairs that a thread compares in one go: some ten microseconds.
        static constexpr std::size_t unpacked_at_once{64};

        bool is_unpacked(std::size_t const number) noexcept
        {
            return this->batch(number).pairs().empty();
        }

        void compute_unpacked(std::size_t const number, std::stop_token const & stop)
        {
            if constexpr (batch_t::keeps_sequences)
            {
                std::size_t const size = this->batch(number).size();
                made_[number % base_t::batch_count].resize(size);
                this->for_each_number((size + unpacked_at_once - 1) / unpacked_at_once,
                                      stop,
                                      [&](std::size_t const some)
                                      {
                                          std::size_t const begin = some * unpacked_at_once;
                                          compute_unpacked(number, begin, std::min(size, begin + unpacked_at_once));
                                      });
            }
        }

        // Computes neighbours with the calling thread.
        void compute_unpacked(std::size_t const number, std::size_t const begin, std::size_t const end)
        {
            auto & batch = this->batch(number);
            std::vector<result_t> & made = made_[number % base_t::batch_count];
            alignment::detail::rank_pairs<letter_t> ranks{end - begin};
            for (std::size_t i = begin; i < end; ++i)
                batch.use_pair(i,
                               [&](auto & first, auto & second)
                               {
                                   ranks.add(first, second);
                               });
            short_pairs_.compare(
                ranks.get(),
                [&](std::size_t const i, alignment::detail::short_result const & found)
                {
                    batch.use_pair(begin + i,
                                   [&](auto & first, auto & second)
                                   {
                                       aligned_parts const parts{found.first, found.second, found.steps, found.columns};
                                       made[begin + i] = make_result<traits_t>(first,
                                                                               second,
                                                                               batch.id(begin + i),
                                                                               score_of(choice_, found.value),
                                                                               parts);
                                   });
                });
        }

        static detail::batch_limits limits(detail::choice const & choice,
                                           alignment::detail::short_pairs const & short_pairs) noexcept
        {
            return {.pairs = plan::max_batch_pairs,
                    .letters = plan::max_batch_letters,
                    .counted =
                        choice.wants_paths() ? detail::counted_letters::pairs : detail::counted_letters::sequences,
                    .short_size = short_pairs.max_size()};
        }

        detail::choice const & choice_;
        alignment::detail::short_pairs const & short_pairs_;
        callback_t & callback_;
        std::array<detail::found_values, base_t::batch_count> found_{}; // The values of packed batches.
        std::array<std::vector<result_t>, base_t::batch_count> made_{}; // The results of other batches.
    };

    // Computes the pairs of a chunk.
    template <typename indexed_pairs_t, typename callback_t>
    void compute(indexed_pairs_t & indexed_pairs, callback_t & callback)
    {
        if constexpr (may_compute)
        {
            using iterator_t = std::ranges::iterator_t<indexed_pairs_t>;
            using sentinel_t = std::ranges::sentinel_t<indexed_pairs_t>;
            using letter_t = typename compared_letter_of<iterator_t>::type;
            auto const begin = std::ranges::begin(indexed_pairs);
            auto const end = std::ranges::end(indexed_pairs);
            if (begin != end && std::ranges::next(begin) == end && compute_at_once<letter_t>(*begin, callback))
                return;
            alignment::detail::short_pairs const short_pairs{wanted<letter_t>(), choice_->element.execution};
            chunk_steps<iterator_t, sentinel_t, callback_t> steps{*choice_,
                                                                  short_pairs,
                                                                  resources_,
                                                                  {begin, end},
                                                                  callback};
            steps.run();
        }
    }

    // Computes a single pair, for which batches would take longer than the comparison; returns whether it has.
    template <typename letter_t, typename indexed_pair_t, typename callback_t>
    bool compute_at_once(indexed_pair_t && indexed_pair, callback_t & callback)
    {
        plan::execution const & execution = choice_->element.execution;
        alignment::detail::short_comparison const comparison = wanted<letter_t>();
        std::uint64_t const max_size = alignment::detail::max_size_at_once(comparison, execution);
        if (choice_->element.on_batch || max_size == 0)
            return false;
        auto && pair = get_nth<0>(indexed_pair);
        auto && first = get_nth<0>(pair);
        auto && second = get_nth<1>(pair);
        if (std::max(detail::letter_count(first), detail::letter_count(second)) > max_size)
            return false;
        alignment::detail::rank_pairs<letter_t> ranks{1};
        ranks.add(first, second);
        std::optional<alignment::result> const found =
            alignment::detail::find_at_once(comparison, execution, ranks.get().front());
        if (!found)
            return false;
        auto const id = static_cast<std::uint32_t>(get_nth<1>(indexed_pair));
        std::uint64_t const value = choice_->is_edit ? found->distance : found->length;
        callback(make_result<traits_t>(first, second, id, score_of(*choice_, value), aligned_parts::of(*found)));
        return true;
    }

    // Returns the comparison that each pair needs.
    template <typename letter_t>
    alignment::detail::short_comparison wanted() const
    {
        return {.is_edit = choice_->is_edit,
                .with_alignment = choice_->wants_paths(),
                .ends = choice_->options.ends,
                .preference = choice_->options.preference,
                .end = choice_->options.end,
                .max_distance = choice_->max_distance,
                .min_length = choice_->min_length,
                .alphabet_size = seqan3::alphabet_size<letter_t>};
    }

    static score_t score_of([[maybe_unused]] detail::choice const & choice, [[maybe_unused]] std::uint64_t const value)
    {
        if constexpr (traits_t::compute_score)
        {
            if (choice.is_below_minimum(value))
                return std::numeric_limits<score_t>::lowest();
            return choice.is_edit ? to_edit_score<score_t>(value) : to_score<score_t>(value);
        }
        else
            return {};
    }

    std::shared_ptr<detail::choice const> choice_{};
    detail::chunk_resources resources_{};
};

} // namespace seqan3_gpulcs::pairwise
