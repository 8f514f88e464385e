// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads sequences and packs them.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/packed_blocks.hpp"
#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads and packs the records of a file, and measures the time. Threads go on reading between two calls.
 *
 * SeqAn3's `sequence_file_input` is not used: it has one thread, which takes 2.3 s for a GB of FASTA, packing included, where one of this
 * reader takes 0.30 s (reading_benchmark); and its errors name neither line nor record.
 */
class packed_reader
{
public:
    /*!\brief Opens the file.
     * \param path      The file; `-` is standard input.
     * \param letters   The alphabet; must live longer than this object, as must the times.
     * \param execution The number of threads.
     * \param times     The times for reading and packing are added to it.
     * \param mode      What is read.
     * \throws input_error if the file cannot be read.
     */
    packed_reader(std::string const & path,
                  alphabet const & letters,
                  plan::execution const & execution,
                  step_times & times,
                  reading_mode const & mode = {});

    //!\brief About how large the content of the file is, in bytes; 0 if unknown.
    std::uint64_t expected_size() const noexcept
    {
        return blocks_.expected_size();
    }

    /*!\brief Reads the next records.
     * \param max_records Reading ends with the part of the file that completes this number of records,
     * \param letters     or this number of letters.
     * \returns The records; none only at the end of the file.
     * \throws input_error, also if the whole file has no record.
     */
    sequence_list next(std::uint64_t max_records, std::uint64_t letters);

private:
    std::unique_ptr<packed_block> next_block();
    void check(packed_block const & block) const;
    std::uint64_t take_records(std::shared_ptr<packed_block> const & block, sequence_list & list);
    void close_record(sequence_list & list);
    void add_qualities(sequence_list & list);

    step_times & times_;
    packed_blocks blocks_;
    std::uint64_t lines_{}; // The number of lines before the next block.
    bool is_empty_{true};   // Whether no record has been read yet.

    // The last record, which may go on in the next block.
    std::string_view id_{};
    std::vector<packing::packed_sequence_view> pieces_{};
    std::vector<std::shared_ptr<packed_block const>> memory_{};

    bool keeps_qualities_;
    std::string qualities_{};        // Holds the qualities of the last record and of the last block.
    std::uint64_t qualities_used_{}; // Counts those at the start whose records are in lists.
};

//!\brief Reads all records of a file; it must have at least one. \throws input_error
sequence_list read_sequences(packed_reader & reader);

//!\brief The same, and opens the file.
sequence_list read_sequences(std::string const & path,
                             alphabet const & letters,
                             plan::execution const & execution,
                             step_times & times,
                             reading_mode const & mode = {});

} // namespace seqan3_gpulcs::app
