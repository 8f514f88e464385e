// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/plot_command.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/first_record.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/column_reader.hpp"
#include "src/app/plot/dot_plot.hpp"
#include "src/app/plot/paf.hpp"
#include "src/app/plot/profile.hpp"
#include "src/app/plot/profile_plot.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * formats{
    "give PAF, as gpulcs lcs --alignment writes it: 12 columns between tabs, or more; or bedGraph, as "
    "gpulcs primer find --profile does: 4 columns, name, start, end and number"};

bool is_number(std::string_view const text) noexcept
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Recognises by the first line a file of gpulcs that cannot be drawn. Returns a sentence about the file that is meant instead; empty if
// it is something else.
std::string meant_instead(std::vector<std::string> const & columns)
{
    if (std::ranges::search(columns, std::array{"id1", "id2"}).begin() != columns.end())
        return "this is the table of gpulcs lcs, edit or search; give the file that its option --alignment wrote";
    bool const is_table = std::ranges::search(columns, std::array{"start", "end"}).begin() != columns.end();
    bool const is_bed = (columns.size() == 3 || (columns.size() == 6 && columns[5] == "+")) && is_number(columns[1])
                     && is_number(columns[2]);
    return is_table || is_bed
             ? "this looks like a list of primers; give the file that gpulcs primer find --profile wrote"
             : "";
}

//!\brief Draws one file, line by line.
class plot_run
{
public:
    plot_run(plot_options const & options, std::stop_token stop) :
        options_{options},
        reader_{options.input, stop},
        stop_{std::move(stop)}
    {}

    // Returns the picture.
    std::string run();

private:
    bool next_line();
    void read_columns();
    std::string draw_paf();
    std::string joined_columns() const;
    std::string draw_bedgraph(std::string const & first_line);

    plot_options const & options_;
    column_reader reader_;
    std::stop_token stop_;
    std::vector<std::string> columns_{};
};

std::string plot_run::run()
{
    // An empty input is an error, as it may come from a program that failed.
    if (!next_line())
        reader_.fail("there is nothing in this input; " + std::string{formats});
    read_columns();
    std::string const line = joined_columns();
    if (std::string_view const format = alignment_format(line); !format.empty())
        reader_.fail("this is " + std::string{format}
                     + "; give PAF, as minimap2 -c writes without -a, or as paftools.js sam2paf makes it of SAM");
    if (columns_.size() == paf_columns)
        return draw_paf();

    if (!is_bedgraph(line))
    {
        std::string const other = meant_instead(columns_);
        reader_.fail(other.empty() ? "this is neither PAF nor bedGraph; " + std::string{formats} : other);
    }
    return draw_bedgraph(line);
}

bool plot_run::next_line()
{
    bool const is_line = reader_.next_line();
    check_stop(stop_);
    return is_line;
}

// Reads the columns that each line of PAF has, or fewer if there are not as many.
void plot_run::read_columns()
{
    columns_.resize(paf_columns);
    std::size_t count = 0;
    while (count < paf_columns && reader_.has_column())
        reader_.read_column(columns_[count++]);
    columns_.resize(count);
}

std::string plot_run::draw_paf()
{
    alignments found{};
    do
    {
        if (columns_.size() != paf_columns)
            reader_.fail("a line of PAF has at least 12 columns between tabs, not " + std::to_string(columns_.size()));
        read_paf_line(columns_, reader_, found);
        if (!next_line())
            return draw_dot_plot(found, options_.equal_scales);
        read_columns();
    }
    while (true);
}

// A line of bedGraph has fewer columns than one of PAF.
std::string plot_run::joined_columns() const
{
    std::string line{columns_.front()};
    for (std::size_t i = 1; i < columns_.size(); ++i)
        (line += '\t') += columns_[i];
    return line;
}

std::string plot_run::draw_bedgraph(std::string const & first_line)
{
    if (options_.equal_scales)
        throw usage_error{"--equal-scales is for alignments, which have positions on both axes; omit it for bedGraph."};
    profiles found{};
    read_bedgraph_line(first_line, reader_, found);
    while (next_line())
    {
        read_columns();
        read_bedgraph_line(joined_columns(), reader_, found);
    }
    return draw_profiles(found);
}

} // namespace

void run_plot(plot_options const & options, std::stop_token const stop)
{
    std::string const picture = plot_run{options, stop}.run();
    output_file out = output_file::standard_output();
    out.write(picture);
    out.finish();
}

} // namespace seqan3_gpulcs::app
