// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "cuda/runtime/intrinsics.cuh"
#include "letter_ranks.hpp"
#include "src/util/ceil_div.hpp"
#include "tiled_lcs.hpp"

namespace published
{

namespace
{

using namespace seqan3_gpulcs;

// What pads the strings matches nothing.
constexpr std::uint8_t after_first{254};
constexpr std::uint8_t after_second{255};

// The next cell of a diagonal (Equation 1); its neighbours in the array are the cells beside it in the matrix.
__host__ __device__ inline void push_cell(std::uint32_t * const cell, bool const same)
{
    *cell = same ? *cell + 1 : cell[-1] > cell[1] ? cell[-1] : cell[1];
}

struct diagonal_arguments
{
    std::uint8_t const * first; // The letters of the square.
    std::uint8_t const * second;
    std::uint32_t const * input; // Its boundaries.
    std::uint32_t * output;
    std::uint32_t * edges; // Of each block the lower edge and then the right one.
    unsigned block_square;
    unsigned blocks; // On a side of the square.
    unsigned diagonal;
};

// One block, with the boundary that it needs and leaves (section 5.2, Fig. 4). Only edges are kept, each with the corner, so that
// no two blocks read the same cells.
class block_cells
{
public:
    __device__ block_cells(diagonal_arguments const & arguments, unsigned const x, unsigned const y) :
        arguments_{arguments},
        x_{x},
        y_{y}
    {}

    // A cell of the input boundary, from that on the lower left, -block_square, to that on the upper right.
    __device__ std::uint32_t input(int const diagonal) const
    {
        unsigned const m = arguments_.block_square;
        std::uint64_t const centre = std::uint64_t{arguments_.blocks} * m;
        if (diagonal < 0 && x_ > 0)
            return edge(x_ - 1, y_)[m + static_cast<unsigned>(-diagonal) - 1];
        if (diagonal > 0 && y_ > 0)
            return edge(x_, y_ - 1)[diagonal - 1];
        if (diagonal == 0 && x_ > 0 && y_ > 0)
            return edge(x_ - 1, y_ - 1)[m - 1];
        // On the boundary of the square.
        return arguments_
            .input[centre + std::uint64_t{x_} * m - std::uint64_t{y_} * m + static_cast<std::uint64_t>(diagonal)];
    }

    // Cell `i` of the lower edge, from 1 on.
    __device__ void store_lower(unsigned const i, std::uint32_t const length) const
    {
        edge(x_, y_)[i - 1] = length;
        if (y_ + 1 == arguments_.blocks)
            arguments_.output[std::uint64_t{x_} * arguments_.block_square + i] = length;
    }

    // The same of the right edge.
    __device__ void store_right(unsigned const i, std::uint32_t const length) const
    {
        std::uint64_t const m = arguments_.block_square;
        edge(x_, y_)[m + i - 1] = length;
        if (x_ + 1 == arguments_.blocks)
            arguments_.output[2 * m * arguments_.blocks - (y_ * m + i)] = length;
    }

private:
    __device__ std::uint32_t * edge(unsigned const x, unsigned const y) const
    {
        return arguments_.edges + (std::uint64_t{y} * arguments_.blocks + x) * 2 * arguments_.block_square;
    }

