// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reading FASTA and FASTQ: plain or compressed, whole or damaged, by one thread or more, in parts of any size.
 */

#include <array>
#include <optional>
#include <sstream>
#include <zstd.h>

#include <reference/compression.hpp>

#include "fuzz/files.hpp"
#include "fuzz/targets.hpp"
#include "src/app/app_error.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/decoder.hpp"

using namespace seqan3_gpulcs;

namespace
{

struct record
{
    std::string id{};
    std::string letters{};
    std::string qualities{};

    friend bool operator==(record const &, record const &) = default;
};

// All that a user sees of a file: the records, or the message.
struct content
{
    std::vector<record> records{};
    std::string error{};

    friend bool operator==(content const &, content const &) = default;
};

// How a file is read.
struct reading
{
    unsigned threads{1};
    std::size_t part_size{app::reading_mode{}.part_size};
    std::uint64_t max_records{~std::uint64_t{0}};
};

content read(app::alphabet const & letters, reading const & how)
try
{
    content found{};
    app::step_times times{};
    app::packed_reader reader{fuzz::memory_file::path,
                              letters,
                              {.threads = how.threads},
                              times,
                              {.keeps_qualities = true, .part_size = how.part_size}};
    while (true)
    {
        app::sequence_list const list = reader.next(how.max_records, ~std::uint64_t{0});
        if (list.empty())
            return found;
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            packing::packed_sequence_view const & packed = list[i].letters;
            std::string text(packed.size(), '\0');
            packing::unpack(packed, 0, {reinterpret_cast<std::uint8_t *>(text.data()), text.size()});
            found.records.push_back({std::string{list[i].id}, text, std::string{list.qualities(i)}});
        }
    }
}
catch (app::input_error const & error)
{
    fuzz::require(*error.what() != '\0', "a message");
    return {.error = error.what()};
}

// Records by the rules of the formats alone, for text that the reader takes to be valid.
class plain_parser
{
public:
    plain_parser(std::string const & text, app::alphabet const & letters) : letters_{letters}
    {
        std::istringstream stream{text};
        for (std::string line{}; std::getline(stream, line);)
            lines_.push_back(trim(line));
    }

    std::vector<record> parse()
    {
        while (next_ < lines_.size())
        {
            std::string const & line = lines_[next_++];
            if (line.starts_with('>'))
                add_header(line);
            else if (line.starts_with('@') && (records_.empty() || is_fastq_))
                parse_fastq(line);
            else if (!line.empty())
                records_.back().letters += line;
        }
        for (record & each : records_)
            for (char & letter : each.letters)
                letter = static_cast<char>(letters_.letter[static_cast<std::uint8_t>(letter)]);
        return records_;
    }

private:
    // White space is no letter, except in the alphabet that has all bytes: the input has none of it then.
    static std::string trim(std::string const & line)
    {
        return line.substr(0, line.find_last_not_of(" \t\r\v\f") + 1);
    }

    void add_header(std::string const & line)
    {
        records_.push_back({.id = line.substr(1, line.find_first_of(" \t\r\v\f") - 1)});
    }

    void parse_fastq(std::string const & header)
    {
        is_fastq_ = true;
        add_header(header);
        std::string & letters = records_.back().letters;
        std::string & qualities = records_.back().qualities;
        while (next_ < lines_.size() && !lines_[next_].starts_with('+'))
            letters += lines_[next_++];
        ++next_;
        while (qualities.size() < letters.size() && next_ < lines_.size())
            qualities += lines_[next_++];
    }

    app::alphabet const & letters_;
    std::vector<std::string> lines_{};
    std::vector<record> records_{};
    std::size_t next_{};
    bool is_fastq_{};
};

// Other ids become readable, as the program's own tests know.
bool is_printable(std::string_view const id)
{
    return std::ranges::all_of(id,
                               [](char const letter)
                               {
                                   return letter > ' ' && letter <= '~';
                               });
}

void check_records(content const & found, std::string const & text, app::alphabet const & letters)
{
    auto const expected = plain_parser{text, letters}.parse();
    fuzz::require(found.records.size() == expected.size(), "the number of records");
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        auto const & [id, sequence, qualities] = found.records[i];
        fuzz::require(sequence == expected[i].letters, "the letters of a record");
        fuzz::require(qualities == expected[i].qualities, "the qualities of a record");
        fuzz::require(is_printable(expected[i].id) ? id == expected[i].id : !id.empty(), "the id of a record");
    }
}

// With the empty block at the end.
std::string bgzf(std::string const & text)
{
    return reference::bgzf(text, 300) + reference::bgzf_block("");
}

// With a checksum.
std::string zstandard(std::string const & text)
{
    std::string out(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx * const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return out;
}

// Its first bytes say what it is, and must stay: without them, or the checksum that they promise, it is another file.
constexpr std::size_t magic_size{5};

// Replaces bytes, or drops the last ones.
bool damage(fuzz::input & from, std::string & bytes)
{
    std::string const before = bytes;
    for (std::uint64_t changes = from.number(3); changes != 0; --changes)
        bytes[magic_size + from.number(bytes.size() - magic_size - 1)] = static_cast<char>(from.byte());
    if (from.flag())
        bytes.resize(magic_size + from.number(bytes.size() - magic_size - 1));
    return bytes != before;
}

reading take_reading(fuzz::input & from)
{
    return {.threads = static_cast<unsigned>(1 + from.number(2)),
            .part_size = 1 + from.number(600),
            .max_records = 1 + from.number(5)};
}

// What the bytes are as a file, whatever they are. A frame of Zstandard may ask for gigabytes.
void read_as_it_is(fuzz::input & from, app::alphabet const & letters)
{
    reading const how = take_reading(from);
    std::string const bytes{from.take_all()};
    if (bytes.starts_with("\x28\xb5\x2f\xfd"))
        return;
    fuzz::memory_file const file{bytes};
    content const found = read(letters, how);
    if (!app::is_compressed(bytes))
        fuzz::require(found == read(letters, {}), "records, in other parts");
}

} // namespace

void fuzz::read_sequences(input & from)
{
    app::alphabet const letters =
        app::make_alphabet(from.any_of<char const *>({"dna15", "dna4", "dna5", "aa27", "char"}));
    std::uint64_t const kind = from.number(5);
    if (kind == 5)
        return read_as_it_is(from, letters);

    reading const how = take_reading(from);
    // Damage comes first, so that the rest may be any text.
    input damages{reinterpret_cast<std::uint8_t const *>(from.take(12).data()), from.size() == 0 ? 0u : 12u};
    std::string const text{from.take_all()};
    content expected{};
    {
        memory_file const file{text};
        expected = read(letters, {});
    }
    bool const has_plain_parser = letters.name != "char" && expected.error.empty();
    if (has_plain_parser && !app::is_compressed(text))
        check_records(expected, text, letters);

    constexpr std::array<std::string (*)(std::string const &), 4> compressions{reference::gzip,
                                                                               bgzf,
                                                                               reference::bzip2,
                                                                               zstandard};
    // Of a file that is compressed twice, the outer one is undone.
    if (kind != 0 && app::is_compressed(text))
        return;
    std::string bytes = kind == 0 ? text : compressions[kind - 1](text);
    bool const is_damaged = kind != 0 && damage(damages, bytes);
    memory_file const file{bytes};
    content const found = read(letters, how);
    // What is wrong with a text may be told in other words where it was compressed.
    bool const may_be_wrong = is_damaged || (kind != 0 && !expected.error.empty());
    require(found == expected || (may_be_wrong && !found.error.empty()), "the records, read in another way");
}
