// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_writer.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/version.hpp>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/table/result_table.hpp"
#include "src/app/io/table/row_text.hpp"
#include "src/app/pair/formatting_threads.hpp"
#include "src/app/primer/site_options.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::string_view to_text(primer::strand const strand) noexcept
{
    return strand == primer::strand::forward ? "+" : "-";
}

// Replaces blanks, which SAM does not allow in names, but tables and Primer3 do in ids.
std::string sam_name(std::string name)
{
    std::ranges::replace(name, ' ', '_');
    return name;
}

// Whether SAM allows it as a name of a primer: [!-?A-~]+
bool is_sam_name(std::string_view const name) noexcept
{
    return std::ranges::all_of(name,
                               [](char const letter)
                               {
                                   return letter >= '!' && letter <= '~' && letter != '@';
                               });
}

// Whether SAM allows it as a name of a sequence.
bool is_sam_sequence_name(std::string_view const name) noexcept
{
    return !name.starts_with('*') && !name.starts_with('=')
        && std::ranges::all_of(name,
                               [](char const letter)
                               {
                                   return letter >= '!' && letter <= '~'
                                       && std::string_view{"\\,\"`'()[]{}<>"}.find(letter) == std::string_view::npos;
                               });
}

// The CIGAR string in the direction of the sequence.
std::string sam_cigar(alignment::path const & path, primer::strand const strand)
{
    auto runs = alignment::to_runs(path);
    if (strand == primer::strand::reverse)
        std::ranges::reverse(runs);
    return alignment::to_cigar(runs);
}

void append_fields(std::string & text, std::initializer_list<std::string_view> const fields)
{
    for (std::string_view const field : fields)
    {
        text += field;
        text += '\t';
    }
}

} // namespace

void check_sam_names(primer_set const & primers, primer_inputs const & inputs)
{
    constexpr std::size_t max_size{254};
    for (named_primer const & each : primers)
    {
        if (each.name.size() > max_size)
            throw input_error{"The name of the primer " + in_quotes(each.name)
                              + " is too long for SAM, which has names of at most 254 bytes; use another --format."};
        if (!is_sam_name(sam_name(each.name)))
            throw input_error{"The name of the primer " + in_quotes(each.name)
                              + " contains a character that SAM does not allow there, @ or one that is not ASCII; "
                                "rename it, or use another --format."};
    }

    std::vector<std::string_view> ids{};
    for (sequence const & each : inputs.records())
        if (!each.letters.empty())
            ids.push_back(each.id);
    if (auto const bad = std::ranges::find_if_not(ids, is_sam_sequence_name); bad != ids.end())
        throw input_error{
            "The sequence " + in_quotes(*bad)
            + " has an id that SAM does not allow: it begins with * or =, or contains a comma, a quote, a "
              "bracket, a backslash or what is not ASCII; rename it, or use another --format."};
    std::ranges::sort(ids);
    if (auto const twice = std::ranges::adjacent_find(ids); twice != ids.end())
        throw input_error{"Two sequences have the id " + in_quotes(*twice)
                          + ", but SAM needs different ones; rename one, or use another --format."};
    if (!ids.empty() && ids.front().empty())
        throw input_error{"A sequence has no id, but SAM needs one; add it, or use another --format."};
}

site_writer::site_writer(output_file & file, site_context const & context) :
    context_{context},
    wanted_{make_site_options(context.options)},
    format_{context.options.format.value_or(table_format::tsv)},
    table_{format_,
           {"primer", "role", "file", "sequence", "begin", "end", "strand", "edits", "three_prime_edits", "cigar"}},
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
    if (format_ != table_format::sam)
    {
        text += table_.header();
        return;
    }
    text += "@HD\tVN:1.6\tSO:coordinate\n";
    // SAM has no sequences without letters, on which there is no site.
    for (sequence const & each : context_.inputs.records())
    {
        if (each.letters.empty())
            continue;
        text += "@SQ\tSN:";
        text += each.id;
        text += "\tLN:";
        append_number(text, each.letters.size());
        text += '\n';
    }
    text += "@PG\tID:gpulcs\tPN:gpulcs\tVN:" SEQAN3_GPULCS_VERSION_CSTRING "\n";
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
    std::string const cigar = alignment::to_cigar(align(each));
    std::optional<bool> const is_target = context_.inputs.is_target(each.sequence);
    table_.append_row(text,
                      {std::string_view{context_.primers[each.primer].name},
                       is_target ? table_value{std::string_view{*is_target ? "target" : "background"}} : table_value{},
                       std::string_view{context_.inputs.file_of(each.sequence)},
                       context_.inputs.records()[each.sequence].id,
                       each.begin,
                       each.end,
                       to_text(each.strand),
                       each.edits,
                       each.three_prime_edits,
                       std::string_view{cigar}});
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
