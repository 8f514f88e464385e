// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads a file with several threads, block by block.
 */

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/line_cutter.hpp"
#include "src/app/io/fasta/packed_block.hpp"
#include "src/app/io/fasta/record_parser.hpp"
#include "src/app/io/file/input_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What is read, and in which parts.
struct reading_mode
{
    bool keeps_qualities{};                      //!< Whether the qualities of FASTQ are kept.
    std::size_t part_size{std::size_t{1} << 19}; //!< The bytes of a part of the file, which a thread reads at a time.
};

/*!\brief Reads the blocks of a FASTA or FASTQ file; the first byte tells the format.
 *
 * Each thread takes the next part of the file, loads it, cuts it when the part before it is cut, and parses and packs it.
 * Taking and cutting are done by one thread at a time, in the order of the file; so is the decompression, unless it is BGZF.
 * Blocks and errors are handed on in the order of the file, so the first error of the file is reported. Threads run ahead of that by a
 * limited amount of memory.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class packed_blocks
{
public:
    /*!\brief Opens the file and begins to read it.
     * \param path    The file; `-` is standard input.
     * \param letters The alphabet; must live longer than this object.
     * \param threads The maximum number of threads. With one, or if the file is small, next() does all the work.
     * \param mode    What is read; parts are larger if only one thread at a time can load them.
     * \throws input_error if the file cannot be opened.
     */
    packed_blocks(std::string const & path, alphabet const & letters, unsigned threads, reading_mode const & mode = {});

    ~packed_blocks();

    packed_blocks(packed_blocks const &) = delete;
    packed_blocks & operator=(packed_blocks const &) = delete;

    //!\brief The name of the file in messages.
    std::string const & name() const noexcept
    {
        return file_.name();
    }

    //!\brief About how large the content of the file is, in bytes; 0 if unknown.
    std::uint64_t expected_size() const noexcept
    {
        return file_.expected_size();
    }

    //!\brief The number of threads that read; 0 if next() does all the work.
    unsigned thread_count() const noexcept
    {
        return static_cast<unsigned>(threads_.size());
    }

    /*!\brief The next block, in the order of the file; null at the end.
     * \throws std::bad_alloc. Errors of the file are in the blocks; there are no blocks after them.
     */
    std::unique_ptr<packed_block> next();

private:
    //!\brief The memory of a thread, which it reuses for each part.
    struct worker
    {
        worker(alphabet const & letters, bool const keeps_qualities) : parser{letters, keeps_qualities}
        {}

        std::uint64_t number{}; // The number of the part.
        bool has_text{};        // False if the file has no record, or is not valid.
        file_part part{};
        text_block text{};
        record_parser parser;
        std::unique_ptr<packed_block> block{};
    };

    void read_all() noexcept;
    bool wait_for_room();
    bool take_part(worker & work);
    void open();
    void process(worker & work);
    void load(worker & work);
    bool cut(worker & work);
    void hand_on(worker & work);

    alphabet const & alphabet_;
    std::stop_source stop_{};
    input_file file_;
    bool keeps_qualities_;
    std::size_t part_size_;

    // The lock of the following members, which the thread that takes a part uses.
    std::mutex taking_{};
    bool is_open_{};
    bool all_taken_{};
    std::uint64_t taken_{}; // The number of parts that are taken.

    // Used by the thread whose part is to be cut next.
    std::optional<line_cutter> cutter_{};
    std::uint64_t blank_lines_{}; // The number of lines before the first block.

    std::mutex mutex_{}; // The lock of the following members.
    std::condition_variable changed_{};
    std::uint64_t cut_{};                  // The number of parts that are cut.
    std::uint64_t end_{~std::uint64_t{0}}; // The number of parts, once known.
    std::map<std::uint64_t, std::unique_ptr<packed_block>> ready_{};
    std::size_t ready_bytes_{};
    std::uint64_t handed_on_{};
    std::exception_ptr failure_{}; // The exception of a thread; errors of the file are in blocks.

    std::optional<worker> only_worker_{}; // Used if there are no threads.
    std::vector<std::thread> threads_{};
};

} // namespace seqan3_gpulcs::app
