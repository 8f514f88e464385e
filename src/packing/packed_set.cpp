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
    // With fewer letters, starting threads takes longer than packing; the first sequence tells about how many there are.
    constexpr std::uint64_t min_letters{std::uint64_t{1} << 18};
    constexpr std::size_t max_at_once{512};
    constexpr std::size_t tasks_per_thread{8};
    if (size == 0)
        return;
    detail::sequence_arena & first = arenas_.emplace_back();
    append(first, 0);
    views_[0] = first[0];
    unsigned const useful_threads = views_[0].size() * size < min_letters ? 1 : threads;

    std::size_t const at_once = std::clamp<std::size_t>(size / (tasks_per_thread * useful_threads), 1, max_at_once);
    std::size_t const tasks = util::ceil_div(size - 1, at_once);
    arenas_.resize(1 + tasks);
    auto const pack_some = [&](std::size_t const number)
    {
        // The arenas of all threads are neighbours in memory, and each sequence changes one.
        detail::sequence_arena arena{};
        std::size_t const begin = 1 + number * at_once;
        std::size_t const end = std::min(size, begin + at_once);
        for (std::size_t i = begin; i < end; ++i)
            append(arena, i);
        for (std::size_t i = begin; i < end; ++i)
            views_[i] = arena[i - begin];
        arenas_[1 + number] = std::move(arena);
    };
    if (detail::number_loop const loop = detail::start_threads(useful_threads))
        loop(tasks, pack_some);
    else
        for (std::size_t number = 0; number < tasks; ++number)
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
                if (arena.append_with_last_codes(letters, table))
                    return;
                letter_set set{};
                set.add(letters);
                arena.begin(set, table);
                arena.append(letters);
            }};
}

} // namespace seqan3_gpulcs::packing
