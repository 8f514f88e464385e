// SPDX-License-Identifier: BSD-3-Clause
//
// Reading files of random DNA, 1,000 letters per record: by the program, by its parts alone, and by SeqAn3. The argument is the
// number of records. Bytes are those of the file when decompressed.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <seqan3/io/sequence_file/input.hpp>

#include <seqan3_gpulcs/packing/nucleotides.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

#include "src/app/io/input_file.hpp"
#include "src/app/io/packed_reader.hpp"

namespace app = seqan3_gpulcs::app;
namespace packing = seqan3_gpulcs::packing;

namespace
{

constexpr std::size_t record_size{1000};

enum class layout
{
    one_line,
    lines_of_60,
    fastq
};

// Files in a folder that is removed in the end.
class test_files
{
public:
    ~test_files()
    {
        std::error_code ignored{};
        std::filesystem::remove_all(folder_, ignored);
    }

    // Compressed by this program, if it is not empty.
    std::string get(std::size_t const records, layout const how, std::string const & compressor)
    {
        std::string & path = paths_[{records, how, compressor}];
        if (!path.empty())
            return path;

        std::string const plain = (folder_ / ("plain" + std::to_string(paths_.size()) + ".fasta")).string();
        write(plain, records, how);
        path = plain;
        if (!compressor.empty())
        {
            path = plain + '.' + compressor;
            if (std::system((compressor + " -c " + plain + " > " + path).c_str()) != 0)
                throw std::runtime_error{"cannot run " + compressor};
        }
        return path;
    }

private:
    static void write(std::string const & path, std::size_t const records, layout const how)
    {
        std::mt19937_64 generator{1};
        std::ofstream file{path};
        std::string letters(record_size, ' ');
        for (std::size_t i = 0; i < records; ++i)
        {
            for (char & letter : letters)
                letter = "ACGT"[generator() >> 62];
            file << (how == layout::fastq ? '@' : '>') << "record" << i << " of a test\n";
            std::size_t const width = how == layout::lines_of_60 ? 60 : record_size;
            for (std::size_t begin = 0; begin < record_size; begin += width)
                file << letters.substr(begin, width) << '\n';
            if (how == layout::fastq)
                file << "+\n" << std::string(record_size, 'I') << '\n';
        }
        if (!file.flush())
            throw std::runtime_error{"cannot write " + path};
    }

    std::filesystem::path folder_{[]()
                                  {
                                      std::string name =
                                          (std::filesystem::temp_directory_path() / "reading_XXXXXX").string();
                                      if (::mkdtemp(name.data()) == nullptr)
                                          throw std::runtime_error{"cannot make a folder"};
                                      return name;
                                  }()};
    std::map<std::tuple<std::size_t, layout, std::string>, std::string> paths_{};
};

std::string get_file(benchmark::State const & state, layout const how, std::string const & compressor)
{
    static test_files files{};
    return files.get(static_cast<std::size_t>(state.range(0)), how, compressor);
}

void count(benchmark::State & state, std::uint64_t const bytes)
{
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
    state.SetItemsProcessed(state.iterations() * state.range(0) * static_cast<std::int64_t>(record_size));
}

// read(2) alone.
void read_only(benchmark::State & state, layout const how, unsigned)
{
    std::string const path = get_file(state, how, "");
    std::vector<char> buffer(app::packed_blocks::usual_part_size);
    std::uint64_t bytes = 0;
    for (auto _ : state)
    {
        int const file = ::open(path.c_str(), O_RDONLY);
        while (true)
        {
            ssize_t const size = ::read(file, buffer.data(), buffer.size());
            if (size <= 0)
                break;
            bytes += static_cast<std::uint64_t>(size);
        }
        ::close(file);
    }
    count(state, bytes);
}

// Reading and decompressing.
void decode_only(benchmark::State & state, layout const how, std::string const & compressor)
{
    std::string const path = get_file(state, how, compressor);
    std::vector<char> buffer(app::packed_blocks::usual_part_size);
    std::uint64_t bytes = 0;
    for (auto _ : state)
    {
        app::input_file file{path};
        while (std::size_t const size = file.read(buffer))
            bytes += size;
    }
    count(state, bytes);
}

void pack_only(benchmark::State & state)
{
    std::vector<std::uint8_t> const letters(record_size, 'G');
    std::vector<std::uint64_t> words(record_size / 32 + 1);
    for (auto _ : state)
        for (std::int64_t i = 0; i < state.range(0); ++i)
        {
            benchmark::DoNotOptimize(packing::pack_nucleotides(letters, words.data()));
            benchmark::ClobberMemory();
        }
    count(state, static_cast<std::uint64_t>(state.iterations() * state.range(0)) * record_size);
}

// As the program reads.
void read_and_pack(benchmark::State & state, layout const how, std::string const & compressor, unsigned const threads)
{
    std::string const path = get_file(state, how, compressor);
    std::string const plain = get_file(state, how, "");
    app::alphabet const letters = app::make_alphabet("dna15");
    seqan3_gpulcs::plan::execution execution{};
    execution.threads = threads;
    for (auto _ : state)
    {
        app::step_times times{};
        app::packed_reader reader{path, letters, execution, times};
        while (!reader.next(1 << 16, 1 << 25).empty())
            ;
    }
    count(state, static_cast<std::uint64_t>(state.iterations()) * std::filesystem::file_size(plain));
}

void read_with_seqan3(benchmark::State & state, layout const how, bool const pack)
{
    std::string const path = get_file(state, how, "");
    for (auto _ : state)
    {
        std::ifstream stream{path};
        seqan3::sequence_file_input input{stream,
                                          seqan3::format_fasta{},
                                          seqan3::fields<seqan3::field::id, seqan3::field::seq>{}};
        for (auto && record : input)
        {
            if (pack)
                benchmark::DoNotOptimize(packing::pack(record.sequence()));
            else
                benchmark::DoNotOptimize(record.sequence().data());
        }
    }
    count(state, static_cast<std::uint64_t>(state.iterations()) * std::filesystem::file_size(path));
}

} // namespace

#define FOR_SIZES(...)                                                                                                 \
    BENCHMARK_CAPTURE(__VA_ARGS__)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond)->UseRealTime()

FOR_SIZES(read_only, plain, layout::one_line, 1);
BENCHMARK(pack_only)->Arg(1'000);
FOR_SIZES(read_and_pack, one_thread, layout::one_line, "", 1);
FOR_SIZES(read_and_pack, all_threads, layout::one_line, "", 0);
FOR_SIZES(read_and_pack, wrapped_one_thread, layout::lines_of_60, "", 1);
FOR_SIZES(read_and_pack, wrapped_all_threads, layout::lines_of_60, "", 0);
FOR_SIZES(read_and_pack, fastq_one_thread, layout::fastq, "", 1);
FOR_SIZES(read_and_pack, fastq_all_threads, layout::fastq, "", 0);
FOR_SIZES(decode_only, gzip, layout::one_line, "gzip");
FOR_SIZES(read_and_pack, gzip_one_thread, layout::one_line, "gzip", 1);
FOR_SIZES(read_and_pack, gzip_all_threads, layout::one_line, "gzip", 0);
FOR_SIZES(read_with_seqan3, plain, layout::one_line, false);
FOR_SIZES(read_with_seqan3, packed, layout::one_line, true);
