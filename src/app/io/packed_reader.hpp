// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads sequences and packs them.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/io/alphabet.hpp"
#include "src/app/io/sequence_reader.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A record whose letters are packed.
struct sequence
{
    std::string id{};
    packing::packed_sequence letters{};
};

//!\brief Reads and packs the records of a file, and measures the time.
class packed_reader
{
public:
    /*!\brief Opens the file.
     * \param path    The file; `-` is standard input.
     * \param letters The alphabet; must live longer than this object, as must the times.
     * \param times   The times for reading and packing are added to it.
     * \throws input_error if the file cannot be read.
     */
    packed_reader(std::string const & path, alphabet const & letters, step_times & times);

    /*!\brief Reads the next records.
     * \param max_records The maximum number of records.
     * \param letters     Reading ends with the record that completes this number of letters.
     * \returns The records; none only at the end of the file.
     * \throws input_error, also if the whole file has no record.
     */
    std::vector<sequence> next(std::uint64_t max_records, std::uint64_t letters);

private:
    std::string path_;
    sequence_reader reader_;
    step_times & times_;
    sequence_record record_{};
    bool is_empty_{true}; // Whether no record has been read yet.
};

//!\brief Reads all records of a file; it must have at least one. \throws input_error
std::vector<sequence> read_sequences(std::string const & path, alphabet const & letters, step_times & times);

//!\brief The letters of all records; valid as long as the records.
std::vector<packing::packed_sequence_view> packed_views(std::span<sequence const> sequences);

//!\brief The number of letters of all records.
double count_letters(std::span<sequence const> sequences) noexcept;

} // namespace seqan3_gpulcs::app
