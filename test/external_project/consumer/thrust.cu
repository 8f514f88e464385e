// SPDX-License-Identifier: BSD-3-Clause

// Makes reads on a device, changes a letter of some, and compares them in a stream of its own: no letter is ever on the host.

#include <cstdint>
#include <iostream>
#include <vector>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/tabulate.h>

#include <seqan3_gpulcs/edit/enqueue.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/enqueue.hpp>

namespace
{

constexpr std::uint64_t read_size{150};
constexpr std::uint64_t read_count{1000};
constexpr std::uint64_t changed_count{300};

struct make_letter
{
    __device__ char operator()(std::uint64_t const i) const
    {
        std::uint64_t state = (i + 1) * 0x9e37'79b9'7f4a'7c15u;
        state ^= state >> 31;
        return "ACGT"[state * 0xbf58'476d'1ce4'e5b9u >> 62];
    }
};

struct change_letter
{
    char * letters;

    __device__ void operator()(std::uint64_t const read) const
    {
        char & letter = letters[read * read_size + read % read_size];
        letter = letter == 'A' ? 'C' : 'A';
    }
};

template <typename value_t>
value_t * pointer_to(thrust::device_vector<value_t> & values)
{
    return thrust::raw_pointer_cast(values.data());
}

} // namespace

int main()
try
{
    using namespace seqan3_gpulcs;

    cudaStream_t handle{};
    if (cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking) != cudaSuccess)
        throw no_device{"no stream"};
    alignment::device_stream const stream{.handle = handle, .device = 0};
    auto const in_stream = thrust::cuda::par_nosync.on(handle);

    thrust::device_vector<char> letters(read_count * read_size);
    thrust::device_vector<char> changed(letters.size());
    thrust::device_vector<std::uint32_t> distances(read_count);
    thrust::device_vector<std::uint32_t> lengths(read_count * read_count);
    cudaDeviceSynchronize(); // The vectors are initialised in another stream.

    thrust::tabulate(in_stream, letters.begin(), letters.end(), make_letter{});
    thrust::tabulate(in_stream, changed.begin(), changed.end(), make_letter{});
    thrust::for_each_n(in_stream,
                       thrust::counting_iterator<std::uint64_t>{0},
                       changed_count,
                       change_letter{pointer_to(changed)});

    std::vector<std::uint64_t> offsets{};
    for (std::uint64_t i = 0; i <= read_count; ++i)
        offsets.push_back(i * read_size);
    alignment::device_set const reads{alignment::device_letters{pointer_to(letters), offsets}, "ACGT", stream};
    alignment::device_set const others{alignment::device_letters{pointer_to(changed), offsets}, "ACGT", stream};

    edit::enqueue_distances(reads, others, pointer_to(distances), stream);
    alignment::device_call const call = lcs::enqueue_all_pairs(reads, reads, pointer_to(lengths), stream);
    auto const one = thrust::count(thrust::cuda::par.on(handle), distances.begin(), distances.end(), 1u);
    auto const none = thrust::count(thrust::cuda::par.on(handle), distances.begin(), distances.end(), 0u);
    auto const equal = thrust::count(thrust::cuda::par.on(handle), lengths.begin(), lengths.end(), read_size);
    call.wait();
    std::cout << "thrust: " << one << " reads with an edit, " << none << " without, " << equal << " equal pairs\n";
}
catch (seqan3_gpulcs::no_device const & problem)
{
    std::cout << "thrust: no device: " << problem.what() << '\n';
}
