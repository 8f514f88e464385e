// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/peer_buffer.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// A pool of a device to which another one has access.
cudaMemPool_t make_pool(int const device, int const peer)
{
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    cudaMemPool_t pool{};
    SEQAN3_GPULCS_CUDA_TRY(cudaMemPoolCreate(&pool, &properties));
    if (peer == device)
        return pool;

    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = peer;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (cudaError_t const status = cudaMemPoolSetAccess(pool, &access, 1); status != cudaSuccess)
    {
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaMemPoolDestroy(pool));
        throw_device_error(status, "cudaMemPoolSetAccess", __FILE__, __LINE__);
    }
    return pool;
}

} // namespace

bool can_access(unsigned const device, unsigned const other)
{
    if (device == other)
        return true;
    int can{};
    SEQAN3_GPULCS_CUDA_TRY_ON(device, cudaDeviceCanAccessPeer(&can, static_cast<int>(device), static_cast<int>(other)));
    return can != 0;
}

bool can_access_next(std::span<unsigned const> const devices)
{
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (!can_access(devices[i], devices[(i + 1) % devices.size()]))
            return false;
    return true;
}

device_view<std::uint64_t> peer_buffer::reserve(std::size_t const size, unsigned const peer)
{
    if (size > size_ || peer != peer_)
    {
        release();
        int device{};
        SEQAN3_GPULCS_CUDA_TRY(cudaGetDevice(&device));
        pool_ = make_pool(device, static_cast<int>(peer));
        peer_ = peer;
        memory_ = allocate(size * sizeof(std::uint64_t), stream_, pool_);
        size_ = size;
    }
    return {static_cast<std::uint64_t *>(memory_.data), size};
}

void peer_buffer::release() noexcept
{
    // A pool should end with its memory. But where the memory was not free yet when the pool was destroyed, a driver (580.159.04)
    // has crashed in a later call.
    if (memory_.data)
    {
        deallocate(memory_, stream_);
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(stream_));
    }
    if (pool_)
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaMemPoolDestroy(pool_));
    memory_ = {};
    pool_ = nullptr;
    size_ = 0;
}

} // namespace seqan3_gpulcs::cuda
