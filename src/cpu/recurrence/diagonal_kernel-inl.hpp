// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes a matrix of a few vectors of rows along its diagonals. Included once for each kind of vectors.
 */

#if defined(SEQAN3_GPULCS_DIAGONAL_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#    ifdef SEQAN3_GPULCS_DIAGONAL_KERNEL_INL
#        undef SEQAN3_GPULCS_DIAGONAL_KERNEL_INL
#    else
#        define SEQAN3_GPULCS_DIAGONAL_KERNEL_INL
#    endif

#    include <algorithm>
#    include <cstdint>

#    include <hwy/highway.h>

#    include "src/cpu/recurrence/vector_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

#    if HWY_MAX_BYTES >= 32

// Moves lanes to the ones before them; the last lane gets the first one of the next vector.
HWY_INLINE vector shift_lanes(vector const next, vector const now)
{
#        if HWY_TARGET <= HWY_AVX3
    return vector{_mm512_alignr_epi64(next.raw, now.raw, 1)};
#        else
    tag_t const tag{};
    return hn::CombineShiftRightLanes<1>(tag, hn::ConcatLowerUpper(tag, next, now), now);
#        endif
}

/* Computes in each step a column of each word of rows: that of the word above it in the step before. So carries go from lane to lane, and
 * all vectors of a step are independent. Words lie backwards, the first rows last, so that the columns of a step lie forwards. All that
 * goes from step to step is in registers.
 */
template <typename step_t, unsigned planes, unsigned vectors>
class diagonal_run
{
public:
    // The constructor is not left to the compiler: GCC makes implicit constructors without the instructions that those of ARM's vectors
    // need.
    HWY_INLINE explicit diagonal_run(diagonal_matrix const & matrix) :
        spread_{matrix.spread},
        distance_{matrix.spread_words()}
    {
        tag_t const tag{};
        for (unsigned v = 0; v < vectors; ++v)
        {
            for (unsigned plane = 0; plane < planes; ++plane)
                rows_[v][plane] = hn::Load(tag, matrix.rows + (plane * vectors + v) * lanes());
            for (unsigned k = 0; k < state_words; ++k)
                state_[v][k] = hn::Load(tag, matrix.vertical + (k * vectors + v) * lanes());
            step_t::convert_state(state_[v]);
            for (vector & carry : carries_[v])
                carry = hn::Zero(tag);
            step_t::convert_carries(carries_[v]);
        }
        for (unsigned k = 0; k < carry_words; ++k)
            carries_[vectors][k] = hn::Set(tag, matrix.above[k]);
        step_t::convert_carries(carries_[vectors]);
    }

    // All steps up to one. If they are masked, some words may have no column.
    template <bool masked>
    HWY_INLINE void compute(std::uint64_t const begin, std::uint64_t const end)
    {
        tag_t const tag{};
        vector const last_row = hn::Set(tag, 63);
        for (std::uint64_t step = begin; step < end; ++step)
            for (unsigned v = 0; v < vectors; ++v)
            {
                std::uint64_t const * const columns = spread_ + step + v * lanes();
                vector codes[planes];
                for (unsigned plane = 0; plane < planes; ++plane)
                    codes[plane] = hn::LoadU(tag, columns + plane * distance_);
                vector const exists = masked ? hn::LoadU(tag, columns + planes * distance_) : last_row;
                for (unsigned k = 0; k < carry_words; ++k)
                    carries_[v][k] = shift_lanes(carries_[v + 1][k], carries_[v][k]);
                vector kept[kept_words];
                step_t::template step<masked>(state_[v],
                                              carries_[v],
                                              step_limits{exists, last_row},
                                              column_match<planes, false>{rows_[v], codes, last_row},
                                              kept);
            }
    }

    HWY_INLINE void store(diagonal_matrix const & matrix)
    {
        tag_t const tag{};
        for (unsigned v = 0; v < vectors; ++v)
        {
            step_t::convert_state(state_[v]);
            for (unsigned k = 0; k < state_words; ++k)
                hn::Store(state_[v][k], tag, matrix.vertical + (k * vectors + v) * lanes());
        }
    }

private:
    static constexpr unsigned state_words{step_t::recurrence_t::state_words};
    static constexpr unsigned carry_words{step_t::recurrence_t::carry_words};
    static constexpr unsigned kept_words{step_t::recurrence_t::kept_words};

