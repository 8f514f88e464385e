// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/device_text.hpp"

#include <algorithm>
#include <atomic>

#include "cuda/search/search_buffers.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// What a thread packs at a time.
constexpr std::uint64_t words_at_once{std::uint64_t{1} << 14};

} // namespace

device_text::device_text(verification::background_text const & text,
                         stream_context & context,
                         std::uint64_t const most_bytes,
                         runtime::task_control & control,
                         unsigned const threads) :
    size_{text.letters().size()}
{
    pack(text, control, threads);
    if (bytes(text) > most_bytes)
        return;

    on_device_ = context.get<search_buffers>().text.reserve(on_host_.size());
    context.begin.record(context.stream);
    copy_to_device(on_device_, std::span<std::uint64_t const>{on_host_}, context.stream);
    context.end.record(context.stream);
    SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(context.stream));
    transfer_seconds_ = context.end.seconds_since(context.begin);
    on_host_ = std::vector<std::uint64_t>{};
}

void device_text::pack(verification::background_text const & text,
                       runtime::task_control & control,
                       unsigned const threads)
{
    on_host_.resize(bytes(text) / sizeof(std::uint64_t));
    auto const pack_word = [&](std::uint64_t const word)
    {
        std::uint64_t const begin = word * letters_per_text_word;
        std::uint64_t const count = std::min<std::uint64_t>(letters_per_text_word, size_ - begin);
        std::uint64_t codes = 0;
        for (std::uint64_t i = 0; i < count; ++i)
            codes |= std::uint64_t{text.class_of()[text.letters()[begin + i]]} << 2 * i;
        on_host_[word] = codes;
    };

    std::uint64_t const turns = (on_host_.size() + (words_at_once - 1)) / words_at_once;
    std::atomic<std::uint64_t> next{0};
    control.run_team(static_cast<unsigned>(std::min<std::uint64_t>(threads, turns)),
                     [&]()
                     {
                         for (std::uint64_t turn = next++; turn < turns; turn = next++)
                         {
                             std::uint64_t const begin = turn * words_at_once;
                             std::uint64_t const end = std::min<std::uint64_t>(begin + words_at_once, on_host_.size());
                             for (std::uint64_t word = begin; word < end; ++word)
                                 pack_word(word);
                             control.check();
                         }
                     });
}

} // namespace seqan3_gpulcs::cuda
