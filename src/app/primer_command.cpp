// SPDX-License-Identifier: BSD-3-Clause

#include "primer_command.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string_view>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "alphabet.hpp"
#include "app_error.hpp"
#include "output_file.hpp"
#include "packed_reader.hpp"
#include "progress_bar.hpp"
#include "src/backend/backend.hpp"
#include "step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The largest score that BED allows.
constexpr std::uint64_t largest_score{1000};

bool is_nucleotides(alphabet const & letters)
{
    return letters.name.starts_with("dna");
}

// The letters that stand for several ones.
std::bitset<256> unknown_letters(alphabet const & letters)
{
    std::bitset<256> unknown{};
    if (is_nucleotides(letters))
        unknown = primer::unknown_nucleotides();
    else if (letters.name == "aa27")
        for (char const letter : std::string_view{"BJXZ"})
            unknown.set(static_cast<std::uint8_t>(letter));
    return unknown;
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

//!\brief Letters of a target.
struct region
{
    std::uint64_t begin{};
    std::uint64_t end{};
};

/*!\brief Counts the letters G and C of regions, whose begins and ends must not decrease from call to call.
 *
 * Takes no memory, unlike counts of all prefixes, and altogether linear time.
 */
class gc_counter
{
public:
    explicit gc_counter(sequence const & target) : letters_{target.letters}
    {}

    //!\brief In percent; there must be letters.
    double percent(region const & next)
    {
        for (; counted_.end < next.end; ++counted_.end)
            count_ += is_gc(counted_.end);
        for (; counted_.begin < next.begin; ++counted_.begin)
            count_ -= is_gc(counted_.begin);
        return 100 * static_cast<double>(count_) / static_cast<double>(next.end - next.begin);
    }

private:
    bool is_gc(std::uint64_t const position) const
    {
        auto const letter = letters_[position];
        return letter == 'G' || letter == 'C';
    }

    packing::packed_sequence_view letters_;
    region counted_{};
    std::uint64_t count_{};
};

// Takes out primers with other letters than those wanted.
void keep_range(std::span<std::uint64_t> const lengths, gc_counter gc, gc_range const & range)
{
    for (std::uint64_t position = 0; position < lengths.size(); ++position)
    {
        if (lengths[position] == primer::no_primer)
            continue;
        double const percent = gc.percent({position, position + lengths[position]});
        if (percent < range.least || percent > range.most)
            lengths[position] = primer::no_primer;
    }
}

// Calls a function with each of the primers, in order; or with what they cover.
template <typename function_t>
void for_each_region(std::span<std::uint64_t const> const lengths, bool const merged, function_t const & function)
{
    std::optional<region> last{};
    for (std::uint64_t position = 0; position < lengths.size(); ++position)
    {
        if (lengths[position] == primer::no_primer)
            continue;
        // Primers end in the order in which they begin.
        std::uint64_t const end = position + lengths[position];
        if (merged && last && position <= last->end)
        {
            last->end = end;
            continue;
        }
        if (last)
            function(*last);
        last = {position, end};
    }
    if (last)
        function(*last);
}

//!\brief Writes the regions of targets, one target after the other.
class region_writer
{
public:
    region_writer(output_file & file, primer_options const & options) :
        file_{file},
        end_of_line_{options.unique_regions
                         ? "\n"
                         : "\t.\t" + std::to_string(std::min(options.differences, largest_score)) + "\t+\n"}
    {
        if (options.format)
            table_.emplace(file,
                           *options.format,
                           std::initializer_list<std::string_view>{"id", "begin", "end", "length", "gc"});
    }

    void write(std::string_view const id, region const & each, gc_counter * const gc)
    {
        if (table_)
            table_->write({id,
                           each.begin,
                           each.end,
                           each.end - each.begin,
                           gc == nullptr ? table_value{} : table_value{gc->percent(each)}});
        else
            write_bed(id, each);
    }

private:
    void write_bed(std::string_view const id, region const & each)
    {
        line_ = id;
        line_ += '\t';
        line_ += std::to_string(each.begin);
        line_ += '\t';
        line_ += std::to_string(each.end);
        line_ += end_of_line_;
        file_.write(line_);
    }

    output_file & file_;
    std::optional<table_writer> table_{};
    std::string end_of_line_;
    std::string line_{};
};

// Adds the lengths of a target's primers as bedGraph, a line for each run of equal ones.
void write_profile(output_file & file, std::string_view const id, std::span<std::uint64_t const> const lengths)
{
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin + 1;
        while (end < lengths.size() && lengths[end] == lengths[begin])
            ++end;
        if (lengths[begin] != primer::no_primer)
            file.write(tab_separated(std::initializer_list<std::string_view>{id,
                                                                             std::to_string(begin),
                                                                             std::to_string(end),
                                                                             std::to_string(lengths[begin])}));
        begin = end;
    }
}

