// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes 64 columns of several words of rows in each lane. Included once for each kind of vectors.
 */

#if defined(SEQAN3_GPULCS_VECTOR_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#    ifdef SEQAN3_GPULCS_VECTOR_KERNEL_INL
#        undef SEQAN3_GPULCS_VECTOR_KERNEL_INL
#    else
#        define SEQAN3_GPULCS_VECTOR_KERNEL_INL
#    endif

#    include <bit>
#    include <cstdint>

#    include <hwy/highway.h>

#    include "src/cpu/recurrence/vector_kernel.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

using tag_t = hn::CappedTag<std::uint64_t, max_lanes>;
using vector = hn::Vec<tag_t>;

// Computed side by side, each one word after the previous one, columns hide each other's latency.
constexpr unsigned columns_at_once{4};

// Returns all ones in the lanes whose word has this bit.
HWY_INLINE vector spread_bit(vector const words, unsigned const bit)
{
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    vector const on_top = hn::ShiftLeftSame(words, static_cast<int>(63 - bit));
    return hn::BitCast(tag, hn::BroadcastSignBit(hn::BitCast(signed_tag, on_top)));
}

// Leaves of a vector what is equal in two others. AVX-512 does so by one instruction, which compilers do not find.
HWY_INLINE vector and_equal(vector const of, vector const left, vector const right)
{
#    if HWY_TARGET <= HWY_AVX3
    constexpr int of_and_equal{0b1001'0000};
    return vector{_mm512_ternarylogic_epi64(of.raw, left.raw, right.raw, of_and_equal)};
#    else
    return hn::AndNot(hn::Xor(left, right), of);
#    endif
}

// The rows of a word that have the letter of a column; rare rows have none of the letters that `planes` planes tell apart.
template <unsigned planes, bool has_rare_rows>
struct column_match
{
    vector const (&rows)[planes];
    vector const (&codes)[planes];
    vector const & rare_rows;

    // Leaves only these rows of a vector.
    HWY_INLINE vector operator()(vector of) const
    {
        if constexpr (has_rare_rows)
            of = hn::AndNot(rare_rows, of);
        for (unsigned i = 0; i < planes; ++i)
            of = and_equal(of, rows[i], codes[i]);
        return of;
    }

    // The rows that have another letter.
    HWY_INLINE vector differing_rows() const
    {
        vector differ = hn::Xor(rows[0], codes[0]);
        for (unsigned i = 1; i < planes; ++i)
            differ = hn::Or(differ, hn::Xor(rows[i], codes[i]));
        return has_rare_rows ? hn::Or(differ, rare_rows) : differ;
    }
};

// Limits the columns and rows that a step of a word may change.
struct step_limits
{
    vector const & exists;   // All ones in the lanes that have the column.
    vector const & last_row; // The bit of the last row of the word, in each lane.
};

// The codes of a word of rows.
template <unsigned planes>
struct word_rows
{
    vector const (&codes)[planes];
    vector const & rare; // Rows that have none of the letters of these planes.
    vector const &
        last_row; // The bit of the last row, in each lane, if columns are masked; otherwise it is the top one.
};

// A few columns of a block, and what they carry from word to word.
template <typename step_t, unsigned column_planes>
struct some_columns
{
    static constexpr unsigned state_words{step_t::recurrence_t::state_words};
    static constexpr unsigned carry_words{step_t::recurrence_t::carry_words};
    static constexpr unsigned kept_words{step_t::recurrence_t::kept_words};

    vector codes[columns_at_once][column_planes];
    vector carries[columns_at_once][carry_words];
    vector exists[columns_at_once];

    // The constructor is not left to the compiler: GCC makes implicit constructors without the instructions that those of ARM's vectors
    // need.
    HWY_INLINE some_columns()
    {}

    // Columns from `first` on.
    template <bool masked>
    HWY_INLINE void load(vector_block const & block, unsigned const first)
    {
        tag_t const tag{};
        vector above[carry_words];
        for (unsigned k = 0; k < carry_words; ++k)
            above[k] = hn::Load(tag, block.horizontal + k * max_lanes);
        for (unsigned c = 0; c < columns_at_once; ++c)
        {
            for (unsigned i = 0; i < column_planes; ++i)
                codes[c][i] = spread_bit(hn::LoadU(tag, block.columns[i]), first + c);
            for (unsigned k = 0; k < carry_words; ++k)
                carries[c][k] = hn::ShiftRight<63>(hn::ShiftLeftSame(above[k], static_cast<int>(first + c)));
            step_t::convert_carries(carries[c]);
            if constexpr (masked)
                exists[c] = spread_bit(hn::Load(tag, block.valid), first + c);
        }
    }

    // Computes all columns of a word of rows. `kept` is null, or the place for what is kept of the first one.
    template <bool masked, bool keep_columns, bool has_rare_rows>
    HWY_INLINE void compute_word(std::uint64_t * const vertical,
                                 word_rows<column_planes> const & rows,
                                 std::uint64_t * const kept,
                                 std::size_t const kept_distance)
    {
        tag_t const tag{};
        std::size_t const lanes = hn::Lanes(tag);
        vector state[state_words];
        for (unsigned k = 0; k < state_words; ++k)
            state[k] = hn::Load(tag, vertical + k * lanes);
        step_t::convert_state(state);
        for (unsigned c = 0; c < columns_at_once; ++c)
        {
            vector column[kept_words];
            step_t::template step<masked>(state,
                                          carries[c],
                                          step_limits{exists[c], rows.last_row},
                                          column_match<column_planes, has_rare_rows>{rows.codes, codes[c], rows.rare},
                                          column);
            if constexpr (keep_columns)
                for (unsigned k = 0; k < kept_words; ++k)
                    hn::Store(column[k], tag, kept + c * kept_distance + k * lanes);
        }
        step_t::convert_state(state);
        for (unsigned k = 0; k < state_words; ++k)
            hn::Store(state[k], tag, vertical + k * lanes);
    }
};

// Computes columns from `first` on, whose letters need `column_planes`; those of the rows have `row_planes`.
template <typename step_t, unsigned column_planes, unsigned row_planes, bool masked, bool keep_columns>
HWY_INLINE void
compute_columns(vector_block const & block, unsigned const first, vector (&below)[step_t::recurrence_t::carry_words])
{
    static_assert(column_planes == row_planes || column_planes == frequent_planes);
    tag_t const tag{};
    std::size_t const lanes = hn::Lanes(tag);
    std::size_t const word_size = step_t::recurrence_t::state_words * lanes;
    std::size_t const kept_word_size = step_t::recurrence_t::kept_words * lanes;
    std::size_t const column_size = block.words * kept_word_size;

    some_columns<step_t, column_planes> columns;
    columns.template load<masked>(block, first);
    vector last_row = hn::Set(tag, 63);
    for (std::size_t word = 0; word < block.words; ++word)
    {
        std::uint64_t const * const word_rows = block.rows + word * row_planes * lanes;
        vector rows[column_planes];
        for (unsigned i = 0; i < column_planes; ++i)
            rows[i] = hn::Load(tag, word_rows + i * lanes);

        std::uint64_t * const vertical = block.vertical + word * word_size;
        std::uint64_t * const kept = keep_columns ? block.kept + first * column_size + word * kept_word_size : nullptr;
        if (masked && block.last_rows && word + 1 == block.words)
            last_row = hn::Load(tag, block.last_rows);
        vector rare = hn::Zero(tag);
        if (column_planes != row_planes && block.rare_words[word])
        {
            for (unsigned i = column_planes; i < row_planes; ++i)
                rare = hn::Or(rare, hn::Load(tag, word_rows + i * lanes));
            columns.template compute_word<masked, keep_columns, true>(vertical,
                                                                      {rows, rare, last_row},
                                                                      kept,
                                                                      column_size);
        }
        else
        {
            columns.template compute_word<masked, keep_columns, false>(vertical,
                                                                       {rows, rare, last_row},
                                                                       kept,
                                                                       column_size);
        }
    }

    for (unsigned c = 0; c < columns_at_once; ++c)
    {
        // Rows after the last one leave bits above the lowest.
        if (masked && block.last_rows)
            for (vector & carry : columns.carries[c])
                carry = hn::And(carry, hn::Set(tag, 1));
        step_t::convert_carries(columns.carries[c]);
        for (unsigned k = 0; k < step_t::recurrence_t::carry_words; ++k)
            below[k] = hn::Or(hn::Add(below[k], below[k]), columns.carries[c][k]);
    }
}

// The columns that have a rare letter in any lane.
template <unsigned planes>
HWY_INLINE std::uint64_t find_rare_columns(vector_block const & block)
{
    tag_t const tag{};
    vector rare = hn::Zero(tag);
    for (unsigned i = frequent_planes; i < planes; ++i)
        rare = hn::Or(rare, hn::LoadU(tag, block.columns[i]));
    HWY_ALIGN std::uint64_t words[hn::MaxLanes(tag)];
    hn::Store(rare, tag, words);
    std::uint64_t columns = 0;
    for (std::uint64_t const word : words)
        columns |= word;
    return columns;
}

// The columns up to the last one that any lane has.
inline unsigned count_columns(vector_block const & block)
{
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane < hn::Lanes(tag_t{}); ++lane)
        all |= block.valid[lane];
    return static_cast<unsigned>(std::bit_width(all));
}

