// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/recurrence/vector_kernel.hpp"

namespace seqan3_gpulcs::cpu
{

void vector_block::find_rare_words(std::vector<std::uint8_t> & memory, unsigned const lanes)
{
    memory.assign(words, 0);
    for (std::size_t word = 0; word < words; ++word)
    {
        std::uint64_t const * const word_rows = rows + word * planes * lanes;
        std::uint64_t rare = 0;
        for (std::size_t i = frequent_planes * lanes; i < planes * lanes; ++i)
            rare |= word_rows[i];
        memory[word] = rare != 0;
    }
    rare_words = memory.data();
}

} // namespace seqan3_gpulcs::cpu
