// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/packed_reader.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>

#include "src/app/app_error.hpp"
#include "src/app/io/input_file.hpp"

namespace seqan3_gpulcs::app
{

packed_reader::packed_reader(std::string const & path, alphabet const & letters, step_times & times) :
    path_{path},
    reader_{path, letters},
    times_{times}
{}

std::vector<sequence> packed_reader::next(std::uint64_t const max_records, std::uint64_t const letters)
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
    for (std::uint64_t read = 0; sequences.size() < max_records && read < letters && read_record();)
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
    constexpr std::uint64_t chunk_records{1 << 14};
    constexpr auto all_letters = std::numeric_limits<std::uint64_t>::max();

    // In chunks: a single vector that grows would take up to three times the memory while it moves.
    packed_reader reader{path, letters, times};
    std::deque<std::vector<sequence>> chunks{};
    std::size_t records = 0;
    do
    {
        chunks.push_back(reader.next(chunk_records, all_letters));
        records += chunks.back().size();
    }
    while (!chunks.back().empty());

    std::vector<sequence> sequences{};
    sequences.reserve(records);
    for (; !chunks.empty(); chunks.pop_front())
        std::ranges::move(chunks.front(), std::back_inserter(sequences));
    return sequences;
}

std::vector<packing::packed_sequence_view> packed_views(std::span<sequence const> const sequences)
{
    std::vector<packing::packed_sequence_view> views{};
    views.reserve(sequences.size());
    for (sequence const & each : sequences)
        views.push_back(each.letters);
    return views;
}

double count_letters(std::span<sequence const> const sequences) noexcept
{
    double letters = 0;
    for (sequence const & each : sequences)
        letters += static_cast<double>(each.letters.size());
    return letters;
}

} // namespace seqan3_gpulcs::app
