// SPDX-License-Identifier: BSD-3-Clause
//
// Reading files of random DNA, 1,000 letters per record: by the program, by its parts alone, by the decoders alone, and by SeqAn3.
// The argument is the number of records. Bytes are those of the file when decompressed. `per_decoder` is the time divided by that
// of the decoder alone, measured alternately.

#include <benchmark/benchmark.h>

#include <bzlib.h>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zstd.h>

#include <seqan3/io/sequence_file/input.hpp>

#include <isa-l/igzip_lib.h>

#include <seqan3_gpulcs/packing/nucleotides.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/stopwatch.hpp"

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
    std::vector<char> buffer(app::reading_mode{}.part_size);
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

std::string read_whole(std::string const & path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void inflate_with_isal(std::string & data, std::vector<char> & buffer)
{
    inflate_state state;
    ::isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    state.next_in = reinterpret_cast<std::uint8_t *>(data.data());
    state.avail_in = static_cast<std::uint32_t>(data.size());
    while (state.block_state != ISAL_BLOCK_FINISH)
    {
        state.next_out = reinterpret_cast<std::uint8_t *>(buffer.data());
        state.avail_out = static_cast<std::uint32_t>(buffer.size());
        if (::isal_inflate(&state) != ISAL_DECOMP_OK)
            throw std::runtime_error{"cannot decompress gzip"};
    }
}

void decompress_with_bzip2(std::string & data, std::vector<char> & buffer)
{
    bz_stream stream{};
    ::BZ2_bzDecompressInit(&stream, 0, 0);
    stream.next_in = data.data();
    stream.avail_in = static_cast<unsigned>(data.size());
    int status = BZ_OK;
    while (status == BZ_OK)
    {
        stream.next_out = buffer.data();
        stream.avail_out = static_cast<unsigned>(buffer.size());
        status = ::BZ2_bzDecompress(&stream);
    }
    ::BZ2_bzDecompressEnd(&stream);
    if (status != BZ_STREAM_END)
        throw std::runtime_error{"cannot decompress bzip2"};
}

void decompress_with_zstandard(std::string & data, std::vector<char> & buffer)
{
    std::unique_ptr<ZSTD_DStream, decltype(&::ZSTD_freeDStream)> const stream{::ZSTD_createDStream(),
                                                                              ::ZSTD_freeDStream};
    ZSTD_inBuffer in{data.data(), data.size(), 0};
    std::size_t left = 1;
    while (left != 0)
    {
        ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
        left = ::ZSTD_decompressStream(stream.get(), &out, &in);
        if (::ZSTD_isError(left) != 0)
            throw std::runtime_error{"cannot decompress Zstandard"};
    }
}

// A file in memory, of one member.
void decode(std::string const & compressor, std::string & data)
{
    static std::vector<char> buffer(4 * app::reading_mode{}.part_size);
    if (compressor == "gzip")
        inflate_with_isal(data, buffer);
    else if (compressor == "bzip2")
        decompress_with_bzip2(data, buffer);
    else
        decompress_with_zstandard(data, buffer);
}

void decode_only(benchmark::State & state, layout const how, std::string const & compressor)
{
    std::string data = read_whole(get_file(state, how, compressor));
    for (auto _ : state)
        decode(compressor, data);
    count(state, static_cast<std::uint64_t>(state.iterations()) * std::filesystem::file_size(get_file(state, how, "")));
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
void read_file(std::string const & path, unsigned const threads)
{
    static app::alphabet const letters = app::make_alphabet("dna15");
    seqan3_gpulcs::plan::execution execution{};
    execution.threads = threads;
    app::step_times times{};
    app::packed_reader reader{path, letters, execution, times};
    while (!reader.next(1 << 16, 1 << 25).empty())
        ;
}

void read_and_pack(benchmark::State & state, layout const how, unsigned const threads)
{
    std::string const path = get_file(state, how, "");
    for (auto _ : state)
        read_file(path, threads);
    count(state, static_cast<std::uint64_t>(state.iterations()) * std::filesystem::file_size(path));
}

void decode_and_pack(benchmark::State & state, layout const how, std::string const & compressor, unsigned const threads)
{
    std::string const path = get_file(state, how, compressor);
    std::string data = read_whole(path);
    app::stopwatch reading{};
    app::stopwatch decoding{};
    for (auto _ : state)
    {
        decoding.measure(
            [&]()
            {
                decode(compressor, data);
            });
        double const before = reading.seconds();
        reading.measure(
            [&]()
            {
                read_file(path, threads);
            });
        state.SetIterationTime(reading.seconds() - before);
    }
    count(state, static_cast<std::uint64_t>(state.iterations()) * std::filesystem::file_size(get_file(state, how, "")));
    state.counters["per_decoder"] = reading.seconds() / decoding.seconds();
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

#define FOR_SIZES(...) BENCHMARK_CAPTURE(__VA_ARGS__)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond)

// Bzip2 is a hundred times as slow.
#define FOR_SMALL_SIZES(...) BENCHMARK_CAPTURE(__VA_ARGS__)->Arg(1'000)->Arg(5'000)->Unit(benchmark::kMillisecond)

FOR_SIZES(read_only, plain, layout::one_line, 1)->UseRealTime();
BENCHMARK(pack_only)->Arg(1'000);
FOR_SIZES(read_and_pack, one_thread, layout::one_line, 1)->UseRealTime();
FOR_SIZES(read_and_pack, all_threads, layout::one_line, 0)->UseRealTime();
FOR_SIZES(read_and_pack, wrapped_one_thread, layout::lines_of_60, 1)->UseRealTime();
FOR_SIZES(read_and_pack, wrapped_all_threads, layout::lines_of_60, 0)->UseRealTime();
FOR_SIZES(read_and_pack, fastq_one_thread, layout::fastq, 1)->UseRealTime();
FOR_SIZES(read_and_pack, fastq_all_threads, layout::fastq, 0)->UseRealTime();
FOR_SIZES(decode_only, gzip, layout::one_line, "gzip")->UseRealTime();
FOR_SMALL_SIZES(decode_only, bzip2, layout::one_line, "bzip2")->UseRealTime();
FOR_SIZES(decode_only, zstandard, layout::one_line, "zstd")->UseRealTime();
FOR_SIZES(decode_and_pack, gzip_one_thread, layout::one_line, "gzip", 1)->UseManualTime();
FOR_SIZES(decode_and_pack, gzip_all_threads, layout::one_line, "gzip", 0)->UseManualTime();
FOR_SMALL_SIZES(decode_and_pack, bzip2_one_thread, layout::one_line, "bzip2", 1)->UseManualTime();
FOR_SMALL_SIZES(decode_and_pack, bzip2_all_threads, layout::one_line, "bzip2", 0)->UseManualTime();
FOR_SIZES(decode_and_pack, zstandard_one_thread, layout::one_line, "zstd", 1)->UseManualTime();
FOR_SIZES(decode_and_pack, zstandard_all_threads, layout::one_line, "zstd", 0)->UseManualTime();
FOR_SIZES(decode_and_pack, gzip_fastq_one_thread, layout::fastq, "gzip", 1)->UseManualTime();
FOR_SIZES(decode_and_pack, gzip_fastq_all_threads, layout::fastq, "gzip", 0)->UseManualTime();
FOR_SIZES(read_with_seqan3, plain, layout::one_line, false)->UseRealTime();
FOR_SIZES(read_with_seqan3, packed, layout::one_line, true)->UseRealTime();
