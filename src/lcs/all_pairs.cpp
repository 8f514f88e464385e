// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <ostream>
#include <set>
#include <string_view>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

namespace seqan3_gpulcs::lcs
{

namespace
{

//!\brief Computes the lengths of pairs that come one by one, batch by batch.
class length_collector
{
public:
    length_collector(std::uint64_t const pairs, double const cells, plan::execution const & execution) :
        cells_total_{cells},
        execution_{execution}
    {
        lengths_.reserve(pairs);
        if (execution.on_progress)
            execution_.on_progress = [this, tell = execution.on_progress](plan::progress const & of_batch)
            {
                last_report_ = std::chrono::steady_clock::now();
                tell({cells_done_ + of_batch.cells_done, cells_total_});
            };
    }

    // The callback refers to this object.
    length_collector(length_collector const &) = delete;
    length_collector & operator=(length_collector const &) = delete;

    void add(packing::packed_sequence_view const & first, packing::packed_sequence_view const & second)
    {
        batch_.push_back({first, second});
        letters_ += first.size() + second.size();
        if (batch_.size() == plan::max_device_batch_pairs || letters_ >= plan::max_batch_letters)
            compute_batch();
    }

    std::vector<std::uint64_t> finish()
    {
        // Even without pairs: an unavailable backend is an error.
        compute_batch();
        return std::move(lengths_);
    }

private:
    void compute_batch()
    {
        for (result const & found : compute(batch_, output::length, execution_))
            lengths_.push_back(found.length);
        for (sequence_pair const & pair : batch_)
            cells_done_ += pair.cells();
        batch_.clear();
        letters_ = 0;
        // A batch may be done too soon to report anything itself.
        if (execution_.on_progress && std::chrono::steady_clock::now() - last_report_ >= std::chrono::milliseconds{100})
            execution_.on_progress({});
    }

    std::vector<std::uint64_t> lengths_{};
    std::vector<sequence_pair> batch_{};
    std::uint64_t letters_{};
    double cells_done_{};
    double cells_total_;
    plan::execution execution_;
    std::chrono::steady_clock::time_point last_report_{std::chrono::steady_clock::now()};
};

double count_letters(std::span<packing::packed_sequence_view const> const sequences) noexcept
{
    double letters = 0;
    for (packing::packed_sequence_view const & sequence : sequences)
        letters += static_cast<double>(sequence.size());
    return letters;
}

// The cells of all pairs.
double total_cells(std::span<packing::packed_sequence_view const> const sequences) noexcept
{
    double cells = 0;
    double letters = 0;
    for (packing::packed_sequence_view const & sequence : sequences)
    {
        cells += letters * static_cast<double>(sequence.size());
        letters += static_cast<double>(sequence.size());
    }
    return cells;
}

std::uint64_t count_pairs(std::uint64_t const sequences) noexcept
{
    return sequences == 0 ? 0 : sequences * (sequences - 1) / 2;
}

void append_distance(std::string & line, double const distance)
{
    char text[64]{}; // The largest float has 39 digits.
    auto const written = std::to_chars(std::begin(text), std::end(text), distance, std::chars_format::fixed, 6);
    line += ' ';
    line.append(std::begin(text), written.ptr);
}

// Unformatted: without the width and the fill of the stream.
void write(std::ostream & out, std::string const & line)
{
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
}

} // namespace

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                     plan::execution const & execution)
{
    length_collector lengths{count_pairs(sequences.size()), total_cells(sequences), execution};
    for (std::size_t i = 0; i < sequences.size(); ++i)
        for (packing::packed_sequence_view const & second : sequences.subspan(i + 1))
            lengths.add(sequences[i], second);
    return lengths.finish();
}

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                     std::span<packing::packed_sequence_view const> const second,
                                     plan::execution const & execution)
{
    length_collector lengths{first.size() * second.size(), count_letters(first) * count_letters(second), execution};
    for (packing::packed_sequence_view const & row : first)
        for (packing::packed_sequence_view const & column : second)
            lengths.add(row, column);
    return lengths.finish();
}

void check_phylip_names(std::span<std::string const> const names)
{
    std::set<std::string_view> seen{};
    for (std::string const & name : names)
    {
        if (name.empty() || name.find_first_of(" \t\n\v\f\r") != std::string::npos)
            throw invalid_option{"Names in a PHYLIP matrix must not be empty or contain white space, but there is \""
                                 + name + "\"; rename this sequence."};
        if (!seen.insert(name).second)
            throw invalid_option{"Names in a PHYLIP matrix must differ, but there are two sequences \"" + name
                                 + "\"; rename one of them."};
    }
}

void write_phylip(std::ostream & out, std::span<std::string const> const names, std::span<float const> const distances)
{
    if (distances.size() != count_pairs(names.size()))
        throw invalid_option{"A PHYLIP matrix of " + std::to_string(names.size()) + " names needs "
                             + std::to_string(count_pairs(names.size()))
                             + " distances, one for every two of them, but there are "
                             + std::to_string(distances.size()) + "."};
    check_phylip_names(names);

    write(out, std::to_string(names.size()) + '\n');
    for (std::size_t row = 0; row < names.size() && out; ++row)
    {
        std::string line{names[row]};
        // Down the column to the diagonal: each row is one shorter than the row above it.
        std::size_t index = row - 1;
        for (std::size_t above = 0; above < row; ++above)
        {
            append_distance(line, distances[index]);
            index += names.size() - above - 2;
        }
        append_distance(line, 0);
        std::size_t const begin = count_pairs(names.size()) - count_pairs(names.size() - row);
        for (float const distance : distances.subspan(begin, names.size() - row - 1))
            append_distance(line, distance);
        write(out, line + '\n');
    }
}

} // namespace seqan3_gpulcs::lcs
