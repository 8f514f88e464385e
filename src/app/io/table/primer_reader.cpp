// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/primer_reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/line_rules.hpp"
#include "src/app/io/file/input_file.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

std::string read_all(input_file & file)
{
    constexpr std::size_t step{std::size_t{1} << 16};
    std::string text{};
    std::size_t size = 0;
    do
    {
        text.resize(size + step);
        std::size_t const count = file.read({text.data() + size, step});
        if (count == 0)
            break;
        size += count;
    }
    while (true);
    text.resize(size);
    return text;
}

std::string_view without_blanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The fields between tabs, without blanks at their ends.
std::vector<std::string_view> split_at_tabs(std::string_view const line)
{
    std::vector<std::string_view> fields{};
    std::size_t begin = 0;
    for (std::size_t end = line.find('\t'); end != std::string_view::npos; end = line.find('\t', begin))
    {
        fields.push_back(without_blanks(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    fields.push_back(without_blanks(line.substr(begin)));
    return fields;
}

// Whether a word is this one, in upper or lower case.
bool is_word(std::string_view const written, std::string_view const word)
{
    return std::ranges::equal(written,
                              word,
                              {},
                              [](char const letter)
                              {
                                  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a')
                                                                        : letter;
                              });
}

// The index of a column with this name; nothing if there is none.
std::optional<std::size_t> find_column(std::vector<std::string_view> const & names, std::string_view const name)
{
    auto const found = std::ranges::find_if(names,
                                            [&](std::string_view const written)
                                            {
                                                return is_word(written, name);
                                            });
    return found == names.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - names.begin())};
}

// Whether the first word of a description is this one. Later ones may be about something else: "F1 of the probe assay".
bool is_first_word(std::string_view text, std::string_view const word)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return is_word(text.substr(0, text.find_first_of(" \t,;:")), word);
}

// "LEFT_0" of the tag PRIMER_LEFT_0_SEQUENCE; nothing if it is another tag.
std::optional<std::string_view> oligo_of_tag(std::string_view tag)
{
    constexpr std::string_view prefix{"PRIMER_"};
    constexpr std::string_view suffix{"_SEQUENCE"};
    if (!tag.starts_with(prefix) || !tag.ends_with(suffix) || tag.size() < prefix.size() + suffix.size())
        return std::nullopt;
    tag = tag.substr(prefix.size(), tag.size() - prefix.size() - suffix.size());
    for (std::string_view const kind : {"LEFT_", "RIGHT_", "INTERNAL_"})
        if (tag.starts_with(kind) && tag.size() > kind.size()
            && tag.find_first_not_of("0123456789", kind.size()) == std::string_view::npos)
            return tag;
    return std::nullopt;
}

//!\brief Reads the lines of one file.
class primer_parser
{
public:
    primer_parser(std::string const & file, std::string_view const text) : file_{file}, rest_{text}
    {
        constexpr std::string_view byte_order_mark{"\xEF\xBB\xBF"};
        if (rest_.starts_with(byte_order_mark))
            rest_.remove_prefix(byte_order_mark.size());
    }

    std::vector<named_primer> parse();

private:
    bool next_line();
    std::optional<std::vector<std::string_view>> next_row(std::size_t columns);
    void parse_fasta();
    void parse_table(std::vector<std::string_view> const & names);
    void parse_products(std::vector<std::string_view> const & names);
    void require_one_column(std::vector<std::string_view> const & names, std::string_view name) const;
    void parse_boulder();
    void add(std::string_view name, std::string_view letters, bool is_probe = false);
    void append_letters(named_primer & primer, std::string_view letters) const;
    void require_letters() const;
    void require_names() const;
    [[noreturn]] void fail(std::string const & problem) const;

    std::string const & file_;
    std::string_view rest_;
    std::string_view line_{};
    std::uint64_t number_{};
    alphabet letters_{make_alphabet("dna15")};
    std::array<bool, 256> blanks_{trailing_blanks(letters_)};
    std::vector<named_primer> primers_{};
};

