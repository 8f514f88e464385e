// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A published method, rebuilt: K. Kawanami, N. Fujimoto, "A GPU Implementation of a Bit-parallel Algorithm for
 *        Computing the Longest Common Subsequence", IPSJ Transactions, 2014.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "letter_ranks.hpp"

namespace published
{

//!\brief How the words of a 1,024-bit sum tell each other their carries.
enum class carry_exchange : std::uint8_t
{
    shared_memory, //!< As in the paper (sections 3.4, and Listing 5 of its Japanese predecessor of 2011).
    shuffles       //!< The same steps by the exchange between registers that devices have had since.
};

//!\brief What the method leaves open, or what other devices may want otherwise; the defaults are the paper's.
struct bit_parallel_plan
{
    unsigned step_columns{1024};        //!< The columns of a launch; a multiple of 32 (section 3.2).
    unsigned warps_per_block{1};        //!< Each has 1,024 bits of its own (section 3.2).
    carry_exchange exchange{};          //!< See there.
    std::uint64_t device_letters{2048}; //!< Pairs with fewer letters are left to the CPU (section 3.5).
};

/*!\brief The longest common subsequence of two strings.
 *
 * One column of the matrix is a vector of bits, one for each letter of the first string, cut into pieces of 1,024 bits; the columns are
 * cut into steps. A launch computes all pieces of one diagonal, each with a warp (section 3.2, Fig. 2).
 */
class bit_parallel_lcs
{
public:
    /*!\brief Allocates all memory and copies the strings, before anything is computed (section 3.5).
     * \throws seqan3_gpulcs::device_error
     */
    bit_parallel_lcs(std::string_view first, std::string_view second, bit_parallel_plan const & plan);

    //!\brief The length, by one pass over the matrix (Listing 4). \throws seqan3_gpulcs::device_error
    std::uint64_t length();

    //!\brief The subsequence, by Hirschberg's recursion (Listing 2). \throws seqan3_gpulcs::device_error
    std::string subsequence();

    //!\brief The time of all kernels so far.
    double kernel_seconds() const noexcept
    {
        return kernel_seconds_;
    }

private:
    //!\brief A part of a string.
    struct part
    {
        std::size_t begin{};
        std::size_t size{};
    };

    //!\brief A column of the matrix: bit i is 0 if the length grows with letter i of the first string.
    using bit_vector = std::vector<std::uint64_t>;

    bit_vector last_column(part first, part second, bool backwards);
    bit_vector last_column_on_device(part first, part second, bool backwards);
    bit_vector last_column_by_bits(part first, part second, bool backwards) const;
    bit_vector last_column_by_cells(part first, part second, bool backwards) const;
    void append_subsequence(part first, part second, std::string & found);

    std::string_view first_;
    bit_parallel_plan plan_;
    letter_ranks ranks_;
    std::vector<std::uint8_t> first_ranks_;
    std::vector<std::uint8_t> second_ranks_;

    seqan3_gpulcs::cuda::stream stream_{};
    seqan3_gpulcs::cuda::event begin_{};
    seqan3_gpulcs::cuda::event end_{};
    seqan3_gpulcs::cuda::device_buffer<std::uint8_t> first_letters_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint8_t> second_letters_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint64_t> column_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> matches_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> carries_{stream_};
    double kernel_seconds_{};
};

} // namespace published
