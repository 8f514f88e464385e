// SPDX-License-Identifier: BSD-3-Clause

// Reading of FASTA and FASTQ by any number of threads, in parts of any size, compared with a parser of whole files.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zstd.h>

#include <reference/compression.hpp>
#include <reference/environment.hpp>
#include <reference/random_sequence.hpp>
#include <sys/stat.h>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/file_descriptor.hpp"
#include "src/app/readable.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr std::string_view nucleotides{"ACGTNRYSWKMBDHV"};

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

std::ostream & operator<<(std::ostream & stream, content const & shown)
{
    for (auto const & [id, letters, qualities] : shown.records)
        stream << '>' << id << ' ' << letters.size() << ' ' << letters.substr(0, 100) << ' ' << qualities.substr(0, 100)
               << '\n';
    return stream << shown.error;
}

// Letters, and '*', are amino acids.
std::string advice_for(char const letter)
{
    auto const upper = static_cast<char>(letter & ~0x20);
    bool const is_amino_acid = ('A' <= upper && upper <= 'Z') || letter == '*';
    return std::string{", which is not in the alphabet iupac (dna15); correct it, or choose another alphabet"}
         + (is_amino_acid ? ", such as --alphabet protein" : " with --alphabet");
}

// FASTA, line by line; of errors, only letters that are none.
content parse_fasta(std::string const & text, std::string const & file)
{
    content parsed{};
    std::istringstream lines{text};
    std::string line{};
    for (std::uint64_t number = 1; std::getline(lines, line); ++number)
    {
        line.erase(line.find_last_not_of(" \t\r\v\f") + 1);
        if (line.starts_with('>'))
        {
            parsed.records.push_back({.id = line.substr(1, line.find_first_of(" \t\v\f") - 1)});
            continue;
        }
        for (char const letter : line)
        {
            auto const upper = static_cast<char>(letter & ~0x20);
            if (nucleotides.find(upper) == std::string_view::npos)
                return {{},
                        "In '" + file + "', line " + std::to_string(number) + ", the record '"
                            + parsed.records.back().id + "' contains the letter '" + letter + '\'' + advice_for(letter)
                            + '.'};
            parsed.records.back().letters += upper;
        }
    }
    return parsed;
}

// FASTQ, line by line, with line ends of one byte.
class fastq_oracle
{
public:
    fastq_oracle(std::string const & text, std::string file) : file_{std::move(file)}
    {
        std::istringstream stream{text};
        for (std::string line{}; std::getline(stream, line);)
            lines_.push_back(line);
    }

    content parse()
    {
        content parsed{};
        for (; next_ < lines_.size(); ++next_)
        {
            if (lines_[next_].empty())
                continue;
            if (lines_[next_].front() != '@')
                return fail(next_ + 1,
                            "is followed by " + app::readable_byte(lines_[next_].front())
                                + ", not by '@'; check that it has as many quality characters as letters");
            id_ = lines_[next_].substr(1, lines_[next_].find(' ') - 1);
            if (content const error = parse_letters(); !error.error.empty())
                return error;
            if (content const error = parse_qualities(); !error.error.empty())
                return error;
            parsed.records.push_back({id_, letters_, qualities_});
        }
        return parsed;
    }

private:
    content parse_letters()
    {
        letters_.clear();
        while (++next_ < lines_.size())
        {
            std::string const & line = lines_[next_];
            if (line.starts_with('+'))
                return {};
            if (line.starts_with('@'))
                return fail(next_ + 1, "has no '+' line and no qualities; add them");
            for (char const letter : line)
            {
                auto const upper = static_cast<char>(letter & ~0x20);
                if (nucleotides.find(upper) == std::string_view::npos)
                    return fail(next_ + 1, "contains the letter " + app::readable_byte(letter) + advice_for(letter));
                letters_ += upper;
            }
        }
        return fail(lines_.size(), "ends before its '+' line; get a complete copy of the file");
    }

