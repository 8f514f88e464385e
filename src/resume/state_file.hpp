// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Files of 64-bit words that end with a hash of all words before it.
 */

#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace seqan3_gpulcs::resume
{

/*!\brief A hash of 64 bits: FNV-1a (Fowler, Noll and Vo) of every eighth byte, eight times, and then of these eight hashes.
 *
 * The eight hashes do not wait for one another, so this is several times as fast as a single hash of all bytes.
 */
class fnv_hash
{
public:
    //!\brief Adds a word.
    constexpr void add(std::uint64_t const word) noexcept
    {
        for (unsigned i = 0; i < 8; ++i)
            hashes_[i] = next(hashes_[i], word >> (8 * i));
    }

    //!\brief Adds words.
    constexpr void add(std::span<std::uint64_t const> const words) noexcept
    {
        for (std::uint64_t const word : words)
            add(word);
    }

    //!\brief The hash of all that was added.
    constexpr std::uint64_t value() const noexcept
    {
        std::uint64_t all = offset;
        for (std::uint64_t const hash : hashes_)
            for (unsigned shift = 0; shift < 64; shift += 8)
                all = next(all, hash >> shift);
        return all;
    }

private:
    static constexpr std::uint64_t offset{0xcbf2'9ce4'8422'2325u};

    // Adds the lowest byte of a word to a hash.
    static constexpr std::uint64_t next(std::uint64_t const hash, std::uint64_t const word) noexcept
    {
        return (hash ^ (word & 0xff)) * 0x0000'0100'0000'01b3u;
    }

    std::array<std::uint64_t, 8> hashes_{offset, offset, offset, offset, offset, offset, offset, offset};
};

//!\brief Closes a file, and ignores errors.
struct close_file
{
    void operator()(std::FILE * file) const noexcept
    {
        std::fclose(file);
    }
};

//!\brief The message of the system for errno.
std::string system_message();

//!\brief Writes a file; the destructor removes it unless it is complete.
class state_writer
{
public:
    /*!\brief Creates the file, or an empty one in its place.
     * \param directory The descriptor of its directory; must stay open.
     * \param name      Its name.
     * \throws seqan3_gpulcs::saved_run_error
     */
    state_writer(int directory, std::string name);

    state_writer(state_writer const &) = delete;
    state_writer & operator=(state_writer const &) = delete;
    ~state_writer();

    //!\brief Appends words. \throws seqan3_gpulcs::saved_run_error
    void write(std::span<std::uint64_t const> words);

    //!\brief Appends a word. \throws seqan3_gpulcs::saved_run_error
    void write(std::uint64_t word);

    /*!\brief Appends the hash, and returns when everything is on the disk.
     * \returns The hash.
     * \throws seqan3_gpulcs::saved_run_error
     */
    std::uint64_t finish();

private:
    int directory_;
    std::string name_;
    std::unique_ptr<std::FILE, close_file> file_;
    fnv_hash hash_{};
};

//!\brief Reads a file that state_writer wrote; every function throws seqan3_gpulcs::saved_run_error if it is shorter than expected.
class state_reader
{
public:
    //!\brief Opens the file with this name in the directory with this descriptor.
    state_reader(int directory, std::string const & name);

    //!\brief Reads words.
    void read(std::span<std::uint64_t> words);

    //!\brief Reads a word.
    std::uint64_t read();

    //!\brief The number of unread words, without the hash.
    std::uint64_t unread_words() const noexcept
    {
        return unread_words_;
    }

    /*!\brief Reads the hash; all words must have been read.
     * \returns The hash.
     * \throws seqan3_gpulcs::saved_run_error if the hash is not that of the words before it.
     */
    std::uint64_t finish();

private:
    std::unique_ptr<std::FILE, close_file> file_;
    std::uint64_t unread_words_{};
    fnv_hash hash_{};
};

//!\brief Throws an exception that says that the state cannot be saved, and why, by errno.
[[noreturn]] void throw_not_saved();

//!\brief Throws an exception that says that a file of the state is damaged.
[[noreturn]] void throw_damaged();

} // namespace seqan3_gpulcs::resume
