// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The file that becomes the output when it is complete.
 */

#pragma once

#include <filesystem>
#include <mutex>

#include <sys/types.h>

#include "file_descriptor.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief A file beside the one it will replace; removed unless that happens.
 *
 * The file that is replaced keeps its mode and its owner. Where it cannot be replaced, because it is a mount point, its
 * owner is not ours to give, or its folder is write-protected, it is written over at the end; in the last case the file is
 * in the system's folder for temporary files until then. Of several hard links, one is replaced: the others keep the old
 * content, unless it is written over.
 *
 * The thread that waits for signals calls abandon(); hence the lock.
 */
class temporary_file
{
public:
    temporary_file() = default;
    temporary_file(temporary_file const &) = delete;
    temporary_file & operator=(temporary_file const &) = delete;

    ~temporary_file()
    {
        abandon();
    }

    /*!\brief Creates the file, in the folder of the target if possible; at most once.
     * \throws output_error
     */
    file_descriptor create_for(std::filesystem::path const & target);

    /*!\brief Puts the file in the place of the target.
     * \throws output_error Then the file is kept, and the message names it.
     */
    void replace_target();

    //!\brief Removes the file if it is there; afterwards none can be created or renamed.
    void abandon() noexcept;

private:
    void throw_if_abandoned() const;
    file_descriptor create_in(std::filesystem::path const & folder, ::mode_t mode);
    bool copy_to_target() const noexcept;

    std::mutex mutex_{};
    std::filesystem::path target_{};
    std::filesystem::path path_{}; //!< Empty unless the file is there.
    bool writes_over_{};           //!< Whether the target stays, and gets the content.
    bool abandoned_{};
};

} // namespace seqan3_gpulcs::app