std::vector<named_primer> primer_parser::parse()
{
    bool is_empty = true;
    while (is_empty && next_line())
        is_empty = line_.empty();
    auto const names = split_at_tabs(line_);
    if (is_empty)
        throw input_error{"The input " + file_ + " has no primers; give FASTA, a table or the output of Primer3."};

    if (line_.front() == '>')
        parse_fasta();
    else if (find_column(names, "id") && find_column(names, "sequence"))
        parse_table(names);
    else if (find_column(names, "forward_sequence") && find_column(names, "reverse_sequence")
             && find_column(names, "forward") && find_column(names, "reverse"))
        parse_products(names);
    else if (line_.find('=') != std::string_view::npos && names.size() == 1)
        parse_boulder();
    else
        fail("primers must be FASTA, which begins with '>', a table with a header that has the columns id and "
             "sequence, separated by tabs, not commas, or the output of Primer3, with tags such as "
             "PRIMER_LEFT_0_SEQUENCE=");
    if (primers_.empty())
        throw input_error{"The input " + file_
                          + " has no primers, but only a header or other tags; give at least one primer."};
    require_names();
    return std::move(primers_);
}

// Goes to the next line, without white space at its end; false at the end of the file.
bool primer_parser::next_line()
{
    if (rest_.empty())
        return false;
    std::size_t const end = std::min(rest_.find('\n'), rest_.size());
    std::string_view const line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    // Tabs at the end of a line are empty fields.
    line_ = line.find('\t') == std::string_view::npos ? without_trailing(line, blanks_)
                                                      : line.substr(0, line.find_last_not_of('\r') + 1);
    return true;
}

void primer_parser::parse_fasta()
{
    do
    {
        if (line_.starts_with('>'))
        {
            require_letters();
            std::string_view const id = find_id(line_.substr(1));
            primers_.push_back({.name = with_visible_controls(id),
                                .is_probe = is_first_word(line_.substr(1 + id.size()), "probe"),
                                .line = number_});
        }
        else
            append_letters(primers_.back(), without_trailing(line_, blanks_));
    }
    while (next_line());
    require_letters();
}

// The fields of the next line that is not empty.
std::optional<std::vector<std::string_view>> primer_parser::next_row(std::size_t const columns)
{
    while (next_line())
    {
        if (line_.empty())
            continue;
        auto fields = split_at_tabs(line_);
        if (fields.size() != columns)
            fail("the row and the header do not have the same number of columns, but " + std::to_string(fields.size())
                 + " and " + std::to_string(columns) + "; separate columns by tabs");
        return fields;
    }
    return std::nullopt;
}

void primer_parser::parse_table(std::vector<std::string_view> const & names)
{
    for (std::string_view const name : {"id", "sequence", "start", "end"})
        require_one_column(names, name);
    std::size_t const id = *find_column(names, "id");
    std::size_t const sequence = *find_column(names, "sequence");
    auto const start = find_column(names, "start");
    auto const end = find_column(names, "end");
    // The ids in tables of this program are those of targets, so they get positions. Other tables may have a start and an end as well.
    bool const is_own = start && end && find_column(names, "length") && find_column(names, "gc");
    while (auto const fields = next_row(names.size()))
    {
        std::string name{(*fields)[id]};
        if (is_own)
            name += ':' + std::string{(*fields)[*start]} + '-' + std::string{(*fields)[*end]} + "(+)";
        add(name, (*fields)[sequence]);
    }
}

