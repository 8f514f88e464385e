// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The exceptions of the program; what() is a sentence for the user.
 */

#pragma once

#include <stdexcept>

namespace seqan3_gpulcs::app
{

//!\brief The command line makes no sense; the program ends with status 2.
class usage_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief An input cannot be read or is not what it should be.
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

//!\brief The limits of the system do not let the program run.
class limit_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

} // namespace seqan3_gpulcs::app
