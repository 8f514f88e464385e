// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <tuple>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/products.hpp>

namespace seqan3_gpulcs::primer
{

namespace
{

// The numbers of the sites of a strand, in the order of the sequences, their begins or ends, and their numbers.
std::vector<std::uint64_t>
sorted_sites(std::span<site const> const sites, strand const wanted, std::uint64_t site::*const position)
{
    std::vector<std::uint64_t> numbers{};
    numbers.reserve(static_cast<std::size_t>(std::ranges::count(sites, wanted, &site::strand)));
    for (std::uint64_t i = 0; i < sites.size(); ++i)
        if (sites[i].strand == wanted)
            numbers.push_back(i);
    std::ranges::sort(numbers,
                      {},
                      [&](std::uint64_t const i)
                      {
                          return std::tuple{sites[i].sequence, sites[i].*position, i};
                      });
    return numbers;
}

// Whether a product of a forward site that ends here would have fewer letters, or be on an earlier sequence.
bool is_below(site const & reverse, site const & forward, std::uint64_t const letters) noexcept
{
    if (reverse.sequence != forward.sequence)
        return reverse.sequence < forward.sequence;
    return reverse.end < forward.begin || reverse.end - forward.begin < letters;
}

} // namespace

void find_products(std::span<site const> const sites,
                   std::uint64_t const min_length,
                   std::uint64_t const max_length,
                   std::function<void(product const &)> const & report)
{
    if (max_length < min_length)
        throw invalid_option{"The maximum length of products is less than the minimum; swap the two."};

    auto const forward = sorted_sites(sites, strand::forward, &site::begin);
    auto const reverse = sorted_sites(sites, strand::reverse, &site::end);
    // Forward sites begin ever later, so no later one has a product with the reverse sites before this one.
    auto first = reverse.begin();
    for (std::uint64_t const i : forward)
    {
        site const & left = sites[i];
        while (first != reverse.end() && is_below(sites[*first], left, min_length))
            ++first;
        for (auto next = first; next != reverse.end(); ++next)
        {
            site const & right = sites[*next];
            if (right.sequence != left.sequence || right.end - left.begin > max_length)
                break;
            if (left.begin <= right.begin && left.end <= right.end)
                report({.forward = i, .reverse = *next, .begin = left.begin, .end = right.end});
        }
    }
}

std::vector<product>
find_products(std::span<site const> const sites, std::uint64_t const min_length, std::uint64_t const max_length)
{
    std::vector<product> products{};
    find_products(sites,
                  min_length,
                  max_length,
                  [&](product const & each)
                  {
                      products.push_back(each);
                  });
    return products;
}

} // namespace seqan3_gpulcs::primer
