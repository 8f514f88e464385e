// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/site_text.hpp"

#include <algorithm>
#include <bit>

#include "src/scan/plain_text.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The meanings of the letters of the text, by which it is cut.
primer::options options_of_text(primer::site_options const & options)
{
    primer::options of_text{.meanings = primer::iupac_nucleotides()};
    if (options.cuts_at_ambiguous)
        for (std::uint8_t & set : *of_text.meanings)
            set = std::has_single_bit(set) ? set : std::uint8_t{0};
    return of_text;
}

} // namespace

site_text::site_text(std::span<packing::packed_sequence_view const> const sequences,
                     primer::site_options const & options,
                     runtime::task_control & control,
                     unsigned const threads) :
    options_{options_of_text(options)},
    cuts_{sequences, options_, control, threads},
    codes_{{}, cuts_, options_},
    text_{cuts_, codes_, options_, control, threads}
{
    for (std::size_t code = 0; code < codes_.letters().size(); ++code)
        set_by_code_[code] =
            codes_.have_meanings() ? codes_.letters()[code] : (*options_.meanings)[codes_.letters()[code]];
    std::uint64_t letters = 0;
    for (packing::packed_sequence_view const & sequence : sequences)
        sequence_ends_.push_back(letters += sequence.size());
    if (text_.has_sets())
        for (std::uint64_t const word : text_.class_words())
            ambiguous_ += static_cast<std::uint64_t>(std::popcount(ambiguous_letters(word)));
    letters_per_letter_ = text_.size() == 0 ? 0 : static_cast<double>(letters) / static_cast<double>(text_.size());
}

std::uint8_t site_text::classes_of(std::uint8_t const set) const noexcept
{
    std::uint8_t classes = 0;
    for (std::size_t code = 0; code < codes_.letters().size(); ++code)
        if ((set_by_code_[code] & set) != 0)
            classes |= text_.classes_by_code()[code];
    return classes;
}

std::pair<std::uint64_t, std::uint64_t> site_text::sequence_position(std::uint64_t const letter) const noexcept
{
    std::uint64_t const position = text_.background_position(letter);
    auto const end = std::ranges::upper_bound(sequence_ends_, position);
    return {static_cast<std::uint64_t>(end - sequence_ends_.begin()),
            position - (end == sequence_ends_.begin() ? 0 : *(end - 1))};
}

} // namespace seqan3_gpulcs::scan
