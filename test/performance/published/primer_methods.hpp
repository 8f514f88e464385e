// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The published solutions for k-difference primers on a CUDA device.
 *
 * "The paper" here is "Parallel solutions to the k-difference primer problem" by L. Feuser and N. Moreano. Its
 * sections, figures and optimizations are cited by their numbers.
 */

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"

namespace published
{

//!\brief Which primers to find: at the first positions of a target.
struct primer_problem
{
    std::string_view target{};     //!< The paper's alpha.
    std::string_view background{}; //!< The paper's beta.
    std::uint64_t positions{};
    std::uint64_t differences{}; //!< k, at least 1.
};

//!\brief The letters that are likely to be used, and that the alternative solution copies to shared memory (section 4.2).
enum class prefetched : std::uint8_t
{
    none,
    target, //!< Optimization 5.
    both    //!< Optimizations 5 and 6.
};

//!\brief What the paper varies in the alternative solution: best are 256 threads (figure 9), both prefetched, 3 (table 4).
struct alternative_tuning
{
    unsigned threads{256};
    prefetched letters{prefetched::both};
    unsigned factor{3}; //!< The paper's c: for each difference, so many letters of the target are prefetched.
};

//!\brief Finds primers with the device that is current when it is made; keeps its memory from one call to the next.
class primer_finder
{
public:
    /*!\brief The conventional solution, with optimizations 1, 3, 4 and 5, the paper's best.
     * \param problem Which primers to find.
     * \param threads The threads of a block, at least 2.
     * \returns The length of the primer at each position, 0 where there is none.
     * \throws std::invalid_argument where the paper's 32-bit numbers do not suffice.
     * \throws seqan3_gpulcs::device_error
     */
    std::vector<std::uint64_t> find_conventional(primer_problem const & problem, unsigned threads = 256);

    //!\brief The alternative solution, with optimizations 3 and 4, and 5 and 6 where they are chosen; otherwise the same.
    std::vector<std::uint64_t> find_alternative(primer_problem const & problem, alternative_tuning const & tuning = {});

    //!\brief Allocates the memory for rows of matrices, so that the next call need not. \throws seqan3_gpulcs::device_error
    void reserve_rows(primer_problem const & problem);

private:
    std::uint64_t max_conventional_blocks(primer_problem const & problem) const;

    template <typename launch_t>
    std::vector<std::uint64_t> find(primer_problem const & problem, std::uint64_t max_blocks, launch_t const & launch);

    seqan3_gpulcs::cuda::stream stream_{};
    seqan3_gpulcs::cuda::device_buffer<char> target_{stream_};
    seqan3_gpulcs::cuda::device_buffer<char> background_{stream_};
    seqan3_gpulcs::cuda::device_buffer<int> last_rows_{stream_};
    seqan3_gpulcs::cuda::device_buffer<int> prefixes_{stream_};
};

} // namespace published
