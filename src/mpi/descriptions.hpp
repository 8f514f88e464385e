// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What messages have of the structures of other modules.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/search.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/mpi/words.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief An execution, without its callbacks, its stop token, and what only rank 0 has.
template <typename archive_t, maybe_const<plan::execution> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.backend, value.devices, value.threads, value.memory_limit);
}

//!\brief A packed sequence.
inline void describe(word_writer & archive, packing::packed_sequence_view const & value)
{
    std::span const codes{value.words(), util::ceil_div<std::uint64_t>(value.size(), value.codes_per_word())};
    archive(value.size(), value.bits_per_letter(), value.kind(), value.letters(), codes);
}

//!\brief A packed sequence, whose letters and codes stay in the content.
inline void describe(word_reader & archive, packing::packed_sequence_view & value)
{
    std::uint64_t size{};
    unsigned bits{};
    packing::letter_kind kind{};
    std::span<std::uint8_t const> letters{};
    std::span<std::uint64_t const> codes{};
    archive(size, bits, kind, letters, codes);
    value = {codes.data(), size, bits, letters, kind};
}

//!\brief An alignment.
inline void describe(word_writer & archive, alignment::path const & value)
{
    archive(value.columns(), value.words());
}

//!\brief An alignment.
inline void describe(word_reader & archive, alignment::path & value)
{
    std::uint64_t columns{};
    std::span<std::uint64_t const> steps{};
    archive(columns, steps);
    auto own = std::make_unique_for_overwrite<std::uint64_t[]>(steps.size());
    std::ranges::copy(steps, own.get());
    value = alignment::path{std::move(own), columns};
}

//!\brief A part of a sequence.
template <typename archive_t, maybe_const<alignment::part> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.begin, value.end);
}

//!\brief The result of a pair.
template <typename archive_t, maybe_const<alignment::result> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.length, value.distance, value.first, value.second, value.path, value.backend);
    archive(value.forward_seconds, value.traceback_seconds, value.transfer_seconds, value.kernel_seconds);
    archive(value.memory_bytes, value.checkpoint_rows, value.checkpoint_columns);
    archive(value.method, value.cells, value.device_bytes);
}

//!\brief What is computed for pairs.
template <typename archive_t, maybe_const<plan::comparison> value_t>
void describe(archive_t & archive, value_t & value)
{
    auto & ends = value.ends;
    archive(value.metric, value.with_path, value.preference, value.end);
    archive(ends.first_leading, ends.first_trailing, ends.second_leading, ends.second_trailing);
}

//!\brief What pairs took where they were computed.
template <typename archive_t, maybe_const<plan::source_statistics> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.transfer_seconds, value.kernel_seconds, value.device_bytes, value.backends);
}

//!\brief A part of a matrix.
template <typename archive_t, maybe_const<plan::matrix_region> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.row_begin, value.row_end, value.column_begin, value.column_end);
}

//!\brief Where checkpoints are.
template <typename archive_t, maybe_const<plan::checkpoint_grid> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.row_spacing, value.column_spacing);
}

//!\brief Which subjects are hits.
template <typename archive_t, maybe_const<alignment::detail::search_rule> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.metric, value.top, value.min_length, value.max_distance, value.min_identity, value.by_identity);
}

//!\brief A hit.
template <typename archive_t, maybe_const<alignment::detail::scored_subject> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.subject, value.subject_size, value.score);
}

//!\brief What a search took.
template <typename archive_t, maybe_const<alignment::search_statistics> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.computed, value.skipped, value.transfer_seconds, value.kernel_seconds, value.backends);
}

//!\brief A set of letters.
inline void describe(word_writer & archive, std::bitset<256> const & value)
{
    archive(value.to_string());
}

//!\brief A set of letters.
inline void describe(word_reader & archive, std::bitset<256> & value)
{
    auto const bits = archive.next<std::span<std::uint8_t const>>();
    value = std::bitset<256>{reinterpret_cast<char const *>(bits.data()), bits.size()};
}

//!\brief A number for each letter, or none.
inline void describe(word_writer & archive, std::optional<std::array<std::uint8_t, 256>> const & value)
{
    archive(value ? std::span<std::uint8_t const>{*value} : std::span<std::uint8_t const>{});
}

//!\brief A number for each letter, or none.
inline void describe(word_reader & archive, std::optional<std::array<std::uint8_t, 256>> & value)
{
    value.reset();
    if (auto const of_letters = archive.next<std::span<std::uint8_t const>>(); !of_letters.empty())
        std::ranges::copy(of_letters, value.emplace().begin());
}

//!\brief Which primers are found.
template <typename archive_t, maybe_const<primer::options> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.differences, value.unknown, value.meanings, value.complement);
    archive(value.min_length, value.max_length);
}

//!\brief What primers or sites took.
template <typename archive_t, maybe_const<primer::statistics> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.backend, value.transfer_seconds, value.kernel_seconds, value.device_bytes);
}

//!\brief Which sites are found.
template <typename archive_t, maybe_const<primer::site_options> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.max_edits, value.both_strands, value.mismatches_only, value.cuts_at_ambiguous);
    archive(value.three_prime_letters, value.max_three_prime_edits);
}

//!\brief A site of a primer.
template <typename archive_t, maybe_const<primer::site> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.primer, value.sequence, value.begin, value.end, value.strand, value.edits, value.three_prime_edits);
}

} // namespace seqan3_gpulcs::mpi
