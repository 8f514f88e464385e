// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "bit_parallel_lcs.hpp"
#include "cuda/runtime/intrinsics.cuh"
#include "src/util/ceil_div.hpp"

namespace published
{

namespace
{

using namespace seqan3_gpulcs;

constexpr unsigned warp_threads{32};

// One word for each thread of a warp (section 3.2).
constexpr std::uint64_t piece_bits{1024};
constexpr std::uint64_t piece_words{piece_bits / 32};

// Below these, the CPU compares cell by cell (section 3.5).
constexpr std::size_t fewest_rows_by_bits{96};
constexpr std::size_t fewest_columns_by_bits{256};

struct match_arguments
{
    std::uint8_t const * letters;
    std::uint64_t size;
    std::uint32_t * matches;
    std::uint64_t words;
    bool backwards;
};

// Pattern match vectors, section 2.4: each thread makes one word for one letter, blockIdx.y. The paper does not say how; and
// it has a vector for each of 256 bytes, where this has one for each letter that occurs. Bits after the end are 0, as for
// the paper's padding, which matches nothing. The first letter is the lowest bit; the paper numbers the words from the
// other end.
__global__ void make_matches(match_arguments const arguments)
{
    std::uint64_t const word = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (word >= arguments.words)
        return;
    std::uint32_t bits = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
    {
        std::uint64_t const i = word * 32 + bit;
        if (i < arguments.size)
        {
            std::uint64_t const position = arguments.backwards ? arguments.size - 1 - i : i;
            bits |= std::uint32_t{arguments.letters[position] == blockIdx.y} << bit;
        }
    }
    arguments.matches[blockIdx.y * arguments.words + word] = bits;
}

struct step_arguments
{
    std::uint8_t const * letters; // Of the second string.
    std::uint64_t columns;
    std::uint32_t const * matches;
    std::uint32_t * column;
    std::uint32_t * carries; // Those of two launches, for each piece and column (section 3.3: double buffering).
    std::uint64_t pieces;
    std::uint64_t launch;
    unsigned step_columns;
    bool backwards;
};

// What a warp has in shared memory: the carries of a step from the piece below and to the piece above (section 3.2), and those
// of the words of a sum, with and without a carry into them (Listing 5 of 2011).
struct warp_memory
{
    std::uint32_t * carries_in;
    std::uint32_t * carries_out;
    bool * without;
    bool * with;

    __host__ __device__ static constexpr std::size_t bytes(unsigned const step_columns)
    {
        return step_columns / 8 * 2 + 2 * warp_threads;
    }

