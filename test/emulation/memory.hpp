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

} // namespace seqan3_gpulcs::emulation