    diagonal_arguments const & arguments_;
    unsigned x_;
    unsigned y_;
};

// GPU-LEVEL-THREE (section 5.4): a thread computes the cells of a tile one after the other, in the shared boundary.
template <unsigned tile>
__device__ void
push_tile(std::uint32_t * const centre, std::uint8_t const * const first, std::uint8_t const * const second)
{
    std::uint8_t letters[2][tile];
#pragma unroll
    for (unsigned i = 0; i < tile; ++i)
    {
        letters[0][i] = first[i];
        letters[1][i] = second[i];
    }
#pragma unroll
    for (unsigned y = 0; y < tile; ++y)
#pragma unroll
        for (unsigned x = 0; x < tile; ++x)
            push_cell(centre + static_cast<int>(x) - static_cast<int>(y), letters[0][x] == letters[1][y]);
}

// GPU-LEVEL-TWO (section 5.3): each block of a diagonal of GPU-LEVEL-ONE, tile diagonal by tile diagonal. There is a thread for
// each place of the boundary, that is for each tile diagonal from the lower left to the upper right; every second one of them has a
// tile at a time.
template <unsigned tile>
__global__ void push_blocks(diagonal_arguments const arguments)
{
    unsigned const m = arguments.block_square;
    unsigned const first_x = arguments.diagonal < arguments.blocks ? 0 : arguments.diagonal - arguments.blocks + 1;
    unsigned const block_x = first_x + blockIdx.x;
    unsigned const block_y = arguments.diagonal - block_x;
    block_cells const cells{arguments, block_x, block_y};

    auto * const boundary = reinterpret_cast<std::uint32_t *>(cuda::shared_memory());
    std::uint32_t * const centre = boundary + m;
    auto * const first = reinterpret_cast<std::uint8_t *>(boundary + 2 * m + 1);
    std::uint8_t * const second = first + m;
    for (unsigned i = threadIdx.x; i < 2 * m + 1; i += blockDim.x)
        boundary[i] = cells.input(static_cast<int>(i) - static_cast<int>(m));
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
    {
        first[i] = arguments.first[std::uint64_t{block_x} * m + i];
        second[i] = arguments.second[std::uint64_t{block_y} * m + i];
    }
    __syncthreads();

    int const side = static_cast<int>(m / tile);
    int const place = static_cast<int>(threadIdx.x) - (side - 1);
    for (int step = 0; step < 2 * side - 1; ++step)
    {
        int const x = (step + place) / 2;
        int const y = (step - place) / 2;
        if ((step + place) % 2 == 0 && step + place >= 0 && step - place >= 0 && x < side && y < side)
            push_tile<tile>(centre + place * static_cast<int>(tile),
                            first + x * static_cast<int>(tile),
                            second + y * static_cast<int>(tile));
        __syncthreads();
    }

    for (unsigned i = threadIdx.x + 1; i <= m; i += blockDim.x)
    {
        cells.store_lower(i, boundary[i]);
        cells.store_right(i, boundary[2 * m - i]);
    }
}

} // namespace

tiled_lcs::tiled_lcs(std::string_view const first, std::string_view const second, tiled_plan const & plan) :
    first_{first},
    end_{first.size(), second.size()},
    plan_{plan},
    all_size_{std::bit_ceil(std::max({first.size(), second.size(), std::size_t{1}}))},
    square_{std::min(all_size_, plan.device_square)}
{
    letter_ranks const ranks{std::string{first} + std::string{second}};
    if (ranks.count() > after_first)
        throw std::invalid_argument{"The tiled method knows at most 254 different letters, but there are "
                                    + std::to_string(ranks.count()) + ": use fewer."};
    auto const padded = [&](std::string_view const text, std::uint8_t const padding)
    {
        std::vector<std::uint8_t> codes = ranks.rank(text);
        codes.resize(util::ceil_div(text.size(), square_) * square_, padding);
        return codes;
    };
    first_codes_ = padded(first, after_first);
    second_codes_ = padded(second, after_second);

    cuda::copy_to_device<std::uint8_t>(first_letters_.reserve(first_codes_.size()), first_codes_, stream_);
    cuda::copy_to_device<std::uint8_t>(second_letters_.reserve(second_codes_.size()), second_codes_, stream_);
    input_.reserve(2 * square_ + 1);
    output_.reserve(2 * square_ + 1);
    if (square_ > plan.host_square)
        edges_.reserve(2 * square_ * (square_ / plan.block_square));
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
}

std::uint64_t tiled_lcs::length()
{
    std::vector<std::uint32_t> boundary(2 * all_size_ + 1);
    std::uint32_t * const centre = boundary.data() + all_size_;
    push({{}, all_size_}, end_, centre);
    // In the last corner that was computed.
    auto const x = static_cast<std::ptrdiff_t>(first_codes_.size());
    auto const y = static_cast<std::ptrdiff_t>(second_codes_.size());
    return centre[x - y];
}

std::string tiled_lcs::subsequence()
{
    std::vector<std::uint32_t> boundary(2 * all_size_ + 1);
    cell at = end_;
    std::string found{};
    trace({{}, all_size_}, boundary.data() + all_size_, at, found);
    std::ranges::reverse(found);
    return found;
}

// GPU-LCS (section 4.1): from the input boundary of a square to its output boundary, where `diagonal` is the cell on the diagonal
// through its corner. The paper has squares of a power of two only; parts that begin after the end of a string are left out.
void tiled_lcs::push(square const part, cell const end, std::uint32_t * const diagonal)
{
    if (part.begin.x >= end.x || part.begin.y >= end.y)
        return;
    if (part.size <= plan_.host_square)
        return push_on_host(part, diagonal);
    if (part.size <= plan_.device_square)
        return push_on_device(part, diagonal);
    auto const half = static_cast<std::ptrdiff_t>(part.size / 2);
    push(part.quadrant(false, false), end, diagonal);
    push(part.quadrant(true, false), end, diagonal + half);
    push(part.quadrant(false, true), end, diagonal - half);
    push(part.quadrant(true, true), end, diagonal);
}

// SIMPLE-LCS (section 4.1), in the boundary alone.
void tiled_lcs::push_on_host(square const part, std::uint32_t * const diagonal) const
{
    for (std::size_t y = 0; y < part.size; ++y)
        for (std::size_t x = 0; x < part.size; ++x)
            push_cell(diagonal + static_cast<std::ptrdiff_t>(x) - static_cast<std::ptrdiff_t>(y),
                      first_codes_[part.begin.x + x] == second_codes_[part.begin.y + y]);
}

// GPU-LEVEL-ONE (section 5.2): a launch for each diagonal of blocks.
void tiled_lcs::push_on_device(square const part, std::uint32_t * const diagonal)
{
    std::span const boundary{diagonal - part.size, 2 * part.size + 1};
    cuda::copy_to_device<std::uint32_t>(input_.view(), boundary, stream_);
    diagonal_arguments arguments{first_letters_.view().data() + part.begin.x,
                                 second_letters_.view().data() + part.begin.y,
                                 input_.view().data(),
                                 output_.view().data(),
                                 edges_.view().data(),
                                 plan_.block_square,
                                 static_cast<unsigned>(part.size / plan_.block_square),
                                 0};
    cudaLaunchConfig_t configuration{};
    configuration.blockDim = dim3{2 * plan_.block_square / plan_.tile - 1};
    configuration.dynamicSmemBytes =
        (2 * plan_.block_square + 1) * sizeof(std::uint32_t) + 2 * std::size_t{plan_.block_square};
    configuration.stream = stream_;
    auto const kernel = plan_.tile == 4 ? push_blocks<4> : push_blocks<8>;
    begin_event_.record(stream_);
    for (; arguments.diagonal < 2 * arguments.blocks - 1; ++arguments.diagonal)
    {
        configuration.gridDim = dim3{std::min(arguments.diagonal + 1, 2 * arguments.blocks - 1 - arguments.diagonal)};
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
    }
    end_event_.record(stream_);
    // The two ends of the boundary stay.
    cuda::copy_to_host<std::uint32_t>(boundary.subspan(1, 2 * part.size - 1),
                                      output_.view().part(1, 2 * part.size - 1),
                                      stream_);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
    kernel_seconds_ += end_event_.seconds_since(begin_event_);
}

// The path backwards through a square, from a cell in it to the upper or left edge (section 4.2.2). Quadrants that the path does not
// touch are computed only if others need their boundaries. `diagonal` has the input boundary, which is lost.
void tiled_lcs::trace(square const part, std::uint32_t * const diagonal, cell & at, std::string & backwards)
{
    if (at.x <= part.begin.x || at.y <= part.begin.y)
        return;
    if (part.size <= plan_.host_square)
        return trace_on_host(part, diagonal, at, backwards);

    auto const half = static_cast<std::ptrdiff_t>(part.size / 2);
    square const upper_left = part.quadrant(false, false);
    square const upper_right = part.quadrant(true, false);
    square const lower_left = part.quadrant(false, true);
    square const lower_right = part.quadrant(true, true);
    std::vector<std::uint32_t> of_upper_left(diagonal - half, diagonal + half + 1);
    if (at.x > upper_right.begin.x || at.y > lower_left.begin.y)
    {
        push(upper_left, at, diagonal);
        std::vector<std::uint32_t> of_others(diagonal - 2 * half, diagonal + 2 * half + 1);
        push(upper_right, at, diagonal + half);
        push(lower_left, at, diagonal - half);
        trace(lower_right, diagonal, at, backwards);
        std::uint32_t * const centre = of_others.data() + 2 * half;
        // The path touches only one of both.
        if (at.y <= lower_left.begin.y)
            trace(upper_right, centre + half, at, backwards);
        else
            trace(lower_left, centre - half, at, backwards);
    }
    trace(upper_left, of_upper_left.data() + half, at, backwards);
}

void tiled_lcs::trace_on_host(square const part,
                              std::uint32_t const * const diagonal,
                              cell & at,
                              std::string & backwards) const
{
    // All cells that may be on the path, row by row.
    std::size_t const width = at.x - part.begin.x + 1;
    std::size_t const height = at.y - part.begin.y + 1;
    std::vector<std::uint32_t> cells(width * height);
    for (std::size_t x = 0; x < width; ++x)
        cells[x] = diagonal[x];
    auto const same = [&](std::size_t const x, std::size_t const y)
    {
        return first_codes_[part.begin.x + x - 1] == second_codes_[part.begin.y + y - 1];
    };
    for (std::size_t y = 1; y < height; ++y)
    {
        std::uint32_t * const row = cells.data() + y * width;
        row[0] = *(diagonal - static_cast<std::ptrdiff_t>(y));
        for (std::size_t x = 1; x < width; ++x)
            row[x] = same(x, y) ? row[x - 1 - width] + 1 : std::max(row[x - 1], *(row + x - width));
    }

    std::size_t x = width - 1;
    std::size_t y = height - 1;
    while (x > 0 && y > 0)
    {
        std::uint32_t const * const here = cells.data() + y * width + x;
        if (same(x, y))
        {
            --x;
            --y;
            backwards += first_[part.begin.x + x];
        }
        else if (*(here - width) >= *(here - 1))
            --y;
        else
            --x;
    }
    at = {part.begin.x + x, part.begin.y + y};
}

} // namespace published
