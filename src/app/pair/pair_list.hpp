// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pairs of records that `gpulcs lcs` and `gpulcs edit` compare.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <range/v3/view/any_view.hpp>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/devices.hpp>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/pair/pair_options.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Which records are compared.
enum class pairing : std::uint8_t
{
    in_order,         //!< Pairs record i of one file with record i of the other.
    every_with_every, //!< Pairs every record of one file with every record of the other.
    every_two         //!< Pairs every two records of one file.
};

//!\brief Chooses the pairing from the options and the files.
pairing choose_pairing(pair_options const & options);

//!\brief Two records.
struct record_pair
{
    sequence const * first{};
    sequence const * second{};

    //!\brief Their letters.
    alignment::sequence_pair letters() const
    {
        return {first->letters, second->letters};
    }
};

//!\brief The number of cells of every two of the sequences.
double cells_of_every_two(std::span<sequence const> sequences) noexcept;

//!\brief All records, and the pairs to compare in order.
class pair_list
{
public:
    //!\brief Reads the records. \throws input_error
    pair_list(pair_options const & options, pairing how, alphabet const & letters, step_times & times);

    //!\brief Iterates over the pairs. For every two records, the pairs of the first record come first.
    ranges::any_view<record_pair> all() const;

    //!\brief Which records are compared.
    pairing how() const noexcept
    {
        return pairing_;
    }

    //!\brief The records of the first file.
    std::span<sequence const> first() const noexcept
    {
        return first_;
    }

    //!\brief The records that those of the first file are compared with.
    std::span<sequence const> second() const noexcept
    {
        return pairing_ == pairing::every_two ? first_ : second_;
    }

    //!\brief The number of pairs. They may be more than an integer can count, hence `double`.
    double count() const noexcept;

    //!\brief The number of cells of all pairs.
    double cells() const;

    //!\brief Checks that the memory limit suffices for the alignment of each pair.
    //!\throws seqan3_gpulcs::memory_limit_too_small
    void check_memory(app::metric metric, std::uint64_t limit) const;

private:
    pairing pairing_;
    std::optional<device_start> start_{}; //!< The start of a device beside reading, if there is enough to compare.
    sequence_list first_;
    sequence_list second_;
};

} // namespace seqan3_gpulcs::app