// Parses a table of products. A primer has as many rows as products, but is added once.
void primer_parser::parse_products(std::vector<std::string_view> const & names)
{
    std::set<std::pair<std::string_view, std::string_view>> known{};
    std::array<std::pair<std::size_t, std::size_t>, 2> const columns{
        std::pair{*find_column(names, "forward"), *find_column(names, "forward_sequence")},
        std::pair{*find_column(names, "reverse"), *find_column(names, "reverse_sequence")}};
    while (auto const fields = next_row(names.size()))
        for (auto const & [name, sequence] : columns)
            if (known.emplace((*fields)[name], (*fields)[sequence]).second)
                add((*fields)[name], (*fields)[sequence]);
}

void primer_parser::require_one_column(std::vector<std::string_view> const & names, std::string_view const name) const
{
    auto const is_name = [&](std::string_view const written)
    {
        return is_word(written, name);
    };
    if (std::ranges::count_if(names, is_name) > 1)
        fail("the header has several columns " + std::string{name} + "; rename or remove all but one");
}

void primer_parser::parse_boulder()
{
    std::string prefix{};
    bool is_complete{};
    do
    {
        is_complete = line_ == "=" || (is_complete && line_.empty());
        std::size_t const separator = line_.find('=');
        if (separator == std::string_view::npos)
        {
            if (!line_.empty())
                fail("lines of Primer3's output are TAG=VALUE, or = at the end of a record; run primer3_core without "
                     "--format_output, and keep all that it prints");
            continue;
        }
        std::string_view const tag = line_.substr(0, separator);
        std::string_view const value = line_.substr(separator + 1);
        if (tag.empty())
            prefix.clear();
        else if (tag == "SEQUENCE_ID")
            prefix = value.empty() ? "" : std::string{value} + '_';
        else if (auto const oligo = oligo_of_tag(tag))
            add(prefix + std::string{*oligo}, value, oligo->starts_with("INTERNAL"));
    }
    while (next_line());
    if (!is_complete)
        fail("Primer3's output is cut off here, because a record ends with a line =, and the last one does not; run "
             "primer3_core again");
}

void primer_parser::add(std::string_view const name, std::string_view const letters, bool const is_probe)
{
    primers_.push_back({.name = with_visible_controls(name), .is_probe = is_probe, .line = number_});
    append_letters(primers_.back(), letters);
    require_letters();
}

void primer_parser::append_letters(named_primer & primer, std::string_view const letters) const
{
    for (char const letter : letters)
    {
        auto const byte = static_cast<unsigned char>(letter);
        if (!letters_.is_letter[byte])
            fail("the primer " + in_quotes(primer.name) + " contains " + readable_byte(letter)
                 + ", which is none of IUPAC's letters for nucleotides (ACGTU RYSWKM BDHV N); correct it");
        primer.letters += static_cast<char>(letters_.letter[byte]);
    }
}

// Fails if there is a last primer, and it has no letters.
void primer_parser::require_letters() const
{
    if (!primers_.empty() && primers_.back().letters.empty())
        fail_at_line(file_,
                     primers_.back().line,
                     "the primer " + in_quotes(primers_.back().name) + " has no letters; add them, or remove it");
}

// Fails unless each primer has a name of its own.
void primer_parser::require_names() const
{
    std::map<std::string_view, std::uint64_t> lines{};
    for (named_primer const & each : primers_)
    {
        if (each.name.empty())
            fail_at_line(file_, each.line, "a primer has no name; add it");
        auto const [other, is_new] = lines.emplace(each.name, each.line);
        if (!is_new)
            fail_at_line(file_,
                         each.line,
                         "the primer " + in_quotes(each.name) + " has the same name as that in line "
                             + std::to_string(other->second)
                             + "; rename one of them, or give the records of Primer3 different SEQUENCE_IDs");
    }
}

void primer_parser::fail(std::string const & problem) const
{
    fail_at_line(file_, number_, problem);
}

} // namespace

std::vector<named_primer> read_primers(std::string const & path)
{
    input_file file{path};
    std::string const text = read_all(file);
    return primer_parser{file.name(), text}.parse();
}

} // namespace seqan3_gpulcs::app
