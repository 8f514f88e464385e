// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments as paths through the matrix, with two bits for each column.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/run.hpp>

namespace seqan3_gpulcs::alignment
{

/*!\brief The runs of a path, from the first column of the alignment on: a forward range, and a view.
 *
 * A run is found when the iterator reaches it, 32 columns at a time. The path must outlive the view and its iterators.
 *
 * Thread safety: concurrent reads are safe.
 */
class run_view : public std::ranges::view_base
{
public:
    //!\brief Iterates over runs.
    class iterator
    {
    public:
        //!\brief The type of a distance.
        using difference_type = std::ptrdiff_t;
        //!\brief The type of a run.
        using value_type = run;
        //!\brief The concept for ranges; dereferencing returns a value.
        using iterator_concept = std::forward_iterator_tag;
        //!\brief The category for algorithms that expect references of forward iterators.
        using iterator_category = std::input_iterator_tag;

        //!\brief An iterator of no path.
        constexpr iterator() noexcept = default;

        //!\brief Starts at the last of some steps.
        constexpr iterator(std::uint64_t const * const words, std::uint64_t const steps) noexcept :
            words_{words},
            steps_{steps}
        {
            find_run();
        }

        //!\brief The run.
        constexpr run operator*() const noexcept
        {
            constexpr operation operations[]{operation::substitution,
                                             operation::insertion,
                                             operation::deletion,
                                             operation::match};
            return {operations[code_], count_};
        }

        //!\brief Moves on to the next run. Linear in the words of its steps.
        constexpr iterator & operator++() noexcept
        {
            steps_ -= count_;
            find_run();
            return *this;
        }

        //!\copydoc operator++()
        constexpr iterator operator++(int) noexcept
        {
            iterator const before = *this;
            ++*this;
            return before;
        }

        //!\brief Whether both are at the same run of the same path.
        friend constexpr bool operator==(iterator const & left, iterator const & right) noexcept
        {
            return left.steps_ == right.steps_;
        }

    private:
        static constexpr unsigned steps_per_word{32};

        // Finds the run that ends with the last remaining step.
        constexpr void find_run() noexcept
        {
            if (steps_ == 0)
                return;

            std::uint64_t const last = steps_ - 1;
            std::uint64_t const * word = words_ + last / steps_per_word;
            auto const in_word = static_cast<unsigned>(last % steps_per_word) + 1;
            std::uint64_t const steps = *word << (64 - 2 * in_word);
            code_ = static_cast<unsigned>(steps >> 62);
            std::uint64_t const same = code_ * 0x5555'5555'5555'5555u;
            // The bits that were shifted in are not steps.
            auto equal = std::min(static_cast<unsigned>(std::countl_zero(steps ^ same)) / 2, in_word);
            count_ = equal;
            if (equal != in_word)
                return;

            do
            {
                if (count_ == steps_)
                    return;
                equal = static_cast<unsigned>(std::countl_zero(*--word ^ same)) / 2;
                count_ += equal;
            }
            while (equal == steps_per_word);
        }

        std::uint64_t const * words_{};
        std::uint64_t steps_{}; // The remaining steps, with those of the run.
        std::uint64_t count_{}; // The steps of the run.
        unsigned code_{};
    };

    //!\brief The runs of no path.
    constexpr run_view() noexcept = default;

    //!\brief The runs of some steps; see seqan3_gpulcs::alignment::path.
    constexpr run_view(std::uint64_t const * const words, std::uint64_t const steps) noexcept :
        begin_{words, steps},
        end_{words, 0}
    {}

    //!\brief The run at the first column.
    constexpr iterator begin() const noexcept
    {
        return begin_;
    }

    //!\brief The end of the runs.
    constexpr iterator end() const noexcept
    {
        return end_;
    }

    //!\brief Whether there is no run.
    constexpr bool empty() const noexcept
    {
        return begin_ == end_;
    }

private:
    iterator begin_{};
    iterator end_{};
};

/*!\brief An alignment of two sequences: a path through the matrix.
 *
 * A step takes two bits: 0 is a substitution, 1 an insertion, 2 a deletion, and 3 a match
 * (seqan3_gpulcs::alignment::operation). Steps stand as a traceback finds them, the last column of the alignment first: step i is at bit `i % 32 * 2` of word `i / 32`. Bits after the
 * last step are zero.
 *
 * Thread safety: concurrent reads are safe.
 */
class path
{
public:
    //!\brief The alignment of two empty sequences.
    path() noexcept = default;

    /*!\brief Takes steps.
     * \param words   The steps, in `ceil(columns / 32)` words or more; bits after the last one must be zero.
     * \param columns The number of steps.
     */
    path(std::unique_ptr<std::uint64_t[]> words, std::uint64_t const columns) noexcept :
        words_{std::move(words)},
        columns_{columns}
    {}

    //!\brief Copies the steps. Linear.
    path(path const & other);

    //!\copydoc path(path const &)
    path & operator=(path const & other);

    //!\brief Moves; the other path is then empty.
    path(path && other) noexcept : words_{std::move(other.words_)}, columns_{std::exchange(other.columns_, 0)}
    {}

    //!\copydoc path(path &&)
    path & operator=(path && other) noexcept
    {
        words_ = std::move(other.words_);
        columns_ = std::exchange(other.columns_, 0);
        return *this;
    }

    ~path() = default;

    //!\brief The number of columns of the alignment: that of the letters of both sequences, less the matches and substitutions.
    //!       Constant time.
    std::uint64_t columns() const noexcept
    {
        return columns_;
    }

    //!\brief Whether there are no columns. Constant time.
    bool empty() const noexcept
    {
        return columns_ == 0;
    }

    //!\brief The number of matches. Linear, 32 columns at a time.
    std::uint64_t matches() const noexcept;

    //!\brief The steps.
    std::span<std::uint64_t const> words() const noexcept
    {
        return {words_.get(), static_cast<std::size_t>(columns_ / 32 + (columns_ % 32 != 0))};
    }

    //!\brief The runs of equal steps, from the first column on. No two neighbours have the same operation.
    run_view runs() const & noexcept
    {
        return {words_.get(), columns_};
    }

    //!\brief The view would dangle: keep the path, or use seqan3_gpulcs::alignment::to_runs.
    run_view runs() const && = delete;

    //!\brief Whether two alignments have the same columns. Linear, 32 columns at a time.
    friend bool operator==(path const & left, path const & right) noexcept;

private:
    std::unique_ptr<std::uint64_t[]> words_{};
    std::uint64_t columns_{};
};

/*!\brief The runs of a path, 16 bytes each. Linear.
 * \throws std::bad_alloc
 */
std::vector<run> to_runs(path const & alignment);

/*!\brief Writes a path as a CIGAR string of `=`, `X`, `I` and `D`. The first sequence is the query. Linear.
 * \throws std::bad_alloc
 */
std::string to_cigar(path const & alignment);

} // namespace seqan3_gpulcs::alignment

//!\cond
// Iterators of a view point to the path.
template <>
inline constexpr bool std::ranges::enable_borrowed_range<seqan3_gpulcs::alignment::run_view> = true;
//!\endcond
