// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pairs of records that `gpulcs lcs` and `gpulcs edit` compare.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

//!\brief The numbers of two records.
struct pair_position
{
    std::size_t first{};  //!< The number of the record of the first file.
    std::size_t second{}; //!< The number of the one that it is compared with.
};

//!\brief The number of cells of every two of the sequences.
double cells_of_every_two(std::span<sequence const> sequences) noexcept;

//!\brief All records, and the pairs to compare in order.
class pair_list
{
public:
    //!\brief Reads the records. \throws input_error
    pair_list(pair_options const & options, pairing how, alphabet const & letters, step_times & times);

    //!\brief The first pair. All pairs of one record follow each other.
    pair_position begin() const noexcept
    {
        return next({0, first_partner(0)}, 0);
    }

    //!\brief The pair that comes after some pairs of one record, the first of which is given; that of the next record, if there is no other.
    pair_position next(pair_position position, std::size_t count) const noexcept;

    //!\brief Whether there is no such pair, because the position is after the last one.
    bool at_end(pair_position const position) const noexcept
    {
        return position.first == first_.size();
    }

    //!\brief The first record that a record is compared with.
    std::size_t first_partner(std::size_t const record) const noexcept
    {
        return pairing_ == pairing::every_with_every ? 0 : pairing_ == pairing::every_two ? record + 1 : record;
    }

    //!\brief One past the last record that a record is compared with.
    std::size_t last_partner(std::size_t const record) const noexcept
    {
        return pairing_ == pairing::in_order ? record + 1 : second().size();
    }

    /*!\brief The letters of a pair.
     * \param position    Where it is.
     * \param is_reversed Whether the reverse complement of the first record is meant; only if both strands are compared.
     */
    alignment::sequence_pair letters(pair_position const position, bool const is_reversed = false) const
    {
        return {is_reversed ? complements_[position.first].view() : first_[position.first].letters,
                second()[position.second].letters};
    }

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

    //!\brief The qualities of a record of the first file; none if they are not known, or not needed for SAM.
    std::string_view qualities(std::size_t const record) const noexcept
    {
        return first_.qualities(record);
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
    void read(pair_options const & options, alphabet const & letters, step_times & times);

    pairing pairing_;
    std::optional<device_start> start_{}; //!< The start of a device beside reading, if there is enough to compare.
    sequence_list first_;
    sequence_list second_;
    std::vector<packing::packed_sequence>
        complements_{}; //!< The reverse complements of the first records, if they are compared.
};

} // namespace seqan3_gpulcs::app
