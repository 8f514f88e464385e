// SPDX-License-Identifier: BSD-3-Clause

#include <utility>

#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>

#include "src/packing/code_words.hpp"
#include "src/packing/letter_coding.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing::detail
{

void sequence_arena::clear() noexcept
{
    words_.clear();
    codings_.clear();
    sequences_.clear();
}

void sequence_arena::begin(letter_set const & set, letter_table const & table)
{
    if (codings_.empty() || codings_.back().set != set || codings_.back().table != &table)
    {
        letter_coding made{set, table};
        codings_.push_back({set, &table, std::move(made.letters), made.code_of, made.bits_per_letter});
    }
    sequences_.push_back({words_.size(), 0, codings_.size() - 1});
}

bool sequence_arena::append_with_last_codes(std::span<std::uint8_t const> const values, letter_table const & table)
{
    if (codings_.empty())
        return false;
    coding const & last = codings_.back();
    // Wider codes are slower to compare: reads after one with an unknown base must not take over its width.
    if (last.table != &table || last.bits_per_letter != 2 || !last.code_of.has_all(values))
        return false;
    sequences_.push_back({words_.size(), 0, codings_.size() - 1});
    append(values);
    return true;
}

void sequence_arena::append(std::span<std::uint8_t const> const values)
{
    std::uint64_t const position = sequences_.back().size;
    resize(position + values.size());
    write(position, values);
}

void sequence_arena::append_codes(std::uint64_t const * const words, std::uint64_t const size)
{
    resize(size);
    sequence const & last = sequences_.back();
    copy_words(words, size, codings_[last.coding].bits_per_letter, words_.data() + last.first_word);
}

void sequence_arena::resize(std::uint64_t const size)
{
    sequence & last = sequences_.back();
    words_.resize(last.first_word + util::ceil_div<std::uint64_t>(size * codings_[last.coding].bits_per_letter, 64));
    last.size = size;
}

void sequence_arena::write(std::uint64_t const position, std::span<std::uint8_t const> const values) noexcept
{
    sequence const & last = sequences_.back();
    coding const & codes = codings_[last.coding];
    write_codes(codes.code_of, codes.bits_per_letter, values, words_.data() + last.first_word, position);
}

} // namespace seqan3_gpulcs::packing::detail
