// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads sequences and packs them.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "../step_times.hpp"
#include "alphabet.hpp"
#include "sequence_reader.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A record whose letters are packed.
struct sequence
{
    std::string id{};
    packing::packed_sequence letters{};
};

//!\brief Reads the records of a file, packs them, and adds up how long that takes.
class packed_reader
{
public:
    /*!\brief Opens the file.
     * \param path    The file; `-` is standard input.
     * \param letters The alphabet; must live longer than this object, as must the times.
     * \param times   Where reading and packing are added.
     * \throws input_error if the file cannot be read.
     */
    packed_reader(std::string const & path, alphabet const & letters, step_times & times);

    /*!\brief Reads the next records.
     * \param most_records So many at most.
     * \param letters      No more records are read once they have so many letters.
     * \returns The records; none only at the end of the file.
     * \throws input_error also if there is no record in the whole file.
     */
    std::vector<sequence> next(std::uint64_t most_records, std::uint64_t letters);

private:
    std::string path_;
    sequence_reader reader_;
    step_times & times_;
    sequence_record record_{};
    bool is_empty_{true}; // Whether there was no record so far.
};

//!\brief Reads all records of a file, of which there must be at least one. \throws input_error
std::vector<sequence> read_sequences(std::string const & path, alphabet const & letters, step_times & times);

} // namespace seqan3_gpulcs::app
