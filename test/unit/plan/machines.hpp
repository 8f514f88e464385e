// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Machines for which plans are made; none of them needs to be there.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/plan/hardware_costs.hpp"

namespace seqan3_gpulcs::plan::test
{

// A machine, and how it is written in a failure.
struct machine
{
    std::string name;
    plan::hardware_costs costs;
};

inline machine with(std::string const & device, unsigned const threads, unsigned const vector_bits)
{
    std::optional<plan::device_costs> costs{};
    if (device == "H200")
        costs = plan::describe_device(132, 1'980'000'000);
    else if (device == "H100") // PCIe
        costs = plan::describe_device(114, 1'755'000'000);
    else if (device == "T4")
        costs = plan::describe_device(40, 1'590'000'000);
    else if (device == "RTX") // As a 3060.
        costs = plan::describe_device(28, 1'777'000'000);
    return {device + ", " + std::to_string(threads) + " threads, " + std::to_string(vector_bits) + " bits",
            {plan::describe_host(threads, vector_bits), costs}};
}

// A sequence without letters: plans only ask for its size.
inline packing::packed_sequence_view letters(std::uint64_t const size)
{
    return {nullptr, size, 2, {}};
}

} // namespace seqan3_gpulcs::plan::test
