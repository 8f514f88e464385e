// SPDX-License-Identifier: BSD-3-Clause
//
// Packing: from a vector over an alphabet of SeqAn3's, and from plain letters; and unpacking.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>

#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

using namespace seqan3_gpulcs;

namespace
{

// Letters of these, and one of `rare` in the middle if there is one.
std::string random_text(std::size_t const size, std::string_view const letters, std::string_view const rare = "")
{
    std::mt19937_64 generator{1};
    std::string text(size, ' ');
    for (char & letter : text)
        letter = letters[generator() % letters.size()];
    text.replace(size / 2, rare.size(), rare);
    return text;
}

constexpr std::string_view bases{"ACGT"};
constexpr std::string_view amino_acids{"ACDEFGHIKLMNPQRSTVWY"};

template <typename letter_t>
void pack_range(benchmark::State & state, std::string_view const letters, std::string_view const rare)
{
    std::vector<letter_t> sequence{};
    for (char const letter : random_text(static_cast<std::size_t>(state.range(0)), letters, rare))
        sequence.push_back(seqan3::assign_char_to(letter, letter_t{}));

    for (auto _ : state)
        benchmark::DoNotOptimize(packing::pack(sequence));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Many sequences into one piece of memory, as align_pairwise does it; a million letters in all.
template <typename letter_t>
void pack_many(benchmark::State & state, std::string_view const letters, std::string_view const rare)
{
    auto const size = static_cast<std::size_t>(state.range(0));
    std::vector<letter_t> sequence{};
    for (char const letter : random_text(size, letters, rare))
        sequence.push_back(seqan3::assign_char_to(letter, letter_t{}));
    std::vector<std::vector<letter_t>> const sequences(std::max<std::size_t>(1'000'000 / size, 1), sequence);

    packing::detail::sequence_arena arena{};
    for (auto _ : state)
    {
        arena.clear();
        for (auto const & one : sequences)
            packing::detail::append_ranks<letter_t>(arena, one);
        benchmark::DoNotOptimize(arena.size());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size * sequences.size()));
}

// SeqAn3's packed sequences.
void pack_bitpacked(benchmark::State & state, std::string_view const letters, std::string_view const rare)
{
    seqan3::bitpacked_sequence<seqan3::dna4> sequence{};
    for (char const letter : random_text(static_cast<std::size_t>(state.range(0)), letters, rare))
        sequence.push_back(seqan3::assign_char_to(letter, seqan3::dna4{}));

    for (auto _ : state)
        benchmark::DoNotOptimize(packing::pack(sequence));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

constexpr auto pack_many_dna4 = pack_many<seqan3::dna4>;
constexpr auto pack_many_dna5 = pack_many<seqan3::dna5>;
constexpr auto pack_many_aa27 = pack_many<seqan3::aa27>;
constexpr auto pack_dna4 = pack_range<seqan3::dna4>;
constexpr auto pack_dna5 = pack_range<seqan3::dna5>;
constexpr auto pack_dna15 = pack_range<seqan3::dna15>;
constexpr auto pack_aa27 = pack_range<seqan3::aa27>;

void pack_text(benchmark::State & state, std::string_view const letters, std::string_view const rare)
{
    std::string const text = random_text(static_cast<std::size_t>(state.range(0)), letters, rare);
    std::span const bytes{reinterpret_cast<std::uint8_t const *>(text.data()), text.size()};

    for (auto _ : state)
        benchmark::DoNotOptimize(packing::pack(bytes));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void unpack_text(benchmark::State & state, std::string_view const letters, std::string_view const rare)
{
    std::string const text = random_text(static_cast<std::size_t>(state.range(0)), letters, rare);
    auto const packed = packing::pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    std::vector<std::uint8_t> unpacked(text.size());

    for (auto _ : state)
    {
        packing::unpack(packed, 0, unpacked);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

} // namespace

#define FOR_SIZES(...) BENCHMARK_CAPTURE(__VA_ARGS__)->Arg(150)->Arg(1'000)->Arg(10'000'000)

FOR_SIZES(pack_dna4, bases, bases, "");
FOR_SIZES(pack_bitpacked, bases, bases, "");
FOR_SIZES(pack_many_dna4, bases, bases, "");
FOR_SIZES(pack_many_dna5, bases, bases, "");
FOR_SIZES(pack_many_aa27, amino_acids, amino_acids, "");
FOR_SIZES(pack_dna5, bases, bases, "");
FOR_SIZES(pack_dna5, bases_with_n, bases, "N");
FOR_SIZES(pack_dna15, all, "ABCDGHKMNRSTVWY", "");
FOR_SIZES(pack_aa27, amino_acids, amino_acids, "");
FOR_SIZES(pack_text, bases, bases, "");
FOR_SIZES(pack_text, bases_with_n, bases, "N");
FOR_SIZES(pack_text, soft_masked, "ACGTacgt", "N");
FOR_SIZES(pack_text, amino_acids, amino_acids, "");
FOR_SIZES(unpack_text, bases, bases, "");
FOR_SIZES(unpack_text, bases_with_n, bases, "N");
FOR_SIZES(unpack_text, amino_acids, amino_acids, "");
