// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The LCS or the edit distance of one pair of random DNA on a CUDA device, or on several, from host memory to the number, or to
 *        the path; or of similar sequences.
 *
 * Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/similar/similar_pair.hpp"
#include "cuda/strip/bidirectional_pair.hpp"
#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_run.hpp"
#include "device_benchmark.hpp"
#include "metric_benchmark.hpp"
#include "pair_size.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct measurement
{
    double total_seconds{};
    double kernel_seconds{};
    double transfer_seconds{};
    std::uint64_t value{};
};

// The median of the totals, after a warm-up.
template <typename compute_t>
measurement measure(unsigned const repetitions, compute_t && compute)
{
    std::vector<measurement> all{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        auto const start = std::chrono::steady_clock::now();
        cuda::matrix_run_result const result = compute();
        double const total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (repetition != 0)
            all.push_back({total, result.kernel_seconds, result.transfer_seconds, result.value});
    }
    std::ranges::sort(all, {}, &measurement::total_seconds);
    return all[all.size() / 2];
}

void print_row(pair_size const & size,
               cuda::strip_plan const & plan,
               unsigned const passes,
               measurement const & found,
               double const ceiling)
{
    std::uint64_t const rows = plan.second_is_rows ? size.second : size.first;
    double const cells = static_cast<double>(size.first) * static_cast<double>(size.second);
    double const rate = cells / found.kernel_seconds / 1e12;
    std::printf("%llu\t%llu\t%u\t%u\t%u\t%llu\t%u\t%.3f\t%.1f\t%.2f\t%.3f\t%.3f\t%.1f\t%.3f\t%llu\n",
                static_cast<unsigned long long>(size.first),
                static_cast<unsigned long long>(size.second),
                passes,
                plan.shape.words,
                plan.shape.unit_columns,
                static_cast<unsigned long long>((rows + plan.shape.strip_rows() - 1) / plan.shape.strip_rows()),
                passes * plan.max_blocks * plan.warps_per_block,
                found.kernel_seconds * 1e3,
                rate,
                rate / ceiling,
                found.transfer_seconds * 1e3,
                found.total_seconds * 1e3,
                cells / found.total_seconds / 1e12,
                plan.cycles / found.kernel_seconds / 1e9,
                static_cast<unsigned long long>(found.value));
    std::fflush(stdout);
}

// What is measured beside the sizes.
struct options
{
    compared_metric metric{};
    unsigned repetitions{5};
    bool all_kernels{};
    bool one_pass{};                 // Even where two of them, towards each other, would be faster.
    bool checkpoints{};              // That pass keeps what the traceback of an alignment needs.
    std::vector<unsigned> words{};   // The words per lane of all kernels; if empty, any.
    std::vector<unsigned> devices{}; // Those that share a pair; if empty, the first one that can be used.
    bool through_host{};
    double similarity{}; // That of the second sequence to the first one; 0 for unrelated sequences.
};

// A sequence, and one that is as similar as wanted: a tenth as many indels as substitutions.
class sequences
{
public:
    sequences(pair_size const & size, options const & wanted) : first_{1, size.first, false, 1}
    {
        if (wanted.similarity == 0)
            second_.emplace(1, size.second, false, 2);
        else
            copy_ = copy_first(1 - wanted.similarity);
    }

    alignment::sequence_pair pair() const
    {
        return {first_.views[0], second_ ? second_->views[0] : copy_.view()};
    }

private:
    packing::packed_sequence copy_first(double const substitutions) const
    {
        packing::packed_sequence_view const first = first_.views[0];
        std::mt19937_64 generator{2};
        std::uniform_real_distribution<> random{};
        std::vector<std::uint8_t> copy{};
        copy.reserve(first.size() + first.size() / 64);
        for (std::uint64_t i = 0; i < first.size(); ++i)
        {
            auto const letter = static_cast<std::uint8_t>(first.words()[i / 32] >> (i % 32 * 2) & 3);
            double const event = random(generator) / substitutions;
            if (event < 1)
                copy.push_back(static_cast<std::uint8_t>((letter + 1 + generator() % 3) & 3));
            else if (event < 1.05)
                copy.insert(copy.end(), 2, letter);
            else if (event >= 1.1)
                copy.push_back(letter);
        }
        return packing::pack(copy);
    }

