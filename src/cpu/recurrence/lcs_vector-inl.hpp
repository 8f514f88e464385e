// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of longest common subsequences with vectors. Included once for each kind of them.
 */

#if defined(SEQAN3_GPULCS_LCS_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#    ifdef SEQAN3_GPULCS_LCS_VECTOR_INL
#        undef SEQAN3_GPULCS_LCS_VECTOR_INL
#    else
#        define SEQAN3_GPULCS_LCS_VECTOR_INL
#    endif

#    include <hwy/highway.h>

#    include "src/cpu/recurrence/lcs_recurrence.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

struct lcs_vector
{
    using recurrence_t = lcs_recurrence;
    using value_vector = lcs_vector;

    // Steps compute with the words of the recurrence as they are.
    template <typename vector_t>
    static HWY_INLINE void convert_state(vector_t (&)[1])
    {}

    template <typename vector_t>
    static HWY_INLINE void convert_carries(vector_t (&)[1])
    {}

    /* Computes one column of a word of rows in each lane.
     * state   V.
     * carries From the word above, 0 or 1; then to the word below: out of the top bit of a sum of V and U, it is
     *         U | (V & ~sum).
     * limits  exists: all ones in the lanes that have the column, if some may not have it. Without matches and carries it
     *         changes nothing. last_row: the bit of the last row of the word, for recurrences that may need what is below any
     *         row.
     * match   match(x) is x in the rows with the letter of the column, and zero elsewhere.
     * kept    V.
     */
    template <bool masked, typename vector_t, typename limits_t, typename match_t>
    static HWY_INLINE void step(vector_t (&state)[1],
                                vector_t (&carries)[1],
                                limits_t const & limits,
                                match_t const & match,
                                vector_t (&kept)[1])
    {
        vector_t const v = state[0];
        vector_t const u = match(masked ? hn::And(v, limits.exists) : v);
        vector_t const sum = hn::Add(hn::Add(v, u), carries[0]);
        carries[0] = hn::ShiftRight<63>(hn::Or(u, hn::AndNot(sum, v)));
        state[0] = hn::Or(sum, hn::Xor(v, u));
        kept[0] = state[0];
    }
};

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
