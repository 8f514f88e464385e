// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Measurements for the benchmarks of devices.
 */

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

//!\brief The median of some numbers, at least one.
inline double median_of(std::vector<double> numbers)
{
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

//!\brief The median after a warm-up, in seconds. The measured function returns its own time.
inline double median(unsigned const repetitions, std::function<double()> const & measured)
{
    std::vector<double> seconds{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        double const one = measured();
        if (repetition != 0)
            seconds.push_back(one);
    }
    return median_of(std::move(seconds));
}

//!\brief The time that a task takes.
inline double wall_seconds(std::function<void()> const & task)
{
    auto const start = std::chrono::steady_clock::now();
    task();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

//!\brief The device that is used. \throws std::runtime_error where there is none.
inline seqan3_gpulcs::device find_usable_device()
{
    seqan3_gpulcs::device_report const report = seqan3_gpulcs::find_devices();
    if (seqan3_gpulcs::device const * const chosen = report.chosen())
        return *chosen;
    throw std::runtime_error{report.devices.empty() ? report.problem : report.devices.front().problem};
}

//!\brief Writes the conditions of the measurements.
inline void print_conditions(seqan3_gpulcs::device const & chosen, double const ceiling, unsigned const repetitions)
{
    std::printf("# %s, %u multiprocessors, %u CPU threads; ceiling %.1f TCUPS; medians of %u runs\n",
                chosen.name.c_str(),
                chosen.multiprocessors,
                std::thread::hardware_concurrency(),
                ceiling,
                repetitions);
}

//!\brief Packed sequences of random DNA.
struct random_sequences
{
    //!\brief Makes `count` sequences of `size` letters, or `with_shorter` of a fiftieth of them to all.
    random_sequences(std::size_t const count,
                     std::uint64_t const size,
                     bool const with_shorter,
                     std::uint64_t const seed)
    {
        static constexpr std::array<std::uint8_t, 4> letters{0, 1, 2, 3};
        std::mt19937_64 generator{seed};
        std::vector<std::uint64_t> sizes(count, size);
        if (with_shorter)
            for (std::uint64_t & one : sizes)
                one = std::uniform_int_distribution<std::uint64_t>{size / 50, size}(generator);

        std::uint64_t all_words = 0;
        for (std::uint64_t const one : sizes)
            all_words += (one + 31) / 32;
        words.resize(all_words);
        std::ranges::generate(words, std::ref(generator));
        std::uint64_t * begin = words.data();
        for (std::uint64_t const one : sizes)
        {
            std::uint64_t * const end = begin + (one + 31) / 32;
            if (one % 32 != 0)
                end[-1] &= (std::uint64_t{1} << (one % 32 * 2)) - 1;
            views.emplace_back(begin, one, 2, letters);
            begin = end;
        }
    }

    std::vector<std::uint64_t> words{};
    std::vector<seqan3_gpulcs::packing::packed_sequence_view> views{};
};

//!\brief The distribution of random letters: a few frequent ones, and in each sequence some of all.
struct random_alphabet
{
    char const * name{};
    std::vector<std::uint8_t> letters{};  //!< In ascending order.
    std::vector<std::uint8_t> frequent{}; //!< The codes of the frequent ones.
    unsigned rare{};                      //!< The letters of a sequence that may be any.

    //!\brief Packed sequences; whether they are shorter and the seed are as for random_sequences.
    std::vector<seqan3_gpulcs::packing::packed_sequence>
    make(std::size_t const count, std::uint64_t const size, bool const with_shorter, std::uint64_t const seed) const
    {
        std::mt19937_64 generator{seed};
        auto const below = [&generator](std::uint64_t const end)
        {
            return std::uniform_int_distribution<std::uint64_t>{0, end - 1}(generator);
        };
        seqan3_gpulcs::packing::letter_set set{};
        set.add(letters);
        std::vector<seqan3_gpulcs::packing::packed_sequence> sequences{};
        std::vector<std::uint8_t> sequence{};
        for (std::size_t i = 0; i < count; ++i)
        {
            sequence.resize(with_shorter ? size / 50 + below(size - size / 50) : size);
            std::uint64_t bits = 0;
            for (std::size_t position = 0; position < sequence.size(); ++position)
            {
                // 16 random bits for each letter.
                bits = position % 4 == 0 ? generator() : bits >> 16;
                sequence[position] = letters[frequent[(bits & 0xffff) * frequent.size() >> 16]];
            }
            for (unsigned one = 0; one < rare; ++one)
                sequence[below(sequence.size())] = letters[below(letters.size())];
            seqan3_gpulcs::packing::sequence_packer packer{set, sequence.size()};
            packer.append(sequence);
            sequences.push_back(packer.finish());
        }
        return sequences;
    }
};

//!\brief DNA, DNA with an unknown base here and there, with a few ambiguous ones, and proteins.
inline std::vector<random_alphabet> random_alphabets()
{
    auto const letters_of = [](char const * const text)
    {
        std::string_view const view{text};
        return std::vector<std::uint8_t>(view.begin(), view.end());
    };
    std::vector<std::uint8_t> amino_acids(20);
    for (std::uint8_t code = 0; code < amino_acids.size(); ++code)
        amino_acids[code] = code;
    return {{"dna", letters_of("ACGT"), {0, 1, 2, 3}, 0},
            {"dna with N", letters_of("ACGNT"), {0, 1, 2, 4}, 1},
            {"iupac", letters_of("ABCDGHKMNRSTVWY"), {0, 2, 4, 11}, 10},
            {"protein", letters_of("ACDEFGHIKLMNPQRSTVWY"), amino_acids, 0}};
}

//!\brief Parses the command line and measures; an error is written with the name of the program. \returns Its exit
//!       status.
inline int
run_benchmark(CLI::App & app, int const argc, char const * const * const argv, std::function<void()> const & measure)
{
    try
    {
        app.parse(argc, argv);
        measure();
    }
    catch (CLI::Error const & error)
    {
        return app.exit(error);
    }
    catch (std::exception const & error)
    {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    return 0;
}
