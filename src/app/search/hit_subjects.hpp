// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The subjects of a search that must be kept.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/app/io/fasta/packed_block.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A record with memory of its own.
class record_copy
{
public:
    //!\param with_letters Whether to copy the letters, too.
    record_copy(sequence const & record, bool with_letters);

    // Objects cannot be copied, as the view refers to them.
    record_copy(record_copy const &) = delete;
    record_copy & operator=(record_copy const &) = delete;

    //!\brief The copy.
    sequence get() const noexcept
    {
        return {id_, view_};
    }

private:
    std::string id_;
    std::vector<std::uint64_t> words_{};
    std::vector<std::uint8_t> letters_{};
    packing::packed_sequence_view view_{};
};

//!\brief The subjects that are hits of a query so far, by their numbers.
class hit_subjects
{
public:
    /*!\brief Begins without subjects.
     * \param with_letters Whether to keep the letters, too.
     * \param may_release  Whether subjects may be released.
     */
    hit_subjects(bool const with_letters, bool const may_release) :
        with_letters_{with_letters},
        only_ids_{!with_letters && !may_release}
    {}

    //!\brief Keeps a subject. Numbers ascend.
    void keep(std::uint64_t number, sequence const & subject);

    //!\brief Drops a subject.
    void release(std::uint64_t const number)
    {
        subjects_.erase(number);
    }

    //!\brief A subject that is kept.
    sequence operator[](std::uint64_t number) const;

    //!\brief The size of the longest id so far.
    std::size_t longest_id() const noexcept
    {
        return longest_id_;
    }

private:
    bool with_letters_;
    bool only_ids_;
    std::size_t longest_id_{};
    std::unordered_map<std::uint64_t, record_copy> subjects_{};

    // The numbers and ids of subjects without their letters; there may be millions.
    std::vector<std::uint64_t> numbers_{};
    std::string ids_{};
    std::vector<std::size_t> id_ends_{};
};

} // namespace seqan3_gpulcs::app
