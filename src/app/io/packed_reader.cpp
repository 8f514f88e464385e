// SPDX-License-Identifier: BSD-3-Clause

#include "packed_reader.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>

#include "../app_error.hpp"
#include "input_file.hpp"

namespace seqan3_gpulcs::app
{

packed_reader::packed_reader(std::string const & path, alphabet const & letters, step_times & times) :
    path_{path},
    reader_{path, letters},
    times_{times}
{}

std::vector<sequence> packed_reader::next(std::uint64_t const most_records, std::uint64_t const letters)
{
    auto const read_record = [this]()
    {
        return times_.reading.measure(
            [this]()
            {
                return reader_.next(record_);
            });
    };

    std::vector<sequence> sequences{};
    for (std::uint64_t read = 0; sequences.size() < most_records && read < letters && read_record();)
    {
        is_empty_ = false;
        read += record_.letters.size();
        sequences.push_back({record_.id,
                             times_.packing.measure(
                                 [this]()
                                 {
                                     return packing::pack(record_.letters);
                                 })});
    }

    if (is_empty_)
        throw input_error{"The input " + input_name(path_)
                          + " has no records; give a FASTA or FASTQ file with sequences."};
    return sequences;
}

std::vector<sequence> read_sequences(std::string const & path, alphabet const & letters, step_times & times)
{
    constexpr std::uint64_t piece_records{1 << 14};
    constexpr auto all_letters = std::numeric_limits<std::uint64_t>::max();

    // A vector that grows would take three times the memory when it moves.
    packed_reader reader{path, letters, times};
    std::deque<std::vector<sequence>> pieces{};
    std::size_t records = 0;
    do
    {
        pieces.push_back(reader.next(piece_records, all_letters));
        records += pieces.back().size();
    }
    while (!pieces.back().empty());

    std::vector<sequence> sequences{};
    sequences.reserve(records);
    for (; !pieces.empty(); pieces.pop_front())
        std::ranges::move(pieces.front(), std::back_inserter(sequences));
    return sequences;
}

} // namespace seqan3_gpulcs::app
