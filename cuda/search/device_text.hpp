// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The text that a device searches.
 */

#pragma once

#include <cstdint>
#include <span>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/search/search_arguments.hpp"
#include "src/scan/background_text.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The classes of a text's letters, or sets of them: on the device, or on the host if there are too many.
 *
 * Thread safety: concurrent reads are safe.
 */
class device_text
{
public:
    /*!\brief Copies a text to the device if it fits.
     * \param text      The text; it must outlive the object.
     * \param context   Holds it on the device, as long as the object lives; its device must be the current one.
     * \param max_bytes The memory of the device that it may take.
     * \throws seqan3_gpulcs::device_error
     *
     * Two or four bits a letter.
     */
    device_text(scan::background_text const & text, stream_context & context, std::uint64_t max_bytes);

    //!\brief The bytes that a text takes.
    static std::uint64_t bytes(scan::background_text const & text) noexcept
    {
        return text.class_words().size_bytes();
    }

    //!\brief The letters.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief The bits of a letter: 2 for a class, 4 for a set of classes.
    unsigned class_bits() const noexcept
    {
        return class_bits_;
    }

    //!\brief The parts of 64 bits in a text word, which has letters_per_text_word letters.
    unsigned parts_per_word() const noexcept
    {
        return class_bits_ * letters_per_text_word / 64;
    }

    //!\brief Whether the text is on the device.
    bool is_on_device() const noexcept
    {
        return on_device_.data() != nullptr;
    }

    //!\brief The time it took to copy it.
    double transfer_seconds() const noexcept
    {
        return transfer_seconds_;
    }

    //!\brief The parts on the device.
    device_view<std::uint64_t> words() const noexcept
    {
        return on_device_;
    }

    //!\brief The parts on the host.
    std::span<std::uint64_t const> host_words() const noexcept
    {
        return on_host_;
    }

private:
    std::uint64_t size_{};
    unsigned class_bits_{};
    std::span<std::uint64_t const> on_host_{};
    device_view<std::uint64_t> on_device_{};
    double transfer_seconds_{};
};

} // namespace seqan3_gpulcs::cuda