    random_sequences first_;
    std::optional<random_sequences> second_{};
    packing::packed_sequence copy_{};
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
    double ceiling(compared_metric const & metric) const
    {
        double sum = 0;
        for (auto const & context : contexts_)
        {
            cuda::scoped_device const current{context->device};
            sum += metric.ceiling();
        }
        return sum;
    }

private:
    std::vector<std::unique_ptr<cuda::stream_context>> contexts_{};
};

// The length or distance of a pair, with any plan.
class value_benchmark
{
public:
    value_benchmark(pair_size const & size, options const & wanted, device_team const & team, double const ceiling) :
        size_{size},
        wanted_{wanted},
        team_{team},
        ceiling_{ceiling}
    {}

    // As the library computes it.
    void measure_choice()
    {
        if (!wanted_.one_pass && !wanted_.checkpoints && team_.contexts().all().size() == 1)
            if (auto const plan = cuda::plan_bidirectional(rows(), columns(), first_context().limits, recurrence()))
                return measure_both_ends(*plan);
        cuda::strip_plan plan = cuda::plan_matrix_run(request_, team_.contexts());
        plan.through_host |= wanted_.through_host;
        measure_one_pass(plan);
    }

    void measure_all_kernels()
    {
        for (cuda::kernel_shape const & shape : recurrence().whole.shapes)
            if (is_wanted(shape))
                measure_kernel(shape);
        for (cuda::kernel_shape const & shape : recurrence().band.shapes)
            if (is_wanted(shape) && !wanted_.checkpoints)
                if (auto const plan =
                        cuda::divide_matrix(rows(), columns(), shape, first_context().limits, recurrence()))
                    measure_both_ends(*plan);
    }

private:
    cuda::strip_recurrence const & recurrence() const
    {
        return cuda::strips_of(wanted_.metric.value);
    }

    cuda::sequence_size rows() const
    {
        return cuda::size_of(request_.first);
    }

    cuda::sequence_size columns() const
    {
        return cuda::size_of(request_.second);
    }

    cuda::stream_context & first_context() const
    {
        return *team_.contexts().all().front();
    }

    bool is_wanted(cuda::kernel_shape const & shape) const
    {
        return shape.bits == 2 && (wanted_.words.empty() || std::ranges::count(wanted_.words, shape.words) != 0);
    }

    // The first sequence as rows.
    void measure_kernel(cuda::kernel_shape const & shape)
    {
        cuda::strip_recurrence only = recurrence();
        only.whole.shapes = {&shape, 1};
        request_.recurrence = &only;
        cuda::strip_plan plan{.recurrence = &only,
                              .shape = shape,
                              .part_rows = size_.first,
                              .chunk_columns = size_.second};
        if (wanted_.checkpoints)
            measure_one_pass(cuda::plan_matrix_run(request_, team_.contexts()));
        else if (cuda::plan_launch(plan, rows(), columns(), first_context().limits))
            measure_one_pass(plan);
        request_.recurrence = &recurrence();
    }

    void measure_one_pass(cuda::strip_plan const & plan)
    {
        print(plan,
              1,
              measure(wanted_.repetitions,
                      [&]()
                      {
                          return cuda::matrix_run{request_, plan, team_.contexts()}.compute(control_);
                      }));
    }

