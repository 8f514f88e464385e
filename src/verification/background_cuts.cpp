// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/background_cuts.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "src/runtime/parallel_for.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

// Letters that are unpacked at a time; they stay in the cache.
constexpr std::uint64_t chunk_letters{std::uint64_t{1} << 14};

// The letters that a thread takes at a time.
constexpr std::uint64_t block_letters{std::uint64_t{1} << 20};

//!\brief What matters of a letter.
enum letter_role : std::uint8_t
{
    one_base,
    some_bases,
    any_base, // Many of them are a gap.
    no_base   // Nothing is compared with it.
};

letter_role role_of(std::uint8_t const letter, primer::options const & options) noexcept
{
    if (!options.meanings)
        return options.unknown[letter] ? no_base : one_base;
    switch (std::popcount((*options.meanings)[letter]))
    {
    case 0:
        return no_base;
    case 1:
        return one_base;
    case 4:
        return any_base;
    default:
        return some_bases;
    }
}

//!\brief Neighbouring letters of a role.
struct letter_run
{
    letter_range letters{};
    std::uint8_t role{};
};

// Adds a letter to runs.
void add_letter(std::vector<letter_run> & runs, std::uint64_t const position, std::uint8_t const role)
{
    if (!runs.empty() && runs.back().letters.end == position && runs.back().role == role)
        ++runs.back().letters.end;
    else
        runs.push_back({{position, position + 1}, role});
}

//!\brief A part of a background, and the runs in it of letters that are not a base.
class role_block
{
public:
    role_block(std::size_t const background, letter_range const & letters) noexcept :
        background_{background},
        letters_{letters}
    {}

    std::size_t background() const noexcept
    {
        return background_;
    }

    std::span<letter_run const> runs() const noexcept
    {
        return runs_;
    }

    bool has_ambiguous_letters() const noexcept
    {
        return has_ambiguous_letters_;
    }

    // Takes the background with the role of each code as its letter.
    void find_runs(packing::packed_sequence_view const & roles, runtime::task_control & control)
    {
        std::vector<std::uint8_t> chunk(std::min(chunk_letters, letters_.end - letters_.begin));
        for (std::uint64_t begin = letters_.begin; begin < letters_.end; begin += chunk.size())
        {
            control.check();
            chunk.resize(std::min(chunk_letters, letters_.end - begin));
            packing::unpack(roles, begin, chunk);
            add_chunk(begin, chunk);
        }
    }

private:
    void add_chunk(std::uint64_t const begin, std::span<std::uint8_t const> const roles)
    {
        static_assert(one_base == 0);
        for (std::size_t i = 0; i < roles.size();)
        {
            std::uint64_t next = 1;
            if (i + sizeof(next) <= roles.size())
                std::memcpy(&next, roles.data() + i, sizeof(next));
            if (next == 0)
            {
                i += sizeof(next);
                continue;
            }
            if (roles[i] == some_bases)
                has_ambiguous_letters_ = true;
            else if (roles[i] != one_base)
            {
                drop_short_run(begin + i, roles[i]);
                add_letter(runs_, begin + i, roles[i]);
            }
            ++i;
        }
    }

    // The last run is complete unless the letter continues it. Where it began with the block, others may precede it.
    void drop_short_run(std::uint64_t const position, std::uint8_t const role)
    {
        if (runs_.empty() || (runs_.back().letters.end == position && runs_.back().role == role))
            return;
        letter_run const & last = runs_.back();
        if (last.role == any_base && last.letters.begin != letters_.begin
            && last.letters.end - last.letters.begin < primer::gap_letters)
        {
            has_ambiguous_letters_ = true;
            runs_.pop_back();
        }
    }

    std::size_t background_;
    letter_range letters_;
    std::vector<letter_run> runs_{};
    bool has_ambiguous_letters_{};
};

std::vector<role_block> cut_into_blocks(std::span<packing::packed_sequence_view const> const backgrounds,
                                        std::span<std::vector<std::uint8_t> const> const roles)
{
    std::vector<role_block> blocks{};
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        if (std::ranges::any_of(roles[i], std::identity{}))
            for (std::uint64_t begin = 0; begin < backgrounds[i].size(); begin += block_letters)
                blocks.emplace_back(i, letter_range{begin, std::min(begin + block_letters, backgrounds[i].size())});
    return blocks;
}

} // namespace

background_cuts::background_cuts(std::span<packing::packed_sequence_view const> const backgrounds,
                                 primer::options const & options,
                                 runtime::task_control & control,
                                 unsigned const threads) :
    backgrounds_{backgrounds},
    cuts_(backgrounds.size())
{
    std::vector<std::vector<std::uint8_t>> roles(backgrounds.size());
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        for (std::uint8_t const letter : backgrounds[i].letters())
            roles[i].push_back(role_of(letter, options));

    std::vector<role_block> blocks = cut_into_blocks(backgrounds, roles);
    runtime::parallel_for(control,
                          threads,
                          blocks.size(),
                          [&]()
                          {
                              return [&](std::size_t const i)
                              {
                                  packing::packed_sequence_view const & background =
                                      backgrounds[blocks[i].background()];
                                  blocks[i].find_runs({background.words(),
                                                       background.size(),
                                                       background.bits_per_letter(),
                                                       roles[blocks[i].background()]},
                                                      control);
                              };
                          });

    std::vector<std::vector<letter_run>> runs(backgrounds.size());
    for (role_block const & block : blocks)
    {
        leave_ambiguous_letters_ = leave_ambiguous_letters_ || block.has_ambiguous_letters();
        std::vector<letter_run> & known = runs[block.background()];
        for (letter_run const & run : block.runs())
            if (!known.empty() && known.back().letters.end == run.letters.begin && known.back().role == run.role)
                known.back().letters.end = run.letters.end;
            else
                known.push_back(run);
    }
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        for (auto const & [letters, role] : runs[i])
            if (role == any_base && letters.end - letters.begin < primer::gap_letters)
                leave_ambiguous_letters_ = true;
            else if (!cuts_[i].empty() && cuts_[i].back().end == letters.begin)
                cuts_[i].back().end = letters.end;
            else
                cuts_[i].push_back(letters);
}

} // namespace seqan3_gpulcs::verification