    __device__ warp_memory(unsigned const warp, unsigned const step_columns)
    {
        std::byte * const memory = cuda::shared_memory() + warp * bytes(step_columns);
        carries_in = reinterpret_cast<std::uint32_t *>(memory);
        carries_out = carries_in + step_columns / 32;
        without = reinterpret_cast<bool *>(carries_out + step_columns / 32);
        with = without + warp_threads;
    }
};

struct sum_and_carry
{
    std::uint32_t sum;
    bool carry; // Only that of lane 31 is the carry out of all words.
};

// Conditional-sum addition, section 3.4 and Fig. 3: each word is added with and without a carry. Then in each of five steps, the
// upper half of a group of words chooses by what the lower half, its neighbour, would carry in either case.
template <carry_exchange exchange>
__device__ sum_and_carry
add(std::uint32_t const word, std::uint32_t const other, bool const carry_in, warp_memory const & memory)
{
    unsigned const lane = threadIdx.x % warp_threads;
    std::uint32_t sum_without = word + other;
    std::uint32_t sum_with = sum_without + 1;
    bool without = sum_without < word;
    bool with = without || sum_with == 0;
    if constexpr (exchange == carry_exchange::shared_memory)
    {
        memory.without[lane] = without;
        memory.with[lane] = with;
        // In 2014, the threads of a warp kept in step by themselves.
        __syncwarp();
    }
#pragma unroll
    for (unsigned half = 1; half < warp_threads; half *= 2)
    {
        unsigned const below = (lane & ~(half - 1)) - 1;
        bool const chooses = (lane & half) != 0;
        unsigned lower = 0;
        if constexpr (exchange == carry_exchange::shuffles)
            lower =
                __shfl_sync(cuda::whole_warp, unsigned{without} | unsigned{with} << 1, static_cast<int>(below & 31));
        else if (chooses)
            lower = unsigned{memory.without[below]} | unsigned{memory.with[below]} << 1;
        if (chooses && (lower & 1) != 0)
        {
            sum_without = sum_with;
            without = with;
        }
        else if (chooses && (lower & 2) == 0)
        {
            sum_with = sum_without;
            with = without;
        }
        if constexpr (exchange == carry_exchange::shared_memory)
        {
            if (chooses)
            {
                memory.without[lane] = without;
                memory.with[lane] = with;
            }
            __syncwarp();
        }
    }
    return carry_in ? sum_and_carry{sum_with, with} : sum_and_carry{sum_without, without};
}

// llcs_kernel() of Listing 4: one step of all pieces of a diagonal, each with a warp.
template <carry_exchange exchange>
__global__ void compute_step(step_arguments const arguments)
{
    unsigned const lane = threadIdx.x % warp_threads;
    unsigned const warp = threadIdx.x / warp_threads;
    std::uint64_t const piece = std::uint64_t{blockIdx.x} * (blockDim.x / warp_threads) + warp;
    // Its step of this launch, if it has one: a piece begins one launch after the one below it.
    std::uint64_t const begin = (arguments.launch - piece) * arguments.step_columns;
    if (piece >= arguments.pieces || piece > arguments.launch || begin >= arguments.columns)
        return;

    warp_memory const memory{warp, arguments.step_columns};
    unsigned const carry_words = arguments.step_columns / 32;
    std::uint64_t const half = arguments.pieces * carry_words;
    std::uint32_t const * const from =
        arguments.carries + (arguments.launch + 1) % 2 * half + (piece == 0 ? 0 : piece - 1) * carry_words;
    std::uint32_t * const to = arguments.carries + arguments.launch % 2 * half + piece * carry_words;
    for (unsigned i = lane; i < carry_words; i += warp_threads)
    {
        memory.carries_in[i] = piece == 0 ? 0 : from[i];
        memory.carries_out[i] = 0;
    }
    __syncwarp();

    std::uint64_t const index = piece * piece_words + lane;
    std::uint64_t const words = arguments.pieces * piece_words;
    std::uint32_t v = arguments.column[index];
    for (unsigned j = 0; j < arguments.step_columns; ++j)
    {
        std::uint64_t const column = begin + j;
        if (column >= arguments.columns)
            break;
        std::uint64_t const position = arguments.backwards ? arguments.columns - 1 - column : column;
        std::uint32_t const matching = arguments.matches[arguments.letters[position] * words + index];
        bool const carry_in = (memory.carries_in[j / 32] >> j % 32 & 1) != 0;
        sum_and_carry const found = add<exchange>(v, v & matching, carry_in, memory);
        v = (v & ~matching) | found.sum;
        if (lane == warp_threads - 1 && found.carry)
            memory.carries_out[j / 32] |= 1u << j % 32;
    }
    arguments.column[index] = v;
    __syncwarp();
    for (unsigned i = lane; i < carry_words; i += warp_threads)
        to[i] = memory.carries_out[i];
}

// One of a string's ranks, in either direction.
std::uint8_t letter_at(std::span<std::uint8_t const> const ranks, std::size_t const i, bool const backwards)
{
    return ranks[backwards ? ranks.size() - 1 - i : i];
}

bool is_set(std::vector<std::uint64_t> const & bits, std::size_t const i)
{
    return (bits[i / 64] >> i % 64 & 1) != 0;
}

} // namespace

bit_parallel_lcs::bit_parallel_lcs(std::string_view const first,
                                   std::string_view const second,
                                   bit_parallel_plan const & plan) :
    first_{first},
    plan_{plan},
    ranks_{first},
    first_ranks_{ranks_.rank(first)},
    second_ranks_{ranks_.rank(second)}
{
    std::uint64_t const pieces = util::ceil_div<std::uint64_t>(first.size(), piece_bits);
    cuda::copy_to_device<std::uint8_t>(first_letters_.reserve(first.size()), first_ranks_, stream_);
    cuda::copy_to_device<std::uint8_t>(second_letters_.reserve(second.size()), second_ranks_, stream_);
    column_.reserve(pieces * piece_words / 2);
    matches_.reserve((ranks_.count() + 1) * pieces * piece_words);
    carries_.reserve(2 * pieces * plan.step_columns / 32);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
}

std::uint64_t bit_parallel_lcs::length()
{
    if (first_ranks_.empty() || second_ranks_.empty())
        return 0;
    bit_vector const column = last_column_on_device({0, first_ranks_.size()}, {0, second_ranks_.size()}, false);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < first_ranks_.size(); ++i)
        count += is_set(column, i) ? 0 : 1;
    return count;
}

