// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/barcode_finder.hpp"

#include <algorithm>
#include <random>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>

#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// How many letters of a read are searched. Where they end in the middle of a gap, it is left out: the rest of it would be too short for one.
std::uint64_t
searched_letters(packing::packed_sequence_view const & read, std::uint64_t const letters, bool const is_last) noexcept
{
    auto const is_unknown = [&](std::uint64_t const i)
    {
        return read[is_last ? read.size() - 1 - i : i] == 'N';
    };
    std::uint64_t const size = std::min(letters, read.size());
    std::uint64_t gap_begin = size;
    while (gap_begin != 0 && is_unknown(gap_begin - 1))
        --gap_begin;
    std::uint64_t gap_end = size;
    while (gap_end < read.size() && gap_end - gap_begin < primer::gap_letters && is_unknown(gap_end))
        ++gap_end;
    return gap_end - gap_begin < primer::gap_letters ? size : gap_begin;
}

// The first or the last letters of each read, packed again: a packed sequence ends with a whole word.
packing::packed_set pack_ends(std::span<packing::packed_sequence_view const> const reads,
                              std::uint64_t const letters,
                              bool const is_last,
                              unsigned const threads)
{
    std::vector<std::size_t> sizes{};
    std::size_t total = 0;
    for (packing::packed_sequence_view const & read : reads)
        total += sizes.emplace_back(searched_letters(read, letters, is_last));
    std::string text(total, '\0');
    std::span const bytes{reinterpret_cast<std::uint8_t *>(text.data()), text.size()};
    std::vector<std::string_view> texts{};
    for (std::size_t i = 0, begin = 0; i < reads.size(); begin += sizes[i], ++i)
    {
        packing::unpack(reads[i], is_last ? reads[i].size() - sizes[i] : 0, bytes.subspan(begin, sizes[i]));
        texts.push_back(std::string_view{text}.substr(begin, sizes[i]));
    }
    return packing::pack_all(texts, threads);
}

} // namespace

barcode_finder::barcode_finder(sequence_list const & barcodes, demultiplex_options const & options) :
    barcodes_{barcodes},
    options_{options}
{
    bool const needs_complements = options.first && options.both_strands;
    std::uint64_t const more = std::max<std::uint64_t>(options.margin, 1) - 1;
    complements_.reserve(barcodes.size());
    for (std::size_t barcode = 0; barcode < barcodes.size(); ++barcode)
    {
        sequence const & given = barcodes[barcode];
        std::uint64_t const most = max_distance(barcode);
        if (given.letters.empty())
            throw input_error{"The barcode " + in_quotes(given.id) + " has no letters; add them, or remove it."};
        if (most >= given.letters.size())
            throw input_error{"With " + std::to_string(most) + " edits, the barcode " + in_quotes(given.id) + " of "
                              + std::to_string(given.letters.size())
                              + " letters would be anywhere; give a smaller --max-distance."};
        std::uint64_t const edits = more > ~most ? ~std::uint64_t{} : most + more;
        queries_.push_back({given.letters, edits});
        if (needs_complements)
            complement_queries_.push_back({complements_.emplace_back(reverse_complement(given.letters, 1)), edits});
    }
}

std::uint64_t barcode_finder::max_distance(std::size_t const barcode) const noexcept
{
    return options_.max_distance.value_or(barcodes_[barcode].letters.size() / 4);
}

std::vector<closest_part> barcode_finder::find(std::span<packing::packed_sequence_view const> const reads,
                                               progress_bar & bar,
                                               step_times & times) const
{
    if (!options_.first)
        return find_closest_parts(queries_,
                                  primer::prepared_sequences{reads},
                                  {.both_strands = options_.both_strands, .execution = options_.execution, .bar = bar},
                                  times);
    std::vector<closest_part> parts = find_in_ends(reads, false, bar, times);
    if (!options_.both_strands)
        return parts;
    std::vector<closest_part> const reversed = find_in_ends(reads, true, bar, times);
    parts.insert(parts.end(), reversed.begin(), reversed.end());
    std::ranges::stable_sort(parts,
                             {},
                             [](closest_part const & part)
                             {
                                 return std::tuple{part.site.primer, part.site.edits, part.site.sequence};
                             });
    return parts;
}

std::vector<closest_part> barcode_finder::find_in_ends(std::span<packing::packed_sequence_view const> const reads,
                                                       bool const is_last,
                                                       progress_bar & bar,
                                                       step_times & times) const
{
    packing::packed_set const ends =
        pack_ends(reads, *options_.first, is_last, plan::available_threads(options_.execution));
    std::vector<closest_part> parts = find_closest_parts(is_last ? complement_queries_ : queries_,
                                                         primer::prepared_sequences{ends.views()},
                                                         {.execution = options_.execution, .bar = bar},
                                                         times);
    if (is_last)
        for (primer::site & site : parts | std::views::transform(&closest_part::site))
        {
            std::uint64_t const before = reads[site.sequence].size() - ends.views()[site.sequence].size();
            site.begin += before;
            site.end += before;
            site.strand = primer::strand::reverse;
        }
    return parts;
}

chance_count find_by_chance(barcode_finder const & finder,
                            std::span<packing::packed_sequence_view const> const reads,
                            std::uint64_t const max_letters,
                            progress_bar & bar)
{
    constexpr std::size_t max_reads{1000};
    std::mt19937 generator{1};
    std::vector<std::string> texts{};
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < max_reads && letters < max_letters; ++i)
    {
        std::string & text = texts.emplace_back(std::min(reads[i % reads.size()].size(), max_letters - letters), 'A');
        for (char & letter : text)
            letter = "ACGT"[generator() % 4];
        letters += text.size();
    }
    packing::packed_set const random = packing::pack_all(std::vector<std::string_view>(texts.begin(), texts.end()), 1);
    step_times ignored{};
    std::vector<bool> has_barcode(texts.size());
    for (auto const & [site, places] : finder.find(random.views(), bar, ignored))
        if (site.edits <= finder.max_distance(site.primer))
            has_barcode[site.sequence] = true;
    return {texts.size(), static_cast<std::uint64_t>(std::ranges::count(has_barcode, true))};
}

} // namespace seqan3_gpulcs::app
