// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/product_writer.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/app/io/table/result_table.hpp"
#include "src/app/pair/formatting_threads.hpp"

namespace seqan3_gpulcs::app
{

product_writer::product_writer(output_file & file, site_context const & context, std::stop_token stop) :
    context_{context},
    stop_{std::move(stop)},
    table_{context.options.format.value_or(table_format::tsv),
           {"wanted",
            "file",
            "sequence",
            "begin",
            "end",
            "length",
            "forward",
            "reverse",
            "forward_edits",
            "reverse_edits",
            "forward_three_prime_edits",
            "reverse_three_prime_edits",
            "forward_sequence",
            "reverse_sequence"}},
    writer_{file, formatting_threads(context.options.execution)}
{
    file.write(table_.header());
}

void product_writer::write(std::vector<primer::site> && sites)
{
    constexpr std::size_t part_rows{4096};
    wait();
    sites_ = std::move(sites);
    primer::find_products(sites_,
                          context_.options.products->min,
                          context_.options.products->max,
                          [&](primer::product const & each)
                          {
                              if (stop_.stop_requested())
                                  throw operation_stopped{"The program was stopped before its output was complete."};
                              if (are_partners(each))
                                  part_.push_back(each);
                              if (part_.size() == part_rows)
                                  write_part();
                          });
    write_part();
}

void product_writer::wait()
{
    writer_.wait();
    parts_ = 0;
}

bool product_writer::are_partners(primer::product const & each) const noexcept
{
    return context_.options.check || sites_[each.forward].primer / 2 == sites_[each.reverse].primer / 2;
}

// Hands on the next rows. There may be many more products than sites, so the number of waiting parts is limited.
void product_writer::write_part()
{
    constexpr std::size_t max_parts{256};
    if (++parts_ == max_parts)
        wait();
    writer_.write(
        [this, part = std::exchange(part_, {})](std::string & text)
        {
            for (primer::product const & each : part)
                append_row(text, each);
        });
}

void product_writer::append_row(std::string & text, primer::product const & each) const
{
    primer::site const & forward = sites_[each.forward];
    primer::site const & reverse = sites_[each.reverse];
    named_primer const & left = context_.primers[forward.primer];
    named_primer const & right = context_.primers[reverse.primer];
    std::optional<bool> const is_wanted = context_.inputs.is_target(forward.sequence);
    table_.append_row(text,
                      {is_wanted ? table_value{*is_wanted} : table_value{},
                       std::string_view{context_.inputs.file_of(forward.sequence)},
                       context_.inputs.records()[forward.sequence].id,
                       each.begin,
                       each.end,
                       each.end - each.begin,
                       std::string_view{left.name},
                       std::string_view{right.name},
                       forward.edits,
                       reverse.edits,
                       forward.three_prime_edits,
                       reverse.three_prime_edits,
                       std::string_view{left.letters},
                       std::string_view{right.letters}});
}

} // namespace seqan3_gpulcs::app
