// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Shows the progress of a computation on a terminal.
 */

#pragma once

#include <chrono>
#include <optional>

namespace seqan3_gpulcs::app
{

//!\brief A line on standard error, if that is a terminal and the work takes more than a second.
class progress_bar
{
public:
    //!\param cells_total The cells of the whole work, which starts now; empty if unknown.
    explicit progress_bar(std::optional<double> cells_total) noexcept;

    ~progress_bar();

    progress_bar(progress_bar const &) = delete;
    progress_bar & operator=(progress_bar const &) = delete;

    //!\brief The number of cells that were done before, which say nothing about the speed.
    void begin_at(double cells_done) noexcept;

    //!\brief Shows the number of cells done; may be called at any rate.
    void show(double cells_done);

    //!\brief Erases the line if standard output is a terminal, too; call it before writing there.
    void make_room() noexcept;

private:
    void erase() noexcept;

    using clock = std::chrono::steady_clock;

    std::optional<double> cells_total_;
    double cells_before_{};
    bool is_terminal_;
    bool is_visible_{};
    clock::time_point start_{clock::now()};
    clock::time_point next_;
};

} // namespace seqan3_gpulcs::app
