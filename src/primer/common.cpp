// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/common.hpp>

#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/scan/background_cuts.hpp"
#include "src/scan/letter_codes.hpp"
#include "src/scan/occurrence_search.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

// The most places in a text, as a share of its letters, where a block of a primer may be expected for it to be found by its
// blocks: a pass of the search for seeds over the whole text serves some positions, and takes as long.
constexpr double max_block_share{1.0 / 2048};

// Positions without primers that do not end a range: a range costs some passes.
constexpr std::uint64_t max_gap{64};

void check_sizes(std::span<packing::packed_sequence_view const> const targets,
                 std::span<std::vector<std::uint64_t> const> const lengths)
{
    if (lengths.size() > targets.size())
        throw invalid_option{"There are lengths of primers for more targets than there are; leave some out."};
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        std::uint64_t const letters = targets[i].size();
        if (lengths[i].size() != letters)
            throw invalid_option{"Target " + std::to_string(i) + " has " + std::to_string(letters) + " letters, but "
                                 + std::to_string(lengths[i].size())
                                 + " lengths of primers; give one for each letter."};
        for (std::uint64_t position = 0; position < letters; ++position)
            if (lengths[i][position] > letters - position)
                throw invalid_option{
                    "In target " + std::to_string(i) + ", the primer at position " + std::to_string(position)
                    + " is longer than what is left of it; give the lengths that were found in this target."};
    }
}

// primer::compute needs to know which letters are equal, and which are unknown.
primer::options options_of_letters(common_options const & options)
{
    primer::options of_letters{.unknown = options.unknown,
                               .meanings = options.meanings,
                               .complement = options.complement};
    check_options(of_letters);
    if (of_letters.meanings)
        for (std::uint8_t & set : *of_letters.meanings)
            set = std::has_single_bit(set) ? set : std::uint8_t{0};
    return of_letters;
}

// The primers that a search drops.
enum class dropped : std::uint8_t
{
    absent, // Primers that do not occur.
    present // Primers that do.
};

// Whether some position has a primer. Other threads may drop primers meanwhile.
bool has_primers(std::span<std::uint64_t> const lengths) noexcept
{
    return std::ranges::any_of(lengths,
                               [](std::uint64_t & length)
                               {
                                   return std::atomic_ref{length}.load(std::memory_order_relaxed) != no_primer;
                               });
}

void drop(std::span<std::uint64_t> const lengths, std::vector<bool> const & is_present, dropped const which) noexcept
{
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (is_present[i] == (which == dropped::present))
            std::atomic_ref{lengths[i]}.store(no_primer, std::memory_order_relaxed);
}

// The positions from the first to the last primer that is left, but for gaps between them.
std::vector<target> primer_ranges(packing::packed_sequence_view const & sequence,
                                  std::span<std::uint64_t const> const lengths)
{
    std::vector<target> ranges{};
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
    {
        if (lengths[i] == no_primer)
            continue;
        if (ranges.empty() || i - ranges.back().end > max_gap)
            ranges.push_back({sequence, i});
        ranges.back().end = i + 1;
    }
    return ranges;
}

//!\brief Drops primers of one target after the other.
class common_search
{
public:
    common_search(std::span<packing::packed_sequence_view const> const targets,
                  common_options const & options,
                  plan::execution const & execution,
                  runtime::task_control & control) :
        targets_{targets},
        max_edits_{std::min(options.max_edits, ~std::uint64_t{0} - 1)},
        options_{options_of_letters(options)},
        threads_{plan::available_threads(execution)},
        codes_{{}, {targets, options_, control, threads_}, options_},
        execution_{runtime::without_progress(backend::without_ranks(execution))},
        control_{control}
    {}

    //!\brief Drops primers of a target.
    void keep_common_of(std::size_t target, std::span<std::uint64_t> lengths);

    //!\brief Positions of a target whose primers may not occur in an earlier one.
    std::vector<primer::target> find_new_positions_of(std::size_t target, std::uint64_t max_length);

private:
    //!\brief A search for the primers of a target, and which of them it drops.
    struct step
    {
        std::vector<std::size_t> texts{}; //!< The targets to search.
        std::uint64_t max_edits{};
        dropped which{};
    };

