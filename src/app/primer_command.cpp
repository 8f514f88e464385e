// SPDX-License-Identifier: BSD-3-Clause

#include "primer_command.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <iterator>
#include <string_view>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "alphabet.hpp"
#include "output_file.hpp"
#include "packed_reader.hpp"
#include "progress_bar.hpp"
#include "step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::string_view bases{"ACGT"};

// The largest score that BED allows.
constexpr std::uint64_t largest_score{1000};

bool is_nucleotides(alphabet const & letters)
{
    return letters.name.starts_with("dna");
}

// The ranks of letters that stand for several ones.
std::bitset<256> unknown_letters(alphabet const & letters)
{
    std::bitset<256> unknown{};
    if (is_nucleotides(letters))
    {
        for (std::size_t byte = 0; byte < 256; ++byte)
            if (letters.is_letter[byte])
                unknown.set(letters.rank[byte]);
        for (char const base : bases)
            unknown.reset(letters.rank[static_cast<std::uint8_t>(base)]);
    }
    else if (letters.name == "aa27")
    {
        for (char const letter : std::string_view{"BJXZ"})
            unknown.set(letters.rank[static_cast<std::uint8_t>(letter)]);
    }
    return unknown;
}

std::array<std::uint8_t, 256> complements(alphabet const & letters)
{
    std::array<std::uint8_t, 256> complement{};
    for (std::size_t i = 0; i < bases.size(); ++i)
        complement[letters.rank[static_cast<std::uint8_t>(bases[i])]] =
            letters.rank[static_cast<std::uint8_t>(bases[bases.size() - 1 - i])];
    return complement;
}

std::vector<packing::packed_sequence_view> views_of(std::vector<sequence> const & sequences)
{
    std::vector<packing::packed_sequence_view> views{};
    for (sequence const & each : sequences)
        views.push_back(each.letters);
    return views;
}

double count_letters(std::vector<sequence> const & sequences) noexcept
{
    double letters = 0;
    for (sequence const & each : sequences)
        letters += static_cast<double>(each.letters.size());
    return letters;
}

void write_bed(std::vector<sequence> const & targets,
               std::vector<std::vector<std::uint64_t>> const & lengths,
               std::uint64_t const differences)
{
    output_file file = output_file::standard_output();
    std::string const end_of_line = "\t.\t" + std::to_string(std::min(differences, largest_score)) + "\t+\n";
    std::string line{};
    for (std::size_t i = 0; i < targets.size(); ++i)
        for (std::uint64_t position = 0; position < lengths[i].size(); ++position)
        {
            if (lengths[i][position] == primer::no_primer)
                continue;
            line = targets[i].id;
            line += '\t';
            line += std::to_string(position);
            line += '\t';
            line += std::to_string(position + lengths[i][position]);
            line += end_of_line;
            file.write(line);
        }
    file.finish();
}

} // namespace

void run_primer(primer_options const & options, std::stop_token const stop)
{
    alphabet const letters = make_alphabet(options.alphabet);
    primer::options wanted{.differences = options.differences,
                           .unknown = unknown_letters(letters),
                           .minimal_length = options.minimal_length,
                           .maximal_length = options.maximal_length};
    if (options.both_strands)
        wanted.complement = complements(letters);

    step_times times{};
    std::vector<sequence> const targets = read_sequences(options.target, letters, times);
    std::vector<sequence> backgrounds{};
    for (std::string const & path : options.backgrounds)
    {
        std::vector<sequence> more = read_sequences(path, letters, times);
        std::ranges::move(more, std::back_inserter(backgrounds));
    }

    std::vector<primer::target> wholes{};
    for (packing::packed_sequence_view const & each : views_of(targets))
        wholes.push_back({each});

    progress_bar bar{count_letters(targets) * count_letters(backgrounds) * (options.both_strands ? 2 : 1)};
    plan::execution execution{options.execution};
    execution.stop = stop;
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(progress.cells_done);
    };
    auto const lengths = primer::compute(wholes, views_of(backgrounds), wanted, execution);

    bar.make_room();
    write_bed(targets, lengths, options.differences);
    if (stop.stop_requested())
        throw operation_stopped{"The program was stopped before its output was complete."};
}

} // namespace seqan3_gpulcs::app