    content parse_qualities()
    {
        qualities_.clear();
        auto const counts = [&](std::size_t const count)
        {
            return std::to_string(count) + " quality characters for " + std::to_string(letters_.size()) + " letters";
        };
        while (qualities_.size() < letters_.size())
        {
            if (++next_ == lines_.size())
                return fail(next_, "ends after " + counts(qualities_.size()) + "; get a complete copy of the file");
            std::string const & line = lines_[next_];
            if (qualities_.size() + line.size() > letters_.size())
            {
                if (!qualities_.empty() && line.starts_with('@'))
                    return fail(next_ + 1,
                                "has a quality string shorter than its sequence: " + counts(qualities_.size())
                                    + "; correct it");
                return fail(next_ + 1,
                            "has a quality string longer than its sequence: " + counts(qualities_.size() + line.size())
                                + "; correct it");
            }
            qualities_ += line;
        }
        return {};
    }

    content fail(std::size_t const line, std::string const & problem) const
    {
        return {{},
                "In '" + file_ + "', line " + std::to_string(line) + ", the record " + app::in_quotes(id_) + " "
                    + problem + "."};
    }

    std::string file_;
    std::vector<std::string> lines_{};
    std::size_t next_{};
    std::string id_{};
    std::string letters_{};
    std::string qualities_{};
};

using reference::bzip2;
using reference::gzip;

std::string bgzf(std::string const & text)
{
    return reference::bgzf(text, 100);
}

std::string zstandard(std::string const & text)
{
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
    return out;
}

// With another checksum.
std::string damaged_gzip(std::string const & text)
{
    std::string out = gzip(text);
    out[out.size() - 8] = static_cast<char>(~out[out.size() - 8]);
    return out;
}

// Each makes a member that has the whole text.
struct compression
{
    char const * name;
    std::string (*compress)(std::string const & text);
};
constexpr std::array<compression, 5> compressions{
    {{"gzip", gzip}, {"damaged gzip", damaged_gzip}, {"BGZF", bgzf}, {"bzip2", bzip2}, {"Zstandard", zstandard}}};

class packed_reader : public ::testing::Test
{
protected:
    ~packed_reader() override
    {
        std::filesystem::remove(path);
    }

    void write(std::string const & text) const
    {
        std::ofstream{path} << text;
    }

    content read(unsigned const threads, std::size_t const part_size, std::uint64_t const letters_at_once)
    {
        content found{};
        try
        {
            app::step_times times{};
            app::packed_reader reader{path,
                                      alphabet,
                                      {.threads = threads},
                                      times,
                                      {.keeps_qualities = true, .part_size = part_size}};
            while (true)
            {
                app::sequence_list const list = reader.next(1000, letters_at_once);
                if (list.empty())
                    break;
                for (std::size_t i = 0; i < list.size(); ++i)
                {
                    std::vector<std::uint8_t> letters(list[i].letters.size());
                    packing::unpack(list[i].letters, 0, letters);
                    found.records.push_back(
                        {std::string{list[i].id}, {letters.begin(), letters.end()}, std::string{list.qualities(i)}});
                }
            }
            EXPECT_TRUE(reader.next(1, 1).empty());
        }
        catch (app::input_error const & error)
        {
            return {{}, error.what()};
        }
        return found;
    }

    std::string random_fasta(bool const has_errors)
    {
        std::string text(random(3), '\n');
        for (std::size_t record = 1 + random(8); record-- > 0;)
        {
            text += '>' + std::string(random(12), 'i') + (random(2) != 0 ? " some > text" : "") + end_of_line();
            std::string_view const letters = std::array{std::string_view{"ACGT"},
                                                        std::string_view{"acgtACGT"},
                                                        std::string_view{"C"},
                                                        nucleotides}[random(4)];
            for (std::size_t line = random(4); line-- > 0;)
            {
                for (std::size_t size = random(5) == 0 ? random(400) : random(70); size-- > 0;)
                    text += letters[random(letters.size())];
                text += end_of_line();
            }
            if (has_errors && random(4) == 0)
                text += "AC!GT\n";
        }
        if (random(2) != 0)
            text.pop_back();
        return text;
    }

