// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_command.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/primer/common.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/message.hpp"
#include "src/app/primer/check_command.hpp"
#include "src/app/primer/primer_inputs.hpp"
#include "src/app/primer/primer_pairs.hpp"
#include "src/app/primer/primer_ranking.hpp"
#include "src/app/primer/primer_writer.hpp"
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
    primer_run(primer_options const & options, temporary_file & temporary) : options_{options}, temporary_{temporary}
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
        print_timings(times_, options_.products ? timed_work::chosen_products : timed_work::primers);
    }

private:
    void find_and_write();
    void check_memory() const;
    bool has_letters_to_match() const;
    primer::options wanted_primers() const;
    std::vector<std::vector<std::uint64_t>> search(std::span<primer::target const> ranges,
                                                   primer::options const & wanted);
    std::vector<std::vector<std::uint64_t>> find_primers();
    std::span<sequence const> searched_targets() const;
    std::vector<std::vector<primer::target>> ranges_to_search() const;
    std::vector<std::vector<std::uint64_t>> join(std::span<std::vector<primer::target> const> ranges,
                                                 std::vector<std::vector<std::uint64_t>> && found) const;
    primer::common_options occurrences() const;
    void keep_common(std::vector<std::vector<std::uint64_t>> & lengths);
    std::string why_none_is_found() const;
    void require_primers(std::span<std::vector<std::uint64_t> const> lengths, std::string const & problem);
    void write(std::span<std::vector<std::uint64_t> const> lengths);
    std::vector<std::vector<ranked_primer>> find_best(std::span<std::vector<std::uint64_t> const> lengths);
    void write_best_primers(std::span<std::vector<std::uint64_t> const> lengths);
    void write_pairs(std::span<std::vector<std::uint64_t> const> lengths);
    void write_profiles(output_file & profile, std::span<std::vector<std::uint64_t> const> lengths);

    primer_options const & options_;
    temporary_file & temporary_;
    alphabet const alphabet_{make_alphabet(options_.alphabet)};
    step_times times_{};
    std::optional<primer_inputs> inputs_{};
    std::string problem_{}; // Why there is nothing to write; empty if there is something.
};

void primer_run::find_and_write()
{
    require_backend(options_.execution);
    inputs_.emplace(options_, alphabet_, times_);
    check_memory();

    // A file that cannot be written is reported before the work begins.
    std::optional<output_file> profile{};
    if (options_.profile)
        profile = output_file::create(*options_.profile, temporary_);

    auto const lengths = find_primers();
    if (options_.products)
        write_pairs(lengths);
    else if (options_.best)
        write_best_primers(lengths);
    else
        write(lengths);
    // The profile is finished last, so that the previous one is kept if the primers cannot be written.
    if (profile)
        write_profiles(*profile, lengths);
    check_stop(options_.execution.stop);
    if (profile)
        times_.writing.measure(
            [&]()
            {
                profile->finish();
            });
    if (!problem_.empty())
        print_message(problem_.c_str());
}

// Checks that the memory limit suffices for the search, before anything is computed.
void primer_run::check_memory() const
{
    constexpr double ranking_bytes{48};
    // The bytes per letter that the library documents, with those of the results, but without those of threads.
    bool const has_few_letters = is_nucleotide(alphabet_);
    double const target_bytes = !has_few_letters ? 9 : has_letters_to_match() ? 8.5 : 8.25;
    double const background_bytes = (!has_few_letters         ? 1.5
                                     : has_letters_to_match() ? 1
                                                              : 0.5)
                                  * (searches_both_strands(options_) ? 2 : 1);
    double needed =
        target_bytes * count_letters(searched_targets()) + background_bytes * count_letters(inputs_->backgrounds());
    if (options_.all_targets)
    {
        double const thread_bytes = has_few_letters ? 2 : 3;
        std::uint64_t largest = 0;
        for (packing::packed_sequence_view const & target : packed_views(inputs_->targets()))
            largest = std::max(largest, target.size());
        needed += thread_bytes * static_cast<double>(largest) * plan::available_threads(options_.execution);
    }
    if (options_.best)
        needed += ranking_bytes * count_letters(searched_targets());
    if (options_.memory_limit && needed > static_cast<double>(*options_.memory_limit))
        throw limit_error{"Finding the primers needs " + std::to_string(static_cast<std::uint64_t>(std::ceil(needed)))
                          + " bytes in addition to the input, and some megabytes per thread; raise --memory, or give "
                            "shorter sequences."};
    if (options_.products)
        check_site_memory(*inputs_, options_);
}

