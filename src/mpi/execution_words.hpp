// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The words of messages that describe executions and backends.
 */

#pragma once

#include <set>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Adds an execution, without the callback and the stop token.
inline void add_execution(word_writer & content, plan::execution const & execution)
{
    content.add(static_cast<std::uint64_t>(execution.backend));
    content.add(execution.devices.size());
    for (unsigned const device : execution.devices)
        content.add(device);
    content.add(execution.threads);
    content.add(execution.memory_limit);
}

//!\brief Reads an execution that add_execution() added.
inline plan::execution read_execution(word_reader & reader)
{
    plan::execution execution{};
    execution.backend = static_cast<plan::backend>(reader.next());
    execution.devices.resize(reader.next());
    for (unsigned & device : execution.devices)
        device = static_cast<unsigned>(reader.next());
    execution.threads = static_cast<unsigned>(reader.next());
    execution.memory_limit = reader.next();
    return execution;
}

//!\brief Adds the backends that have computed.
inline void add_backends(word_writer & content, std::set<plan::backend> const & backends)
{
    content.add(backends.size());
    for (plan::backend const backend : backends)
        content.add(static_cast<std::uint64_t>(backend));
}

//!\brief Reads backends that add_backends() added, and inserts them.
inline void read_backends(word_reader & reader, std::set<plan::backend> & backends)
{
    for (std::uint64_t count = reader.next(); count != 0; --count)
        backends.insert(static_cast<plan::backend>(reader.next()));
}

} // namespace seqan3_gpulcs::mpi
