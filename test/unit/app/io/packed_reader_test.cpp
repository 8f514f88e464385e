// SPDX-License-Identifier: BSD-3-Clause

// Reading of FASTA and FASTQ by any number of threads, in parts of any size, compared with a parser of whole files.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <reference/environment.hpp>
#include <reference/random_sequence.hpp>
#include <sys/stat.h>

#include "src/app/app_error.hpp"
#include "src/app/io/file_descriptor.hpp"
#include "src/app/io/packed_reader.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr std::string_view nucleotides{"ACGTNRYSWKMBDHV"};

// All that a user sees of a file: the records, or the message.
struct content
{
    std::vector<std::pair<std::string, std::string>> records{};
    std::string error{};

    friend bool operator==(content const &, content const &) = default;
};

std::ostream & operator<<(std::ostream & stream, content const & shown)
{
    for (auto const & [id, letters] : shown.records)
        stream << '>' << id << ' ' << letters.size() << ' ' << letters.substr(0, 100) << '\n';
    return stream << shown.error;
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
            parsed.records.emplace_back(line.substr(1, line.find_first_of(" \t\v\f") - 1), "");
            continue;
        }
        for (char const letter : line)
        {
            auto const upper = static_cast<char>(letter & ~0x20);
            if (nucleotides.find(upper) == std::string_view::npos)
                return {{},
                        "In '" + file + "', line " + std::to_string(number) + ", the record '"
                            + parsed.records.back().first + "' contains the letter '" + letter
                            + "', which is not in the alphabet iupac (dna15); correct it, or choose another alphabet "
                              "with --alphabet."};
            parsed.records.back().second += upper;
        }
    }
    return parsed;
}

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
            app::packed_reader reader{path, alphabet, {.threads = threads}, times, part_size};
            while (true)
            {
                app::sequence_list const list = reader.next(1000, letters_at_once);
                if (list.empty())
                    break;
                for (app::sequence const & each : list)
                {
                    std::vector<std::uint8_t> letters(each.letters.size());
                    packing::unpack(each.letters, 0, letters);
                    found.records.emplace_back(each.id, std::string{letters.begin(), letters.end()});
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

TEST_F(packed_reader, fastq_in_parts_of_any_size)
{
    for (unsigned round = 0; round < 30 * reference::test_rounds(); ++round)
    {
        content expected{};
        std::string text{};
        for (std::size_t record = 1 + random(20); record-- > 0;)
        {
            std::string const id(random(12), 'q');
            std::string letters{};
            for (std::size_t size = random(200); size-- > 0;)
                letters += "ACGTN"[random(round % 2 != 0 ? 4 : 5)];
            std::string const end = end_of_line();
            text += '@' + id + end + letters + end + '+' + end + std::string(letters.size(), '@') + end;
            expected.records.emplace_back(id, letters);
        }
        bool const is_damaged = round % 3 == 0;
        if (is_damaged)
            text += "@last\nACGT\n+\nII\n@";
        write(text);
        for (std::size_t const part_size : {std::size_t{16}, 16 + random(1000), std::size_t{100'000}})
        {
            content const found = read(static_cast<unsigned>(1 + random(17)), part_size, 1 + random(500));
            if (is_damaged)
                ASSERT_NE(found.error.find("the record 'last'"), std::string::npos) << found;
            else
                ASSERT_EQ(found, expected) << text;
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
    std::string const many_blanks{": a line continues after more than 262144 bytes of white space; remove them."};
    for (auto const & [text, expected] :
         {example{'>' + long_id + " x\n" + long_letters + "\n>b" + blanks + "x\nA",
                  {{{long_id, long_letters}, {"b", "A"}}, {}}},
          example{
              ">" + long_id + "ii\nA\n",
              {{}, name + "1: the id of the record is longer than 1048576 bytes; put a blank after its first word."}},
          example{">a\n" + long_letters + blanks + "\n" + blanks + "\nC\n", {{{"a", long_letters + "C"}}, {}}},
          example{">a\nA" + blanks + "C\n", {{}, name + "2" + many_blanks}},
          example{">a\nA\n" + blanks + ">C\n", {{}, name + "3" + many_blanks}},
          example{">a x" + blanks + "\r" + long_letters + "\nA\n",
                  {{}, name + "1: the header contains a carriage return; convert line ends to line feeds."}}})
    {
        write(text);
        for (std::size_t const part_size : {std::size_t{1} << 18, std::size_t{300'001}, std::size_t{1} << 20})
            for (unsigned const threads : {1u, 4u})
                EXPECT_EQ(read(threads, part_size, 1 << 20), expected) << "part size: " << part_size;
    }
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
        app::packed_reader reader{path, alphabet, {.threads = 4}, times, 1 + random(5000)};
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