// Throws if finding the primers needs more memory than it may take: before anything is computed.
void check_memory(primer_options const & options, double const target_letters, double const background_letters)
{
    // What the library documents, results included, threads not.
    double const needed = 10 * target_letters + (options.both_strands ? 2.5 : 1.25) * background_letters;
    if (options.memory_limit && needed > static_cast<double>(*options.memory_limit))
        throw limit_error{
            "Finding the primers needs " + std::to_string(static_cast<std::uint64_t>(std::ceil(needed)))
            + " bytes beside the inputs, and some megabytes for each thread; allow more with --memory, or "
              "give shorter sequences."};
}

void find_and_write(primer_options const & options,
                    std::stop_token const stop,
                    temporary_file & temporary,
                    step_times & times)
{
    // A backend that is not there shows before long files are read.
    backend::find_backend(options.execution);
    alphabet const letters = make_alphabet(options.alphabet);
    primer::options wanted{.differences = options.differences,
                           .unknown = unknown_letters(letters),
                           .minimal_length = options.minimal_length,
                           .maximal_length = options.maximal_length};
    if (options.both_strands)
        wanted.complement = primer::complement_of_dna();

    std::vector<sequence> const targets = read_sequences(options.target, letters, times);
    std::vector<sequence> backgrounds{};
    for (std::string const & path : options.backgrounds)
    {
        std::vector<sequence> more = read_sequences(path, letters, times);
        std::ranges::move(more, std::back_inserter(backgrounds));
    }

    check_memory(options, count_letters(targets), count_letters(backgrounds));

    // A file that cannot be written shows before the work begins.
    std::optional<output_file> profile{};
    if (options.profile)
    {
        profile = output_file::create(*options.profile, temporary);
        profile->write("track type=bedGraph name=\"primer lengths\"\n");
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
    primer::work done{};
    auto lengths = times.primers.measure(
        [&]()
        {
            return primer::compute(wholes, views_of(backgrounds), wanted, execution, &done);
        });
    times.transfer = done.transfer_seconds;
    times.kernel = done.kernel_seconds;
    times.device_memory = done.device_bytes;
    times.backends.insert(done.backend);

    bar.make_room();
    times.writing.measure(
        [&]()
        {
            output_file file = output_file::standard_output();
            region_writer writer{file, options};
            for (std::size_t i = 0; i < targets.size(); ++i)
            {
                if (options.gc)
                    keep_range(lengths[i], gc_counter{targets[i]}, *options.gc);
                std::optional<gc_counter> gc{};
                if (is_nucleotides(letters))
                    gc.emplace(targets[i]);
                for_each_region(lengths[i],
                                options.unique_regions,
                                [&](region const & each)
                                {
                                    writer.write(targets[i].id, each, gc ? &*gc : nullptr);
                                });
                if (profile)
                    write_profile(*profile, targets[i].id, lengths[i]);
            }

            // The profile comes last: the one that was there before stays if the primers cannot be written.
            file.finish();
            if (stop.stop_requested())
                throw operation_stopped{"The program was stopped before its output was complete."};
            if (profile)
                profile->finish();
        });
}

} // namespace

void run_primer(primer_options const & options, std::stop_token const stop, temporary_file & temporary)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            find_and_write(options, stop, temporary, times);
        });
    if (options.timings)
        print_timings(times, timed_work::primers);
}

} // namespace seqan3_gpulcs::app
