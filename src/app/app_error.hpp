// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The exceptions of the program; what() is a sentence for the user.
 */

#pragma once

#include <stdexcept>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::app
{

//!\brief The command line is wrong; the program ends with status 2.
class usage_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief An input cannot be read, or is invalid.
class input_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief An output cannot be written.
class output_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief Nobody reads standard output any more: the program ends as if SIGPIPE had ended it, and only mentions other output that is lost.
class reader_gone : public output_error
{
public:
    reader_gone() : output_error{"Nobody reads standard output any more."}
    {}
};

//!\brief A limit of the system or of the user is too low.
class limit_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief Ends a command if a stop was requested. \throws seqan3_gpulcs::operation_stopped
template <typename stop_t>
void check_stop(stop_t const & stop)
{
    if (stop.stop_requested())
        throw operation_stopped{"The program was stopped before its output was complete."};
}

} // namespace seqan3_gpulcs::app
