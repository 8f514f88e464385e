// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The costs of the steps of finding primers. They affect the time, never a result.
 */

#pragma once

#include <cstdint>

#include "src/cpu/search/anchored_distances.hpp"
#include "src/cpu/search/approximate_search.hpp"
#include "src/cpu/search/suffix_distances.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief The nanoseconds of a pass of the CPU per letter of the text; measured with AVX-512.
constexpr double cpu_pass_time(std::uint64_t const pattern_size) noexcept
{
    cpu::search_shape const shape = cpu::shape_for_pattern(pattern_size);
    return shape.bits == 16 ? 0.08 : shape.bits == 32 ? 0.15 : 0.3 * static_cast<double>(shape.words);
}

//!\brief The nanoseconds of collecting a candidate; measured.
inline constexpr double collection_time{75};

//!\brief The nanoseconds of verifying one candidate alone, with k differences; measured.
constexpr double verification_time(std::uint64_t const differences) noexcept
{
    auto const k = static_cast<double>(differences);
    return 40 + 3 * k * k;
}

//!\brief The nanoseconds of one pass over a text with some suffixes of a pattern; measured with AVX-512.
inline double
suffix_time(std::uint64_t const pattern_size, std::uint64_t const suffixes, std::uint64_t const text_size) noexcept
{
    return 200 + 2.8 * cpu::suffix_distances::steps(pattern_size, suffixes, text_size);
}

//!\brief The nanoseconds of comparing as many texts as there are lanes with a pattern that ends with them; measured with AVX-512.
inline double anchored_time(std::uint64_t const pattern_size, std::uint64_t const differences) noexcept
{
    return 400 + 4.5 * cpu::anchored_distances::steps(pattern_size, differences);
}

} // namespace seqan3_gpulcs::scan
