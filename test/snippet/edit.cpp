// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>
#include <vector>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/search.hpp>

int main()
{
    namespace edit = seqan3_gpulcs::edit;

    std::cout << edit::distance("kitten", "sitting") << ' ' << edit::to_cigar(edit::alignment("kitten", "sitting"))
              << '\n';

    // The part of a text that is closest to a pattern.
    auto const pattern = seqan3_gpulcs::packing::pack("survey");
    auto const text = seqan3_gpulcs::packing::pack("a lecture on surgery and more");
    edit::sequence_pair const pair{pattern, text};
    edit::options const options{.wanted = edit::output::alignment,
                                .ends = {.second_leading = true, .second_trailing = true}};
    edit::result const found = edit::compute({&pair, 1}, options).front();
    std::cout << found.distance << " edits: [" << found.second.begin << ", " << found.second.end << ") "
              << edit::to_cigar(found.path) << '\n';

    // The nearest of many.
    edit::search search{"sitting", {.top = 2, .max_distance = 3}};
    search.add(std::vector<std::string>{"kitten", "knitting", "reading", "fitting"});
    for (edit::hit const & hit : search.hits())
        std::cout << "subject " << hit.subject << ": " << hit.distance << '\n';
}
