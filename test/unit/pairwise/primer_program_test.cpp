// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>

using namespace seqan3_gpulcs;

namespace
{

// The primers of a target: where each begins and ends.
using primers_t = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// DNA in which some letters are ambiguous or masked.
std::string random_dna(std::mt19937_64 & generator, std::size_t const size)
{
    std::string text(size, ' ');
    for (char & letter : text)
        letter = reference::random_size(generator, 40) == 0 ? "NRYWacgtn"[reference::random_size(generator, 8)]
                                                            : "ACGT"[reference::random_size(generator, 3)];
    return text;
}

std::vector<seqan3::dna15> to_letters(std::string const & text)
{
    std::vector<seqan3::dna15> letters{};
    for (char const character : text)
        letters.push_back(seqan3::dna15{}.assign_char(character));
    return letters;
}

primers_t by_align_pairwise(std::string const & target, std::string const & background, primer::options const & options)
{
    align_cfg::k_difference_primer const element{{.differences = options.differences,
                                                  .matches = false,
                                                  .both_strands = options.complement.has_value(),
                                                  .min_length = options.min_length,
                                                  .max_length = options.max_length}};
    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true;
    method.free_end_gaps_sequence2_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | element | align_cfg::bit_parallel{}
                      | seqan3::align_cfg::output_begin_position{} | seqan3::align_cfg::output_end_position{};
    auto const first = to_letters(target);
    auto const second = to_letters(background);
    primers_t primers{};
    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
        primers.emplace_back(result.sequence1_begin_position(), result.sequence1_end_position());
    return primers;
}

primers_t by_compute(std::string const & target, std::string const & background, primer::options const & options)
{
    std::vector<std::uint64_t> const lengths = primer::compute(target, background, options);
    primers_t primers{};
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        if (lengths[i] != primer::no_primer)
            primers.emplace_back(i, i + lengths[i]);
    return primers;
}

class primer_program : public ::testing::Test
{
protected:
    void SetUp() override
    {
        char const * const named = std::getenv("SEQAN3_GPULCS_PROGRAM");
        if (named == nullptr)
            GTEST_SKIP() << "SEQAN3_GPULCS_PROGRAM does not name the program.";
        program_ = named;
        std::string name = (std::filesystem::temp_directory_path() / "primer_program_XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }

    void TearDown() override
    {
        if (!folder_.empty())
            std::filesystem::remove_all(folder_);
    }

    primers_t by_program(std::string const & target, std::string const & background, std::string const & arguments)
    {
        std::ofstream{folder_ / "target.fa"} << ">target\n" << target << '\n';
        std::ofstream{folder_ / "background.fa"} << ">background\n" << background << '\n';
        std::string const at = folder_.string();
        std::string const command = "cd '" + at + "' && '" + program_ + "' primer " + arguments
                                  + " target.fa background.fa > primers.bed 2> messages";
        EXPECT_EQ(std::system(command.c_str()), 0);
        primers_t primers{};
        std::ifstream lines{folder_ / "primers.bed"};
        for (std::string line; std::getline(lines, line);)
        {
            std::istringstream words{line};
            std::string name{};
            std::uint64_t begin{};
            std::uint64_t end{};
            words >> name >> begin >> end;
            primers.emplace_back(begin, end);
        }
        return primers;
    }

private:
    std::string program_{};
    std::filesystem::path folder_{};
};

} // namespace

TEST_F(primer_program, finds_what_the_library_finds)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 2u, 4u})
        for (unsigned const choice : {0u, 1u, 2u, 3u})
        {
            std::string const target = random_dna(generator, 400);
            std::string const background =
                random_dna(generator, 300) + target.substr(50, 200) + std::string(12, 'N') + random_dna(generator, 300);
            primer::options options{.differences = differences, .meanings = primer::iupac_nucleotides()};
            std::string arguments = "-k " + std::to_string(differences);
            if ((choice & 1) != 0)
                options.complement = primer::complement_of_dna();
            else
                arguments += " --one-strand";
            if ((choice & 2) != 0)
            {
                options.min_length = 9;
                options.max_length = 14;
                arguments += " --min-length 9 --max-length 14";
            }
            primers_t const expected = by_compute(target, background, options);
            EXPECT_FALSE(expected.empty());
            EXPECT_EQ(by_program(target, background, arguments), expected) << arguments;
            EXPECT_EQ(by_align_pairwise(target, background, options), expected) << arguments;
        }
}
