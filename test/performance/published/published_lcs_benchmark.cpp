// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Published methods for the LCS on devices, rebuilt, beside the library, from strings to results on the same device.
 *
 * Each method runs with the parameters of its paper, and with the best ones that are found for the first size. Needs only the
 * driver and libhwy1.
 */

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "bit_parallel_lcs.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "lcs_problems.hpp"
#include "one_to_many_lcs.hpp"
#include "performance/device_benchmark.hpp"
#include "performance/device_ceiling.hpp"
#include "performance/pair_size.hpp"
#include "tiled_lcs.hpp"

namespace
{

using namespace seqan3_gpulcs;
using published::measurement;
using published::pair_problem;
using published::problem;
using published::search_problem;

enum class method : std::uint8_t
{
    bit_parallel,
    tiled,
    one_to_many
};

struct options
{
    method chosen{};
    bool subsequence{};
    std::size_t queries{1};
    std::size_t subjects{100'000};
    unsigned repetitions{5};
};

// The medians of some runs.
measurement medians_of(std::vector<measurement> const & runs)
{
    auto const middle = [&](double measurement::*const member)
    {
        std::vector<double> seconds{};
        for (measurement const & run : runs)
            seconds.push_back(run.*member);
        return median_of(std::move(seconds));
    };
    return {middle(&measurement::total_seconds), middle(&measurement::kernel_seconds)};
}

std::string to_string(published::bit_parallel_plan const & plan)
{
    return "columns " + std::to_string(plan.step_columns) + ", warps " + std::to_string(plan.warps_per_block)
         + (plan.exchange == published::carry_exchange::shuffles ? ", shuffles" : ", shared memory") + ", device from "
         + std::to_string(plan.device_letters);
}

std::string to_string(published::tiled_plan const & plan)
{
    return "squares " + std::to_string(plan.device_square) + "/" + std::to_string(plan.block_square) + "/"
         + std::to_string(plan.tile) + ", host " + std::to_string(plan.host_square);
}

std::string to_string(published::one_to_many_plan const & plan)
{
    return "threads " + std::to_string(plan.threads)
         + (plan.recurrence == published::row_recurrence::crochemore ? ", Crochemore" : ", Allison-Dix");
}

// Tries one parameter after the other, each with the best of those before.
template <typename plan_t>
class plan_search
{
public:
    explicit plan_search(std::function<double(plan_t const &)> measure) : measure_{std::move(measure)}
    {
        // Warms up, too.
        measure_(best_);
        best_seconds_ = measure_(best_);
    }

    template <typename value_t>
    plan_search & vary(value_t plan_t::*const member, std::initializer_list<value_t> const values)
    {
        plan_t tried = best_;
        for (value_t const value : values)
        {
            tried.*member = value;
            if (value == best_.*member)
                continue;
            double const seconds = measure_(tried);
            std::printf("# %s: %.2f ms\n", to_string(tried).c_str(), seconds * 1e3);
            if (seconds < best_seconds_)
            {
                best_seconds_ = seconds;
                best_ = tried;
            }
        }
        return *this;
    }

