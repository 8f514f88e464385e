// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The LCS of one pair of random DNA on a CUDA device, or on several, from host memory to the number, or to the path.
 *
 * Needs only the driver.
 */

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/strip_run.hpp"
#include "device_benchmark.hpp"
#include "device_ceiling.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct pair_size
{
    std::uint64_t first{};
    std::uint64_t second{};
};

// As in "20Mx10M"; k, M and G are powers of 1000.
pair_size parse_size(std::string const & text)
{
    auto const parse_length = [&](std::string const & length)
    {
        double value{};
        auto const [end, error] = std::from_chars(length.data(), length.data() + length.size(), value);
        std::string const unit(end, length.data() + length.size());
        double const factor = unit == "k" ? 1e3 : unit == "M" ? 1e6 : unit == "G" ? 1e9 : 1;
        if (error != std::errc{} || value * factor < 1 || (factor == 1 && !unit.empty()))
            throw CLI::ValidationError{text, "give two lengths like 20Mx10M or 4.6Mx100k"};
        return static_cast<std::uint64_t>(value * factor);
    };
    std::size_t const middle = text.find('x');
    if (middle == std::string::npos)
        throw CLI::ValidationError{text, "give two lengths like 20Mx10M or 4.6Mx100k"};
    return {parse_length(text.substr(0, middle)), parse_length(text.substr(middle + 1))};
}

struct measurement
{
    double total_seconds{};
    double kernel_seconds{};
    double transfer_seconds{};
    std::uint64_t length{};
};

// The median of the totals, after a warm-up.
template <typename compute_t>
measurement measure(unsigned const repetitions, compute_t && compute)
{
    std::vector<measurement> all{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        auto const start = std::chrono::steady_clock::now();
        cuda::strip_run_result const result = compute();
        double const total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (repetition != 0)
            all.push_back({total, result.kernel_seconds, result.transfer_seconds, result.value});
    }
    std::ranges::sort(all, {}, &measurement::total_seconds);
    return all[all.size() / 2];
}

void print_row(pair_size const & size, cuda::strip_plan const & plan, measurement const & found, double const ceiling)
{
    std::uint64_t const rows = plan.second_is_rows ? size.second : size.first;
    double const cells = static_cast<double>(size.first) * static_cast<double>(size.second);
    double const rate = cells / found.kernel_seconds / 1e12;
    std::printf("%llu\t%llu\t%u\t%u\t%llu\t%u\t%.3f\t%.1f\t%.2f\t%.3f\t%.3f\t%.1f\t%.3f\t%llu\n",
                static_cast<unsigned long long>(size.first),
                static_cast<unsigned long long>(size.second),
                plan.shape.words,
                plan.shape.unit_columns,
                static_cast<unsigned long long>((rows + plan.shape.strip_rows() - 1) / plan.shape.strip_rows()),
                plan.max_blocks * plan.warps_per_block,
                found.kernel_seconds * 1e3,
                rate,
                rate / ceiling,
                found.transfer_seconds * 1e3,
                found.total_seconds * 1e3,
                cells / found.total_seconds / 1e12,
                plan.cycles / found.kernel_seconds / 1e9,
                static_cast<unsigned long long>(found.length));
    std::fflush(stdout);
}

// What is measured beside the sizes.
struct options
{
    unsigned repetitions{5};
    bool all_kernels{};
    std::vector<unsigned> devices{}; // Those that share a pair; if empty, the first one that can be used.
    bool through_host{};
};

// Devices that share a pair.
class device_team
{
public:
    explicit device_team(std::vector<unsigned> const & numbers)
    {
        for (unsigned const number : numbers)
        {
            cuda::scoped_device const current{number};
            contexts_.push_back(std::make_unique<cuda::stream_context>(number));
        }
    }

    cuda::context_team contexts() const
    {
        std::vector<cuda::stream_context *> all{};
        for (auto const & context : contexts_)
            all.push_back(context.get());
        return cuda::context_team{std::move(all)};
    }

    // The sum of all devices.
    double ceiling() const
    {
        double sum = 0;
        for (auto const & context : contexts_)
        {
            cuda::scoped_device const current{context->device};
            sum += measure_ceiling();
        }
        return sum;
    }

private:
    std::vector<std::unique_ptr<cuda::stream_context>> contexts_{};
};

