// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <charconv>

#include <seqan3_gpulcs/lcs/path.hpp>

namespace seqan3_gpulcs::lcs
{

namespace
{

// The lower bit of each step.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

// The number of runs: a step that differs from the next one ends a run.
std::uint64_t count_runs(std::span<std::uint64_t const> const words) noexcept
{
    std::uint64_t runs = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        std::uint64_t const next = i + 1 < words.size() ? words[i + 1] : 0;
        std::uint64_t const changes = words[i] ^ (words[i] >> 2 | next << 62);
        std::uint64_t const is_step = words[i] | words[i] >> 1;
        runs += static_cast<unsigned>(std::popcount((changes | changes >> 1) & is_step & low_bits));
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
    runs.reserve(count_runs(alignment.words()));
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

} // namespace seqan3_gpulcs::lcs
