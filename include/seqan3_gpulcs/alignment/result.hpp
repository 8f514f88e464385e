// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The result of a comparison.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::alignment
{

//!\brief A part of a sequence.
struct part
{
    std::uint64_t begin{}; //!< The first letter.
    std::uint64_t end{};   //!< One past the last letter.

    //!\brief Whether both are equal.
    friend bool operator==(part const &, part const &) = default;
};

//!\brief The method by which a pair was computed. All methods have the same results.
enum class method : std::uint8_t
{
    whole_matrix, //!< All cells of the matrix.
    band, //!< The cells that may be on a path that is good enough; none if lengths or letters rule out that there is one.
    wavefront //!< The furthest cells with few edits, or few letters outside the subsequence, on each diagonal.
};

//!\brief The name of a method: `whole_matrix`, `band` or `wavefront`.
constexpr char const * to_string(method const value) noexcept
{
    return value == method::band ? "band" : value == method::wavefront ? "wavefront" : "whole_matrix";
}

//!\brief The result for one pair.
struct result
{
    std::uint64_t length{};       //!< The length of a longest common subsequence; 0 if the pair is too short.
    std::uint64_t distance{};     //!< The edit distance, or too_distant; 0 for longest common subsequences.
    alignment::part first{};      //!< The aligned part of the first sequence, with edit distances.
    alignment::part second{};     //!< The aligned part of the second sequence, with edit distances.
    alignment::path path{};       //!< The alignment of both parts; empty unless it was requested and found.
    plan::backend backend{};      //!< The backend that computed it.
    double forward_seconds{};     //!< The time of the forward pass over the matrix.
    double traceback_seconds{};   //!< The time of the traceback.
    double transfer_seconds{};    //!< The part of the forward pass spent copying to and from the device; 0 on the CPU.
    double kernel_seconds{};      //!< The part of the forward pass spent in kernels; 0 on the CPU.
    std::uint64_t memory_bytes{}; //!< The memory used by checkpoints and tiles, which counts towards the limit.

    //!\brief The distance between checkpoints in the first sequence, in letters; 0 if there are none.
    std::uint64_t checkpoint_rows{};

    //!\brief The distance between checkpoints in the second sequence, in letters; 0 if there are none.
    std::uint64_t checkpoint_columns{};

    //!\brief The method by which it was computed.
    alignment::method method{};

    //!\brief The cells of the matrix that were computed, without those of the traceback; the points of method::wavefront.
    double cells{};

    //!\brief The device memory used by the pair or, if it was computed in a batch, by the batch; 0 on the CPU.
    std::uint64_t device_bytes{};
};

} // namespace seqan3_gpulcs::alignment
