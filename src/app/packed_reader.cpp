// SPDX-License-Identifier: BSD-3-Clause

#include "packed_reader.hpp"

#include <limits>

#include "app_error.hpp"
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
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    return packed_reader{path, letters, times}.next(all, all);
}

} // namespace seqan3_gpulcs::app