    // Two passes towards each other.
    void measure_both_ends(cuda::bidirectional_plan const & plan)
    {
        cuda::stream_context & context = first_context();
        cuda::scoped_device const current{context.device};
        cuda::stream_context other{context.device};
        alignment::sequence_pair const pair{request_.first, request_.second};
        measurement const found =
            measure(wanted_.repetitions,
                    [&]()
                    {
                        alignment::result const result =
                            cuda::find_value_bidirectionally(pair, plan, context, other, control_);
                        return cuda::matrix_run_result{.value = plan::value_of(result, wanted_.metric.value),
                                                       .transfer_seconds = result.transfer_seconds,
                                                       .kernel_seconds = result.kernel_seconds};
                    });
        print({.second_is_rows = plan.second_is_rows,
               .shape = plan.shape,
               .warps_per_block = plan.warps_per_block,
               .shares_device = true,
               .cycles = plan.cycles},
              2,
              found);
    }

    void print(cuda::strip_plan plan, unsigned const passes, measurement const & found)
    {
        plan.max_blocks = plan.blocks_on(first_context().limits);
        print_row(size_, plan, passes, found, ceiling_);
        if (value_.value_or(found.value) != found.value)
            throw std::runtime_error{"The value is not the same with every kernel."};
        value_ = found.value;
    }

    pair_size size_;
    options const & wanted_;
    device_team const & team_;
    double ceiling_;
    random_sequences first_{1, size_.first, false, 1};
    random_sequences second_{1, size_.second, false, 2};
    cuda::strip_request request_{.first = first_.views[0],
                                 .second = second_.views[0],
                                 .wanted = wanted_.checkpoints ? cuda::pair_output::checkpoints
                                                               : cuda::pair_output::only_value,
                                 .recurrence = &recurrence()};
    plan::execution execution_{};
    runtime::task_control control_{execution_, 1};
    std::optional<std::uint64_t> value_{};
};

void run(std::vector<pair_size> const & sizes, options const & wanted)
{
    device const chosen = find_usable_device();
    device_team const team{wanted.devices.empty() ? std::vector{chosen.number} : wanted.devices};
    double const ceiling = team.ceiling(wanted.metric);
    print_conditions(chosen, ceiling, wanted.repetitions);
    if (team.contexts().all().size() > 1)
        std::printf("# %zu devices share each pair\n", team.contexts().all().size());
    std::printf("first\tsecond\tpasses\twords\tunit\tstrips\twarps\tkernel_ms\tTCUPS\tof_ceiling\ttransfer_ms\t"
                "total_ms\ttotal_TCUPS\tplan_GHz\tvalue\n");
    for (pair_size const & size : sizes)
    {
        value_benchmark benchmark{size, wanted, team, ceiling};
        if (wanted.all_kernels)
            benchmark.measure_all_kernels();
        else
            benchmark.measure_choice();
    }
    std::printf("# ceiling at the end %.1f TCUPS\n", team.ceiling(wanted.metric));
}

// Values and alignments alternately: both depend on the load of the machine.
void run_alignments(std::vector<pair_size> const & sizes, options const & wanted)
{
    device const chosen = find_usable_device();
    cuda::scoped_device const current{chosen.number};
    print_conditions(chosen, wanted.metric.ceiling(), wanted.repetitions);
    std::printf("first\tsecond\tvalue_ms\talignment_ms\tto_value\ttraceback_ms\tdevice_MB\truns\tvalue\n");
    for (pair_size const & size : sizes)
    {
        sequences const both{size, wanted};
        alignment::sequence_pair const pair = both.pair();
        alignment::result found{};
        auto const compute = [&](bool const with_path)
        {
            return wall_seconds(
                [&]()
                {
                    plan::execution const on_cuda{.backend = plan::backend::cuda, .devices = wanted.devices};
                    found = std::move(wanted.metric.compute({&pair, 1}, with_path, on_cuda).front());
                });
        };
        std::vector<double> traceback{};
        std::vector<double> value{};
        double const alignment = median(wanted.repetitions,
                                        [&]()
                                        {
                                            value.push_back(compute(false));
                                            double const seconds = compute(true);
                                            traceback.push_back(found.traceback_seconds);
                                            return seconds;
                                        });
        // The first ones are the warm-up.
        auto const middle = [](std::vector<double> & seconds)
        {
            std::ranges::sort(seconds.begin() + 1, seconds.end());
            return seconds[1 + (seconds.size() - 1) / 2];
        };
        double const of_value = middle(value);
        std::printf("%zu\t%zu\t%.2f\t%.2f\t%.2f\t%.2f\t%.0f\t%zu\t%llu\n",
                    pair.first.size(),
                    pair.second.size(),
                    of_value * 1e3,
                    alignment * 1e3,
                    alignment / of_value,
                    middle(traceback) * 1e3,
                    static_cast<double>(found.device_bytes) / 1e6,
                    alignment::to_runs(found.path).size(),
                    static_cast<unsigned long long>(plan::value_of(found, wanted.metric.value)));
        std::fflush(stdout);
    }
}

