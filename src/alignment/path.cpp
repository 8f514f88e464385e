// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <charconv>

#include <seqan3_gpulcs/alignment/path.hpp>

namespace seqan3_gpulcs::alignment
{

namespace
{

// The lower bit of each step.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

// The number of runs: a step that differs from the next one ends a run, and so does the last one.
std::uint64_t count_runs(std::span<std::uint64_t const> const words, std::uint64_t const columns) noexcept
{
    if (columns == 0)
        return 0;
    std::uint64_t runs = 1;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        std::uint64_t const remaining = columns - i * 32;
        std::uint64_t const next = i + 1 < words.size() ? words[i + 1] : 0;
        std::uint64_t const changes = words[i] ^ (words[i] >> 2 | next << 62);
        // The last step of all has no next one.
        std::uint64_t const has_next =
            remaining > 32 ? low_bits : low_bits & ~(~std::uint64_t{0} << (2 * (remaining - 1)));
        runs += static_cast<unsigned>(std::popcount((changes | changes >> 1) & has_next));
    }
    return runs;
}

template <typename runs_t>
std::string write_cigar(runs_t const & runs)
{
    std::string cigar{};
    for (run const part : runs)
    {
        char text[21];
        char * const end = std::to_chars(text, text + 20, part.count).ptr;
        *end = static_cast<char>(part.operation);
        cigar.append(text, end + 1);
    }
    return cigar;
}

} // namespace

path::path(path const & other) :
    words_{std::make_unique_for_overwrite<std::uint64_t[]>(other.words().size())},
    columns_{other.columns_}
{
    std::ranges::copy(other.words(), words_.get());
}

path & path::operator=(path const & other)
{
    if (this != &other)
        *this = path{other};
    return *this;
}

std::uint64_t path::matches() const noexcept
{
    std::uint64_t matches = 0;
    for (std::uint64_t const word : words())
        matches += static_cast<unsigned>(std::popcount(word & word >> 1 & low_bits));
    return matches;
}

bool operator==(path const & left, path const & right) noexcept
{
    return left.columns_ == right.columns_ && std::ranges::equal(left.words(), right.words());
}

std::vector<run> to_runs(path const & alignment)
{
    std::vector<run> runs{};
    runs.reserve(count_runs(alignment.words(), alignment.columns()));
    for (run const part : alignment.runs())
        runs.push_back(part);
    return runs;
}

std::string to_cigar(path const & alignment)
{
    return write_cigar(alignment.runs());
}

std::string to_cigar(std::span<run const> const runs)
{
    return write_cigar(runs);
}

} // namespace seqan3_gpulcs::alignment
