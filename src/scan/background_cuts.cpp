// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/background_cuts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>

#include "src/packing/code_map.hpp"
#include "src/packing/common_codes.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief What matters of a letter.
enum letter_role : std::uint8_t
{
    one_base,
    some_bases,
    any_base, // A long run of them is a gap.
    no_base   // Nothing is compared with it.
};

//!\brief Neighbouring letters of a role.
struct letter_run
{
    letter_range letters{};
    letter_role role{};
};

namespace
{

// The letters that a thread takes at a time; whole words.
constexpr std::uint64_t block_letters{std::uint64_t{1} << 20};

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

// Adds a letter to runs.
void add_letter(std::vector<letter_run> & runs, std::uint64_t const position, letter_role const role)
{
    if (!runs.empty() && runs.back().letters.end == position && runs.back().role == role)
        ++runs.back().letters.end;
    else
        runs.push_back({{position, position + 1}, role});
}

//!\brief What matters of the letters that the codes of a background stand for.
struct code_roles
{
    code_roles(packing::packed_sequence_view const & background, primer::options const & options) :
        roles{find_roles(background.letters(), options)},
        marked{background.bits_per_letter(), find_marks(roles), false}
    {}

    std::vector<letter_role> roles{};
    packing::code_map marked; // To 1, if a letter is not a base.

private:
    static std::vector<letter_role> find_roles(std::span<std::uint8_t const> const letters,
                                               primer::options const & options)
    {
        std::vector<letter_role> roles{};
        for (std::uint8_t const letter : letters)
            roles.push_back(role_of(letter, options));
        return roles;
    }

    static std::vector<std::uint8_t> find_marks(std::span<letter_role const> const roles)
    {
        std::vector<std::uint8_t> marks{};
        for (letter_role const role : roles)
            marks.push_back(role != one_base);
        return marks;
    }
};

// Returns the roles of the codes of each background. The sequences of a set mostly have the same codes, and neighbours share them.
std::vector<std::shared_ptr<code_roles const>>
find_code_roles(std::span<packing::packed_sequence_view const> const backgrounds, primer::options const & options)
{
    std::vector<std::shared_ptr<code_roles const>> codes{};
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        if (i != 0 && packing::have_same_codes(backgrounds[i - 1], backgrounds[i]))
            codes.push_back(codes.back());
        else
            codes.push_back(std::make_shared<code_roles const>(backgrounds[i], options));
    return codes;
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

    void find_runs(packing::packed_sequence_view const & background, code_roles const & codes)
    {
        std::uint64_t const step = background.codes_per_word();
        std::uint64_t const last_word = util::ceil_div(letters_.end, step);
        std::array<std::uint64_t, 512> marks; // A chunk of marks, which stays in the cache.
        for (std::uint64_t word = letters_.begin / step; word < last_word; word += marks.size())
        {
            std::span const words{background.words() + word, std::min<std::uint64_t>(marks.size(), last_word - word)};
            codes.marked.apply(words, marks.data());
            for (std::size_t i = 0; i < words.size(); ++i)
                if (marks[i] != 0)
                    add_word((word + i) * step, words[i], marks[i], background.bits_per_letter(), codes.roles);
        }
    }

private:
    // The lowest bit of each code that is not a base is a mark.
    void add_word(std::uint64_t const position,
                  std::uint64_t const word,
                  std::uint64_t marks,
                  unsigned const bits,
                  std::span<letter_role const> const roles)
    {
        for (; marks != 0; marks &= marks - 1)
        {
            auto const shift = static_cast<unsigned>(std::countr_zero(marks));
            if (std::uint64_t const letter = position + shift / bits; letter < letters_.end)
                add(letter, roles[word >> shift & ((1u << bits) - 1)]);
        }
    }

    void add(std::uint64_t const position, letter_role const role)
    {
        if (role == some_bases)
        {
            has_ambiguous_letters_ = true;
            return;
        }
        drop_short_run(position, role);
        add_letter(runs_, position, role);
    }

    // The last run is complete unless the letter continues it. Where it began with the block, others may precede it.
    void drop_short_run(std::uint64_t const position, letter_role const role)
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
                                        std::span<std::shared_ptr<code_roles const> const> const codes)
{
    std::vector<role_block> blocks{};
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        if (std::ranges::any_of(codes[i]->roles, std::identity{}))
            for (std::uint64_t begin = 0; begin < backgrounds[i].size(); begin += block_letters)
                blocks.emplace_back(i, letter_range{begin, std::min(begin + block_letters, backgrounds[i].size())});
    return blocks;
}

// The runs of each background; those that blocks cut are joined.
std::vector<std::vector<letter_run>> join_runs(std::span<role_block const> const blocks, std::size_t const backgrounds)
{
    std::vector<std::vector<letter_run>> runs(backgrounds);
    for (role_block const & block : blocks)
    {
        std::vector<letter_run> & known = runs[block.background()];
        for (letter_run const & run : block.runs())
            if (!known.empty() && known.back().letters.end == run.letters.begin && known.back().role == run.role)
                known.back().letters.end = run.letters.end;
            else
                known.push_back(run);
    }
    return runs;
}

} // namespace

background_cuts::background_cuts(std::span<packing::packed_sequence_view const> const backgrounds,
                                 primer::options const & options,
                                 runtime::task_control & control,
                                 unsigned const threads) :
    backgrounds_{backgrounds},
    cuts_(backgrounds.size())
{
    std::vector<std::shared_ptr<code_roles const>> const codes = find_code_roles(backgrounds, options);
    std::vector<role_block> blocks = cut_into_blocks(backgrounds, codes);
    runtime::parallel_for(control,
                          threads,
                          blocks.size(),
                          [&]()
                          {
                              return [&](std::size_t const i)
                              {
                                  std::size_t const background = blocks[i].background();
                                  blocks[i].find_runs(backgrounds[background], *codes[background]);
                              };
                          });
    leave_ambiguous_letters_ = std::ranges::any_of(blocks, &role_block::has_ambiguous_letters);
    std::vector<std::vector<letter_run>> const runs = join_runs(blocks, backgrounds.size());
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
        cut(i, runs[i]);
}

void background_cuts::cut(std::size_t const background, std::span<letter_run const> const runs)
{
    std::vector<letter_range> & cuts = cuts_[background];
    for (auto const & [letters, role] : runs)
        if (role == any_base && letters.end - letters.begin < primer::gap_letters)
            leave_ambiguous_letters_ = true;
        else if (!cuts.empty() && cuts.back().end == letters.begin)
            cuts.back().end = letters.end;
        else
            cuts.push_back(letters);
}

} // namespace seqan3_gpulcs::scan