void print_band(alignment::sequence_pair const & pair,
                cuda::strip_plan const & plan,
                measurement const & found,
                double const ceiling)
{
    double const rate = plan.cells / found.kernel_seconds / 1e12;
    std::printf("%zu\t%zu\t%zu\t%u\t%u\t%zu\t%.4f\t%.3f\t%.1f\t%.2f\t%.3f\t%llu\n",
                std::max<std::size_t>(plan.wave_strips.size(), 1),
                pair.first.size(),
                pair.second.size(),
                plan.shape.words,
                plan.shape.unit_columns,
                plan.band.size(),
                plan.cells / pair.cells(),
                found.kernel_seconds * 1e3,
                rate,
                rate / ceiling,
                plan.cycles / found.kernel_seconds / 1e9,
                static_cast<unsigned long long>(found.value));
    std::fflush(stdout);
}

// The plans for one device and for all.
std::vector<cuda::strip_plan> plan_bands(alignment::sequence_pair const & pair,
                                         std::uint64_t const bound,
                                         options const & wanted,
                                         cuda::strip_run const & run)
{
    auto const outline =
        cuda::outline_of(plan::matrix_band{pair.first.size(), pair.second.size(), bound, wanted.metric.value});
    cuda::sequence_size const rows = cuda::size_of(pair.first);
    cuda::sequence_size const columns = cuda::size_of(pair.second);
    std::vector<cuda::strip_plan> plans{};
    if (wanted.all_kernels)
        for (cuda::kernel_shape const & shape : outline.recurrence->band.shapes)
        {
            if (shape.bits == pair.second.bits_per_letter())
                plans.push_back(cuda::plan_band(outline, rows, columns, shape, run.limits().front()));
        }
    else
        plans.push_back(cuda::plan_band(outline, rows, columns, run.limits().front()));
    if (run.limits().size() > 1)
        plans.push_back(cuda::plan_band(outline,
                                        rows,
                                        columns,
                                        {run.limits(), wanted.through_host || !cuda::can_access_next(wanted.devices)}));
    return plans;
}

// The passes of a pair one by one: along the guide, and in the band of its bound.
void run_similar_pair(alignment::sequence_pair const & pair,
                      options const & wanted,
                      cuda::context_team const & team,
                      double const ceiling)
{
    plan::execution const execution{};
    runtime::task_control control{execution, pair.cells()};
    std::optional<similar::guide> path{};
    double const guide_seconds = wall_seconds(
        [&]()
        {
            path = similar::find_guide(pair, control);
        });
    if (!path)
        throw std::runtime_error{"The sequences are not similar enough for a guide."};
    cuda::strip_run run{pair.first, pair.second, team};
    double cells = 0;
    std::uint64_t const bound = cuda::find_bound(*path, wanted.metric.value, run, control, cells);
    std::printf("# guide %.2f ms, its pass %.2f ms for %.5f of the matrix, bound %llu\n",
                guide_seconds * 1e3,
                run.kernel_seconds() * 1e3,
                cells / pair.cells(),
                static_cast<unsigned long long>(bound));

    std::optional<std::uint64_t> value{};
    for (cuda::strip_plan const & plan : plan_bands(pair, bound, wanted, run))
    {
        measurement found{};
        found.kernel_seconds = median(wanted.repetitions,
                                      [&]()
                                      {
                                          double const before = run.kernel_seconds();
                                          found.value = run.compute(plan, control);
                                          return run.kernel_seconds() - before;
                                      });
        print_band(pair, plan, found, ceiling);
        if (value && *value != found.value)
            throw std::runtime_error{"The value is not the same with every kernel."};
        value = found.value;
    }
}

