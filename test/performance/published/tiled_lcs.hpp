// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A published method, rebuilt: J. Kloetzli, B. Strege, J. Decker, M. Olano, "Parallel Longest Common Subsequence using
 *        Graphics Hardware", Eurographics Symposium on Parallel Graphics and Visualization, 2008.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"

namespace published
{

//!\brief The sizes of squares on all levels, all powers of two; the defaults are the paper's.
struct tiled_plan
{
    std::size_t device_square{std::size_t{1}
                              << 15}; //!< The largest one that the device computes by itself (section 5.2).
    unsigned block_square{512};       //!< That of a block of threads (sections 5.2 and 6).
    unsigned tile{4};                 //!< That of a thread: 4 or 8 (sections 5.3 and 6).
    std::size_t host_square{1024};    //!< The CPU computes squares up to this size (section 6).
};

/*!\brief The longest common subsequence of two strings, by its matrix of lengths, in linear memory.
 *
 * A square is computed from the cells on its upper and left edges, the input boundary, to those on its lower and right ones. The
 * boundary is an array with one cell for each diagonal of the matrix: computing a cell replaces the one before it on its
 * diagonal (section 4.2.1, Fig. 3). Lengths have 32 bits.
 */
class tiled_lcs
{
public:
    /*!\brief Allocates all memory, and copies the strings.
     * \throws seqan3_gpulcs::device_error, or std::invalid_argument if the strings have more than 254 different letters.
     */
    tiled_lcs(std::string_view first, std::string_view second, tiled_plan const & plan);

    //!\brief The length, by one pass over the matrix. \throws seqan3_gpulcs::device_error
    std::uint64_t length();

    //!\brief The subsequence (section 4.2.2). \throws seqan3_gpulcs::device_error
    std::string subsequence();

    //!\brief The time of all kernels so far.
    double kernel_seconds() const noexcept
    {
        return kernel_seconds_;
    }

private:
    //!\brief A cell of the matrix, or the letters before it: x of the first string, y of the second.
    struct cell
    {
        std::size_t x{};
        std::size_t y{};
    };

    struct square
    {
        cell begin{};
        std::size_t size{};

        square quadrant(bool const right, bool const lower) const noexcept
        {
            std::size_t const half = size / 2;
            return {{begin.x + (right ? half : 0), begin.y + (lower ? half : 0)}, half};
        }
    };

    void push(square part, cell end, std::uint32_t * diagonal);
    void push_on_host(square part, std::uint32_t * diagonal) const;
    void push_on_device(square part, std::uint32_t * diagonal);
    void trace(square part, std::uint32_t * diagonal, cell & at, std::string & backwards);
    void trace_on_host(square part, std::uint32_t const * diagonal, cell & at, std::string & backwards) const;

    std::string_view first_;
    cell end_;
    tiled_plan plan_;
    std::size_t all_size_; //!< Of the square that holds the matrix.
    std::size_t square_;   //!< Of the squares that are computed on the device, or on the host if they are small.
    std::vector<std::uint8_t> first_codes_;
    std::vector<std::uint8_t> second_codes_;

    seqan3_gpulcs::cuda::stream stream_{};
    seqan3_gpulcs::cuda::event begin_event_{};
    seqan3_gpulcs::cuda::event end_event_{};
    seqan3_gpulcs::cuda::device_buffer<std::uint8_t> first_letters_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint8_t> second_letters_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> input_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> output_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> edges_{stream_};
    double kernel_seconds_{};
};

} // namespace published
