// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/packed_reader.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <limits>
#include <span>
#include <utility>

#include <seqan3_gpulcs/packing/nucleotides.hpp>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/line_rules.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Appends nucleotides to others. Bits after the last code are zero, before and afterwards.
void append_nucleotides(std::vector<std::uint64_t> & words,
                        std::uint64_t & size,
                        packing::packed_sequence_view const piece)
{
    auto const added = std::span{piece.words(), nucleotide_words(piece.size())};
    unsigned const shift = static_cast<unsigned>(size % nucleotides_per_word) * 2;
    size += piece.size();
    if (shift == 0)
    {
        words.insert(words.end(), added.begin(), added.end());
        return;
    }
    for (std::uint64_t const word : added)
    {
        words.back() |= word << shift;
        words.push_back(word >> (64 - shift));
    }
    words.resize(nucleotide_words(size));
}

packing::packed_sequence join_letters(std::span<packing::packed_sequence_view const> const pieces,
                                      std::uint64_t const size)
{
    packing::letter_set set{};
    for (packing::packed_sequence_view const & piece : pieces)
        set.add(piece.letters());

    packing::sequence_packer packer{set, size};
    std::array<std::uint8_t, 4096> letters;
    for (packing::packed_sequence_view const & piece : pieces)
        for (std::uint64_t begin = 0; begin < piece.size(); begin += letters.size())
        {
            auto const part = std::span{letters}.first(
                static_cast<std::size_t>(std::min<std::uint64_t>(letters.size(), piece.size() - begin)));
            packing::unpack(piece, begin, part);
            packer.append(part);
        }
    return packer.finish();
}

// Adds one record of several pieces. Apart from A, C, G and T, pieces list only letters that occur.
void push_back_joined(sequence_list & list,
                      std::string_view const id,
                      std::span<packing::packed_sequence_view const> const pieces)
{
    auto const joined = std::make_shared<packed_block>();
    joined->ids.assign(id.begin(), id.end());
    std::uint64_t size = 0;
    bool only_nucleotides = true;
    for (packing::packed_sequence_view const & piece : pieces)
    {
        size += piece.size();
        only_nucleotides = only_nucleotides && std::ranges::equal(piece.letters(), packing::nucleotide_letters);
    }

    packing::packed_sequence_view letters{};
    if (only_nucleotides)
    {
        joined->words.reserve(size / 32 + 2);
        std::uint64_t done = 0;
        for (packing::packed_sequence_view const & piece : pieces)
            append_nucleotides(joined->words, done, piece);
        letters = {joined->words.data(), size, 2, packing::nucleotide_letters};
    }
    else
        letters = joined->others.emplace_back(join_letters(pieces, size));
    list.push_back({{joined->ids.data(), joined->ids.size()}, letters});
    list.keep(joined);
}

} // namespace

packed_reader::packed_reader(std::string const & path,
                             alphabet const & letters,
                             plan::execution const & execution,
                             step_times & times,
                             reading_mode const & mode) :
    times_{times},
    blocks_{path, letters, plan::available_threads(execution), mode},
    keeps_qualities_{mode.keeps_qualities}
{}

sequence_list packed_reader::next(std::uint64_t const max_records, std::uint64_t const letters)
{
    sequence_list list{};
    std::uint64_t read = 0;
    while (list.empty() || (list.size() < max_records && read < letters))
    {
        std::shared_ptr<packed_block> const block = next_block();
        if (!block)
        {
            close_record(list);
            break;
        }
        check(*block);
        lines_ += block->blank_lines + block->lines;
        read += take_records(block, list);
    }

    if (is_empty_)
        throw input_error{"The input " + blocks_.name()
                          + " has no records; give a FASTA or FASTQ file with sequences."};
    return list;
}