// Whether a background has ambiguous letters that may match others, in gaps or elsewhere.
bool primer_run::has_letters_to_match() const
{
    std::bitset<256> const ambiguous = primer::unknown_nucleotides();
    auto const has_some = [&](packing::packed_sequence_view const & background)
    {
        return std::ranges::any_of(background.letters(),
                                   [&](std::uint8_t const letter)
                                   {
                                       return ambiguous[letter];
                                   });
    };
    return match_ambiguous_letters(options_) && std::ranges::any_of(packed_views(inputs_->backgrounds()), has_some);
}

// The options of the library that find the primers the user wants.
primer::options primer_run::wanted_primers() const
{
    primer::options wanted{.differences = options_.differences,
                           .min_length = options_.min_length,
                           .max_length = options_.max_length};
    if (match_ambiguous_letters(options_))
        wanted.meanings = primer::iupac_nucleotides();
    else
        wanted.unknown = ambiguous_letters(alphabet_);
    if (searches_both_strands(options_))
        wanted.complement = primer::complement_of_dna();
    return wanted;
}

// The length of the primer at each position of ranges.
std::vector<std::vector<std::uint64_t>> primer_run::search(std::span<primer::target const> const ranges,
                                                           primer::options const & wanted)
{
    double positions = 0;
    for (primer::target const & range : ranges)
        positions += static_cast<double>(range.positions());
    progress_bar bar{positions * count_letters(inputs_->backgrounds()) * (searches_both_strands(options_) ? 2 : 1)};
    primer::statistics done{};
    auto lengths = primer::compute(ranges,
                                   packed_views(inputs_->backgrounds()),
                                   wanted,
                                   bar.watch(options_.execution, times_),
                                   &done);
    times_.add(done);
    return lengths;
}

// The length of the primer at each position of each target.
std::vector<std::vector<std::uint64_t>> primer_run::find_primers()
{
    auto lengths = times_.primers.measure(
        [&]()
        {
            auto const ranges = ranges_to_search();
            std::vector<primer::target> targets{};
            for (primer::target const & range : ranges | std::views::join)
                targets.push_back(range);
            auto found = join(ranges, search(targets, wanted_primers()));
            require_primers(found, why_none_is_found());
            if (options_.tm)
                for (std::size_t i = 0; i < found.size(); ++i)
                    keep_temperatures(found[i], inputs_->targets()[i], *options_.tm, options_.max_length);
            require_primers(found,
                            "none of those found melts at such a temperature; widen --tm, or raise --max-length");
            if (options_.all_targets)
                keep_common(found);
            require_primers(found,
                            "none of those found occurs in every record of TARGET; allow more edits by --all-targets, "
                            "or leave records out");
            return found;
        });
    if (options_.gc)
        for (std::size_t i = 0; i < lengths.size(); ++i)
            keep_gc_range(lengths[i], inputs_->targets()[i], *options_.gc);
    require_primers(lengths, "none of those found has such a GC content; widen --gc");
    return lengths;
}

// The second half of a sentence for the user, if the search finds no primers.
std::string primer_run::why_none_is_found() const
{
    primer_options const defaults{};
    bool const has_min = options_.min_length != defaults.min_length;
    bool const has_max = options_.max_length != defaults.max_length;
    std::string text{"no substring of TARGET"};
    if (has_min)
        text += " of at least " + std::to_string(options_.min_length) + " letters";
    if (has_max)
        text += std::string{has_min ? " and" : " of"} + " at most " + std::to_string(options_.max_length) + " letters";
    text += options_.differences == 1
              ? " differs from everything in BACKGROUND; check whether BACKGROUND contains TARGET"
              : " is " + std::to_string(options_.differences)
                    + " edits away from everything in BACKGROUND, which may contain it; lower -k";
    if (has_max)
        text += ", or raise --max-length, without which --profile shows how long primers are";
    return text;
}

// Notes a problem if a step leaves no primers. The first problem is kept, as all later ones follow from it.
void primer_run::require_primers(std::span<std::vector<std::uint64_t> const> const lengths, std::string const & problem)
{
    auto const is_primer = [](std::uint64_t const length)
    {
        return length != primer::no_primer;
    };
    if (problem_.empty() && std::ranges::none_of(lengths | std::views::join, is_primer))
        problem_ = "There are no primers: " + problem + '.';
}

// The targets whose primers are needed. If primers must occur in all targets without edits, the first one has all of them.
std::span<sequence const> primer_run::searched_targets() const
{
    std::span<sequence const> const all{inputs_->targets()};
    return options_.all_targets == 0 ? all.first(1) : all;
}

