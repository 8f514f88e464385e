// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/batch_split.hpp"

#include <algorithm>

#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/runtime/parallel_collect.hpp"

namespace seqan3_gpulcs::dispatch
{

namespace
{

// Fewer pairs in a row are copied: as many as are computed together anyway.
constexpr std::size_t max_copied_pairs{plan::max_device_batch_pairs};

// Copies of pairs that are scattered among others.
class copied_pairs
{
public:
    copied_pairs(std::span<alignment::sequence_pair const> const pairs,
                 std::span<std::uint64_t> const lengths,
                 value_function const & find) noexcept :
        pairs_{pairs},
        lengths_{lengths},
        find_{find}
    {}

    void add(std::size_t const i)
    {
        copies_.push_back(pairs_[i]);
        indices_.push_back(i);
        if (copies_.size() == max_copied_pairs)
            compute();
    }

    // All that were added.
    void compute()
    {
        if (copies_.empty())
            return;
        found_.resize(copies_.size());
        find_(copies_, found_);
        for (std::size_t i = 0; i < indices_.size(); ++i)
            lengths_[indices_[i]] = found_[i];
        copies_.clear();
        indices_.clear();
    }

private:
    std::span<alignment::sequence_pair const> pairs_;
    std::span<std::uint64_t> lengths_;
    value_function const & find_;
    std::vector<alignment::sequence_pair> copies_{};
    std::vector<std::size_t> indices_{};
    std::vector<std::uint64_t> found_{};
};

} // namespace

batch_split split_pairs(std::span<alignment::sequence_pair const> const pairs,
                        backend::backend_interface const & backend,
                        plan::execution const & execution)
{
    auto all =
        runtime::parallel_collect<batch_split>(pairs.size(),
                                               execution,
                                               [&](batch_split & some, std::size_t const begin, std::size_t const end)
                                               {
                                                   for (std::size_t i = begin; i < end; ++i)
                                                       if (backend.fits_into_batch(pairs[i], plan::lcs_length))
                                                           some.short_pairs.add(pairs[i]);
                                                       else
                                                           some.long_pairs.push_back(i);
                                               });
    std::ranges::sort(all.long_pairs);
    return all;
}

void find_other_values(std::span<alignment::sequence_pair const> const pairs,
                       std::span<std::size_t const> const left_out,
                       std::span<std::uint64_t> const lengths,
                       value_function const & find)
{
    copied_pairs copied{pairs, lengths, find};
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= left_out.size(); ++i)
    {
        std::size_t const end = i < left_out.size() ? left_out[i] : pairs.size();
        if (end - begin >= max_copied_pairs)
            find(pairs.subspan(begin, end - begin), lengths.subspan(begin, end - begin));
        else
            for (; begin < end; ++begin)
                copied.add(begin);
        begin = end + 1;
    }
    copied.compute();
}

} // namespace seqan3_gpulcs::dispatch
