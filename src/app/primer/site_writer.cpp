// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_writer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/table/sam.hpp"
#include "src/app/primer/site_options.hpp"
#include "src/app/progress_bar.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::string_view to_text(primer::strand const strand) noexcept
{
    return strand == primer::strand::forward ? "+" : "-";
}

table<site_row> make_site_table(table_format const format)
{
    return {format,
            column{"primer", &site_row::primer_name},
            column{"role", &site_row::role},
            column{"file", &site_row::file},
            column{"sequence", &site_row::sequence_id},
            column{"start", &primer::site::begin},
            column{"end", &primer::site::end},
            column{"strand", chain(&primer::site::strand, to_text)},
            column{"edits", &primer::site::edits},
            column{"three_prime_edits", &primer::site::three_prime_edits},
            column{"cigar", &site_row::cigar}};
}

// The CIGAR string in the direction of the sequence.
std::string sam_cigar(alignment::path const & path, primer::strand const strand)
{
    auto runs = alignment::to_runs(path);
    if (strand == primer::strand::reverse)
        std::ranges::reverse(runs);
    return alignment::to_cigar(runs);
}

} // namespace

void check_sam_names(primer_set const & primers, primer_inputs const & inputs)
{
    constexpr std::string_view remedy{"use another --format"};
    for (named_primer const & each : primers)
        check_sam_name("primer", each.name, remedy);
    check_sam_sequences(inputs.records(), remedy);
}

site_writer::site_writer(output_file & file, site_context const & context) :
    context_{context},
    wanted_{make_site_options(context.options)},
    format_{context.options.format.value_or(table_format::tsv)},
    table_{make_site_table(format_)},
    writer_{file, formatting_threads(context.options.execution)}
{
    if (format_ == table_format::sam)
        for (named_primer const & each : context_.primers)
            complements_.push_back(reverse_complement(each.letters));
    std::string header{};
    append_header(header);
    file.write(header);
}

void site_writer::write(std::vector<primer::site> && sites)
{
    wait();
    sites_ = std::move(sites);
    // A site takes some microseconds to align.
    constexpr std::size_t part_rows{1024};
    write_rows(writer_,
               sites_.size(),
               part_rows,
               [this](std::string & text, std::size_t const i)
               {
                   append_site(text, sites_[i]);
               });
}

void site_writer::wait()
{
    writer_.wait();
}

void site_writer::append_header(std::string & text) const
{
    text += table_.header();
    if (format_ == table_format::sam)
        append_sam_header(text, "coordinate", context_.inputs.records());
}

void site_writer::append_site(std::string & text, primer::site const & each) const
{
    if (format_ == table_format::bed)
        append_bed(text, each);
    else if (format_ == table_format::sam)
        append_sam(text, each);
    else
        append_row(text, each);
}

void site_writer::append_row(std::string & text, primer::site const & each) const
{
    std::optional<bool> const is_target = context_.inputs.is_target(each.sequence);
    table_.append_row(text,
                      {each,
                       context_.primers[each.primer].name,
                       is_target ? std::optional{*is_target ? "target" : "background"} : std::nullopt,
                       context_.inputs.file_of(each.sequence),
                       context_.inputs.records()[each.sequence].id,
                       alignment::to_cigar(align(each))});
}

void site_writer::append_bed(std::string & text, primer::site const & each) const
{
    append_fields(text,
                  {context_.inputs.records()[each.sequence].id,
                   std::to_string(each.begin),
                   std::to_string(each.end),
                   context_.primers[each.primer].name,
                   std::to_string(std::min(each.edits, max_bed_score))});
    text += to_text(each.strand);
    text += '\n';
}

void site_writer::append_sam(std::string & text, primer::site const & each) const
{
    named_primer const & primer = context_.primers[each.primer];
    bool const is_forward = each.strand == primer::strand::forward;
    append_fields(text,
                  {sam_name(primer.name),
                   is_forward ? "0" : "16",
                   context_.inputs.records()[each.sequence].id,
                   std::to_string(each.begin + 1),
                   "255",
                   sam_cigar(align(each), each.strand),
                   "*\t0\t0",
                   is_forward ? primer.letters : complements_[each.primer],
                   "*",
                   "NM:i:" + std::to_string(each.edits)});
    text += "X3:i:";
    append_number(text, each.three_prime_edits);
    text += '\n';
}

alignment::path site_writer::align(primer::site const & each) const
{
    return primer::align_site(context_.primers.letters()[each.primer],
                              context_.inputs.records()[each.sequence].letters,
                              each,
                              wanted_);
}

} // namespace seqan3_gpulcs::app