// The positions of these targets whose primers are needed: with --all-targets, primers that several have in common are listed once.
std::vector<std::vector<primer::target>> primer_run::ranges_to_search() const
{
    std::vector<packing::packed_sequence_view> const targets = packed_views(searched_targets());
    if (options_.all_targets)
        return primer::find_new_positions(targets, options_.max_length, occurrences(), options_.execution);
    std::vector<std::vector<primer::target>> ranges{};
    for (packing::packed_sequence_view const & target : targets)
        ranges.push_back({target});
    return ranges;
}

// Joins the lengths of ranges to the lengths at all positions of each target.
std::vector<std::vector<std::uint64_t>> primer_run::join(std::span<std::vector<primer::target> const> const ranges,
                                                         std::vector<std::vector<std::uint64_t>> && found) const
{
    std::vector<std::vector<std::uint64_t>> lengths{};
    auto next = found.begin();
    for (std::size_t i = 0; i < ranges.size(); ++i)
    {
        std::uint64_t const size = searched_targets()[i].letters.size();
        if (ranges[i].size() == 1 && ranges[i].front().positions() == size)
        {
            lengths.push_back(std::move(*next++));
            continue;
        }
        lengths.emplace_back(size, primer::no_primer);
        for (primer::target const & range : ranges[i])
            std::ranges::copy(*next++, lengths.back().begin() + static_cast<std::ptrdiff_t>(range.begin));
    }
    return lengths;
}

// The options by which --all-targets tells whether a primer occurs.
primer::common_options primer_run::occurrences() const
{
    primer::common_options wanted{.max_edits = *options_.all_targets, .unknown = ambiguous_letters(alphabet_)};
    if (searches_both_strands(options_))
        wanted.complement = primer::complement_of_dna();
    return wanted;
}

// Drops primers that are not in all targets.
void primer_run::keep_common(std::vector<std::vector<std::uint64_t>> & lengths)
{
    progress_bar bar{std::nullopt};
    primer::keep_common(packed_views(inputs_->targets()),
                        lengths,
                        occurrences(),
                        bar.watch(options_.execution, times_));
}

void primer_run::write(std::span<std::vector<std::uint64_t> const> const lengths)
{
    times_.writing.measure(
        [&]()
        {
            output_file file = output_file::standard_output();
            write_primers(file, options_, is_nucleotide(alphabet_), inputs_->targets(), lengths);
            file.finish();
        });
}

// The best primers of each target. Those that were extended may have more edits than were asked for.
std::vector<std::vector<ranked_primer>> primer_run::find_best(std::span<std::vector<std::uint64_t> const> const lengths)
{
    primer_ranking ranking{options_, inputs_->targets(), lengths};
    ranking.count_edits(
        [this](std::span<primer::target const> const ranges,
               std::uint64_t const differences,
               std::uint64_t const max_length)
        {
            primer::options wanted = wanted_primers();
            wanted.differences = differences;
            wanted.min_length = 0;
            wanted.max_length = max_length;
            return search(ranges, wanted);
        });
    std::vector<std::vector<ranked_primer>> best{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
        best.push_back(ranking.best(i));
    return best;
}

void primer_run::write_best_primers(std::span<std::vector<std::uint64_t> const> const lengths)
{
    auto const best = times_.primers.measure(
        [&]()
        {
            return find_best(lengths);
        });
    times_.writing.measure(
        [&]()
        {
            output_file file = output_file::standard_output();
            write_best(file, options_, is_nucleotide(alphabet_), inputs_->targets(), best);
            file.finish();
        });
}

// Chooses pairs of primers, and writes their products.
void primer_run::write_pairs(std::span<std::vector<std::uint64_t> const> const lengths)
{
    std::vector<named_primer> chosen{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
        std::ranges::move(choose_pairs(inputs_->targets()[i], lengths[i], *options_.products, options_.differences),
                          std::back_inserter(chosen));
    if (chosen.empty() && problem_.empty())
        problem_ = "There are no products: no two of the primers have one of such a length; widen --products.";
    primer_set const primers{std::move(chosen)};
    write_products({primers, *inputs_, options_}, times_);
}

void primer_run::write_profiles(output_file & profile, std::span<std::vector<std::uint64_t> const> const lengths)
{
    times_.writing.measure(
        [&]()
        {
            write_profile(profile, inputs_->targets(), lengths);
        });
}

} // namespace

void run_primer(primer_options const & options, temporary_file & temporary)
{
    if (options.primers)
        return run_check(options);
    primer_run run{options, temporary};
    run.run();
    if (options.timings)
        run.print();
}

} // namespace seqan3_gpulcs::app