    // Letters and qualities on one line, or on several.
    std::string random_fastq(bool const has_other_line_ends)
    {
        auto const end = [&]()
        {
            return has_other_line_ends ? end_of_line() : "\n";
        };
        std::string text{};
        for (std::size_t record = 1 + random(12); record-- > 0;)
        {
            text += '@' + std::string(random(12), 'q') + (random(2) != 0 ? " some @ text" : "") + end();
            std::size_t const size = random(4) == 0 ? random(400) : random(20);
            std::size_t const width = random(2) != 0 ? 1000 : 1 + random(30);
            std::string_view const letters = std::array{std::string_view{"ACGT"}, nucleotides}[random(2)];
            for (std::size_t begin = 0; begin < size; begin += width)
            {
                for (std::size_t i = begin; i < std::min(size, begin + width); ++i)
                    text += letters[random(letters.size())];
                text += end();
            }
            text += '+' + std::string(random(2) * random(10), '@') + end();
            for (std::size_t begin = 0; begin < size; begin += width)
            {
                for (std::size_t i = begin; i < std::min(size, begin + width); ++i)
                    text += "@+I"[random(3)];
                text += end();
            }
            if (random(5) == 0)
                text += end();
        }
        if (random(2) != 0)
            text.pop_back();
        return text;
    }

    std::string end_of_line()
    {
        return std::array{"\n", "\n", "\r\n", " \n", "\t \r\n", "\n\n", "     \n"}[random(7)];
    }

    std::size_t random(std::size_t const end)
    {
        return std::uniform_int_distribution<std::size_t>{0, end - 1}(generator);
    }

    std::mt19937_64 generator{reference::make_generator()};
    app::alphabet const alphabet{app::make_alphabet("dna15")};
    std::string const path{[]()
                           {
                               std::string name =
                                   (std::filesystem::temp_directory_path() / "reader_test_XXXXXX").string();
                               ::close(::mkstemp(name.data()));
                               return name;
                           }()};
};

} // namespace

