// SPDX-License-Identifier: BSD-3-Clause
//
// Writing the results of all pairs of records: tables and matrices, as the program does, into a file without a name. The
// arguments are the number of threads and that of records. The ceilings copy and write as many bytes as the table has.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/app/io/table/distance_matrix.hpp"
#include "src/app/io/table/pair_table.hpp"
#include "src/app/io/table/parallel_writer.hpp"

using namespace seqan3_gpulcs;

namespace
{

// All pairs of records of about 1000 letters.
class results
{
public:
    explicit results(std::size_t const records)
    {
        std::mt19937_64 generator{1};
        for (std::size_t i = 0; i < records; ++i)
        {
            ids.push_back("record_" + std::to_string(i));
            sizes.push_back(950 + generator() % 100);
        }
        for (std::size_t i = 0; i < records; ++i)
            for (std::size_t j = i + 1; j < records; ++j)
                pairs.push_back({ids[i], ids[j], sizes[i], sizes[j], 600 + generator() % 100});
    }

    std::string table() const
    {
        std::string text{};
        for (app::compared_pair const & pair : pairs)
            format.append_row(text, pair);
        return text;
    }

    std::vector<std::string> ids{};
    std::vector<std::uint64_t> sizes{};
    std::vector<app::compared_pair> pairs{};
    app::table<app::compared_pair> format{app::make_pair_table(app::table_format::tsv, app::metric::lcs, {})};
};

// A file that is overwritten each time.
class unnamed_file
{
public:
    int descriptor()
    {
        std::rewind(file_.get());
        return ::fileno(file_.get());
    }

    app::output_file output()
    {
        return app::output_file::create("/dev/fd/" + std::to_string(descriptor()), temporary_);
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> file_{std::tmpfile(), std::fclose};
    app::temporary_file temporary_{};
};

void write_table(benchmark::State & state, app::table_format const format)
{
    results const all{static_cast<std::size_t>(state.range(1))};
    app::table<app::compared_pair> const table = app::make_pair_table(format, app::metric::lcs, {});
    unnamed_file file{};
    for (auto _ : state)
    {
        auto output = file.output();
        app::parallel_writer writer{output, static_cast<unsigned>(state.range(0))};
        app::write_rows(writer,
                        all.pairs.size(),
                        app::rows_per_part(2 * all.ids.back().size()),
                        [&](std::string & text, std::size_t const i)
                        {
                            table.append_row(text, all.pairs[i]);
                        });
        writer.wait();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.pairs.size()));
}

void write_matrix(benchmark::State & state, app::table_format const format)
{
    results const all{static_cast<std::size_t>(state.range(1))};
    unnamed_file file{};
    for (auto _ : state)
    {
        auto output = file.output();
        app::distance_matrix matrix{all.ids, format};
        app::parallel_writer writer{output, static_cast<unsigned>(state.range(0))};
        std::ranges::transform(all.pairs,
                               matrix.add(all.pairs.size()).begin(),
                               [](app::compared_pair const & pair)
                               {
                                   return static_cast<float>(1 - lcs::identity(pair.value, pair.length1, pair.length2));
                               });
        matrix.write(writer);
        writer.wait();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.pairs.size()));
}

void copy_ceiling(benchmark::State & state)
{
    results const all{static_cast<std::size_t>(state.range(0))};
    std::string const text = all.table();
    std::string copy(text.size(), ' ');
    for (auto _ : state)
    {
        std::memcpy(copy.data(), text.data(), text.size());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.pairs.size()));
}

void write_ceiling(benchmark::State & state)
{
    constexpr std::size_t part_bytes{std::size_t{1} << 18};

    results const all{static_cast<std::size_t>(state.range(0))};
    std::string const text = all.table();
    unnamed_file file{};
    for (auto _ : state)
    {
        int const descriptor = file.descriptor();
        for (std::size_t begin = 0; begin < text.size(); begin += part_bytes)
            if (::write(descriptor, text.data() + begin, std::min(part_bytes, text.size() - begin)) < 0)
                state.SkipWithError("cannot write");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.pairs.size()));
}

void sizes(benchmark::internal::Benchmark * const benchmark)
{
    for (int const threads : {1, 2, 4, 8, 16})
        for (int const records : {1000, 3000})
            benchmark->Args({threads, records});
    benchmark->UseRealTime()->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
}

} // namespace

BENCHMARK_CAPTURE(write_table, tsv, app::table_format::tsv)->Apply(sizes);
BENCHMARK_CAPTURE(write_table, json, app::table_format::json)->Apply(sizes);
BENCHMARK_CAPTURE(write_matrix, phylip, app::table_format::phylip)->Apply(sizes);
BENCHMARK_CAPTURE(write_matrix, npy, app::table_format::npy)->Apply(sizes);
BENCHMARK(copy_ceiling)->Arg(1000)->Arg(3000)->Unit(benchmark::kMillisecond);
BENCHMARK(write_ceiling)->Arg(1000)->Arg(3000)->Unit(benchmark::kMillisecond);
