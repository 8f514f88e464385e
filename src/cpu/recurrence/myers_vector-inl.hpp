// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of edit distances with vectors. Included once for each kind of them.
 */

#if defined(SEQAN3_GPULCS_MYERS_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#    ifdef SEQAN3_GPULCS_MYERS_VECTOR_INL
#        undef SEQAN3_GPULCS_MYERS_VECTOR_INL
#    else
#        define SEQAN3_GPULCS_MYERS_VECTOR_INL
#    endif

#    include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

// Selects the bits of `yes` where `mask` is 1, and those of `no` elsewhere. Older vectors can only select whole lanes.
template <typename vector_t>
HWY_INLINE vector_t select_bits(vector_t const mask, vector_t const yes, vector_t const no)
{
#    if HWY_TARGET <= HWY_AVX3
    return hn::IfVecThenElse(mask, yes, no);
#    else
    return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#    endif
}

/* A word of a column in each lane, as the differences between neighbouring rows, and the changes of the last step.
 * `same` is 1 where a row equals the one above it in the column before. No bit is 1 in both `plus` and `minus`, and `same`
 * has those of `minus`; so what Hyyrö writes as minus | ~(same | plus) is one selection.
 */
template <typename tag_t>
struct myers_vector
{
    hn::Vec<tag_t> plus;  // One more than the row above.
    hn::Vec<tag_t> minus; // One less.
    hn::Vec<tag_t> up;    // One more than in the column before.
    hn::Vec<tag_t> down;  // One less.

    // The constructor is not left to the compiler: GCC makes implicit constructors without the instructions that those of ARM's vectors
    // need.
    HWY_INLINE myers_vector()
    {}

    // The first word, below a row of zeros. `equal`: the rows whose letter is that of the column.
    HWY_INLINE void step(hn::Vec<tag_t> const equal)
    {
        hn::Vec<tag_t> const same = compute_steps(equal);
        finish(same, hn::Add(up, up), hn::Add(down, down));
    }

    // Computes the next word. The carries, 0 or 1, are those of the row above, then those of the last row.
    HWY_INLINE void step(hn::Vec<tag_t> const equal, hn::Vec<tag_t> & up_carry, hn::Vec<tag_t> & down_carry)
    {
        // A row above that is one less has the same effect as a match of the first row.
        hn::Vec<tag_t> const same = compute_steps(hn::Or(equal, down_carry));
        hn::Vec<tag_t> const up_above = hn::Or(hn::Add(up, up), up_carry);
        hn::Vec<tag_t> const down_above = hn::Or(hn::Add(down, down), down_carry);
        up_carry = hn::ShiftRight<63>(up);
        down_carry = hn::ShiftRight<63>(down);
        finish(same, up_above, down_above);
    }

private:
    HWY_INLINE hn::Vec<tag_t> compute_steps(hn::Vec<tag_t> const equal)
    {
        hn::Vec<tag_t> const sum = hn::Add(hn::And(equal, plus), plus);
        hn::Vec<tag_t> const same = hn::Or3(hn::Xor(sum, plus), equal, minus);
        up = select_bits(same, minus, hn::Not(plus));
        down = hn::And(plus, same);
        return same;
    }

    HWY_INLINE void finish(hn::Vec<tag_t> const same, hn::Vec<tag_t> const up_above, hn::Vec<tag_t> const down_above)
    {
        plus = select_bits(same, down_above, hn::Not(up_above));
        minus = hn::And(up_above, same);
    }
};

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
