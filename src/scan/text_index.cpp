// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/text_index.hpp"

#include <algorithm>

#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

void text_index::assign(packing::code_span const & text,
                        std::uint64_t const begin,
                        std::uint64_t const end,
                        index_shape const & shape,
                        runtime::task_control & control)
{
    // With fewer letters, an index takes more memory than it saves time.
    constexpr std::uint64_t min_part_letters{std::uint64_t{1} << 18};

    std::uint64_t const rounds = util::ceil_div(end - begin, shape.part_letters * shape.threads);
    std::uint64_t const letters =
        std::max(util::ceil_div(end - begin, rounds * shape.threads), std::min(shape.part_letters, min_part_letters));
    parts_.resize(util::ceil_div(end - begin, letters));
    auto const make_reader = [&]()
    {
        return [&](std::size_t const i)
        {
            std::uint64_t const first = begin + i * letters;
            parts_[i].assign(text, first, std::min(letters, end - first), 1, letter_classes);
        };
    };
    runtime::parallel_for(control, shape.threads, parts_.size(), make_reader);
}

std::uint64_t text_index::word_size() const noexcept
{
    std::uint64_t size = seed_index::max_positions;
    for (seed_index const & part : parts_)
        size = std::min(size, part.max_seed_size());
    return size;
}

bool is_indexed(background_text const & text) noexcept
{
    return text.has_form<text_index>();
}

} // namespace seqan3_gpulcs::scan
