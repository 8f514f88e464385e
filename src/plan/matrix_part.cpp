// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/matrix_part.hpp"

#include <algorithm>

namespace seqan3_gpulcs::plan
{

std::vector<interval> cut_at_checkpoints(interval const & whole, std::uint64_t const spacing, std::uint64_t const max)
{
    std::vector<interval> pieces{};
    for (std::uint64_t begin = whole.begin; begin < whole.end; begin = pieces.back().end)
    {
        std::uint64_t size = std::min(max, whole.end - begin);
        if (spacing != 0)
        {
            std::uint64_t const to_next = spacing - begin % spacing;
            bool const holds_several = to_next == spacing && size > spacing;
            if (!holds_several)
                size = std::min(size, to_next);
            else if (begin + size != whole.end)
                size = size / spacing * spacing;
        }
        pieces.push_back({begin, begin + size});
    }
    return pieces;
}

} // namespace seqan3_gpulcs::plan
