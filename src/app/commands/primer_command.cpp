// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/primer_command.hpp"

#include <bitset>
#include <cmath>
#include <iterator>
#include <optional>
#include <ranges>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/common.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/app_error.hpp"
#include "src/app/commands/primer_writer.hpp"
#include "src/app/commands/shared_options.hpp"
#include "src/app/io/alphabet.hpp"
#include "src/app/io/output_file.hpp"
#include "src/app/io/packed_reader.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

bool is_nucleotide(alphabet const & letters)
{
    return letters.name.starts_with("dna");
}

// The letters that stand for several others.
std::bitset<256> ambiguous_letters(alphabet const & letters)
{
    std::bitset<256> ambiguous{};
    if (is_nucleotide(letters))
        ambiguous = primer::unknown_nucleotides();
    else if (letters.name == "aa27")
        for (char const letter : std::string_view{"BJXZ"})
            ambiguous.set(static_cast<std::uint8_t>(letter));
    return ambiguous;
}

//!\brief One run of the command.
class primer_run
{
public:
    primer_run(primer_options const & options,
               library & calls,
               std::stop_token const stop,
               temporary_file & temporary) :
        options_{options},
        calls_{calls},
        stop_{stop},
        temporary_{temporary}
    {}

    //!\brief Reads, finds and writes.
    void run()
    {
        times_.total.measure(
            [this]()
            {
                find_and_write();
            });
    }

    //!\brief Prints the times of run().
    void print() const
    {
        print_timings(times_, timed_work::primers);
    }

private:
    void find_and_write();
    void read_files();
    void check_memory() const;
    std::vector<std::vector<std::uint64_t>> find_primers();
    void keep_common(std::vector<std::vector<std::uint64_t>> & lengths) const;
    plan::execution watched(progress_bar & bar) const;
    void write(std::span<std::vector<std::uint64_t>> lengths, std::optional<output_file> & profile);

    primer_options const & options_;
    library & calls_;
    std::stop_token stop_;
    temporary_file & temporary_;
    alphabet const alphabet_{make_alphabet(options_.alphabet)};
    step_times times_{};
    sequence_list targets_{};
    sequence_list backgrounds_{};
};

void primer_run::find_and_write()
{
    require_backend(options_.execution);
    read_files();
    check_memory();

    // A file that cannot be written is reported before the work begins.
    std::optional<output_file> profile{};
    if (options_.profile)
        profile = output_file::create(*options_.profile, temporary_);

    auto lengths = find_primers();
    times_.writing.measure(
        [&]()
        {
            write(lengths, profile);
        });
}

void primer_run::read_files()
{
    targets_ = read_sequences(options_.target, alphabet_, options_.execution, times_);
    for (std::string const & path : options_.backgrounds)
        backgrounds_.append(read_sequences(path, alphabet_, options_.execution, times_));
}

// Checks that the memory limit suffices for the search, before anything is computed.
void primer_run::check_memory() const
{
    // As the library documents it, with the results, but without what threads use.
    bool const has_few_letters = is_nucleotide(alphabet_);
    double const target_bytes = has_few_letters ? 8.25 : 9;
    double const background_bytes = (has_few_letters ? 0.5 : 1.5) * (options_.both_strands ? 2 : 1);
    double const needed = target_bytes * count_letters(targets_) + background_bytes * count_letters(backgrounds_);
    if (options_.memory_limit && needed > static_cast<double>(*options_.memory_limit))
        throw limit_error{"Finding the primers needs " + std::to_string(static_cast<std::uint64_t>(std::ceil(needed)))
                          + " bytes in addition to the input, and some megabytes per thread; raise --memory, or give "
                            "shorter sequences."};
}

// The length of the primer at each position of each target.
std::vector<std::vector<std::uint64_t>> primer_run::find_primers()
{
    primer::options wanted{.differences = options_.differences,
                           .unknown = ambiguous_letters(alphabet_),
                           .minimal_length = options_.min_length,
                           .maximal_length = options_.max_length};
    if (options_.both_strands)
        wanted.complement = primer::complement_of_dna();

    std::vector<primer::target> targets{};
    for (packing::packed_sequence_view const & target : packed_views(targets_))
        targets.push_back({target});
    // Those that occur in all targets without edits are primers of the first one.
    if (options_.all_targets == 0)
        targets.resize(1);
    std::vector<packing::packed_sequence_view> const backgrounds = packed_views(backgrounds_);

    std::uint64_t letters = 0;
    for (primer::target const & target : targets)
        letters += target.sequence.size();
    progress_bar bar{static_cast<double>(letters) * count_letters(backgrounds_) * (options_.both_strands ? 2 : 1)};
    primer::statistics done{};
    auto lengths = times_.primers.measure(
        [&]()
        {
            auto found = calls_.compute_primers(targets, backgrounds, wanted, watched(bar), done);
            if (options_.all_targets)
                keep_common(found);
            return found;
        });
    times_.transfer = done.transfer_seconds;
    times_.kernel = done.kernel_seconds;
    times_.device_memory = done.device_bytes;
    times_.backends.insert(done.backend);
    return lengths;
}

void primer_run::keep_common(std::vector<std::vector<std::uint64_t>> & lengths) const
{
    primer::common_options wanted{.max_edits = *options_.all_targets, .unknown = ambiguous_letters(alphabet_)};
    if (options_.both_strands)
        wanted.complement = primer::complement_of_dna();
    progress_bar bar{std::nullopt};
    primer::keep_common(packed_views(targets_), lengths, wanted, watched(bar));
    lengths.resize(targets_.size());
}

// How the program computes, with a bar that shows the progress.
plan::execution primer_run::watched(progress_bar & bar) const
{
    plan::execution execution{options_.execution};
    execution.stop = stop_;
    execution.on_progress = [&bar](plan::progress const & progress)
    {
        bar.show(progress.cells_done);
    };
    return execution;
}

void primer_run::write(std::span<std::vector<std::uint64_t>> const lengths, std::optional<output_file> & profile)
{
    output_file file = output_file::standard_output();
    primer_writer writer{file, options_, is_nucleotide(alphabet_)};
    if (profile)
        write_profile_header(*profile);
    for (std::size_t i = 0; i < targets_.size(); ++i)
    {
        if (options_.gc)
            keep_gc_range(lengths[i], targets_[i], *options_.gc);
        writer.write(targets_[i], lengths[i]);
        if (profile)
            write_profile(*profile, targets_[i].id, lengths[i]);
    }

    // The profile comes last: the previous one is kept if the primers cannot be written.
    file.finish();
    if (stop_.stop_requested())
        throw operation_stopped{"The program was stopped before its output was complete."};
    if (profile)
        profile->finish();
}

} // namespace

void run_primer(primer_options const & options, library & calls, std::stop_token const stop, temporary_file & temporary)
{
    primer_run run{options, calls, stop, temporary};
    run.run();
    if (options.timings)
        run.print();
}

} // namespace seqan3_gpulcs::app
