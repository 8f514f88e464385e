// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/backend.hpp>

#include "../cpu/cpu_backend.hpp"

namespace seqan3_gpulcs::lcs
{

backend const & find_backend(plan::backend const choice)
{
    static cpu::cpu_backend const on_cpu{};

    if (choice == plan::backend::cuda)
        throw backend_unavailable{
            "The backend cuda is not part of this build of seqan3_gpulcs; choose cpu, or leave the "
            "choice to the library."};

    return on_cpu;
}

} // namespace seqan3_gpulcs::lcs