std::string bit_parallel_lcs::subsequence()
{
    std::string found{};
    append_subsequence({0, first_ranks_.size()}, {0, second_ranks_.size()}, found);
    return found;
}

// Listing 2 with columns for rows (section 3.1), so the second string is halved, and the first one is cut where both halves have
// most in common. The paper adds two arrays of lengths; here both lengths are counted along the way.
void bit_parallel_lcs::append_subsequence(part const first, part const second, std::string & found)
{
    if (first.size == 0 || second.size == 0)
        return;
    if (second.size == 1)
    {
        auto const begin = first_ranks_.begin() + static_cast<std::ptrdiff_t>(first.begin);
        auto const end = begin + static_cast<std::ptrdiff_t>(first.size);
        if (auto const same = std::find(begin, end, second_ranks_[second.begin]); same != end)
            found += first_[static_cast<std::size_t>(same - first_ranks_.begin())];
        return;
    }

    part const left{second.begin, second.size / 2};
    part const right{second.begin + left.size, second.size - left.size};
    std::size_t cut = 0;
    {
        bit_vector const before = last_column(first, left, false);
        bit_vector const after = last_column(first, right, true);
        std::ptrdiff_t gain = 0;
        std::ptrdiff_t best = 0;
        for (std::size_t i = 0; i < first.size; ++i)
        {
            gain += is_set(after, first.size - 1 - i) - is_set(before, i);
            if (gain > best)
            {
                best = gain;
                cut = i + 1;
            }
        }
    }
    append_subsequence({first.begin, cut}, left, found);
    append_subsequence({first.begin + cut, first.size - cut}, right, found);
}

// Where it is computed: section 3.5.
bit_parallel_lcs::bit_vector bit_parallel_lcs::last_column(part const first, part const second, bool const backwards)
{
    if (first.size + second.size >= plan_.device_letters)
        return last_column_on_device(first, second, backwards);
    if (first.size < fewest_rows_by_bits || second.size < fewest_columns_by_bits)
        return last_column_by_cells(first, second, backwards);
    return last_column_by_bits(first, second, backwards);
}