// Adds the records of a block to the list, but for the last one, which may go on. Returns the number of letters.
std::uint64_t packed_reader::take_records(std::shared_ptr<packed_block> const & block, sequence_list & list)
{
    if (list.empty())
        list.reserve(block->records.size() + 1);
    qualities_.erase(0, std::exchange(qualities_used_, 0));
    qualities_.append(block->qualities.begin(), block->qualities.end());
    block->qualities = {};
    std::uint64_t letters = 0;
    bool continues = block->continues;
    block->for_each_record(
        [&](sequence const & record)
        {
            letters += record.letters.size();
            if (!std::exchange(continues, false))
            {
                close_record(list);
                id_ = record.id;
                is_empty_ = false;
            }
            pieces_.push_back(record.letters);
            if (memory_.empty() || memory_.back() != block)
                memory_.push_back(block);
        });
    block->records = {};
    return letters;
}

std::unique_ptr<packed_block> packed_reader::next_block()
{
    stopwatch reading{};
    std::unique_ptr<packed_block> block = reading.measure(
        [this]()
        {
            return blocks_.next();
        });
    times_.reading += reading.seconds();
    if (!block)
        return block;

    times_.packing += block->packing_seconds / std::max(1u, blocks_.thread_count());
    // Without threads, the block was packed while this thread waited for it.
    if (blocks_.thread_count() == 0)
        times_.reading -= block->packing_seconds;
    return block;
}

// Throws the first error of a file, because blocks are in order.
void packed_reader::check(packed_block const & block) const
{
    if (block.error && !block.problem)
        std::rethrow_exception(block.error);
    if (!block.problem)
        return;

    block_problem const & problem = *block.problem;
    std::uint64_t const line = lines_ + block.blank_lines + problem.line;
    if (problem.in_record)
        fail_in_record(blocks_.name(), line, problem.id ? *problem.id : id_, problem.sentence);
    fail_at_line(blocks_.name(), line, problem.sentence);
}

// Adds the last record, if there is one, to a list.
void packed_reader::close_record(sequence_list & list)
{
    if (pieces_.empty())
        return;

    if (keeps_qualities_)
        add_qualities(list);
    packing::packed_sequence_view const first = pieces_.front();
    std::erase_if(pieces_,
                  [](packing::packed_sequence_view const & piece)
                  {
                      return piece.empty();
                  });
    if (pieces_.size() <= 1)
    {
        list.push_back({id_, pieces_.empty() ? first : pieces_.front()});
        for (auto const & memory : memory_)
            list.keep(memory);
    }
    else
    {
        push_back_joined(list, id_, pieces_);
    }
    // The next record starts without pieces; it may be in the same block.
    pieces_.clear();
    memory_.clear();
}

// The last record has as many qualities as letters, or none in FASTA.
void packed_reader::add_qualities(sequence_list & list)
{
    std::uint64_t letters = 0;
    for (packing::packed_sequence_view const & piece : pieces_)
        letters += piece.size();
    std::string_view const qualities = std::string_view{qualities_}.substr(qualities_used_, letters);
    list.add_qualities(qualities);
    qualities_used_ += qualities.size();
}

sequence_list read_sequences(packed_reader & reader)
{
    constexpr std::uint64_t chunk_records{1 << 14};
    constexpr auto all_letters = std::numeric_limits<std::uint64_t>::max();

    // Records are read in chunks: a single growing vector would take up to three times the memory while it moves.
    std::deque<sequence_list> chunks{};
    std::size_t records = 0;
    do
    {
        chunks.push_back(reader.next(chunk_records, all_letters));
        records += chunks.back().size();
    }
    while (!chunks.back().empty());

    sequence_list sequences{};
    sequences.reserve(records);
    for (; !chunks.empty(); chunks.pop_front())
        sequences.append(std::move(chunks.front()));
    return sequences;
}

sequence_list read_sequences(std::string const & path,
                             alphabet const & letters,
                             plan::execution const & execution,
                             step_times & times,
                             reading_mode const & mode)
{
    packed_reader reader{path, letters, execution, times, mode};
    return read_sequences(reader);
}

} // namespace seqan3_gpulcs::app
