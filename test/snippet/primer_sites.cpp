// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <vector>

#include <seqan3_gpulcs/primer/products.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

int main()
{
    namespace packing = seqan3_gpulcs::packing;
    namespace primer = seqan3_gpulcs::primer;

    auto const left = packing::pack("GATTACA");
    auto const right = packing::pack("CCRTGAA"); // R is A or G
    auto const host = packing::pack("TTGATTACACGGAACGTTCACGGTTGATACAGG");
    std::vector<packing::packed_sequence_view> const primers{left, right};
    std::vector<packing::packed_sequence_view> const sequences{host};

    primer::site_options const options{.max_edits = 1};
    auto const sites = primer::find_sites(primers, sequences, options);
    for (primer::site const & site : sites)
        std::cout << "primer " << site.primer << ": [" << site.begin << ", " << site.end << ") "
                  << (site.strand == primer::strand::forward ? '+' : '-') << ' '
                  << to_cigar(primer::align_site(primers[site.primer], sequences[site.sequence], site, options))
                  << '\n';

    for (primer::product const & product : primer::find_products(sites, 10, 100))
        std::cout << "product [" << product.begin << ", " << product.end << ") of the sites " << product.forward
                  << " and " << product.reverse << '\n';
}