    void drop_known(std::size_t target, std::span<std::uint64_t> lengths);
    void search(std::size_t target, std::span<std::uint64_t> lengths, step const & wanted);
    bool has_rare_blocks(std::span<std::uint64_t const> lengths) const;
    void compute(std::size_t target, std::span<std::uint64_t> lengths, std::vector<std::size_t> const & other_targets);
    void drop_absent(std::size_t target, std::span<std::uint64_t> lengths, std::size_t other) const;
    void add_cells(std::size_t target, std::size_t other) const noexcept;

    std::span<packing::packed_sequence_view const> targets_;
    std::uint64_t max_edits_;
    primer::options options_;
    unsigned threads_;
    scan::letter_codes codes_;
    plan::execution execution_;
    runtime::task_control & control_;
};

/* Whether a position has a primer, and which, depends on nothing but the letters from there on. So a primer that occurs in an
 * earlier target is one of its primers, too, whether or not that one was dropped.
 */
void common_search::keep_common_of(std::size_t const target, std::span<std::uint64_t> const lengths)
{
    drop_known(target, lengths);
    std::vector<std::size_t> other_targets(target);
    std::iota(other_targets.begin(), other_targets.end(), std::size_t{0});
    other_targets.resize(targets_.size() - 1);
    std::iota(other_targets.begin() + static_cast<std::ptrdiff_t>(target), other_targets.end(), target + 1);
    if (has_rare_blocks(lengths))
        search(target, lengths, {other_targets, max_edits_, dropped::absent});
    else
        compute(target, lengths, other_targets);
}

// Drops primers that occur in an earlier target without edits.
void common_search::drop_known(std::size_t const target, std::span<std::uint64_t> const lengths)
{
    std::vector<std::size_t> before(target);
    std::iota(before.begin(), before.end(), std::size_t{0});
    search(target, lengths, {before, 0, dropped::present});
}

std::vector<primer::target> common_search::find_new_positions_of(std::size_t const target,
                                                                 std::uint64_t const max_length)
{
    packing::packed_sequence_view const & sequence = targets_[target];
    if (target == 0 || max_length > sequence.size())
        return {{sequence}};

    // Primers of the maximum length are assumed at all positions with enough known letters.
    std::vector<std::uint64_t> lengths(sequence.size(), no_primer);
    scan::target_text const text{sequence, codes_, options_, control_};
    auto const set_lengths = [&](auto const & set)
    {
        for (scan::target_text::segment const & segment : text.segments())
            if (segment.end - segment.begin >= max_length)
                set(segment.begin, segment.end - max_length + 1);
    };
    set_lengths(
        [&](std::uint64_t const begin, std::uint64_t const end)
        {
            std::fill(lengths.data() + begin, lengths.data() + end, max_length);
        });
    drop_known(target, lengths);

    // Positions with fewer known letters may have shorter primers.
    std::uint64_t next = 0;
    auto const set_new = [&](std::uint64_t const begin, std::uint64_t const end)
    {
        std::fill(lengths.data() + next, lengths.data() + begin, std::uint64_t{1});
        next = end;
    };
    set_lengths(set_new);
    set_new(lengths.size(), lengths.size());
    return primer_ranges(sequence, lengths);
}

// Searches the targets of a step, each with one thread.
void common_search::search(std::size_t const target, std::span<std::uint64_t> const lengths, step const & wanted)
{
    scan::target_text const text{targets_[target], codes_, options_, control_};
    runtime::parallel_for(
        control_,
        threads_,
        wanted.texts.size(),
        [&]()
        {
            return
                [&,
                 finder = scan::occurrence_search{text, lengths, wanted.max_edits, codes_.letters().size(), control_}](
                    std::size_t const i) mutable
            {
                std::size_t const other = wanted.texts[i];
                if (has_primers(lengths))
                {
                    scan::background_cuts const cuts{targets_.subspan(other, 1), options_, control_, 1};
                    drop(lengths, finder.find({cuts, codes_, options_, control_, 1}), wanted.which);
                }
                if (wanted.which == dropped::absent)
                    add_cells(target, other);
            };
        });
}

