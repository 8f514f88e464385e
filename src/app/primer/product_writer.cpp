// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/product_writer.hpp"

#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/progress_bar.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

table<product_row> make_product_table(table_format const format)
{
    return {format,
            column{"wanted", &product_row::is_wanted},
            column{"file", &product_row::file},
            column{"sequence", &product_row::sequence},
            column{"start", &primer::product::begin},
            column{"end", &primer::product::end},
            column{"length", &product_row::length},
            column{"forward", chain(&product_row::left, &named_primer::name)},
            column{"reverse", chain(&product_row::right, &named_primer::name)},
            column{"forward_edits", chain(&product_row::forward_site, &primer::site::edits)},
            column{"reverse_edits", chain(&product_row::reverse_site, &primer::site::edits)},
            column{"forward_three_prime_edits", chain(&product_row::forward_site, &primer::site::three_prime_edits)},
            column{"reverse_three_prime_edits", chain(&product_row::reverse_site, &primer::site::three_prime_edits)},
            column{"forward_sequence", chain(&product_row::left, &named_primer::letters)},
            column{"reverse_sequence", chain(&product_row::right, &named_primer::letters)}};
}

} // namespace

product_writer::product_writer(output_file & file, site_context const & context) :
    context_{context},
    table_{make_product_table(context.options.format.value_or(table_format::tsv))},
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
                              check_stop(context_.options.execution.stop);
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
    return context_.options.primers || sites_[each.forward].primer / 2 == sites_[each.reverse].primer / 2;
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
    table_.append_row(text,
                      {each,
                       context_.inputs.is_target(forward.sequence),
                       context_.inputs.file_of(forward.sequence),
                       context_.inputs.records()[forward.sequence].id,
                       each.end - each.begin,
                       &forward,
                       &reverse,
                       &context_.primers[forward.primer],
                       &context_.primers[reverse.primer]});
}

} // namespace seqan3_gpulcs::app
