// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Converts the library's results to SeqAn3's.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <ranges>
#include <string>
#include <type_traits>

#include <seqan3/alignment/decorator/gap_decorator.hpp>
#include <seqan3/alignment/pairwise/alignment_result.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>
#include <seqan3/utility/views/slice.hpp>
#include <seqan3/utility/views/type_reduce.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/pairwise/detail/batch_pipeline.hpp>

namespace seqan3_gpulcs::pairwise
{

//!\brief From this number of columns on, one thread per sequence of an alignment is faster: some milliseconds of work.
inline constexpr std::uint64_t columns_worth_a_thread{1 << 16};

/*!\brief Turns a length into a score.
 * \tparam score_t The type set by `seqan3::align_cfg::score_type`.
 * \throws seqan3_gpulcs::score_overflow if the type cannot hold the length exactly.
 */
template <typename score_t>
score_t to_score(std::uint64_t const length)
{
    bool fits{};
    if constexpr (std::is_floating_point_v<score_t>)
        fits = length <= std::uint64_t{1} << std::numeric_limits<score_t>::digits;
    else
        fits = length <= static_cast<std::make_unsigned_t<score_t>>(std::numeric_limits<score_t>::max());

    if (!fits)
        throw score_overflow{"The longest common subsequence has " + std::to_string(length)
                             + " letters, too many for the score type; configure a larger one, for example "
                               "seqan3::align_cfg::score_type<int64_t>."};

    return static_cast<score_t>(length);
}

/*!\brief Inserts the gaps of an alignment into one of its sequences.
 * \param aligned  Receives the sequence with its gaps.
 * \param sequence The sequence.
 * \param runs     The runs of the alignment, from the first column on.
 * \param gap      The operation that is a gap in this sequence.
 *
 * Flattened, because with all calls inlined compilers drop the search for the iterator that insert_gap returns, which can halve
 * the time.
 */
template <typename aligned_t, typename sequence_t, typename runs_t>
[[gnu::flatten]] void
align_sequence(aligned_t & aligned, sequence_t & sequence, runs_t const & runs, lcs::operation const gap)
{
    auto const size = static_cast<std::size_t>(std::ranges::distance(sequence));
    assign_unaligned(aligned, sequence | seqan3::views::type_reduce | seqan3::views::slice(0, size));

    // Every gap is inserted at the end of the columns aligned so far, so no later gap has to move. The bidirectional
    // iterator advances in logarithmic time.
    std::size_t position = 0;
    for (lcs::run const run : runs)
    {
        if (run.operation == gap)
            aligned.insert_gap(aligned.begin() + static_cast<std::ptrdiff_t>(position), run.count);
        position += run.count;
    }
}

/*!\brief Inserts the gaps of an alignment into both of its sequences.
 * \param alignment Receives the sequences with their gaps.
 * \param first     The first sequence.
 * \param second    The second sequence.
 * \param path      The alignment.
 * \param threads   The number of available threads.
 */
template <typename alignment_t, typename first_t, typename second_t>
void align_both(alignment_t & alignment,
                first_t & first,
                second_t & second,
                lcs::path const & path,
                unsigned const threads)
{
    auto const align_first = [&]()
    {
        align_sequence(std::get<0>(alignment), first, path.runs(), lcs::operation::deletion);
    };
    auto const align_second = [&]()
    {
        align_sequence(std::get<1>(alignment), second, path.runs(), lcs::operation::insertion);
    };
    bool const pays = threads > 1 && path.columns() >= columns_worth_a_thread;
    detail::for_each_number(pays ? 2 : 1,
                            2,
                            {},
                            [&](std::size_t const number)
                            {
                                number == 0 ? align_first() : align_second();
                            });
}

/*!\brief Builds a result of `seqan3::align_pairwise`.
 * \tparam traits_t  The traits of the configuration, which say what to output.
 * \param first      The first sequence.
 * \param second     The second sequence.
 * \param id         The position of the pair in its range.
 * \param found      The result to convert.
 * \param threads    The number of available threads; at least 1.
 * \throws seqan3_gpulcs::score_overflow if the score type cannot hold the length exactly.
 * \throws std::bad_alloc
 *
 * O(n log n) for n runs if the alignment is an output, otherwise constant time.
 */
template <typename traits_t, typename first_t, typename second_t>
auto make_result(first_t && first,
                 second_t && second,
                 std::uint32_t const id,
                 lcs::result const & found,
                 unsigned const threads)
{
    using result_t = typename traits_t::alignment_result_type;
    using value_t = typename seqan3::detail::alignment_result_value_type_accessor<result_t>::type;

    value_t value{};

    if constexpr (traits_t::output_sequence1_id)
        value.sequence1_id = id;

    if constexpr (traits_t::output_sequence2_id)
        value.sequence2_id = id;

    if constexpr (traits_t::compute_score)
        value.score = to_score<typename traits_t::original_score_type>(found.length);

    // A global alignment spans both sequences.
    if constexpr (traits_t::compute_begin_positions)
    {
        value.begin_positions.first = 0;
        value.begin_positions.second = 0;
    }

    if constexpr (traits_t::compute_end_positions)
    {
        value.end_positions.first = static_cast<std::size_t>(std::ranges::distance(first));
        value.end_positions.second = static_cast<std::size_t>(std::ranges::distance(second));
    }

    if constexpr (traits_t::compute_sequence_alignment)
        align_both(value.alignment, first, second, found.path, threads);

    return result_t{std::move(value)};
}

} // namespace seqan3_gpulcs::pairwise
