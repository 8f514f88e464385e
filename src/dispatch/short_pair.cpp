// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/short_pair.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "src/cpu/backend/byte_pair.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::dispatch
{

namespace
{

static_assert(
    std::ranges::max(plan::all_metric_costs.values, {}, &plan::metric_costs::max_register_size).max_register_size
    <= cpu::max_byte_pair_size);

bool is_for_this_thread(plan::execution const & execution) noexcept
{
    return !needs_backend(execution) && !execution.stop.stop_requested();
}

bool has_value_at_once(std::uint64_t const longer,
                       plan::metric const metric,
                       plan::execution const & execution) noexcept
{
    return longer <= plan::costs_of(metric).max_register_size && is_for_this_thread(execution);
}

// With AVX2, vectors are for up to 1,024 letters.
bool may_have_vectors(std::uint64_t const longer, plan::metric const metric, plan::execution const & execution) noexcept
{
    plan::metric_costs const & costs = plan::costs_of(metric);
    return longer >= costs.min_vector_size && longer <= costs.max_vector_size && is_for_this_thread(execution);
}

cpu::byte_pair bytes_of(std::string_view const first, std::string_view const second) noexcept
{
    auto const bytes = [](std::string_view const text)
    {
        return std::span{reinterpret_cast<std::uint8_t const *>(text.data()), text.size()};
    };
    return {bytes(first), bytes(second)};
}

/* Sequences with a few differences need a part of their matrix. Pairs of 1,000 letters of which one in a thousand is changed take 0.2 us.
 * Where there are more, the search stops early.
 */
std::optional<std::uint64_t>
find_if_similar(cpu::byte_pair const & pair, plan::metric const metric, plan::execution const & execution) noexcept
{
    constexpr std::uint64_t min_size{192};
    constexpr std::uint64_t letters_per_difference{64};
    auto const [shorter, longer] = std::minmax({pair.first.size(), pair.second.size()});
    if (shorter < min_size || longer > max_similar_size || !is_for_this_thread(execution))
        return std::nullopt;
    std::uint64_t const max_distance = std::min<std::uint64_t>(63, longer / letters_per_difference);
    if (longer - shorter > max_distance)
        return std::nullopt;
    return cpu::find_similar_value(pair, metric, max_distance);
}

std::optional<std::uint64_t>
find_value_of_bytes(cpu::byte_pair const & pair, plan::metric const metric, plan::execution const & execution)
{
    if (std::optional<std::uint64_t> const found = find_if_similar(pair, metric, execution))
        return found;
    std::uint64_t const longer = std::max(pair.first.size(), pair.second.size());
    if (may_have_vectors(longer, metric, execution))
        if (std::optional<std::uint64_t> const found = cpu::find_value_by_vectors(pair, metric))
            return found;
    if (!has_value_at_once(longer, metric, execution))
        return std::nullopt;
    return cpu::find_value(pair, metric);
}

bool has_path_at_once(std::uint64_t const first,
                      std::uint64_t const second,
                      plan::metric const metric,
                      plan::execution const & execution) noexcept
{
    // The smallest limit is that of all other ways, which keep more than the columns of a few letters.
    std::uint64_t const bytes = std::max(cpu::kept_path_bytes(first, second, metric),
                                         plan::min_memory({.metric = metric, .with_path = true}, {first, second}));
    return std::max(first, second) <= max_path_size && bytes <= execution.memory_limit && is_for_this_thread(execution);
}

// The letters of packed sequences.
class unpacked_pair
{
public:
    unpacked_pair(packing::packed_sequence_view const & first, packing::packed_sequence_view const & second)
    {
        packing::check_same_kind(first, second);
        pair_ = {unpack(first, first_), unpack(second, second_)};
    }

    unpacked_pair(unpacked_pair const &) = delete;
    unpacked_pair & operator=(unpacked_pair const &) = delete;

    cpu::byte_pair const & get() const noexcept
    {
        return pair_;
    }

private:
    using letters_t = std::array<std::uint8_t, cpu::max_byte_pair_size>;

    static std::span<std::uint8_t const> unpack(packing::packed_sequence_view const & sequence,
                                                letters_t & letters) noexcept
    {
        std::span const some = std::span{letters}.first(sequence.size());
        packing::unpack(sequence, 0, some);
        return some;
    }

    letters_t first_;
    letters_t second_;
    cpu::byte_pair pair_{};
};

} // namespace

std::optional<std::uint64_t> find_value_at_once(std::string_view const first,
                                                std::string_view const second,
                                                plan::metric const metric,
                                                plan::execution const & execution)
{
    return find_value_of_bytes(bytes_of(first, second), metric, execution);
}

std::optional<std::uint64_t> find_value_at_once(packing::packed_sequence_view const & first,
                                                packing::packed_sequence_view const & second,
                                                plan::metric const metric,
                                                plan::execution const & execution)
{
    if (!has_value_at_once(std::max(first.size(), second.size()), metric, execution))
        return std::nullopt;
    unpacked_pair const pair{first, second};
    return find_value_of_bytes(pair.get(), metric, execution);
}

std::optional<alignment::path> find_path_at_once(std::string_view const first,
                                                 std::string_view const second,
                                                 plan::metric const metric,
                                                 plan::execution const & execution)
{
    if (!has_path_at_once(first.size(), second.size(), metric, execution))
        return std::nullopt;
    return cpu::find_path(bytes_of(first, second), metric);
}

std::optional<alignment::path> find_path_at_once(packing::packed_sequence_view const & first,
                                                 packing::packed_sequence_view const & second,
                                                 plan::metric const metric,
                                                 plan::execution const & execution)
{
    if (!has_path_at_once(first.size(), second.size(), metric, execution))
        return std::nullopt;
    unpacked_pair const pair{first, second};
    return cpu::find_path(pair.get(), metric);
}

} // namespace seqan3_gpulcs::dispatch