void run(std::vector<pair_size> const & sizes, options const & wanted)
{
    device const chosen = find_usable_device();
    device_team const team{wanted.devices.empty() ? std::vector{chosen.number} : wanted.devices};
    double const ceiling = team.ceiling();
    print_conditions(chosen, ceiling, wanted.repetitions);
    if (team.contexts().all().size() > 1)
        std::printf("# %zu devices share each pair\n", team.contexts().all().size());
    std::printf("first\tsecond\twords\tunit\tstrips\twarps\tkernel_ms\tTCUPS\tof_ceiling\ttransfer_ms\ttotal_ms\t"
                "total_TCUPS\tplan_GHz\tlcs\n");

    for (pair_size const & size : sizes)
    {
        random_sequences const first{1, size.first, false, 1};
        random_sequences const second{1, size.second, false, 2};
        plan::execution const execution{};
        runtime::task_control control{execution, 1};
        cuda::strip_request const request{first.views[0], second.views[0], cuda::pair_output::only_value};
        std::optional<std::uint64_t> length{};
        auto const measure_plan = [&](cuda::strip_plan const & plan)
        {
            measurement const found =
                measure(wanted.repetitions,
                        [&]()
                        {
                            return cuda::strip_run{request, plan, team.contexts()}.compute(control);
                        });
            print_row(size, plan, found, ceiling);
            if (length.value_or(found.length) != found.length)
                throw std::runtime_error{"The length is not the same with every kernel."};
            length = found.length;
        };

        if (!wanted.all_kernels)
        {
            cuda::strip_plan plan = cuda::plan_strip_run(request, team.contexts());
            plan.through_host |= wanted.through_host;
            measure_plan(plan);
            continue;
        }
        cuda::device_limits const & limits = team.contexts().all().front()->limits;
        for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
        {
            cuda::strip_plan plan{.shape = shape, .part_rows = size.first, .chunk_columns = size.second};
            if (shape.bits == 2 && cuda::plan_launch(plan, {size.first, 2, 4}, {size.second, 2, 4}, limits))
                measure_plan(plan);
        }
    }
    std::printf("# ceiling at the end %.1f TCUPS\n", team.ceiling());
}

// Lengths and subsequences alternately: both depend on the load of the machine.
void run_subsequences(std::vector<pair_size> const & sizes, options const & wanted)
{
    device const chosen = find_usable_device();
    cuda::scoped_device const current{chosen.number};
    print_conditions(chosen, measure_ceiling(), wanted.repetitions);
    std::printf("first\tsecond\tlength_ms\tsubsequence_ms\tto_length\ttraceback_ms\tdevice_MB\truns\tlcs\n");
    for (pair_size const & size : sizes)
    {
        random_sequences const first{1, size.first, false, 1};
        random_sequences const second{1, size.second, false, 2};
        lcs::sequence_pair const pair{first.views[0], second.views[0]};
        lcs::result found{};
        auto const compute = [&](lcs::output const output)
        {
            return wall_seconds(
                [&]()
                {
                    found =
                        lcs::compute({&pair, 1}, output, {.backend = plan::backend::cuda, .devices = wanted.devices})
                            .front();
                });
        };
        std::vector<double> traceback{};
        std::vector<double> length{};
        double const subsequence = median(wanted.repetitions,
                                          [&]()
                                          {
                                              length.push_back(compute(lcs::output::length));
                                              double const seconds = compute(lcs::output::subsequence);
                                              traceback.push_back(found.traceback_seconds);
                                              return seconds;
                                          });
        // The first ones are the warm-up.
        auto const middle = [](std::vector<double> & seconds)
        {
            std::ranges::sort(seconds.begin() + 1, seconds.end());
            return seconds[1 + (seconds.size() - 1) / 2];
        };
        double const of_length = middle(length);
        std::printf("%llu\t%llu\t%.2f\t%.2f\t%.2f\t%.2f\t%.0f\t%zu\t%llu\n",
                    static_cast<unsigned long long>(size.first),
                    static_cast<unsigned long long>(size.second),
                    of_length * 1e3,
                    subsequence * 1e3,
                    subsequence / of_length,
                    middle(traceback) * 1e3,
                    static_cast<double>(found.device_bytes) / 1e6,
                    lcs::to_runs(found.path).size(),
                    static_cast<unsigned long long>(found.length));
        std::fflush(stdout);
    }
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"The LCS of one pair of random DNA on a CUDA device, or on several"};
    std::vector<std::string> sizes{"100kx100k", "1Mx1M", "4.6Mx4.6M", "20Mx10M"};
    options wanted{};
    bool subsequences{};
    app.add_option("SIZES", sizes, "Pairs of lengths, such as 20Mx10M");
    app.add_option("--repetitions", wanted.repetitions, "Runs of each; the median is reported")
        ->check(CLI::PositiveNumber);
    CLI::Option * const all =
        app.add_flag("--all-kernels", wanted.all_kernels, "Not only the plan that the library chooses");
    app.add_flag("--subsequences", subsequences, "The subsequence itself beside the length")->excludes(all);
    CLI::Option * const devices =
        app.add_option("--devices", wanted.devices, "The numbers of the devices that share each pair, such as 0,1")
            ->delimiter(',')
            ->allow_extra_args(false)
            ->excludes(all);
    app.add_flag("--through-host", wanted.through_host, "Devices hand over through the memory of the host")
        ->needs(devices);
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             std::vector<pair_size> parsed{};
                             for (std::string const & size : sizes)
                                 parsed.push_back(parse_size(size));
                             if (subsequences)
                                 run_subsequences(parsed, wanted);
                             else
                                 run(parsed, wanted);
                         });
}
