// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/diagonal_pass.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

template <recurrence recurrence_t>
class diagonal_pass
{
public:
    diagonal_pass(vector_kernel const & kernel, coded_matrix const & letters, std::span<std::uint64_t> const vertical) :
        kernel_{kernel},
        letters_{letters},
        borders_{vertical}
    {
        matrix_.planes = diagonal_planes(letters.bits);
        matrix_.words = util::ceil_div<std::size_t>(used_words(), kernel.lanes) * kernel.lanes;
        matrix_.columns = letters.columns.size();
    }

    void run(std::array<std::uint64_t, recurrence_t::carry_words> const & above)
    {
        for (unsigned k = 0; k < above.size(); ++k)
            matrix_.above[k] = above[k] & 1;
        load_rows();
        load_columns();
        kernel_.compute_diagonals(matrix_);
        for (std::size_t i = 0; i < borders_.size(); ++i)
            borders_[i] = matrix_.vertical[place_of(i)];
    }

private:
    static constexpr unsigned state_words{recurrence_t::state_words};

    std::size_t used_words() const noexcept
    {
        return borders_.size() / state_words;
    }

    // The place of a word of the state: backwards.
    std::size_t place_of(std::size_t const i) const noexcept
    {
        return i % state_words * matrix_.words + (matrix_.words - 1 - i / state_words);
    }

    void load_rows()
    {
        matrix_.vertical = resize_words(vertical_, state_words * matrix_.words);
        for (std::size_t i = 0; i < borders_.size(); ++i)
            matrix_.vertical[place_of(i)] = borders_[i];
        std::uint64_t * const rows = resize_words(rows_, matrix_.planes * matrix_.words);
        packing::split_into_planes(letters_.rows, {rows + matrix_.words - 1, matrix_.planes, matrix_.words}, -1);
        matrix_.rows = rows;
    }

    void load_columns()
    {
        std::size_t const blocks = matrix_.blocks();
        column_codes_.resize(matrix_.planes * blocks);
        packing::split_into_planes(letters_.columns, {column_codes_.data(), matrix_.planes, blocks}, 1);
        matrix_.codes = column_codes_.data();
        // Only whether there is a column must be known everywhere.
        std::uint64_t const size = matrix_.spread_words();
        spread_ = std::make_unique_for_overwrite<std::uint64_t[]>((matrix_.planes + 1) * size);
        std::fill_n(spread_.get() + matrix_.planes * size, size, 0);
        matrix_.spread = spread_.get();
    }

    vector_kernel const & kernel_;
    coded_matrix const & letters_;
    std::span<std::uint64_t> borders_;
    diagonal_matrix matrix_{};
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint64_t> column_codes_{};
    std::unique_ptr<std::uint64_t[]> spread_{};
};

} // namespace

std::optional<std::uint64_t> count_diagonal_steps(std::uint64_t const rows,
                                                  std::uint64_t const columns,
                                                  plan::metric const metric,
                                                  vector_kernel const & kernel) noexcept
{
    std::uint64_t const words = util::ceil_div<std::uint64_t>(rows, 64);
    std::uint64_t const vectors = util::ceil_div<std::uint64_t>(words, kernel.lanes);
    std::uint64_t const steps = vectors * (columns + words);
    bool const is_possible = kernel.compute_diagonals && vectors <= max_diagonal_vectors
                          && columns >= min_diagonal_columns && columns <= max_diagonal_columns;
    return is_possible && carry_chain_words(metric) * steps < words * columns ? std::optional{steps} : std::nullopt;
}

template <recurrence recurrence_t>
void compute_diagonals(vector_kernel const & kernel,
                       coded_matrix const & matrix,
                       std::array<std::uint64_t, recurrence_t::carry_words> const & above,
                       std::span<std::uint64_t> const vertical)
{
    diagonal_pass<recurrence_t>{kernel, matrix, vertical}.run(above);
}

template void compute_diagonals<lcs_recurrence>(vector_kernel const &,
                                                coded_matrix const &,
                                                std::array<std::uint64_t, 1> const &,
                                                std::span<std::uint64_t>);
template void compute_diagonals<edit_recurrence>(vector_kernel const &,
                                                 coded_matrix const &,
                                                 std::array<std::uint64_t, 2> const &,
                                                 std::span<std::uint64_t>);

} // namespace seqan3_gpulcs::cpu
