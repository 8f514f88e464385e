// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the reads of each barcode to a file.
 */

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>

#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The number of a barcode for reads that have none.
inline constexpr std::uint32_t no_barcode{~std::uint32_t{0}};

//!\brief Copies reads to files in a new directory, which has another name until all of them are complete.
class read_splitter
{
public:
    /*!\brief Makes the directory, under its other name.
     * \param directory The directory; there is none yet.
     * \param names     The ids of the barcodes, which must outlive this object.
     * \throws input_error if two files would have the same name, or one that is not possible; output_error.
     */
    read_splitter(std::string const & directory, std::span<std::string const> names);

    read_splitter(read_splitter const &) = delete;
    read_splitter & operator=(read_splitter const &) = delete;

    //!\brief Removes the directory unless it is complete.
    ~read_splitter();

    /*!\brief Copies the reads, and gives the directory its name.
     * \param reads    The file of the reads, which has been read before.
     * \param letters  Its alphabet.
     * \param barcodes The number of the barcode of each read, or no_barcode.
     * \param stop     Ends the work.
     * \throws input_error if there are more reads than barcodes, or fewer; output_error; seqan3_gpulcs::operation_stopped.
     *
     * Records are copied as they are, byte by byte. Linear; keeps some megabytes in memory, and the longest line.
     */
    void split(std::string const & reads,
               alphabet const & letters,
               std::span<std::uint32_t const> barcodes,
               std::stop_token const & stop);

private:
    std::filesystem::path name_;
    std::filesystem::path hidden_;
    std::span<std::string const> names_;
    bool is_complete_{};
};

} // namespace seqan3_gpulcs::app
