// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Files for readers, which are only in memory.
 */

#pragma once

#include <string>
#include <string_view>
#include <unistd.h>

#include <sys/mman.h>

#include "fuzz/input.hpp"

namespace fuzz
{

//!\brief A file with some content, under a name that is always the same. There may be one at a time.
class memory_file
{
public:
    explicit memory_file(std::string_view content)
    {
        int const file = ::memfd_create("input", 0);
        require(file >= 0 && ::dup2(file, number) == number && ::close(file) == 0, "a file in memory");
        while (!content.empty())
        {
            ssize_t const written = ::write(number, content.data(), content.size());
            require(written > 0, "writing to a file in memory");
            content.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    memory_file(memory_file const &) = delete;

    ~memory_file()
    {
        ::close(number);
    }

    //!\brief Opens the file from its beginning.
    static inline std::string const path{"/proc/self/fd/200"};

private:
    static constexpr int number{200};
};

} // namespace fuzz