    plan_t const & best() const noexcept
    {
        return best_;
    }

private:
    std::function<double(plan_t const &)> measure_;
    plan_t best_{};
    double best_seconds_{};
};

// The published method with its own parameters and with the best ones, and the library, in turns.
template <typename plan_t>
void compare(problem<plan_t> & compared, plan_t const & best, unsigned const repetitions, double const ceiling)
{
    struct column
    {
        char const * parameters;
        plan_t plan;
        std::vector<measurement> runs{};
    };
    std::array<column, 2> published{column{"paper", {}}, column{"best", best}};
    std::vector<measurement> ours{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        for (column & one : published)
            one.runs.push_back(compared.run_published(one.plan));
        ours.push_back(compared.run_ours());
    }
    // The first ones warmed up.
    ours.erase(ours.begin());
    measurement const of_ours = medians_of(ours);
    auto const rate = [&](double const seconds)
    {
        return compared.cells() / seconds / 1e12;
    };
    for (column & one : published)
    {
        one.runs.erase(one.runs.begin());
        measurement const found = medians_of(one.runs);
        std::printf("%s\t%s\t%s\t%.2f\t%.2f\t%.3f\t%.3f\t%.1f",
                    compared.name().c_str(),
                    one.parameters,
                    to_string(one.plan).c_str(),
                    found.total_seconds * 1e3,
                    of_ours.total_seconds * 1e3,
                    rate(found.total_seconds),
                    rate(of_ours.total_seconds),
                    found.total_seconds / of_ours.total_seconds);
        if (compared.is_one_pass())
            std::printf("\t%.2f\t%.2f\t%.3f\t%.3f\t%.1f\t%.2f",
                        found.kernel_seconds * 1e3,
                        of_ours.kernel_seconds * 1e3,
                        rate(found.kernel_seconds),
                        rate(of_ours.kernel_seconds),
                        found.kernel_seconds / of_ours.kernel_seconds,
                        rate(of_ours.kernel_seconds) / ceiling);
        std::printf("\n");
    }
    std::printf("%s", compared.remark().c_str());
    std::fflush(stdout);
}

void vary(plan_search<published::bit_parallel_plan> & search, bool const subsequence)
{
    using plan_t = published::bit_parallel_plan;
    search.vary(&plan_t::exchange, {published::carry_exchange::shuffles})
        .vary(&plan_t::step_columns, {256u, 512u, 2048u})
        .vary(&plan_t::warps_per_block, {2u, 4u, 8u});
    if (subsequence)
        search.vary<std::uint64_t>(&plan_t::device_letters, {4096, 8192, 16'384, 32'768, 65'536});
}

void vary(plan_search<published::tiled_plan> & search, bool const subsequence)
{
    using plan_t = published::tiled_plan;
    search.vary<std::size_t>(&plan_t::device_square, {std::size_t{1} << 16, std::size_t{1} << 17})
        .vary(&plan_t::block_square, {128u, 256u, 1024u})
        .vary(&plan_t::tile, {8u});
    if (subsequence)
        search.vary<std::size_t>(&plan_t::host_square, {512, 2048});
}

void vary(plan_search<published::one_to_many_plan> & search, bool)
{
    using plan_t = published::one_to_many_plan;
    search.vary(&plan_t::recurrence, {published::row_recurrence::crochemore})
        .vary(&plan_t::threads, {32u, 64u, 256u, 512u});
}

template <typename plan_t, typename problem_t>
void run(std::vector<pair_size> const & sizes, options const & wanted, std::function<problem_t(pair_size const &)> make)
{
    device const chosen = find_usable_device();
    cuda::scoped_device const current{chosen.number};
    double const ceiling = measure_ceiling();
    print_conditions(chosen, ceiling, wanted.repetitions);
    std::optional<plan_t> best{};
    for (pair_size const & size : sizes)
    {
        problem_t compared = make(size);
        if (!best)
        {
            plan_search<plan_t> search{[&](plan_t const & plan)
                                       {
                                           measurement const found = compared.run_published(plan);
                                           return wanted.subsequence ? found.total_seconds : found.kernel_seconds;
                                       }};
            vary(search, wanted.subsequence);
            best = search.best();
            std::printf("letters\tparameters\twhich\tpublished_ms\tours_ms\tpublished_TCUPS\tours_TCUPS\tratio%s\n",
                        compared.is_one_pass() ? "\tpublished_kernel_ms\tours_kernel_ms\tpublished_kernel_TCUPS\t"
                                                 "ours_kernel_TCUPS\tkernel_ratio\tours_of_ceiling"
                                               : "");
        }
        compare<plan_t>(compared, *best, wanted.repetitions, ceiling);
    }
    std::printf("# ceiling at the end %.1f TCUPS\n", measure_ceiling());
}

template <typename method_t, typename plan_t>
void run_pairs(std::vector<pair_size> const & sizes, options const & wanted)
{
    using problem_t = pair_problem<method_t, plan_t>;
    run<plan_t, problem_t>(sizes,
                           wanted,
                           [&](pair_size const & size)
                           {
                               return problem_t{size, wanted.subsequence};
                           });
}

// Memory that is freed stays with the program, for both.
void keep_freed_memory(unsigned const number)
{
    cudaMemPool_t pool{};
    std::uint64_t everything = ~std::uint64_t{0};
    SEQAN3_GPULCS_CUDA_TRY(cudaDeviceGetDefaultMemPool(&pool, static_cast<int>(number)));
    SEQAN3_GPULCS_CUDA_TRY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &everything));
}

void run_method(std::vector<pair_size> const & sizes, options const & wanted)
{
    unsigned const device = find_usable_device().number;
    keep_freed_memory(device);
    switch (wanted.chosen)
    {
    case method::bit_parallel:
        return run_pairs<published::bit_parallel_lcs, published::bit_parallel_plan>(sizes, wanted);
    case method::tiled:
        return run_pairs<published::tiled_lcs, published::tiled_plan>(sizes, wanted);
    case method::one_to_many:
        return run<published::one_to_many_plan, search_problem>(
            sizes,
            wanted,
            [&](pair_size const & size)
            {
                return search_problem{size, wanted.queries, wanted.subjects, device};
            });
    }
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Published methods for the longest common subsequence on a CUDA device, rebuilt, beside the library"};
    static std::map<std::string, method> const names{{"bit-parallel", method::bit_parallel},
                                                     {"tiled", method::tiled},
                                                     {"one-to-many", method::one_to_many}};
    std::vector<std::string> sizes{"100kx100k"};
    options wanted{};
    app.add_option("METHOD", wanted.chosen, "The method: bit-parallel (2014), tiled (2008) or one-to-many (2013)")
        ->required()
        ->transform(CLI::CheckedTransformer(names));
    app.add_option("SIZES", sizes, "Lengths of both strings, such as 1.8Mx270k; those of the query and of a subject");
    app.add_flag("--subsequence", wanted.subsequence, "The subsequence itself, not only its length");
    app.add_option("--queries", wanted.queries, "How many queries one-to-many has")->check(CLI::PositiveNumber);
    app.add_option("--subjects", wanted.subjects, "How many subjects one-to-many has")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", wanted.repetitions, "Runs of each; the median is reported")
        ->check(CLI::PositiveNumber);
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             std::vector<pair_size> parsed{};
                             for (std::string const & size : sizes)
                                 parsed.push_back(parse_size(size));
                             run_method(parsed, wanted);
                         });
}
