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

template <plan::preference preferred>
struct edit_vector
{
    using recurrence_t = edit_steps<preferred>;

    // One column of a word of rows in each lane; the parameters are those of lcs_vector. Without matches, a column that does not
    // exist would change much.
    template <bool masked, typename vector_t, typename match_t>
    static HWY_INLINE void
    step(vector_t (&state)[2], vector_t (&carries)[2], vector_t const & exists, match_t const & match, vector_t (&kept)[recurrence_t::kept_words])
    {
        hn::DFromV<vector_t> const tag{};
        vector_t const equal = match(hn::Set(tag, ~std::uint64_t{0}));
        myers_vector<hn::DFromV<vector_t>> column{state[0], state[1], hn::Zero(tag), hn::Zero(tag)};
        vector_t const same = column.step(equal, carries[0], carries[1]);
        keep(equal, same, column.plus, column.up, kept);
        state[0] = masked ? select_bits(exists, column.plus, state[0]) : column.plus;
        state[1] = masked ? select_bits(exists, column.minus, state[1]) : column.minus;
        if constexpr (masked)
        {
            carries[0] = hn::And(exists, carries[0]);
            carries[1] = hn::And(exists, carries[1]);
        }
    }

private:
    // See edit_steps::steps.
    template <typename vector_t>
    static HWY_INLINE void
    keep(vector_t const equal, vector_t const same, vector_t const plus, vector_t const right, vector_t (&kept)[recurrence_t::kept_words])
    {
        if constexpr (preferred == plan::preference::gaps_first)
        {
            kept[0] = hn::Or(plus, hn::AndNot(right, equal));
            kept[1] = hn::AndNot(plus, hn::Or(right, equal));
        }
        else
        {
            kept[0] = hn::Or(equal, hn::AndNot(right, same));
            kept[1] = hn::Or(equal, hn::And(same, right));
            kept[2] = plus;
            kept[3] = right;
        }
    }
};

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
