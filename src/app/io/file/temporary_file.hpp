// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A file that becomes the output when it is complete.
 */

#pragma once

#include <filesystem>
#include <mutex>

#include <sys/types.h>

#include "src/app/io/file/file_descriptor.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief A file next to the one it will replace; removed unless that happens.
 *
 * The replaced file keeps its mode and owner. If it cannot be replaced, because it is a mount point, its owner cannot be
 * set, or its folder is write-protected, it is overwritten at the end; in the last case, the temporary file is in the
 * system's folder for temporary files. Other hard links keep the old content, unless the file is overwritten.
 *
 * A process that is killed leaves its file behind. The next one that creates a file in the same folder removes it, if it may do so, and if
 * the machine has not been restarted in between.
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

    /*!\brief Replaces the target with the file.
     * \throws output_error The file is kept, under another name, and the message says where.
     */
    void replace_target();

    /*!\brief Returns when the target is on the disk, after it was replaced.
     * \throws output_error
     */
    void sync_target() const;

    //!\brief The target while the file exists that will replace it; empty otherwise.
    std::filesystem::path unfinished() const;

    //!\brief Removes the file if it exists; afterwards, none can be created or renamed.
    void abandon() noexcept;

private:
    void throw_if_abandoned() const;
    file_descriptor create_in(std::filesystem::path const & folder, ::mode_t mode);
    bool copy_to_target() const noexcept;
    std::filesystem::path keep();

    mutable std::mutex mutex_{};
    std::filesystem::path target_{};
    std::filesystem::path path_{}; //!< Empty unless the file exists.
    file_descriptor lock_{-1};     //!< Holds the lock that tells other processes that the file is in use.
    bool overwrites_{};            //!< Whether the target is kept and gets the new content.
    bool abandoned_{};
};

} // namespace seqan3_gpulcs::app
