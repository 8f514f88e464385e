// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/step_times.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace seqan3_gpulcs::app
{

namespace
{

template <typename values_t>
void print_names(char const * const name, values_t const & values)
{
    std::string names{};
    for (auto const value : values)
        names += std::string{names.empty() ? "" : ","} + to_string(value);
    std::fprintf(stderr, "%s\t%s\n", name, names.c_str());
}

// A step, with the time that it was expected to take.
void print_step(plan::route_step const & step)
{
    std::fprintf(stderr, "route\t%s: ", to_string(step.backend));
    if (step.pairs != 0)
        std::fprintf(stderr, "%llu pairs, ", static_cast<unsigned long long>(step.pairs));
    if (step.cells != 0)
        std::fprintf(stderr, "%.3g cells, ", step.cells);
    if (std::isfinite(step.max_seconds))
        std::fprintf(stderr, "tried for %.3g s each\n", step.max_seconds);
    else
        std::fprintf(stderr, "%.3g s expected\n", step.seconds);
}

} // namespace

void step_times::leave_device_unknown(plan::backend const chosen)
{
    is_device_known = false;
    backends.insert(chosen);
}

void step_times::add(plan::route_step const & step)
{
    plan::route_step & sum = route[{step.backend, std::isfinite(step.max_seconds)}];
    sum.backend = step.backend;
    sum.pairs += step.pairs;
    sum.cells += step.cells;
    sum.seconds += step.seconds;
    sum.max_seconds = step.max_seconds;
}

void step_times::add(std::span<alignment::sequence_pair const> const pairs,
                     std::span<alignment::result const> const results,
                     double const seconds)
{
    // Threads work on several pairs at a time, so the sums of their times tell only the proportions.
    double forward_seconds = 0;
    double traceback_seconds = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        alignment::result const & result = results[i];
        forward_seconds += result.forward_seconds;
        traceback_seconds += result.traceback_seconds;
        transfer += result.transfer_seconds;
        kernel += result.kernel_seconds;
        memory = std::max(memory, result.memory_bytes);
        device_memory = std::max(device_memory, result.device_bytes);
        backends.insert(result.backend);
        methods.insert(result.method);
        cells += result.cells;
        if (double const of_pair = pairs[i].cells(); of_pair > max_cells)
        {
            max_cells = of_pair;
            checkpoint_rows = result.checkpoint_rows;
            checkpoint_columns = result.checkpoint_columns;
        }
    }
    double const share = traceback_seconds > 0 ? traceback_seconds / (forward_seconds + traceback_seconds) : 0;
    comparing += (1 - share) * seconds;
    traceback += share * seconds;
}

void step_times::add(primer::statistics const & done)
{
    transfer += done.transfer_seconds;
    kernel += done.kernel_seconds;
    device_memory = std::max(device_memory, done.device_bytes);
    backends.insert(done.backend);
}

plan::route_callback add_route_to(step_times & times)
{
    return [&times](plan::route_step const & step)
    {
        times.add(step);
    };
}

void print_timings(step_times const & times, timed_work const work, metric const metric)
{
    auto const print_seconds = [](char const * const name, double const seconds)
    {
        std::fprintf(stderr, "%s\t%.6f\n", name, seconds);
    };
    auto const print_number = [](char const * const name, std::uint64_t const number)
    {
        std::fprintf(stderr, "%s\t%llu\n", name, static_cast<unsigned long long>(number));
    };

    bool const has_primers = work == timed_work::primers || work == timed_work::chosen_products;
    bool const has_sites = work == timed_work::sites || work == timed_work::chosen_products;
    bool const is_comparison = !has_primers && !has_sites;
    print_seconds("reading", times.reading);
    print_seconds("packing", times.packing);
    if (is_comparison)
        print_seconds(traits_of(metric).step_name, times.comparing);
    if (has_primers)
        print_seconds("primers", times.primers.seconds());
    if (has_sites)
        print_seconds("sites", times.sites.seconds());
    if (times.is_device_known)
    {
        print_seconds("transfer", times.transfer);
        print_seconds("kernel", times.kernel);
    }
    if (is_comparison)
        print_seconds("traceback", times.traceback);
    if (times.saves_state)
        print_seconds("saving", times.saving);
    print_seconds("writing", times.writing.seconds());
    print_seconds("total", times.total.seconds());
    if (times.saves_state)
    {
        print_number("saves", times.saves);
        print_seconds("resumed", times.resumed);
    }
    if (is_comparison)
    {
        print_number("checkpoint_rows", times.checkpoint_rows);
        print_number("checkpoint_columns", times.checkpoint_columns);
        print_number("memory", times.memory);
    }
    if (times.is_device_known)
        print_number("device_memory", times.device_memory);

    for (auto const & [kind, step] : times.route)
        print_step(step);
    if (work == timed_work::pairs && !times.methods.empty())
    {
        std::fprintf(stderr, "cells\t%.0f\n", times.cells);
        print_names("method", times.methods);
    }
    print_names("backend", times.backends);
}

} // namespace seqan3_gpulcs::app
