// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>

#include "performance/published/alternative_primer.cuh"
#include "performance/published/conventional_primer.cuh"
#include "performance/published/primer_methods.hpp"

namespace published
{

namespace
{

using namespace seqan3_gpulcs;

// Blocks of a launch: as many as devices of the paper's time always allowed.
constexpr std::uint64_t max_launch_blocks{65'535};

// The cells of a row in global memory, which each block of the conventional solution has.
std::uint64_t row_cells(primer_problem const & problem) noexcept
{
    return std::max<std::uint64_t>(problem.background.size(), 1);
}

// The paper's numbers of rows, columns and diagonals have 32 bits; this leaves room for the threads of a block.
constexpr std::uint64_t max_letters{(std::uint64_t{1} << 31) - (1 << 16)};

void check(primer_problem const & problem, unsigned const threads)
{
    if (problem.differences == 0)
        throw std::invalid_argument{"A primer needs at least 1 difference."};
    if (threads < 2)
        throw std::invalid_argument{"A block needs at least 2 threads."};
    if (problem.target.size() > max_letters || problem.differences > max_letters
        || problem.background.size() > max_letters - problem.differences)
        throw std::invalid_argument{"The published methods count letters with 32 bits; take shorter sequences."};
}

template <typename launch_t>
void launch_blocks(void (*const kernel)(launch_t const),
                   launch_t const & launch,
                   cudaLaunchConfig_t const & configuration)
{
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, launch));
}

cudaLaunchConfig_t
make_configuration(unsigned const blocks, unsigned const threads, std::size_t const shared_bytes, cudaStream_t const in)
{
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{blocks};
    configuration.blockDim = dim3{threads};
    configuration.dynamicSmemBytes = shared_bytes;
    configuration.stream = in;
    return configuration;
}

auto choose_kernel(prefetched const letters) noexcept
{
    return letters == prefetched::none   ? &alternative_primers<prefetched::none>
         : letters == prefetched::target ? &alternative_primers<prefetched::target>
                                         : &alternative_primers<prefetched::both>;
}

} // namespace

// The matrices are computed in batches, a launch for each (section 4).
template <typename launch_t>
std::vector<std::uint64_t>
primer_finder::find(primer_problem const & problem, std::uint64_t const max_blocks, launch_t const & launch)
{
    std::uint64_t const size = problem.target.size();
    std::vector<std::uint64_t> lengths(std::min(problem.positions, size));
    // Figure 1: there is nothing to find where less than k letters are left.
    std::uint64_t const positions =
        size < problem.differences ? 0 : std::min<std::uint64_t>(lengths.size(), size - problem.differences + 1);
    if (positions == 0)
        return lengths; // Nobody would wait for the copies.

    primer_launch all{};
    auto const upload = [this](cuda::device_buffer<char> & to, std::string_view const from)
    {
        auto const letters = to.reserve(std::max<std::size_t>(from.size(), 1));
        if (!from.empty())
            cuda::copy_to_device(letters, std::span<char const>{from}, stream_);
        return letters.data();
    };
    all.target = upload(target_, problem.target);
    all.background = upload(background_, problem.background);
    all.target_size = static_cast<int>(size);
    all.background_size = static_cast<int>(problem.background.size());
    all.differences = static_cast<int>(problem.differences);

    std::vector<int> prefixes{};
    bool is_over = false;
    for (std::uint64_t first = 0; first < positions && !is_over; first += max_blocks)
    {
        prefixes.resize(std::min(max_blocks, positions - first));
        auto const found = prefixes_.reserve(prefixes.size());
        all.first_position = static_cast<int>(first);
        all.prefixes = found.data();
        launch(all, static_cast<unsigned>(prefixes.size()));
        cuda::copy_to_host(std::span<int>{prefixes}, found, stream_);
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));

        // Figure 4a: one more letter makes the primer. Where there is none, no later position has one. The paper stops at an empty
        // prefix, too; but with k = 1, one letter that is not in the background is a primer.
        for (std::uint64_t i = 0; i < prefixes.size() && !is_over; ++i)
        {
            auto const length = static_cast<std::uint64_t>(prefixes[i]) + 1;
            is_over = first + i + length > size;
            lengths[first + i] = is_over ? 0 : length;
        }
    }
    return lengths;
}

// As many blocks as there is memory for: with few of them, long backgrounds would leave most of the device idle.
std::uint64_t primer_finder::max_conventional_blocks(primer_problem const & problem) const
{
    std::uint64_t const bytes = (cuda::free_device_bytes() + last_rows_.bytes()) / 4 * 3;
    std::uint64_t const blocks =
        std::clamp<std::uint64_t>(bytes / (row_cells(problem) * sizeof(int)), 1, max_launch_blocks);
    return std::min<std::uint64_t>(blocks, std::max<std::uint64_t>(problem.positions, 1));
}

void primer_finder::reserve_rows(primer_problem const & problem)
{
    last_rows_.reserve(max_conventional_blocks(problem) * row_cells(problem));
    SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(stream_));
}

std::vector<std::uint64_t> primer_finder::find_conventional(primer_problem const & problem, unsigned const threads)
{
    check(problem, threads);
    return find(problem,
                max_conventional_blocks(problem),
                [&](primer_launch const & all, unsigned const count)
                {
                    conventional_launch launch{all};
                    launch.last_rows = last_rows_.reserve(count * row_cells(problem)).data();
                    launch_blocks(&conventional_primers,
                                  launch,
                                  make_configuration(count, threads, conventional_shared_bytes(threads), stream_));
                });
}

std::vector<std::uint64_t> primer_finder::find_alternative(primer_problem const & problem,
                                                           alternative_tuning const & tuning)
{
    check(problem, tuning.threads);
    std::uint64_t const letters = prefetched_letters(tuning, problem.differences);
    std::size_t const shared_bytes = alternative_shared_bytes(tuning.threads, letters, problem.differences);
    return find(problem,
                max_launch_blocks,
                [&](primer_launch const & all, unsigned const count)
                {
                    alternative_launch launch{all};
                    launch.target_letters = static_cast<int>(letters);
                    launch_blocks(choose_kernel(tuning.letters),
                                  launch,
                                  make_configuration(count, tuning.threads, shared_bytes, stream_));
                });
}

} // namespace published
