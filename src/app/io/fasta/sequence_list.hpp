// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Records, and the memory that they view.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/io/fasta/packed_block.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Records, and the memory that they view. A record stays where it is when the list is moved.
class sequence_list
{
public:
    //!\brief Adds a record.
    void push_back(sequence const & record)
    {
        records_.push_back(record);
    }

    //!\brief Adds the qualities of the next record that has none yet; to all records or to none.
    void add_qualities(std::string_view const qualities)
    {
        qualities_ += qualities;
        quality_ends_.push_back(qualities_.size());
    }

    //!\brief The qualities of a record, one for each letter; none if they are not known.
    std::string_view qualities(std::size_t const i) const noexcept
    {
        if (quality_ends_.empty())
            return {};
        std::size_t const begin = i == 0 ? 0 : quality_ends_[i - 1];
        return std::string_view{qualities_}.substr(begin, quality_ends_[i] - begin);
    }

    //!\brief Keeps the memory of records.
    void keep(std::shared_ptr<packed_block const> memory);

    //!\brief Adds the records of another list, and their memory.
    void append(sequence_list && other);

    //!\brief Makes room for this number of records.
    void reserve(std::size_t const count)
    {
        records_.reserve(count);
    }

    std::size_t size() const noexcept
    {
        return records_.size();
    }

    bool empty() const noexcept
    {
        return records_.empty();
    }

    sequence const * data() const noexcept
    {
        return records_.data();
    }

    auto begin() const noexcept
    {
        return records_.cbegin();
    }

    auto end() const noexcept
    {
        return records_.cend();
    }

    sequence const & operator[](std::size_t const i) const noexcept
    {
        return records_[i];
    }

private:
    std::vector<sequence> records_{};
    std::vector<std::shared_ptr<packed_block const>> memory_{};
    std::string qualities_{}; // Holds the qualities of all records, one after the other.
    std::vector<std::size_t> quality_ends_{};
};

//!\brief The letters of all records; valid as long as the records.
std::vector<packing::packed_sequence_view> packed_views(std::span<sequence const> sequences);

//!\brief The number of letters of all records.
double count_letters(std::span<sequence const> sequences) noexcept;

//!\brief The size of the longest id; 0 without records.
std::size_t longest_id(std::span<sequence const> sequences) noexcept;

} // namespace seqan3_gpulcs::app
