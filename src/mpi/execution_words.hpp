// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What other ranks have to know of an execution.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The number of words that follow.
inline constexpr std::size_t execution_words{5};

//!\brief Adds everything but the callback and the stop token.
inline void add_execution(word_writer & content, plan::execution const & execution)
{
    content.add(static_cast<std::uint64_t>(execution.backend));
    content.add(execution.device.has_value());
    content.add(execution.device.value_or(0));
    content.add(execution.threads);
    content.add(execution.memory_limit);
}

//!\brief Reads it from the beginning of a content.
inline plan::execution read_execution(std::span<std::uint64_t const> const content)
{
    word_reader reader{content};
    plan::execution execution{};
    execution.backend = static_cast<plan::backend>(reader.next());
    bool const has_device = reader.next() != 0;
    auto const device = static_cast<unsigned>(reader.next());
    if (has_device)
        execution.device = device;
    execution.threads = static_cast<unsigned>(reader.next());
    execution.memory_limit = reader.next();
    return execution;
}

} // namespace seqan3_gpulcs::mpi