template <typename step_t, unsigned planes, bool masked, bool keep_columns>
HWY_INLINE void compute(vector_block const & block)
{
    constexpr unsigned carry_words = step_t::recurrence_t::carry_words;
    tag_t const tag{};
    std::uint64_t const rare_columns = find_rare_columns<planes>(block);
    vector below[carry_words];
    for (unsigned k = 0; k < carry_words; ++k)
        below[k] = hn::Zero(tag);
    unsigned const columns = masked ? count_columns(block) : 64;
    unsigned first = 0;
    for (; first < columns; first += columns_at_once)
    {
        if (planes == frequent_planes || (rare_columns >> first & ((1u << columns_at_once) - 1u)) == 0)
            compute_columns<step_t, frequent_planes, planes, masked, keep_columns>(block, first, below);
        else
            compute_columns<step_t, planes, planes, masked, keep_columns>(block, first, below);
    }
    for (unsigned k = 0; k < carry_words; ++k)
    {
        // The columns that no lane has.
        if (first != 64)
            below[k] = first == 0 ? hn::Zero(tag) : hn::ShiftLeftSame(below[k], static_cast<int>(64 - first));
        hn::Store(below[k], tag, block.horizontal + k * max_lanes);
    }
}

template <typename step_t, unsigned planes, bool keep_columns>
HWY_INLINE void compute_planes(vector_block const & block)
{
    block.valid ? compute<step_t, planes, true, keep_columns>(block)
                : compute<step_t, planes, false, keep_columns>(block);
}

template <typename step_t, bool keep_columns>
void compute_block(vector_block const & block)
{
    static_assert(max_planes == 8);
    switch (block.planes)
    {
    case 2:
        return compute_planes<step_t, 2, keep_columns>(block);
    case 4:
        return compute_planes<step_t, 4, keep_columns>(block);
    case 5:
        return compute_planes<step_t, 5, keep_columns>(block);
    default:
        return compute_planes<step_t, 8, keep_columns>(block);
    }
}

// Steps that differ only in what they keep share those that keep nothing.
template <typename step_t>
void keep_or_not(vector_block const & block)
{
    block.kept ? compute_block<step_t, true>(block) : compute_block<typename step_t::value_vector, false>(block);
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#endif