// As users call it, with some devices.
void measure_similar(alignment::sequence_pair const & pair,
                     options const & wanted,
                     std::vector<unsigned> const & devices)
{
    alignment::result found{};
    double const seconds =
        median(wanted.repetitions,
               [&]()
               {
                   return wall_seconds(
                       [&]()
                       {
                           found = wanted.metric
                                       .compute({&pair, 1}, false, {.backend = plan::backend::cuda, .devices = devices})
                                       .front();
                       });
               });
    std::printf("# as users call it, devices %zu: %.2f ms, %s, %.5f of the matrix, transfer %.2f ms, kernels %.2f ms, "
                "value %llu\n",
                devices.size(),
                seconds * 1e3,
                alignment::to_string(found.method),
                found.cells / pair.cells(),
                found.transfer_seconds * 1e3,
                found.kernel_seconds * 1e3,
                static_cast<unsigned long long>(plan::value_of(found, wanted.metric.value)));
    std::fflush(stdout);
}

void run_similar(std::vector<pair_size> const & sizes, options const & wanted)
{
    device const chosen = find_usable_device();
    std::vector<unsigned> const devices = wanted.devices.empty() ? std::vector{chosen.number} : wanted.devices;
    cuda::scoped_device const current{devices.front()};
    double const ceiling = wanted.metric.ceiling();
    print_conditions(chosen, ceiling, wanted.repetitions);
    std::printf("devices\tfirst\tsecond\twords\tunit\tstrips\tshare\tkernel_ms\tTCUPS\tof_ceiling\tplan_GHz\tvalue\n");
    for (pair_size const & size : sizes)
    {
        sequences const both{size, wanted};
        alignment::sequence_pair const pair = both.pair();
        {
            device_team const team{devices};
            run_similar_pair(pair, wanted, team.contexts(), ceiling);
        }
        measure_similar(pair, wanted, {devices.front()});
        if (devices.size() > 1)
            measure_similar(pair, wanted, devices);
    }
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"The LCS or the edit distance of one pair of random DNA on a CUDA device, or on several"};
    std::vector<std::string> sizes{"100kx100k", "1Mx1M", "4.6Mx4.6M", "20Mx10M"};
    options wanted{};
    bool alignments{};
    wanted.metric.add_to(app);
    app.add_option("SIZES", sizes, "Pairs of lengths, such as 20Mx10M");
    app.add_option("--repetitions", wanted.repetitions, "Runs of each; the median is reported")
        ->check(CLI::PositiveNumber);
    CLI::Option * const all =
        app.add_flag("--all-kernels", wanted.all_kernels, "Not only the plan that the library chooses");
    app.add_flag("--one-pass", wanted.one_pass, "Not two passes towards each other, even where they are faster")
        ->excludes(all);
    app.add_option("--words", wanted.words, "Of all kernels, those with these words per lane, such as 8,10")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->needs(all);
    app.add_flag("--checkpoints", wanted.checkpoints, "The pass that keeps what the traceback of an alignment needs");
    app.add_flag("--alignments", alignments, "The alignment beside the length or distance")->excludes(all);
    CLI::Option * const devices =
        app.add_option("--devices", wanted.devices, "The numbers of the devices that share each pair, such as 0,1")
            ->delimiter(',')
            ->allow_extra_args(false)
            ->excludes(all);
    app.add_option(
           "--similarity",
           wanted.similarity,
           "The second sequence is a copy of the first one with this part of the letters unchanged, such as 0.99")
        ->check(CLI::Range(0.5, 0.9999));
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
                             if (alignments)
                                 run_alignments(parsed, wanted);
                             else if (wanted.similarity != 0)
                                 run_similar(parsed, wanted);
                             else
                                 run(parsed, wanted);
                         });
}
