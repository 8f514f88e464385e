// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/primer_job.hpp"

#include <algorithm>

namespace seqan3_gpulcs::mpi
{

namespace
{

void add_table(word_writer & content, std::optional<std::array<std::uint8_t, 256>> const & table)
{
    content.add_bytes(table ? std::span<std::uint8_t const>{*table} : std::span<std::uint8_t const>{});
}

void read_table(word_reader & content, std::optional<std::array<std::uint8_t, 256>> & table)
{
    if (auto const letters = content.next_bytes(); !letters.empty())
        std::ranges::copy(letters, table.emplace().begin());
}

void add_options(word_writer & content, primer::options const & options)
{
    content.add(options.differences);
    std::array<std::uint8_t, 256> unknown{};
    for (std::size_t letter = 0; letter < unknown.size(); ++letter)
        unknown[letter] = options.unknown[letter];
    content.add_bytes(unknown);
    add_table(content, options.meanings);
    add_table(content, options.complement);
    content.add(options.minimal_length);
    content.add(options.maximal_length);
}

primer::options read_options(word_reader & content)
{
    primer::options options{};
    options.differences = content.next();
    auto const unknown = content.next_bytes();
    for (std::size_t letter = 0; letter < unknown.size(); ++letter)
        options.unknown[letter] = unknown[letter] != 0;
    read_table(content, options.meanings);
    read_table(content, options.complement);
    options.minimal_length = content.next();
    options.maximal_length = content.next();
    return options;
}

class primer_job : public simple_job
{
public:
    explicit primer_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        options_ = read_options(reader);
        targets_ = reader.next_sequences();
        backgrounds_ = reader.next_sequences();
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        std::vector<primer::target> parts{};
        for (word_reader reader{given.content}; !reader.at_end();)
        {
            primer::target & part = parts.emplace_back(targets_[reader.next()]);
            part.begin = reader.next();
            part.end = reader.next();
        }

        primer::statistics done{};
        auto const lengths = primer::compute(parts, backgrounds_, options_, execution, &done);
        word_writer content{};
        add_statistics(content, done);
        for (std::vector<std::uint64_t> const & of_part : lengths)
            content.add_words(of_part);

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = content.take();
        return results;
    }

private:
    primer::options options_{};
    std::vector<packing::packed_sequence_view> targets_{};
    std::vector<packing::packed_sequence_view> backgrounds_{};
};

} // namespace

void add_primers(word_writer & content,
                 std::span<primer::target const> const targets,
                 std::span<packing::packed_sequence_view const> const backgrounds,
                 primer::options const & options)
{
    add_options(content, options);
    content.add(targets.size());
    for (primer::target const & target : targets)
        content.add_sequence(target.sequence);
    content.add_sequences(backgrounds);
}

std::unique_ptr<job> make_primer_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<primer_job>(content);
}

void add_statistics(word_writer & content, primer::statistics const & done)
{
    content.add(static_cast<std::uint64_t>(done.backend));
    content.add_real(done.transfer_seconds);
    content.add_real(done.kernel_seconds);
    content.add(done.device_bytes);
}

void read_statistics(word_reader & content, primer::statistics & sum)
{
    // The CPU may have little to do beside a device.
    if (auto const backend = static_cast<plan::backend>(content.next()); backend != plan::backend::cpu)
        sum.backend = backend;
    sum.transfer_seconds += content.next_real();
    sum.kernel_seconds += content.next_real();
    sum.device_bytes = std::max(sum.device_bytes, content.next());
}

} // namespace seqan3_gpulcs::mpi