// llcs_gpu() of Listing 4. The kernels read the strings where they are; the paper copies the parts, and pads them.
bit_parallel_lcs::bit_vector
bit_parallel_lcs::last_column_on_device(part const first, part const second, bool const backwards)
{
    std::uint64_t const pieces = util::ceil_div<std::uint64_t>(first.size, piece_bits);
    std::uint64_t const words = pieces * piece_words;
    cuda::device_view<std::uint64_t> const column = column_.reserve(words / 2);
    begin_.record(stream_);
    cuda::fill_with_ones(column, stream_);

    constexpr unsigned threads = 256;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim =
        dim3{static_cast<unsigned>(util::ceil_div<std::uint64_t>(words, threads)), ranks_.count() + 1};
    configuration.blockDim = dim3{threads};
    configuration.stream = stream_;
    match_arguments const of_matches{first_letters_.view().data() + first.begin,
                                     first.size,
                                     matches_.view().data(),
                                     words,
                                     backwards};
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, make_matches, of_matches));

    step_arguments of_step{second_letters_.view().data() + second.begin,
                           second.size,
                           matches_.view().data(),
                           reinterpret_cast<std::uint32_t *>(column.data()),
                           carries_.view().data(),
                           pieces,
                           0,
                           plan_.step_columns,
                           backwards};
    configuration.gridDim = dim3{static_cast<unsigned>(util::ceil_div<std::uint64_t>(pieces, plan_.warps_per_block))};
    configuration.blockDim = dim3{warp_threads * plan_.warps_per_block};
    configuration.dynamicSmemBytes = plan_.warps_per_block * warp_memory::bytes(plan_.step_columns);
    auto const kernel = plan_.exchange == carry_exchange::shuffles ? compute_step<carry_exchange::shuffles>
                                                                   : compute_step<carry_exchange::shared_memory>;
    std::uint64_t const steps = util::ceil_div<std::uint64_t>(second.size, plan_.step_columns);
    for (; of_step.launch < pieces + steps - 1; ++of_step.launch)
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, of_step));

    end_.record(stream_);
    bit_vector bits(words / 2);
    cuda::copy_to_host<std::uint64_t>(bits, column, stream_);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
    kernel_seconds_ += end_.seconds_since(begin_);
    return bits;
}

// Listing 3, with words of the CPU's size.
bit_parallel_lcs::bit_vector
bit_parallel_lcs::last_column_by_bits(part const first, part const second, bool const backwards) const
{
    std::span const rows = std::span{first_ranks_}.subspan(first.begin, first.size);
    std::span const columns = std::span{second_ranks_}.subspan(second.begin, second.size);
    std::size_t const words = util::ceil_div<std::size_t>(rows.size(), 64);
    std::vector<std::uint64_t> matches((ranks_.count() + 1) * words);
    for (std::size_t i = 0; i < rows.size(); ++i)
        matches[letter_at(rows, i, backwards) * words + i / 64] |= std::uint64_t{1} << i % 64;

    bit_vector bits(words, ~std::uint64_t{0});
    for (std::size_t j = 0; j < columns.size(); ++j)
    {
        std::uint64_t const * const matching = &matches[letter_at(columns, j, backwards) * words];
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < words; ++i)
        {
            std::uint64_t const v = bits[i];
            std::uint64_t const sum = v + (v & matching[i]);
            std::uint64_t const all = sum + carry;
            carry = std::uint64_t{sum < v} | std::uint64_t{all < sum};
            bits[i] = (v & ~matching[i]) | all;
        }
    }
    return bits;
}

// Listing 1 by columns.
bit_parallel_lcs::bit_vector
bit_parallel_lcs::last_column_by_cells(part const first, part const second, bool const backwards) const
{
    std::span const rows = std::span{first_ranks_}.subspan(first.begin, first.size);
    std::span const columns = std::span{second_ranks_}.subspan(second.begin, second.size);
    std::vector<std::uint32_t> lengths(rows.size() + 1);
    for (std::size_t j = 0; j < columns.size(); ++j)
    {
        std::uint8_t const letter = letter_at(columns, j, backwards);
        std::uint32_t diagonal = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            std::uint32_t const left = lengths[i + 1];
            lengths[i + 1] = letter_at(rows, i, backwards) == letter ? diagonal + 1 : std::max(left, lengths[i]);
            diagonal = left;
        }
    }

    bit_vector bits(util::ceil_div<std::size_t>(rows.size(), 64));
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (lengths[i + 1] == lengths[i])
            bits[i / 64] |= std::uint64_t{1} << i % 64;
    return bits;
}

} // namespace published
