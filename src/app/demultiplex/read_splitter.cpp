// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/read_splitter.hpp"

#include <set>
#include <string_view>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/first_record.hpp"
#include "src/app/io/fasta/line_follower.hpp"
#include "src/app/io/fasta/line_rules.hpp"
#include "src/app/io/file/input_file.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * name_of_others{"unassigned"};

// The longest name of a file on all usual file systems.
constexpr std::size_t max_name_bytes{255};

constexpr std::size_t bytes_per_read{std::size_t{1} << 20};

// So many bytes are collected for all files before they are written. One file is open at a time, so there may be any number of them.
constexpr std::size_t max_collected{std::size_t{1} << 24};

void check_names(std::span<std::string const> const names)
{
    std::set<std::string_view> known{name_of_others};
    for (std::string const & name : names)
    {
        if (name.empty() || name.starts_with('.') || name.find('/') != std::string::npos
            || name.size() + std::string_view{".fastq"}.size() > max_name_bytes)
            throw input_error{"The barcode " + in_quotes(name)
                              + " cannot be the name of a file; for --split, give barcodes short ids without / that do "
                                "not begin with a dot."};
        if (!known.insert(name).second)
            throw input_error{
                "The name " + in_quotes(name)
                + " is that of two barcodes, or of the reads without one; for --split, give each another id."};
    }
}

// The files of a directory; each appears with its first read.
class read_files
{
public:
    read_files(std::filesystem::path const & directory,
               std::span<std::string const> const names,
               record_format const format) :
        directory_{directory},
        names_{names},
        ending_{format == record_format::fastq ? ".fastq" : ".fasta"},
        texts_(names.size() + 1)
    {}

    void add(std::uint32_t const barcode, std::string_view const line)
    {
        std::string & text = texts_[barcode == no_barcode ? names_.size() : barcode];
        text += line;
        text += '\n';
        collected_ += line.size() + 1;
        if (collected_ >= max_collected)
            write();
    }

    // Writes what has been collected.
    void write()
    {
        for (std::size_t i = 0; i < texts_.size(); ++i)
        {
            if (texts_[i].empty())
                continue;
            output_file file =
                output_file::append(directory_ / ((i < names_.size() ? names_[i] : name_of_others) + ending_));
            file.write(texts_[i]);
            file.finish();
            texts_[i].clear();
        }
        collected_ = 0;
    }

private:
    std::filesystem::path const & directory_;
    std::span<std::string const> names_;
    std::string ending_;
    std::vector<std::string> texts_;
    std::size_t collected_{};
};

// Copies the lines of each record to the file of its barcode.
class record_copier
{
public:
    record_copier(read_files & files,
                  line_follower const & lines,
                  alphabet const & letters,
                  std::span<std::uint32_t const> const barcodes) :
        files_{files},
        lines_{lines},
        blanks_{trailing_blanks(letters)},
        barcodes_{barcodes}
    {}

    // Whether the line is part of a record that has a barcode number.
    bool copy(std::string_view const line)
    {
        line_kind const kind = lines_.next(without_trailing(line, blanks_), true);
        // A read without letters has an empty line of qualities, which its record needs.
        bool const is_empty_read = kind == line_kind::blank && before_ == line_kind::separator;
        before_ = kind;
        if (kind == line_kind::blank && !is_empty_read)
            return true;
        if (kind == line_kind::header)
            ++records_;
        if (kind == line_kind::invalid || records_ > barcodes_.size())
            return false;
        files_.add(barcodes_[records_ - 1], line);
        return true;
    }

    bool is_complete() const
    {
        return records_ == barcodes_.size() && lines_.end_problem().empty();
    }

private:
    read_files & files_;
    line_follower lines_;
    std::array<bool, 256> blanks_;
    std::span<std::uint32_t const> barcodes_;
    std::size_t records_{};
    line_kind before_{line_kind::blank}; // The kind of the line before.
};

// Calls a function with each line that is complete, and returns what is left, or none if the function returns false.
template <typename function_t>
std::optional<std::string_view> for_each_line(std::string_view text, function_t && call)
{
    for (std::size_t size = text.find('\n'); size != std::string_view::npos; size = text.find('\n'))
    {
        if (!call(text.substr(0, size)))
            return std::nullopt;
        text.remove_prefix(size + 1);
    }
    return text;
}

// Returns whether the records are those that have the barcodes.
bool copy_records(input_file & input, std::string text, record_copier & copier, std::stop_token const & stop)
{
    auto const copy = [&copier](std::string_view const line)
    {
        return copier.copy(line);
    };
    for (std::size_t count = 1; count != 0;)
    {
        check_stop(stop);
        auto const rest = for_each_line(text, copy);
        if (!rest)
            return false;
        text.erase(0, text.size() - rest->size());
        std::size_t const size = text.size();
        text.resize(size + bytes_per_read);
        count = input.read(std::span{text}.subspan(size));
        text.resize(size + count);
    }
    return (text.empty() || copier.copy(text)) && copier.is_complete();
}

} // namespace

read_splitter::read_splitter(std::string const & directory, std::span<std::string const> const names) :
    name_{directory.substr(0, directory.find_last_not_of('/') + 1)},
    hidden_{name_.native() + ".unfinished"},
    names_{names}
{
    check_names(names);
    std::error_code problem{};
    bool const is_new = std::filesystem::create_directory(hidden_, problem);
    std::string const begin = "Cannot make the directory " + in_quotes(hidden_.native()) + " (";
    if (problem)
        throw output_error{begin + problem.message()
                           + "); for --split, choose a name in a directory that you may write to."};
    if (!is_new)
        throw output_error{
            begin + "it is there already); remove it if no other run uses it, or choose another name for --split."};
}

read_splitter::~read_splitter()
{
    std::error_code ignored{};
    if (!is_complete_)
        std::filesystem::remove_all(hidden_, ignored);
}

void read_splitter::split(std::string const & reads,
                          alphabet const & letters,
                          std::span<std::uint32_t const> const barcodes,
                          std::stop_token const & stop)
{
    input_file input{reads, stop};
    file_beginning beginning = find_first_record(input, letters, bytes_per_read);
    record_format const format = beginning.format.value_or(record_format::fasta);
    read_files files{hidden_, names_, format};
    record_copier copier{files,
                         line_follower{format, letters.is_letter[static_cast<unsigned char>(format)]},
                         letters,
                         barcodes};
    if (!copy_records(input, std::move(beginning.bytes), copier, stop))
        input.fail("has other reads than before; do not change it while it is read");
    files.write();

    std::error_code problem{};
    std::filesystem::rename(hidden_, name_, problem);
    if (problem)
        throw output_error{"Cannot rename " + in_quotes(hidden_.native()) + " to " + in_quotes(name_.native()) + " ("
                           + problem.message() + "); choose another name for --split."};
    is_complete_ = true;
}

} // namespace seqan3_gpulcs::app
