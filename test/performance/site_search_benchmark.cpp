// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers in random DNA, on a CUDA device and on the CPU.
 *
 * Needs only the driver and libhwy1.
 */

#include <concepts>
#include <cstdio>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/primer/prepared_sequences.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "device_benchmark.hpp"
#include "device_ceiling.hpp"

namespace
{

using namespace seqan3_gpulcs;

// Random letters; with N, one of a thousand is unknown.
class random_text
{
public:
    random_text(std::uint64_t const size, bool const with_unknown) :
        letters_{with_unknown ? std::string_view{"ACGNT"} : std::string_view{"ACGT"}},
        size_{size},
        bits_{with_unknown ? 4u : 2u}
    {
        std::uint64_t const letters_per_word = 64 / bits_;
        words_.resize((size + letters_per_word - 1) / letters_per_word);
        std::mt19937_64 generator{1};
        for (std::uint64_t & word : words_)
            word = with_unknown ? spread(generator()) : generator();
        if (with_unknown)
            for (std::uint64_t at = 500; at < size; at += 1000)
                set(at + generator() % 100);
        if (size % letters_per_word != 0)
            words_.back() &= (std::uint64_t{1} << size % letters_per_word * bits_) - 1;
    }

    packing::packed_sequence_view view() const noexcept
    {
        return {words_.data(),
                size_,
                bits_,
                {reinterpret_cast<std::uint8_t const *>(letters_.data()), letters_.size()}};
    }

private:
    // 16 codes of four bits, from two random bits each: T is after N.
    static std::uint64_t spread(std::uint64_t const bits) noexcept
    {
        std::uint64_t const codes = bits & 0x3333'3333'3333'3333u;
        return codes + (codes & codes >> 1 & 0x1111'1111'1111'1111u);
    }

    void set(std::uint64_t const position) noexcept
    {
        if (position < size_)
        {
            unsigned const shift = position % 16 * 4;
            words_[position / 16] = (words_[position / 16] & ~(std::uint64_t{15} << shift)) | std::uint64_t{3} << shift;
        }
    }

    std::string_view letters_;
    std::uint64_t size_;
    unsigned bits_;
    std::vector<std::uint64_t> words_{};
};

std::vector<packing::packed_sequence> make_primers(std::size_t const count)
{
    std::mt19937_64 generator{2};
    std::vector<packing::packed_sequence> primers{};
    for (std::size_t i = 0; i < count; ++i)
    {
        std::string primer(20 + i % 6, ' ');
        for (char & letter : primer)
            letter = "ACGT"[generator() % 4];
        primers.push_back(packing::pack(primer));
    }
    return primers;
}

struct workload
{
    std::uint64_t letters{};
    std::size_t primers{};
    std::uint64_t max_edits{};
    bool with_unknown{};
    std::vector<unsigned> devices{};
};

void measure(workload const & load, unsigned const repetitions, double const ceiling, bool const with_cpu)
{
    random_text const text{load.letters, load.with_unknown};
    packing::packed_sequence_view const view = text.view();
    auto const packed = make_primers(load.primers);
    std::vector<packing::packed_sequence_view> const primers{packed.begin(), packed.end()};
    double cells = 0;
    for (packing::packed_sequence_view const & primer : primers)
        cells += 2 * static_cast<double>(primer.size()) * static_cast<double>(load.letters);

    auto const run = [&](auto const & where, plan::backend const backend, unsigned const rounds)
    {
        constexpr bool is_prepared = std::same_as<std::remove_cvref_t<decltype(where)>, primer::prepared_sequences>;
        auto const devices = backend == plan::backend::cuda ? load.devices : std::vector<unsigned>{};
        std::vector<primer::site> sites{};
        primer::statistics done{};
        double const seconds = median(rounds,
                                      [&]()
                                      {
                                          return wall_seconds(
                                              [&]()
                                              {
                                                  sites = primer::find_sites(primers,
                                                                             where,
                                                                             {.max_edits = load.max_edits},
                                                                             {.backend = backend, .devices = devices},
                                                                             &done);
                                              });
                                      });
        std::printf("%llu%s%s\t%zu\t%llu\t%s\t%zu\t%.3f\t%.3f\t%.3f\t%.2f\t%.2f\n",
                    static_cast<unsigned long long>(load.letters),
                    load.with_unknown ? ", with N" : "",
                    is_prepared ? ", prepared" : "",
                    load.primers,
                    static_cast<unsigned long long>(load.max_edits),
                    plan::to_string(backend),
                    sites.size(),
                    seconds,
                    done.kernel_seconds,
                    done.transfer_seconds,
                    cells / seconds / 1e12,
                    cells / seconds / 1e12 / ceiling);
        std::fflush(stdout);
        return sites;
    };
    std::span const text_alone{&view, 1};
    auto const on_device = run(text_alone, plan::backend::cuda, repetitions);
    if (run(primer::prepared_sequences{text_alone}, plan::backend::cuda, repetitions) != on_device)
        throw std::runtime_error{"A text that is prepared has other sites."};
    if (with_cpu && run(text_alone, plan::backend::cpu, 1) != on_device)
        throw std::runtime_error{"The CPU finds other sites."};
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Sites of primers in random DNA on a CUDA device"};
    workload load{.letters = 3'100'000'000, .primers = 100, .max_edits = 3};
    unsigned repetitions{3};
    bool with_cpu{};
    app.add_option("--letters", load.letters, "The letters of the text")->check(CLI::PositiveNumber);
    app.add_option("--primers", load.primers, "The number of primers, of 20 to 25 letters")->check(CLI::PositiveNumber);
    app.add_option("--max-edits", load.max_edits, "The edits of a site");
    app.add_flag("--with-unknown", load.with_unknown, "One letter of a thousand is N");
    app.add_option("--devices",
                   load.devices,
                   "The numbers of the devices, such as 0,1; by default as many as are worth it")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--with-cpu", with_cpu, "Computes on the CPU, too, and compares");
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             device const chosen = find_usable_device();
                             cuda::scoped_device const current{chosen.number};
                             double const ceiling = measure_distance_ceiling();
                             print_conditions(chosen, ceiling, repetitions);
                             std::printf("letters\tprimers\tk\tbackend\tsites\tseconds\tkernel\ttransfer\tTCUPS\t"
                                         "of_ceiling\n");
                             measure(load, repetitions, ceiling, with_cpu);
                         });
}
