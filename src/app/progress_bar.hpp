// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Shows on a terminal how far a computation is.
 */

#pragma once

#include <chrono>
#include <optional>

namespace seqan3_gpulcs::app
{

//!\brief A line on standard error, if that is a terminal and the work takes longer than a second.
class progress_bar
{
public:
    //!\param cells_total The cells of the whole work, which starts now; nothing where nobody knows.
    explicit progress_bar(std::optional<double> cells_total) noexcept;

    ~progress_bar();

    progress_bar(progress_bar const &) = delete;
    progress_bar & operator=(progress_bar const &) = delete;

    //!\brief Shows that so many cells are done; may be called much more often than is good for the eyes.
    void show(double cells_done);

    //!\brief Takes the line away if standard output is a terminal, too; to be called before something is written there.
    void make_room() noexcept;

private:
    void erase() noexcept;

    using clock = std::chrono::steady_clock;

    std::optional<double> cells_total_;
    bool is_terminal_;
    bool is_visible_{};
    clock::time_point start_{clock::now()};
    clock::time_point next_;
};

} // namespace seqan3_gpulcs::app
