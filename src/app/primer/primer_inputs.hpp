// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sequences of `gpulcs primer`.
 */

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/sequence_list.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The records of all files: those of the target, then those of one background after the other.
class primer_inputs
{
public:
    /*!\brief Reads all files.
     * \param options The files.
     * \param letters The alphabet.
     * \param times   The times for reading and packing are added to it.
     * \throws input_error
     */
    primer_inputs(primer_options const & options, alphabet const & letters, step_times & times);

    //!\brief All records.
    std::span<sequence const> records() const noexcept
    {
        return {records_.data(), records_.size()};
    }

    //!\brief Those of the target.
    std::span<sequence const> targets() const noexcept
    {
        return records().first(files_.front().end);
    }

    //!\brief Those of the backgrounds.
    std::span<sequence const> backgrounds() const noexcept
    {
        return records().subspan(files_.front().end);
    }

    //!\brief Whether a record, given by its number, is of the target; nothing if there is only one file, which may be a background.
    std::optional<bool> is_target(std::size_t const record) const noexcept
    {
        return files_.size() == 1 ? std::nullopt : std::optional{record < files_.front().end};
    }

    //!\brief The name, without control characters, of the file that has a record, as it was given.
    std::string const & file_of(std::size_t record) const noexcept;

private:
    //!\brief A file, and one past its last record.
    struct file
    {
        std::string name{};
        std::size_t end{};
    };

    sequence_list records_{};
    std::vector<file> files_{};
};

} // namespace seqan3_gpulcs::app
