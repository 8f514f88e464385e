// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "cuda/runtime/intrinsics.cuh"
#include "one_to_many_lcs.hpp"
#include "src/util/ceil_div.hpp"

namespace published
{

namespace
{

using namespace seqan3_gpulcs;

// The subjects of a group are interleaved: those of a warp.
constexpr unsigned group_size{32};

constexpr unsigned letters_per_word{4};

constexpr std::array<unsigned, 9> row_sizes{2, 4, 8, 12, 16, 24, 32, 48, 64};

struct arrange_arguments
{
    std::uint8_t const * letters;
    std::uint64_t const * ends;
    std::uint8_t const * ranks;
    std::uint32_t const * order;
    std::uint64_t const * group_begins;
    std::uint32_t * words;
    std::uint64_t * sizes;
    std::uint64_t subjects;
};

// Each block arranges one group; a thread makes every 32nd word, those of one subject.
__global__ void arrange_letters(arrange_arguments const arguments)
{
    std::uint64_t const slot = std::uint64_t{blockIdx.x} * group_size + threadIdx.x % group_size;
    if (slot >= arguments.subjects)
        return;
    std::uint32_t const subject = arguments.order[slot];
    std::uint64_t const begin = subject == 0 ? 0 : arguments.ends[subject - 1];
    std::uint64_t const size = arguments.ends[subject] - begin;
    std::uint32_t * const target = arguments.words + arguments.group_begins[blockIdx.x] + threadIdx.x % group_size;
    for (std::uint64_t i = threadIdx.x / group_size * letters_per_word; i < size;
         i += blockDim.x / group_size * letters_per_word)
    {
        std::uint32_t word = 0;
        for (unsigned j = 0; j < letters_per_word; ++j)
            if (i + j < size)
                word |= std::uint32_t{arguments.ranks[arguments.letters[begin + i + j]]} << 8 * j;
        target[i / letters_per_word * group_size] = word;
    }
    if (threadIdx.x < group_size)
        arguments.sizes[slot] = size;
}

struct row_arguments
{
    std::uint32_t const * tables;
    unsigned table_words;
    std::uint32_t const * words;
    std::uint64_t const * group_begins;
    std::uint64_t const * sizes;
    std::uint32_t const * order;
    std::uint32_t * lengths;
    std::uint64_t subjects;
};

// Equation 3, word by word. As printed, it leaves out the 1 that the shift must bring in for the first letter.
template <unsigned words>
__device__ __forceinline__ void next_row_allison_dix(std::uint32_t (&row)[words], std::uint32_t const * const matching)
{
    std::uint32_t shifted_in = 1;
    std::uint32_t borrow = 0;
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
    {
        std::uint32_t const x = row[i] | matching[i];
        std::uint32_t const shifted = row[i] << 1 | shifted_in;
        shifted_in = row[i] >> 31;
        std::uint64_t const difference = std::uint64_t{x} - shifted - borrow;
        borrow = static_cast<std::uint32_t>(difference >> 32) & 1;
        row[i] = x & (static_cast<std::uint32_t>(difference) ^ x);
    }
}

// The bits are the complement of those above.
template <unsigned words>
__device__ __forceinline__ void next_row_crochemore(std::uint32_t (&row)[words], std::uint32_t const * const matching)
{
    std::uint64_t sum = 0;
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
    {
        std::uint32_t const match = matching[i];
        sum = (sum >> 32) + row[i] + (row[i] & match);
        row[i] = static_cast<std::uint32_t>(sum) | (row[i] & ~match);
    }
}

// Each thread compares the query with one subject. Rows of the tables lie an odd number of words apart, so that threads with
// different letters use different banks.
template <unsigned words, row_recurrence recurrence>
__global__ void compute_rows(row_arguments const arguments)
{
    constexpr std::uint32_t first_bits = recurrence == row_recurrence::crochemore ? ~0u : 0u;
    auto * const tables = reinterpret_cast<std::uint32_t *>(cuda::shared_memory());
    for (unsigned i = threadIdx.x; i < arguments.table_words; i += blockDim.x)
        tables[i] = arguments.tables[i];
    __syncthreads();

    std::uint64_t const slot = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (slot >= arguments.subjects)
        return;
    std::uint32_t row[words];
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
        row[i] = first_bits;

    std::uint64_t const size = arguments.sizes[slot];
    std::uint32_t const * letters = arguments.words + arguments.group_begins[slot / group_size] + slot % group_size;
    std::uint32_t word = 0;
    for (std::uint64_t j = 0; j < size; ++j, word >>= 8)
    {
        if (j % letters_per_word == 0)
        {
            word = *letters;
            letters += group_size;
        }
        std::uint32_t const * const matching = tables + (word & 0xff) * (words + 1);
        if constexpr (recurrence == row_recurrence::crochemore)
            next_row_crochemore<words>(row, matching);
        else
            next_row_allison_dix<words>(row, matching);
    }

    std::uint32_t length = 0;
#pragma unroll
    for (unsigned i = 0; i < words; ++i)
        length += static_cast<std::uint32_t>(__popc(row[i] ^ first_bits));
    arguments.lengths[arguments.order[slot]] = length;
}

using row_kernel = void (*)(row_arguments);

template <row_recurrence recurrence>
row_kernel choose_kernel(unsigned const words)
{
    switch (words)
    {
    case 2:
        return compute_rows<2, recurrence>;
    case 4:
        return compute_rows<4, recurrence>;
    case 8:
        return compute_rows<8, recurrence>;
    case 12:
        return compute_rows<12, recurrence>;
    case 16:
        return compute_rows<16, recurrence>;
    case 24:
        return compute_rows<24, recurrence>;
    case 32:
        return compute_rows<32, recurrence>;
    case 48:
        return compute_rows<48, recurrence>;
    default:
        return compute_rows<64, recurrence>;
    }
}

unsigned choose_words(std::size_t const query_size)
{
    if (query_size > one_to_many_lcs::max_query_size)
        throw std::invalid_argument{"The query of the one-to-many method has " + std::to_string(query_size)
                                    + " letters, but the most is " + std::to_string(one_to_many_lcs::max_query_size)
                                    + ": cut it."};
    return *std::ranges::find_if(row_sizes,
                                 [query_size](unsigned const words)
                                 {
                                     return query_size <= std::size_t{words} * 32;
                                 });
}

} // namespace

one_to_many_lcs::one_to_many_lcs(database const & subjects, one_to_many_plan const & plan) :
    plan_{plan},
    ranks_{subjects.alphabet},
    subject_count_{subjects.size()}
{
    if (subject_count_ != 0)
        arrange(subjects);
}

// "Alphabet-strings": one row of bits for each letter of the subjects.
std::vector<std::uint32_t> one_to_many_lcs::make_tables(std::string_view const query, unsigned const words) const
{
    std::vector<std::uint32_t> tables((ranks_.count() + 1) * (words + 1));
    std::vector<std::uint8_t> const letters = ranks_.rank(query);
    for (std::size_t i = 0; i < letters.size(); ++i)
        tables[letters[i] * (words + 1) + i / 32] |= 1u << i % 32;
    return tables;
}

void one_to_many_lcs::arrange(database const & subjects)
{
    auto const size_of = [&](std::uint32_t const subject)
    {
        return subjects.ends[subject] - subjects.begin_of(subject);
    };
    std::vector<std::uint32_t> order(subject_count_);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, std::ranges::greater{}, size_of);
    std::vector<std::uint64_t> group_begins{0};
    for (std::size_t slot = 0; slot < order.size(); slot += group_size)
        group_begins.push_back(group_begins.back()
                               + util::ceil_div<std::uint64_t>(size_of(order[slot]), letters_per_word) * group_size);

