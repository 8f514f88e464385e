// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

int main()
{
    using namespace seqan3_gpulcs;

    std::vector<std::string_view> const reads{"ACGTTGCATTACGGA", "ACGTTGCATTACGA", "GGTACCATGACATTG", "GGTACCATGATTG"};
    packing::packed_set const packed = packing::pack_all(reads, 1);

    edit::all_pairs_in_blocks(packed.views(),
                              [](alignment::value_block && block)
                              {
                                  for (auto const & [first, second, values] : block.rows)
                                      for (std::size_t i = 0; i < values.size(); ++i)
                                          if (values[i] <= 3)
                                              std::cout << first << ' ' << second + i << ' ' << values[i] << '\n';
                              });
}
