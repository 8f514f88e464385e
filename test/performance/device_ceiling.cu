// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "cuda/search/distance_column.cuh"
#include "device_ceiling.hpp"

namespace
{

using namespace seqan3_gpulcs;

constexpr unsigned words{16};
constexpr unsigned threads{256};
constexpr unsigned columns{1 << 15};

__global__ void __launch_bounds__(threads) compute_columns(std::uint32_t * const out, std::uint32_t const seed)
{
    std::uint32_t v[1][words];
    std::uint32_t m[2][words];
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
    {
        v[0][i] = ~0u;
        m[0][i] = (threadIdx.x * 2'654'435'761u) ^ (seed * (i + 1));
        m[1][i] = ~m[0][i] * 40'503u;
    }

    std::uint32_t carries_in[1]{seed};
    std::uint32_t carries_out[1]{};
    for (unsigned column = 0; column < columns; column += 2)
    {
#pragma unroll
        for (unsigned c = 0; c < 2; ++c)
        {
            auto const matching = [&](unsigned const i, std::uint32_t const word)
            {
                return word & m[c][i];
            };
            cuda::lcs_recurrence::step<words>(v, matching, carries_in, carries_out);
        }
    }

    for (unsigned i = 0; i < words; ++i)
        carries_out[0] += v[0][i];
    out[blockIdx.x * threads + threadIdx.x] = carries_out[0];
}

__global__ void __launch_bounds__(threads) compute_distances(std::uint32_t * const out, std::uint32_t const seed)
{
    std::uint32_t m[2][words];
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
    {
        m[0][i] = (threadIdx.x * 2'654'435'761u) ^ (seed * (i + 1));
        m[1][i] = ~m[0][i] * 40'503u;
    }
    cuda::distance_column<words> distances;
    distances.start(static_cast<std::int32_t>(seed % 32), 0);

    for (unsigned column = 0; column < columns; column += 2)
        for (unsigned i = 0; i < 2; ++i)
        {
            std::uint32_t up = 0;
            std::uint32_t down = 0;
            distances.step(m[i], up, down);
        }

    auto sum = static_cast<std::uint32_t>(distances.distance);
    for (unsigned i = 0; i < words; ++i)
        sum += distances.state[0][i];
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

double measure(void (*const kernel)(std::uint32_t *, std::uint32_t))
{
    int device{};
    int multiprocessors{};
    SEQAN3_GPULCS_CUDA_TRY(cudaGetDevice(&device));
    SEQAN3_GPULCS_CUDA_TRY(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));

    // Two warps for each scheduler, several times.
    auto const blocks = static_cast<unsigned>(multiprocessors) * 8;
    cuda::stream const stream{};
    cuda::device_buffer<std::uint32_t> out{stream};
    std::uint32_t * const values = out.reserve(std::size_t{blocks} * threads).data();
    cuda::event begin{};
    cuda::event end{};

    std::vector<double> seconds{};
    for (unsigned repetition = 0; repetition < 6; ++repetition)
    {
        begin.record(stream);
        kernel<<<blocks, threads, 0, stream>>>(values, 12'345 + repetition);
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaGetLastError());
        end.record(stream);
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream));
        seconds.push_back(end.seconds_since(begin));
    }

    // The first one warms up.
    std::sort(seconds.begin() + 1, seconds.end());
    return 32.0 * words * columns * threads * blocks / seconds[3] / 1e12;
}

} // namespace

double measure_ceiling()
{
    return measure(compute_columns);
}

double measure_distance_ceiling()
{
    return measure(compute_distances);
}
