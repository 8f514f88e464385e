// SPDX-License-Identifier: BSD-3-Clause

// Sequences of a few frequent letters and some rare ones, as genomes are: against the plain computation.

#include <string>
#include <string_view>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "vector_targets.hpp"

using namespace seqan3_gpulcs;
using reference::letters;

namespace
{

enum class rare
{
    none,
    one_n,     // Somewhere.
    some_n,    // Runs of them, one at the front.
    iupac,     // Any of eleven letters, now and then.
    lower_case // Long stretches.
};

letters make_dna(std::mt19937_64 & generator, std::size_t const size, rare const which)
{
    constexpr std::string_view alphabet{"ACGTRYSWKMBDHVN"};
    letters sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(alphabet[reference::random_size(generator, 3)]);
    auto const position = [&]()
    {
        return reference::random_size(generator, size - 1);
    };
    switch (which)
    {
    case rare::none:
        break;
    case rare::one_n:
        sequence[position()] = 'N';
        break;
    case rare::some_n:
        std::fill_n(sequence.begin(), size / 20, std::uint8_t{'N'});
        std::fill(sequence.begin() + static_cast<std::ptrdiff_t>(position()), sequence.end(), std::uint8_t{'N'});
        break;
    case rare::iupac:
        for (std::size_t i = 0; i < 1 + size / 100; ++i)
            sequence[position()] = static_cast<std::uint8_t>(alphabet[4 + reference::random_size(generator, 10)]);
        break;
    case rare::lower_case:
        for (std::size_t i = position(); i < size; ++i)
            sequence[i] |= 0x20;
        break;
    }
    return sequence;
}

letters make_protein(std::mt19937_64 & generator, std::size_t const size)
{
    constexpr std::string_view alphabet{"ACDEFGHIKLMNPQRSTVWYBZX*"};
    letters sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(alphabet[reference::random_size(generator, alphabet.size() - 1)]);
    return sequence;
}

constexpr rare kinds[]{rare::none, rare::one_n, rare::some_n, rare::iupac, rare::lower_case};

class mixed_alphabets : public vector_test
{
protected:
    static void check(reference::letter_pairs const & pairs)
    {
        plan::execution const execution{.backend = plan::backend::cpu, .threads = 2};
        auto const lengths = lcs::compute(pairs.views(), lcs::output::length, execution);
        auto const found = lcs::compute(pairs.views(), lcs::output::subsequence, execution);
        for (std::size_t i = 0; i < lengths.size(); ++i)
        {
            auto const cells = reference::lcs_matrix(pairs.first[i], pairs.second[i]);
            ASSERT_EQ(lengths[i].length, cells.back().back()) << i;
            std::string columns{};
            for (alignment::run const & run : found[i].path.runs())
                columns.append(run.count, static_cast<char>(run.operation));
            ASSERT_TRUE(columns == reference::lcs_alignment(cells)) << i;
        }
    }
};

} // namespace

TEST_P(mixed_alphabets, short_pairs)
{
    auto generator = reference::make_generator();
    reference::letter_pairs pairs{};
    for (rare const first : kinds)
        for (rare const second : kinds)
            for (std::size_t const size : {40u, 300u})
                pairs.add(make_dna(generator, size, first), make_dna(generator, size + 9, second));
    pairs.add(make_dna(generator, 300, rare::one_n), make_protein(generator, 300));
    pairs.add(make_protein(generator, 290), make_protein(generator, 310));
    check(pairs);
}

TEST_P(mixed_alphabets, long_pairs)
{
    auto generator = reference::make_generator();
    for (rare const first : kinds)
    {
        for (rare const second : {rare::one_n, rare::iupac})
        {
            reference::letter_pairs pair{};
            pair.add(make_dna(generator, 1500, first), make_dna(generator, 1200, second));
            check(pair);
        }
    }
    reference::letter_pairs proteins{};
    proteins.add(make_protein(generator, 1500), make_protein(generator, 1200));
    check(proteins);
}

TEST_P(mixed_alphabets, searches)
{
    auto generator = reference::make_generator();
    for (rare const which : kinds)
    {
        reference::letter_pairs pairs{};
        letters const query = make_dna(generator, 200, which);
        std::vector<packing::packed_sequence> subjects{};
        for (unsigned i = 0; i < 40; ++i)
        {
            pairs.add(query, make_dna(generator, 180 + i, kinds[i % 5]));
            subjects.push_back(packing::pack(pairs.second.back()));
        }
        auto const packed = packing::pack(query);
        lcs::search search{packed, {.top = 40}, {.backend = plan::backend::cpu, .threads = 1}};
        search.add(std::vector<packing::packed_sequence_view>(subjects.begin(), subjects.end()));
        auto const hits = search.hits();
        ASSERT_EQ(hits.size(), subjects.size());
        for (lcs::hit const & hit : hits)
            ASSERT_EQ(hit.length, pairs.expected(hit.subject));
    }
}

INSTANTIATE_TEST_SUITE_P(all_targets, mixed_alphabets, ::testing::ValuesIn(vector_targets()), vector_target_name);
