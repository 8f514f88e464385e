// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/device_text.hpp"

namespace seqan3_gpulcs::cuda
{

static_assert(letters_per_text_word == verification::classes_per_word);

device_text::device_text(verification::background_text const & text,
                         stream_context & space,
                         std::uint64_t const max_bytes) :
    size_{text.size()},
    on_host_{text.class_words()}
{
    if (bytes(text) > max_bytes)
        return;

    on_device_ = space.text.reserve(on_host_.size());
    space.begin.record(space.work);
    copy_to_device(on_device_, on_host_, space.work);
    space.end.record(space.work);
    SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(space.work));
    transfer_seconds_ = space.end.seconds_since(space.begin);
}

} // namespace seqan3_gpulcs::cuda
