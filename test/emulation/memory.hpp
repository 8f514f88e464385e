// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The memory of the emulated devices and pinned memory of the host.
 */

#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace seqan3_gpulcs::emulation
{

struct free_aligned
{
    std::align_val_t alignment;

    void operator()(void * pointer) const;
};

using aligned_memory = std::unique_ptr<void, free_aligned>;

//!\brief Memory full of garbage, and not a byte more, so that AddressSanitizer finds overruns. Null if there is none.
aligned_memory allocate(size_t bytes, size_t alignment);

void fill_with_garbage(void * memory, size_t bytes);

/*!\brief While it lives, the memory of one device can be accessed, and that of no other one.
 *
 * Several may live at a time, for the same device; for another one, the constructor waits. It must not wait for another thread
 * that needs one.
 */
class device_access
{
public:
    explicit device_access(int device);

    device_access(device_access const &) = delete;

    ~device_access();
};

//!\brief The owner of the memory that holds all these bytes.
int owner(void const * pointer, size_t bytes);

//!\brief In place of the number of a device.
inline constexpr int host{-1};

//!\brief Neither a device nor the host.
inline constexpr int nobody{-2};

} // namespace seqan3_gpulcs::emulation
