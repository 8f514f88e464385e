// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of edit distances as a policy of the vector kernel. Included once for each kind of vectors.
 */

#if defined(SEQAN3_GPULCS_EDIT_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#    ifdef SEQAN3_GPULCS_EDIT_VECTOR_INL
#        undef SEQAN3_GPULCS_EDIT_VECTOR_INL
#    else
#        define SEQAN3_GPULCS_EDIT_VECTOR_INL
#    endif

#    include <hwy/highway.h>

#    include "src/cpu/recurrence/edit_recurrence.hpp"
#    include "src/cpu/recurrence/myers_vector-inl.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

/* Computed with complements where that saves instructions: `not_plus` and `not_left` for one more than the row above, and one less
 * than in the column before.
 */
template <plan::preference preferred>
struct edit_vector
{
    using recurrence_t = edit_steps<preferred>;
    using value_vector = edit_vector<plan::preference::gaps_first>;

    // Converts the state of the recurrence to that of the steps and back.
    template <typename vector_t>
    static HWY_INLINE void convert_state(vector_t (&state)[2])
    {
        state[0] = hn::Not(state[0]);
    }

    // Converts carries in the same way.
    template <typename vector_t>
    static HWY_INLINE void convert_carries(vector_t (&carries)[2])
    {
        carries[1] = hn::Xor(carries[1], hn::Set(hn::DFromV<vector_t>{}, 1));
    }

    /* One column of a word of rows in each lane, whose last row is this bit; see lcs_vector. What Hyyrö writes as
     *     sum = (equal & plus) + plus; same = (sum ^ plus) | equal | minus
     * becomes not_sum = (differ | not_plus) + not_plus, where one less in the row above would be a carry into the sum.
     */
    template <bool masked, typename vector_t, typename limits_t, typename match_t>
    static HWY_INLINE void step(vector_t (&state)[2],
                                vector_t (&carries)[2],
                                limits_t const & limits,
                                match_t const & match,
                                vector_t (&kept)[recurrence_t::kept_words])
    {
        auto const & [exists, last_row] = limits;
        vector_t const not_plus = state[0];
        vector_t const minus = state[1];
        vector_t const differ = match.differing_rows();
        vector_t const not_sum = hn::Add(hn::Add(hn::Or(differ, not_plus), not_plus), carries[1]);
        vector_t const changed = hn::AndNot(minus, hn::AndNot(hn::Xor(not_sum, not_plus), differ));
#    if HWY_ARCH_ARM_A64 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
        // By one instruction each, which compilers do not find: no bit is 1 in both `changed` and `minus`, and a carry is one bit.
        vector_t const right{vbslq_u64(changed.raw, not_plus.raw, minus.raw)};
        vector_t const not_left = hn::Or(changed, not_plus);
        vector_t const right_above{vsliq_n_u64(carries[0].raw, right.raw, 1)};
        vector_t const not_left_above{vsliq_n_u64(carries[1].raw, not_left.raw, 1)};
#    else
        vector_t const right = hn::OrAnd(minus, changed, not_plus);
        vector_t const not_left = hn::Or(changed, not_plus);
        vector_t const right_above = hn::Or(hn::Add(right, right), carries[0]);
        vector_t const not_left_above = hn::Or(hn::Add(not_left, not_left), carries[1]);
#    endif
        vector_t const next_not_plus = hn::AndNot(hn::AndNot(right_above, changed), not_left_above);
        vector_t const next_minus = hn::AndNot(changed, right_above);
        keep(differ, changed, next_not_plus, right, kept);
        state[0] = masked ? select_bits(exists, next_not_plus, state[0]) : next_not_plus;
        state[1] = masked ? select_bits(exists, next_minus, state[1]) : next_minus;
        carries[0] = masked ? hn::Shr(hn::And(exists, right), last_row) : hn::ShiftRight<63>(right);
        carries[1] = masked ? hn::Shr(hn::Or(hn::Not(exists), not_left), last_row) : hn::ShiftRight<63>(not_left);
    }

private:
    // See edit_steps::steps.
    template <typename vector_t>
    static HWY_INLINE void keep(vector_t const differ,
                                vector_t const changed,
                                vector_t const not_plus,
                                vector_t const right,
                                vector_t (&kept)[recurrence_t::kept_words])
    {
        if constexpr (preferred == plan::preference::gaps_first)
        {
            kept[0] = hn::Not(hn::And(not_plus, hn::Or(differ, right)));
            kept[1] = hn::AndNot(hn::AndNot(right, differ), not_plus);
        }
        else
        {
            // The gap is neither a match nor a substitution.
            vector_t const gap = hn::AndNot(changed, differ);
            kept[0] = hn::Not(hn::Or(changed, hn::And(gap, right)));
            kept[1] = hn::AndNot(changed, hn::Or(hn::Not(differ), right));
            kept[2] = hn::Not(not_plus);
            kept[3] = right;
        }
    }
};

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
