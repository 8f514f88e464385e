// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <utility>

#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

packed_set::packed_set(std::size_t const size, unsigned const threads, append_function const & append) : views_(size)
{
    // As many are packed in some ten microseconds, if they are short.
    constexpr std::size_t sequences_at_once{512};
    arenas_.resize(util::ceil_div(size, sequences_at_once));
    auto const pack_some = [&](std::size_t const number)
    {
        // The arenas of all threads are neighbours in memory, and each sequence changes one.
        detail::sequence_arena arena{};
        std::size_t const begin = number * sequences_at_once;
        std::size_t const end = std::min(size, begin + sequences_at_once);
        for (std::size_t i = begin; i < end; ++i)
            append(arena, i);
        for (std::size_t i = begin; i < end; ++i)
            views_[i] = arena[i - begin];
        arenas_[number] = std::move(arena);
    };
    if (detail::number_loop const loop = detail::start_threads(arenas_.size() == 1 ? 1 : threads))
        loop(arenas_.size(), pack_some);
    else
        for (std::size_t number = 0; number < arenas_.size(); ++number)
            pack_some(number);
}

packed_set pack_all(std::span<std::string_view const> const texts, unsigned const threads)
{
    static letter_table const table{};
    return {texts.size(),
            threads,
            [texts](detail::sequence_arena & arena, std::size_t const i)
            {
                std::span const letters{reinterpret_cast<std::uint8_t const *>(texts[i].data()), texts[i].size()};
                letter_set set{};
                set.add(letters);
                arena.begin(set, table);
                arena.append(letters);
            }};
}

} // namespace seqan3_gpulcs::packing