// Whether blocks of primers are found at few places by chance.
bool common_search::has_rare_blocks(std::span<std::uint64_t const> const lengths) const
{
    auto const codes = static_cast<double>(std::max<std::size_t>(codes_.letters().size(), 2));
    double primers = 0;
    double places = 0;
    for (std::uint64_t const length : lengths)
        if (length != no_primer)
        {
            primers += 1;
            places += std::pow(codes, -static_cast<double>(length / (max_edits_ + 1)));
        }
    return places <= max_block_share * primers;
}

/* A primer does not occur if it has J + 1 differences to the other target.
 */
void common_search::compute(std::size_t const target,
                            std::span<std::uint64_t> const lengths,
                            std::vector<std::size_t> const & other_targets)
{
    for (std::size_t const other : other_targets)
    {
        if (has_primers(lengths))
            drop_absent(target, lengths, other);
        add_cells(target, other);
        control_.check();
    }
}

void common_search::drop_absent(std::size_t const target,
                                std::span<std::uint64_t> const lengths,
                                std::size_t const other) const
{
    std::vector<primer::target> const ranges = primer_ranges(targets_[target], lengths);
    primer::options wanted{options_};
    wanted.differences = max_edits_ + 1;
    wanted.max_length = std::ranges::max(lengths);
    auto const absent = primer::compute(ranges, {&targets_[other], 1}, wanted, execution_);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        for (std::size_t position = ranges[i].begin; position < ranges[i].end; ++position)
            if (std::uint64_t const length = absent[i][position - ranges[i].begin];
                length != no_primer && length <= lengths[position])
                lengths[position] = no_primer;
}

void common_search::add_cells(std::size_t const target, std::size_t const other) const noexcept
{
    control_.add_cells(static_cast<double>(targets_[target].size()) * static_cast<double>(targets_[other].size())
                       * (options_.complement ? 2 : 1));
}

} // namespace

void keep_common(std::span<packing::packed_sequence_view const> const targets,
                 std::span<std::vector<std::uint64_t>> const lengths,
                 common_options const & options,
                 plan::execution const & execution)
{
    check_sizes(targets, lengths);
    check_letters({}, targets, options_of_letters(options));
    // An unavailable backend is reported first.
    dispatch::find_backend(execution);

    // Without edits, only the primers of the first target are searched for.
    std::size_t const searched = options.max_edits == 0 ? std::min<std::size_t>(lengths.size(), 1) : lengths.size();
    double letters = 0;
    for (packing::packed_sequence_view const & target : targets)
        letters += static_cast<double>(target.size());
    double cells = 0;
    for (packing::packed_sequence_view const & target : targets.first(searched))
        cells += static_cast<double>(target.size()) * (letters - static_cast<double>(target.size()))
               * (options.complement ? 2 : 1);
    runtime::task_control control{execution, cells};
    control.check();
    common_search search{targets, options, execution, control};
    for (std::size_t i = 0; i < searched; ++i)
        search.keep_common_of(i, lengths[i]);
    for (std::vector<std::uint64_t> & of_target : lengths.subspan(searched))
        std::ranges::fill(of_target, no_primer);
    control.report_done();
}

std::vector<std::vector<target>> find_new_positions(std::span<packing::packed_sequence_view const> const targets,
                                                    std::uint64_t const max_length,
                                                    common_options const & options,
                                                    plan::execution const & execution)
{
    check_letters({}, targets, options_of_letters(options));
    dispatch::find_backend(execution);

    plan::execution const silent = runtime::without_progress(execution);
    runtime::task_control control{silent, 0};
    control.check();
    common_search search{targets, options, silent, control};
    std::vector<std::vector<target>> ranges(targets.size());
    for (std::size_t i = 0; i < targets.size() && (i == 0 || options.max_edits != 0); ++i)
        ranges[i] = search.find_new_positions_of(i, max_length);
    return ranges;
}

} // namespace seqan3_gpulcs::primer
