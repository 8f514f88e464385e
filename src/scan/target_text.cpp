// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/target_text.hpp"

#include <algorithm>

#include "src/packing/code_words.hpp"

namespace seqan3_gpulcs::scan
{

target_text::target_text(primer::target const & target,
                         letter_codes const & codes,
                         primer::options const & options,
                         runtime::task_control & control)
{
    if (target.positions() == 0 || codes.letters().empty())
        return;

    std::uint64_t const size = target.sequence.size() - target.begin;
    if (codes.are_codes_of(target.sequence))
    {
        codes_ = {target.sequence.words(), target.begin, size, codes.bits()};
        segments_.push_back({0, size});
        return;
    }

    packing::sequence_packer packer = codes.make_packer(size);
    std::array<std::uint8_t, 256> const values = codes.values(options, false);
    std::vector<std::uint8_t> letters(std::min(packing::chunk_letters, size));
    bool is_in_segment = false;
    for (std::uint64_t begin = 0; begin < size; begin += letters.size())
    {
        control.check();
        letters.resize(std::min(packing::chunk_letters, size - begin));
        packing::unpack(target.sequence, target.begin + begin, letters);
        for (std::uint64_t i = 0; i < letters.size(); ++i)
        {
            bool const is_known = letter_codes::is_known(letters[i], options);
            if (is_known && !is_in_segment)
                segments_.push_back({begin + i, 0});
            if (!is_known && is_in_segment)
                segments_.back().end = begin + i;
            letters[i] = is_known ? values[letters[i]] : codes.letters().front();
            is_in_segment = is_known;
        }
        packer.append(letters);
    }
    if (is_in_segment)
        segments_.back().end = size;
    packed_ = packer.finish();
    codes_ = {packed_.view().words(), 0, size, codes.bits()};
}

} // namespace seqan3_gpulcs::scan
