// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences in memory of a device, which are compared there, in the order of a stream.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::backend
{

class placed_sequences;
class started_call;

} // namespace seqan3_gpulcs::backend

namespace seqan3_gpulcs::alignment
{

class device_memory;

//!\brief A stream as the caller's own CUDA code has it. Nothing here includes a header of CUDA.
struct device_stream
{
    void * handle{};          //!< The `cudaStream_t`; null is the legacy default stream of the device.
    unsigned device{};        //!< The number of its device.
    device_memory * memory{}; //!< Where memory of the device comes from; if null, from the library's own pool.
};

/*!\brief Memory of a device that the caller gives, such as that of a pool: it is allocated and freed in the order of a stream, as by the memory
 *        resources of RMM.
 *
 * A set keeps its memory until it is destroyed; its stream and the object must outlive it. A call returns its memory before it returns.
 *
 * Thread safety: calls in several threads, and sets that several threads destroy, call both functions concurrently, while the device is the current
 * one.
 */
class device_memory
{
public:
    device_memory() = default;
    device_memory(device_memory const &) = delete;
    device_memory & operator=(device_memory const &) = delete;
    virtual ~device_memory() = default;

    /*!\brief Allocates memory.
     * \param bytes  The number of bytes, at least 1.
     * \param stream What follows in this stream may use the memory.
     * \returns The memory, at a multiple of 256 bytes; not null. Whatever it throws reaches the caller of the library.
     */
    virtual void * allocate(std::size_t bytes, device_stream const & stream) = 0;

    /*!\brief Frees memory.
     * \param memory What allocate() returned.
     * \param bytes  What it was given.
     * \param stream What it was given: what is in the stream already may still use the memory.
     */
    virtual void deallocate(void * memory, std::size_t bytes, device_stream const & stream) noexcept = 0;
};

//!\brief Letters in memory of a device, a byte for each, one sequence after the other.
struct device_letters
{
    //!\brief The first letter.
    void const * letters{};

    //!\brief Where each sequence begins, and the end of the last one, in letters: one number more than sequences. In memory of the host.
    std::span<std::uint64_t const> offsets{};
};

/*!\brief Codes in memory of a device that are packed as in seqan3_gpulcs::packing::packed_sequence: those of each sequence begin with a word of
 *        their own, the first code lowest.
 *
 * A code is the place of a letter in the alphabet, whose letters ascend. It has 2 bits for up to 4 letters, 4 for up to 16, and otherwise 8.
 * Greater codes are letters of their own.
 */
struct device_codes
{
    //!\brief The words. 8 more must be readable after the last one.
    std::uint64_t const * words{};

    std::span<std::uint64_t const> first_words{}; //!< The first word of each sequence, in memory of the host.
    std::span<std::uint64_t const> sizes{};       //!< The number of letters of each sequence, in memory of the host.
};

/*!\brief Sequences of at most 4,096 letters that are compared on one CUDA device, without ever being on the host.
 *
 * ```cpp
 * alignment::device_stream const stream{.handle = my_stream, .device = 0};
 * alignment::device_set const queries{alignment::device_letters{thrust::raw_pointer_cast(letters.data()), offsets}, "ACGT", stream};
 * alignment::device_call const call = lcs::enqueue_all_pairs(queries, subjects, thrust::raw_pointer_cast(found.data()), stream);
 * // ... what follows in the stream may read `found`; the host calls call.wait() first
 * ```
 *
 * All sequences that are compared with one another need the same alphabet. A set that stays on devices and is compared by
 * calls that return values on the host is a seqan3_gpulcs::alignment::resident_set.
 *
 * The object can be moved; afterwards, it can only be destroyed or assigned to. Its destructor waits for all calls that use it, and must not run
 * while their streams are being captured into a graph.
 *
 * Thread safety: concurrent calls may use an object.
 */
class device_set
{
public:
    /*!\brief Packs letters on their device; returns when that is done.
     * \param sequences The letters; they are not needed afterwards.
     * \param alphabet  The letters that may occur, in any order.
     * \param stream    Letters are read in its order.
     * \throws seqan3_gpulcs::invalid_option if a letter is not in the alphabet, a sequence has more than 4,096 letters, the codes take 2^32 words or
     *         more, the memory or the stream is not one of the device, or an offset is less than the one before.
     * \throws seqan3_gpulcs::backend_unavailable if this build has no CUDA backend; seqan3_gpulcs::no_device if the machine has no such device.
     * \throws seqan3_gpulcs::device_error if the device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it.
     * \throws std::bad_alloc, and what device_memory::allocate throws.
     *
     * Linear in the number of letters, and O(n log n) in that of sequences whose lengths do not descend. It takes 20 bytes of the device for each
     * sequence, and 0.25, 0.5 or 1 for each letter: whole words of 8 bytes for each sequence.
     */
    device_set(device_letters const & sequences, std::string_view alphabet, device_stream const & stream);

    /*!\brief Compares codes where they are: the memory must stay as it is, and allocated, until the object is destroyed.
     * \param sequences The codes.
     * \param alphabet  The letters that they stand for.
     * \param stream    Calls in other streams must be ordered after what has written the codes by whoever makes them.
     * \throws The same exceptions.
     *
     * It takes 20 bytes of the device for each sequence.
     */
    device_set(device_codes const & sequences, std::string_view alphabet, device_stream const & stream);

    /*!\brief Copies packed sequences to a device; returns when they are there.
     * \param sequences The sequences; they are not needed afterwards.
     * \param alphabet  The letters that may occur.
     * \param device    The number of the device.
     * \throws The same exceptions, and seqan3_gpulcs::invalid_option if letters are ranks instead of characters. A letter that a sequence has in its
     *         list, and the alphabet has not, counts as occurring.
     */
    device_set(std::span<packing::packed_sequence_view const> sequences,
               std::string_view alphabet,
               unsigned device = 0);

    device_set(device_set const &) = delete;
    device_set & operator=(device_set const &) = delete;
    //!\brief Takes over sequences.
    device_set(device_set &&) noexcept;
    //!\brief Takes over sequences, after waiting for the calls that use the former ones.
    device_set & operator=(device_set &&) noexcept;
    ~device_set();

    //!\brief The number of sequences.
    std::size_t size() const noexcept;

    //!\brief The number of the device.
    unsigned device() const noexcept;

    //!\brief The memory of the device that the object owns, in bytes.
    std::uint64_t device_bytes() const noexcept;

    //!\privatesection
    //!\brief What the library knows about the sequences.
    backend::placed_sequences const & placed() const noexcept
    {
        return *placed_;
    }

private:
    std::unique_ptr<backend::placed_sequences const> placed_;
};

/*!\brief A call whose work is in a stream.
 *
 * A copy is about the same call. Thread safety: all functions may be called concurrently.
 */
class device_call
{
public:
    //!\brief No call, which is done.
    device_call() = default;

    //!\privatesection
    //!\brief About a call.
    explicit device_call(std::shared_ptr<backend::started_call const> started) noexcept;

    //!\publicsection
    /*!\brief Whether the values are there.
     * \throws seqan3_gpulcs::device_error if the device has failed.
     */
    bool is_done() const;

    /*!\brief Waits until the values are there.
     * \throws seqan3_gpulcs::device_error if the device has failed.
     */
    void wait() const;

private:
    std::shared_ptr<backend::started_call const> started_{};
};

} // namespace seqan3_gpulcs::alignment