TEST_F(packed_reader, fasta_in_parts_of_any_size)
{
    for (unsigned round = 0; round < 60 * reference::test_rounds(); ++round)
    {
        std::string const text = random_fasta(round % 3 == 0);
        write(text);
        content const expected = parse_fasta(text, path);
        for (std::size_t const part_size : {std::size_t{1}, 1 + random(10), 1 + random(100), std::size_t{100'000}})
        {
            unsigned const threads = static_cast<unsigned>(1 + random(17));
            ASSERT_EQ(read(threads, part_size, 1 + random(500)), expected)
                << "threads: " << threads << ", part size: " << part_size << ", text:\n"
                << text;
        }
    }
}

// Every border between parts.
TEST_F(packed_reader, every_border)
{
    std::string const valid{">one x\r\nACGT \r\nacgtn\n\n>two\n>\n\nA\n>three\n" + std::string(70, 'G') + " \nA"};
    for (std::string const & each : {valid, valid + "\n", valid + "!C\nE\n", valid + "\n>four\nAC\nE"})
    {
        write(each);
        content const expected = parse_fasta(each, path);
        for (std::size_t part_size = 1; part_size <= each.size() + 1; ++part_size)
            for (unsigned const threads : {1u, 3u})
                ASSERT_EQ(read(threads, part_size, 1), expected) << "part size: " << part_size;
    }
}

// A pipe may give a single byte at first.
TEST_F(packed_reader, advice_for_other_formats_in_parts_of_any_size)
{
    for (std::string const & each : {std::string{"\xFD"
                                                 "7zXZ rest"},
                                     std::string{"\xEF\xBB\xBF>r\nA\n"},
                                     std::string{"\xFF\xFE"},
                                     std::string{"ACGT\n"}})
    {
        write(each);
        content const expected = read(1, 100'000, 1);
        EXPECT_NE(expected.error, "");
        for (std::size_t const part_size : {1u, 2u, 5u})
            EXPECT_EQ(read(1, part_size, 1), expected) << part_size;
    }
}

TEST_F(packed_reader, fastq_in_parts_of_any_size)
{
    for (unsigned round = 0; round < 60 * reference::test_rounds(); ++round)
    {
        std::string const text = random_fastq(true);
        write(text);
        std::string trimmed{};
        std::istringstream lines{text};
        for (std::string line{}; std::getline(lines, line);)
            trimmed += line.substr(0, line.find_last_not_of(" \t\r") + 1) + '\n';
        content const expected = fastq_oracle{trimmed, path}.parse();
        ASSERT_EQ(expected.error, "") << text;
        for (std::size_t const part_size : {std::size_t{1}, 1 + random(10), 1 + random(100), std::size_t{100'000}})
            ASSERT_EQ(read(static_cast<unsigned>(1 + random(17)), part_size, 1 + random(500)), expected)
                << "part size: " << part_size << ", text:\n"
                << text;
    }
}

// Bytes or lines too many, missing, or others: the first error does not depend on how the file is cut.
TEST_F(packed_reader, damaged_fastq_in_parts_of_any_size)
{
    unsigned errors = 0;
    for (unsigned round = 0; round < 150 * reference::test_rounds(); ++round)
    {
        std::string text = random_fastq(false);
        for (std::size_t change = 1 + random(2); change-- > 0;)
        {
            std::size_t const position = 1 + random(text.size());
            text.erase(position, random(2) * random(random(2) != 0 ? 3 : 50));
            if (random(2) != 0)
                text.insert(std::min(position, text.size()), 1, "@+!IA\n"[random(6)]);
        }
        write(text);
        content const expected = fastq_oracle{text, path}.parse();
        errors += !expected.error.empty();
        for (std::size_t const part_size : {std::size_t{1}, 1 + random(10), 1 + random(100), std::size_t{100'000}})
        {
            unsigned const threads = static_cast<unsigned>(1 + random(8));
            ASSERT_EQ(read(threads, part_size, 1 + random(500)), expected)
                << "threads: " << threads << ", part size: " << part_size << ", text:\n"
                << text;
        }
    }
    EXPECT_GT(errors, 20u);
}

// The data ends or is damaged after this text: errors in the text come first, wherever parts of the file end.
TEST_F(packed_reader, first_error_of_damaged_data)
{
    constexpr std::size_t part_size{64};
    constexpr std::size_t border{4 * part_size}; // Parts of compressed files are larger.
    for (auto const & [name, compress] : compressions)
        for (std::size_t size = border - 3; size < border + 4; ++size)
            for (bool const is_fastq : {false, true})
            {
                std::string valid{">r\n"};
                while (valid.size() < size + 3)
                    valid += is_fastq ? "@r\nACGTACGT\n+\nIIIIIIII\n" : "ACGTACGT\n";
                if (is_fastq)
                    valid.erase(0, 3);
                valid.resize(size);
                for (std::size_t const back : {0, 1, 2, 3, 30, 200})
                {
                    std::string text = valid;
                    // The last letter before this position.
                    std::size_t const letter = back == 0 ? size : text.find_last_of("ACGT", size - back);
                    if (back != 0)
                        text[letter] = '!';
                    auto const line =
                        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(letter), '\n');
                    write(compress(text) + "neither a member nor padding");
                    for (unsigned const threads : reference::sample(generator, std::views::iota(1u, 9u), 3))
                    {
                        std::string const error = read(threads, part_size, 1).error;
                        std::string const expected =
                            back == 0 ? "' has damaged "
                                      : "', line " + std::to_string(line) + ", the record 'r' contains";
                        ASSERT_NE(error.find(expected), std::string::npos)
                            << name << ", size: " << size << ", back: " << back << ", threads: " << threads << ": "
                            << error;
                    }
                }
            }
}

// Lines longer than a part: the id must stay whole, blanks within a line are found.
TEST_F(packed_reader, long_lines)
{
    std::string const long_id((1 << 20) - 1, 'i');
    std::string const long_letters(300'000, 'T');
    std::string const blanks(400'000, ' ');
    struct example
    {
        std::string text;
        content expected;
    };
    std::string const name = "In '" + path + "', line ";
    std::string const id_too_long{name
                                  + "1: the id of the record is longer than 1048576 bytes; shorten it, and see whether "
                                    "its header ends."};
    std::string const carriage_return{name
                                      + "1: the header contains a carriage return; convert line ends to line feeds."};
    std::string const many_blanks{": a line continues after more than 262144 bytes of white space; remove them."};
    for (auto const & [text, expected] :
         {example{'>' + long_id + " x\n" + long_letters + "\n>b" + blanks + "x\nA",
                  {{{long_id, long_letters}, {"b", "A"}}, {}}},
          example{">" + long_id + "i x\nA\n", {{{long_id + 'i', "A"}}, {}}},
          example{">" + long_id + "ii\nA\n", {{}, id_too_long}},
          example{">" + long_id + "ii\rx\nA\n", {{}, id_too_long}},
          example{">a\n" + long_letters + blanks + "\n" + blanks + "\nC\n", {{{"a", long_letters + "C"}}, {}}},
          example{">a\nA" + blanks + "C\n", {{}, name + "2" + many_blanks}},
          example{">a\nA\n" + blanks + ">C\n", {{}, name + "3" + many_blanks}},
          example{">a x" + blanks + "\r" + long_letters + "\nA\n", {{}, carriage_return}},
          example{'>' + long_id + "\r" + blanks + "x\nA\n", {{}, carriage_return}}})
    {
        write(text);
        for (std::size_t const part_size : {std::size_t{1} << 18, std::size_t{300'001}, std::size_t{1} << 20})
            for (unsigned const threads : {1u, 4u})
                EXPECT_EQ(read(threads, part_size, 1 << 20), expected) << "part size: " << part_size;
    }
}

// White space of the largest size is only no letter, however parts cut it.
TEST_F(packed_reader, no_more_blanks_than_a_line_may_have)
{
    std::string const blanks(1 << 18, ' ');
    for (std::string const & text : {blanks + ">a\nA\n", '>' + std::string(1022, 'a') + '\n' + blanks + "A\n"})
    {
        write(text);
        std::string const error = read(1, 1 << 20, 1).error;
        EXPECT_NE(error, "");
        EXPECT_EQ(error.find("more than"), std::string::npos) << error;
        EXPECT_EQ(read(1, 1024, 1).error, error);
    }
}

// A part begins with the header, and ends with its line.
TEST_F(packed_reader, header_after_many_blanks)
{
    constexpr std::size_t part_size{1000};
    std::string text{">a\nA\n"};
    text.resize(300 * part_size, ' ');
    text += '>' + std::string(part_size - 1, 'b') + "\nC\n";
    write(text);
    for (unsigned const threads : {1u, 4u})
        EXPECT_EQ(read(threads, part_size, 1).error,
                  "In '" + path
                      + "', line 3: a line continues after more than 262144 bytes of white space; remove them.");
}

TEST_F(packed_reader, file_without_records)
{
    for (std::string const text : {"", "\n", " \n\r\n\n"})
    {
        write(text);
        for (unsigned const threads : {1u, 2u})
            EXPECT_EQ(read(threads, 1, 1).error,
                      "The input '" + path + "' has no records; give a FASTA or FASTQ file with sequences.");
    }
}

// A reader may be destroyed while its threads read, or wait for room or input.
TEST_F(packed_reader, destruction_while_threads_read)
{
    std::string text{};
    for (unsigned i = 0; i < 20'000; ++i)
        text += ">r\nACGTACGTACGTACGTACGT\n";
    write(text);
    app::step_times times{};
    for (unsigned round = 0; round < 20; ++round)
    {
        app::packed_reader reader{path, alphabet, {.threads = 4}, times, {.part_size = 1 + random(5000)}};
        for (std::size_t chunk = random(3); chunk-- > 0;)
            EXPECT_FALSE(reader.next(1, 1).empty());
    }

    // This pipe never ends.
    std::filesystem::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    app::file_descriptor const pipe{::open(path.c_str(), O_RDWR)};
    ASSERT_EQ(::write(pipe.number(), ">a\nACGTACGT\n", 12), 12);
    app::packed_reader const reader{path, alphabet, {.threads = 3}, times};
}
