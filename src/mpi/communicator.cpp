// SPDX-License-Identifier: BSD-3-Clause

#include <optional>

#include <seqan3_gpulcs/mpi/communicator.hpp>

#include "src/mpi/group_calls.hpp"
#include "src/mpi/rank_group.hpp"

namespace seqan3_gpulcs::mpi
{

communicator::communicator() :
    group_{std::make_unique<rank_group>(std::nullopt)},
    calls_{std::make_unique<group_calls>(*group_)}
{}

communicator::communicator(MPI_Comm const other) :
    group_{std::make_unique<rank_group>(other)},
    calls_{std::make_unique<group_calls>(*group_)}
{}

communicator::~communicator() = default;

int communicator::rank() const noexcept
{
    return group_->rank();
}

int communicator::size() const noexcept
{
    return group_->size();
}

backend::rank_calls & communicator::calls() noexcept
{
    return *calls_;
}

void communicator::serve()
{
    group_->serve(make_job);
}

} // namespace seqan3_gpulcs::mpi
