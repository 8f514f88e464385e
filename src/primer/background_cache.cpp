// SPDX-License-Identifier: BSD-3-Clause

#include "src/primer/background_cache.hpp"

#include <algorithm>
#include <utility>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::primer::detail
{

namespace
{

std::span<std::uint64_t const> words_of(packing::packed_sequence_view const & sequence) noexcept
{
    return {sequence.words(), util::ceil_div<std::uint64_t>(sequence.size(), sequence.codes_per_word())};
}

} // namespace

kept_background::kept_background(packing::packed_sequence_view const & background,
                                 primer::options const & options_,
                                 std::shared_ptr<prepared_background const> prepared_) :
    words(words_of(background).begin(), words_of(background).end()),
    letters(background.letters().begin(), background.letters().end()),
    sequence{words.data(), background.size(), background.bits_per_letter(), letters, background.kind()},
    options{options_},
    prepared{std::move(prepared_)}
{}

bool kept_background::is_from(packing::packed_sequence_view const & background,
                              primer::options const & options_) const noexcept
{
    return background.size() == sequence.size() && background.bits_per_letter() == sequence.bits_per_letter()
        && background.kind() == sequence.kind() && std::ranges::equal(background.letters(), letters)
        && mean_the_same(options_, options) && std::ranges::equal(words_of(background), words);
}

background_cache::background_cache() = default;

background_cache::background_cache(background_cache const &) : background_cache{}
{}

background_cache & background_cache::operator=(background_cache const &) noexcept
{
    return *this;
}

background_cache::~background_cache() = default;

std::vector<std::unique_ptr<kept_background>>
background_cache::take(std::span<packing::packed_sequence_view const> const wanted, primer::options const & options)
{
    std::vector<std::unique_ptr<kept_background>> taken(wanted.size());
    for (std::size_t i = 0; i < wanted.size() && !backgrounds_.empty(); ++i)
    {
        auto const found = std::ranges::find_if(backgrounds_,
                                                [&](std::unique_ptr<kept_background> const & kept)
                                                {
                                                    return kept->is_from(wanted[i], options);
                                                });
        if (found == backgrounds_.end())
            continue;
        taken[i] = std::move(*found);
        backgrounds_.erase(found);
    }
    backgrounds_.clear();
    return taken;
}

void background_cache::keep(std::unique_ptr<kept_background> taken,
                            packing::packed_sequence_view const & background,
                            primer::options const & options,
                            std::shared_ptr<prepared_background const> prepared)
{
    // Preparing a view costs next to nothing.
    if (prepared->text.is_view())
        return;

    // Other forms of the text take as much memory again, also on a device.
    prepared->text.drop_forms();
    std::scoped_lock const lock{mutex_};
    std::uint64_t bytes = words_of(background).size_bytes();
    for (std::unique_ptr<kept_background> const & kept : backgrounds_)
        bytes += words_of(kept->sequence).size_bytes();
    if (backgrounds_.size() == max_backgrounds || bytes > max_bytes)
        return;

    if (taken)
        taken->prepared = std::move(prepared);
    else
        taken = std::make_unique<kept_background>(background, options, std::move(prepared));
    backgrounds_.push_back(std::move(taken));
}

} // namespace seqan3_gpulcs::primer::detail
