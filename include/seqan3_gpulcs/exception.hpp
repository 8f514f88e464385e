// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The exceptions of the library.
 */

#pragma once

#include <stdexcept>

namespace seqan3_gpulcs
{

/*!\brief Base of all exceptions that the library throws itself.
 *
 * Everything the library throws, but what the standard library throws for want of memory and SeqAn3's
 * `seqan3::invalid_alignment_configuration`, is derived from this class. `what()` is a sentence that says what is
 * wrong and what to do.
 */
class error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief The backend that was asked for is not part of this build, or this machine cannot run it.
class backend_unavailable : public error
{
public:
    using error::error;
};

//!\brief The memory limit does not allow even the most frugal plan.
class memory_limit_too_small : public error
{
public:
    using error::error;
};

//!\brief The computation ended early because its stop token asked for it. There is no result.
class operation_stopped : public error
{
public:
    using error::error;
};

//!\brief A result does not fit into the type that the caller chose for it.
class score_overflow : public error
{
public:
    using error::error;
};

} // namespace seqan3_gpulcs
