// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/device_text.hpp"

#include "cuda/search/search_batch.hpp"

namespace seqan3_gpulcs::cuda
{

static_assert(letters_per_text_word == scan::classes_per_word);

device_text::device_text(scan::background_text const & text, stream_context & context, std::uint64_t const max_bytes) :
    size_{text.size()},
    class_bits_{text.class_bits()},
    on_host_{text.class_words()}
{
    if (bytes(text) > max_bytes)
        return;

    on_device_ = context.get<search_buffers>().text.reserve(on_host_.size());
    context.begin.record(context.stream);
    copy_to_device(on_device_, on_host_, context.stream);
    context.end.record(context.stream);
    SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(context.stream));
    transfer_seconds_ = context.end.seconds_since(context.begin);
}

} // namespace seqan3_gpulcs::cuda
