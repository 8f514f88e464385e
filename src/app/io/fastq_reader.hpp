// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads FASTQ.
 */

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/alphabet.hpp"
#include "src/app/io/line_reader.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads the records of a FASTQ file one by one: where one ends is known only when its letters are counted.
 *
 * Blank lines between records are skipped. Letters and qualities may span several lines of any length.
 */
class fastq_reader
{
public:
    /*!\brief Begins at the first header.
     * \param lines   The lines; the last part read is the first header. Must live longer than this object.
     * \param letters The alphabet; likewise.
     */
    fastq_reader(line_reader & lines, alphabet const & letters) noexcept : lines_{lines}, alphabet_{letters}
    {}

    /*!\brief Reads the next record.
     * \param letters The letters of the record are appended to it: characters of the alphabet.
     * \returns Whether there was one.
     * \throws input_error with the line and the record at which the file is invalid.
     */
    bool next(std::vector<std::uint8_t> & letters);

    //!\brief The id of the last record.
    std::string_view id() const noexcept
    {
        return id_;
    }

private:
    bool find_header();
    void read_header();
    void read_letters(std::vector<std::uint8_t> & letters);
    void append_letters(std::vector<std::uint8_t> & letters);
    void skip_line();
    void skip_qualities(std::uint64_t wanted);

    line_reader & lines_;
    alphabet const & alphabet_;
    bool is_first_{true};
    std::string id_{};
};

} // namespace seqan3_gpulcs::app