    cuda::device_buffer<std::uint8_t> letters{stream_};
    cuda::device_buffer<std::uint64_t> ends{stream_};
    cuda::device_buffer<std::uint8_t> ranks{stream_};
    std::span const bytes{reinterpret_cast<std::uint8_t const *>(subjects.letters.data()), subjects.letters.size()};
    cuda::copy_to_device<std::uint8_t>(letters.reserve(bytes.size()), bytes, stream_);
    cuda::copy_to_device<std::uint64_t>(ends.reserve(subjects.size()), subjects.ends, stream_);
    cuda::copy_to_device<std::uint8_t>(ranks.reserve(256), ranks_.table(), stream_);
    cuda::copy_to_device<std::uint32_t>(order_.reserve(order.size()), order, stream_);
    cuda::copy_to_device<std::uint64_t>(group_begins_.reserve(group_begins.size()), group_begins, stream_);

    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{static_cast<unsigned>(group_begins.size() - 1)};
    configuration.blockDim = dim3{8 * group_size};
    configuration.stream = stream_;
    arrange_arguments const arguments{letters.view().data(),
                                      ends.view().data(),
                                      ranks.view().data(),
                                      order_.view().data(),
                                      group_begins_.view().data(),
                                      letters_.reserve(group_begins.back()).data(),
                                      sizes_.reserve(subject_count_).data(),
                                      subject_count_};
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, arrange_letters, arguments));
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
}

std::vector<std::uint32_t> one_to_many_lcs::lengths(std::string_view const query)
{
    unsigned const words = choose_words(query.size());
    std::vector<std::uint32_t> found(subject_count_);
    if (found.empty())
        return found;

    std::vector<std::uint32_t> const tables = make_tables(query, words);
    cuda::copy_to_device<std::uint32_t>(tables_.reserve(tables.size()), tables, stream_);
    row_arguments const arguments{tables_.view().data(),
                                  static_cast<unsigned>(tables.size()),
                                  letters_.view().data(),
                                  group_begins_.view().data(),
                                  sizes_.view().data(),
                                  order_.view().data(),
                                  lengths_.reserve(subject_count_).data(),
                                  subject_count_};
    row_kernel const kernel = plan_.recurrence == row_recurrence::crochemore
                                ? choose_kernel<row_recurrence::crochemore>(words)
                                : choose_kernel<row_recurrence::allison_dix>(words);
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{static_cast<unsigned>(util::ceil_div<std::size_t>(subject_count_, plan_.threads))};
    configuration.blockDim = dim3{plan_.threads};
    configuration.dynamicSmemBytes = arguments.table_words * sizeof(std::uint32_t);
    configuration.stream = stream_;
    SEQAN3_GPULCS_CUDA_TRY(cudaFuncSetAttribute(kernel,
                                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                static_cast<int>(configuration.dynamicSmemBytes)));
    begin_.record(stream_);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
    end_.record(stream_);
    cuda::copy_to_host<std::uint32_t>(found, lengths_.view(), stream_);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream_));
    kernel_seconds_ += end_.seconds_since(begin_);
    return found;
}

} // namespace published
