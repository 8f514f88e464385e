// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/exception.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/pair_job.hpp"
#include "src/mpi/part_job.hpp"
#include "src/mpi/primer_job.hpp"
#include "src/mpi/search_job.hpp"
#include "src/mpi/set_job.hpp"
#include "src/mpi/site_job.hpp"

namespace seqan3_gpulcs::mpi
{

std::unique_ptr<job> make_job(std::span<std::uint64_t const> const content)
{
    auto const rest = content.subspan(1);
    switch (static_cast<job_kind>(content.front()))
    {
    case job_kind::pairs:
        return make_pair_job(rest);
    case job_kind::parts:
        return make_part_job(rest);
    case job_kind::sets:
        return make_set_job(rest);
    case job_kind::queries:
        return make_search_job(rest);
    case job_kind::primers:
        return make_primer_job(rest);
    case job_kind::sites:
        return make_site_job(rest);
    }
    throw error{"The ranks run different versions of this library; start the same program on all of them."};
}

} // namespace seqan3_gpulcs::mpi