    static HWY_INLINE std::size_t lanes()
    {
        return hn::Lanes(tag_t{});
    }

    std::uint64_t const * spread_;
    std::uint64_t distance_;
    vector rows_[vectors][planes];
    vector state_[vectors][state_words];
    // The carries that each word passes on to the next one; the last vector holds those that enter from above the matrix.
    vector carries_[vectors + 1][carry_words];
};

// All ones in the lanes whose bit is set: from this one on, a bit for each lane.
HWY_INLINE vector spread_bits(std::uint64_t const word, unsigned const first)
{
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    vector const on_top = hn::Shl(hn::Set(tag, word), hn::Sub(hn::Set(tag, 63), hn::Iota(tag, first)));
    return hn::BitCast(tag, hn::BroadcastSignBit(hn::BitCast(signed_tag, on_top)));
}

// All ones or zeros for each column, by a bit of its code; and for each whether there is one.
inline void spread_columns(diagonal_matrix const & matrix)
{
    tag_t const tag{};
    for (unsigned plane = 0; plane <= matrix.planes; ++plane)
        for (std::uint64_t block = 0; block < matrix.blocks(); ++block)
        {
            std::uint64_t const count = std::min<std::uint64_t>(64, matrix.columns - block * 64);
            std::uint64_t const word = plane == matrix.planes ? ~std::uint64_t{0} >> (64 - count)
                                                              : matrix.codes[plane * matrix.blocks() + block];
            std::uint64_t * const to = matrix.spread + plane * matrix.spread_words() + matrix.words - 1 + block * 64;
            for (unsigned bit = 0; bit < 64; bit += static_cast<unsigned>(hn::Lanes(tag)))
                hn::StoreU(spread_bits(word, bit), tag, to + bit);
        }
}

template <typename step_t, unsigned planes, unsigned vectors>
void run_diagonals(diagonal_matrix const & matrix)
{
    std::uint64_t const steps = matrix.columns + matrix.words - 1;
    // Between these all words have a column.
    std::uint64_t const begin = matrix.words - 1;
    std::uint64_t const end = std::max(begin, matrix.columns);
    diagonal_run<step_t, planes, vectors> run{matrix};
    // Masked steps come first and last, by the same code.
    std::uint64_t const parts[]{0, begin, end, steps};
    for (unsigned part = 0; part < 3; part += 2)
    {
        run.template compute<true>(parts[part], parts[part + 1]);
        if (part == 0)
            run.template compute<false>(begin, end);
    }
    run.store(matrix);
}

template <typename step_t, unsigned planes>
void run_vectors(diagonal_matrix const & matrix)
{
    static_assert(max_diagonal_vectors == 4);
    switch (matrix.words / hn::Lanes(tag_t{}))
    {
    case 1:
        return run_diagonals<step_t, planes, 1>(matrix);
    case 2:
        return run_diagonals<step_t, planes, 2>(matrix);
    case 3:
        return run_diagonals<step_t, planes, 3>(matrix);
    default:
        return run_diagonals<step_t, planes, 4>(matrix);
    }
}

template <typename step_t>
void compute_diagonals(diagonal_matrix const & matrix)
{
    static_assert(max_planes == 8);
    spread_columns(matrix);
    switch (matrix.planes)
    {
    case 2:
        return run_vectors<step_t, 2>(matrix);
    case 5:
        return run_vectors<step_t, 5>(matrix);
    default:
        return run_vectors<step_t, 8>(matrix);
    }
}

#    endif

// All kernels of steps.
template <typename step_t>
vector_kernel describe_kernel()
{
    vector_kernel kernel{static_cast<unsigned>(hn::Lanes(tag_t{})), &keep_or_not<step_t>, nullptr};
#    if HWY_MAX_BYTES >= 32
    kernel.compute_diagonals = &compute_diagonals<typename step_t::value_vector>;
#    endif
    return kernel;
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
