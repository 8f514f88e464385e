// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/check_command.hpp"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/line_rules.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/file/raw_file.hpp"
#include "src/app/io/table/primer_reader.hpp"
#include "src/app/primer/primer_inputs.hpp"
#include "src/app/primer/product_writer.hpp"
#include "src/app/primer/site_search.hpp"
#include "src/app/primer/site_summary.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The primers of the file; without probes if products are wanted.
std::vector<named_primer> read_checked_primers(primer_options const & options)
{
    std::vector<named_primer> primers = read_primers(*options.primers);
    for (named_primer const & each : primers)
        if (each.letters.size() <= options.differences)
            fail_at_line(input_name(*options.primers),
                         each.line,
                         "-k is " + std::to_string(options.differences)
                             + ", but must be less than the number of letters of the primer " + in_quotes(each.name)
                             + ", which is " + std::to_string(each.letters.size())
                             + "; lower -k, or remove the primer");
    if (options.products)
        std::erase_if(primers,
                      [](named_primer const & each)
                      {
                          return each.is_probe;
                      });
    if (primers.empty())
        throw input_error{"The input " + input_name(*options.primers)
                          + " has no primers, but only probes, which have no products; add primers, or list their "
                            "sites by gpulcs primer check."};
    return primers;
}

// A list without sites would look as if the primers were safe.
void require_letters_for_sites(primer_set const & primers, primer_inputs const & inputs, primer_options const & options)
{
    auto const size = [](auto const & each)
    {
        return std::uint64_t{each.letters.size()};
    };
    std::uint64_t const shortest = std::ranges::min(primers | std::views::transform(size));
    std::uint64_t longest = 0;
    for (sequence const & each : inputs.records())
        longest = std::max(longest, size(each));
    if (shortest - options.differences > longest)
        throw input_error{
            "No primer of " + input_name(*options.primers)
            + " can have a site, because all of them are longer than all sequences; check whether PRIMERS "
              "and TARGET are swapped."};
}

template <typename writer_t>
void write_all(site_context const & context, step_times & times)
{
    output_file file = output_file::standard_output();
    writer_t writer{file, context};
    site_search search{context.primers, context.inputs, context.options};
    while (auto sites = search.next(times))
        times.writing.measure(
            [&]()
            {
                writer.write(std::move(*sites));
            });
    times.writing.measure(
        [&]()
        {
            writer.wait();
            file.finish();
        });
    check_stop(context.options.execution.stop);
}

void write_summary(site_context const & context, step_times & times)
{
    output_file file = output_file::standard_output();
    site_summary summary{context};
    site_search search{context.primers, context.inputs, context.options};
    while (auto const sites = search.next(times))
        summary.add(*sites);
    check_stop(context.options.execution.stop);
    times.writing.measure(
        [&]()
        {
            summary.write(file);
            file.finish();
        });
}

void find_and_write(primer_options const & options, step_times & times)
{
    require_backend(options.execution);
    primer_set const primers{read_checked_primers(options)};
    primer_inputs const inputs{options, make_alphabet(options.alphabet), times};
    site_context const context{primers, inputs, options};
    if (options.format == table_format::sam)
        check_sam_names(primers, inputs);
    require_letters_for_sites(primers, inputs, options);
    check_site_memory(inputs, options);
    if (options.products)
        write_products(context, times);
    else if (options.summary)
        write_summary(context, times);
    else
        write_all<site_writer>(context, times);
}

} // namespace

void run_check(primer_options const & options)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            find_and_write(options, times);
        });
    if (options.timings)
        print_timings(times, timed_work::sites);
}

void write_products(site_context const & context, step_times & times)
{
    write_all<product_writer>(context, times);
}

} // namespace seqan3_gpulcs::app
