// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes text that several threads make.
 */

#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "src/app/io/file/output_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Writes parts of an output in order, while its threads make the next ones.
 *
 * Each thread makes a part at a time. A part that is complete waits for those before it; whichever thread completes the
 * part that comes next writes it, and those after it that are complete. At most two parts per thread are in memory.
 *
 * Used by one thread. An error ends the work: the first in the order of the output is thrown by the next call.
 */
class parallel_writer
{
public:
    //!\brief Appends a part of the output to a text.
    using part = std::function<void(std::string & text)>;

    /*!\brief Starts no thread yet.
     * \param file    The file; must live longer than this object, and nothing else may write to it before wait().
     * \param threads The maximum number of threads. With one, write() does all the work itself.
     */
    parallel_writer(output_file & file, unsigned threads);

    //!\brief Waits for parts that are being made or written, and drops the others.
    ~parallel_writer();

    parallel_writer(parallel_writer const &) = delete;
    parallel_writer & operator=(parallel_writer const &) = delete;

    //!\brief Adds the next part. What it refers to must live until wait(). \throws output_error
    void write(part make);

    //!\brief Waits until all parts have been passed to the system. \throws output_error
    void wait();

private:
    //!\brief A part that a thread makes, or has made.
    struct slot
    {
        std::string text{};
        std::exception_ptr error{};
        bool is_complete{};
    };

    bool start_thread();
    void work();
    bool can_make() const noexcept;
    void make_next(std::unique_lock<std::mutex> & lock);
    void write_complete(std::unique_lock<std::mutex> & lock);
    void write_directly(part const & make);

    output_file & file_;
    std::size_t max_threads_;

    std::mutex mutex_{};
    std::condition_variable work_{}; //!< Tells threads that there is a part to make.
    std::condition_variable idle_{}; //!< Tells the user that nothing remains to be done.
    std::deque<part> parts_{};       //!< The parts that no thread has taken yet.
    std::vector<slot> slots_;        //!< Part i has slot i modulo their number.
    std::uint64_t taken_{};          //!< The number of parts that threads have taken.
    std::uint64_t written_{};        //!< The number of parts that have been written.
    std::size_t busy_threads_{};
    bool is_writing_{}; //!< Whether a thread is writing.
    bool is_ending_{};
    std::exception_ptr error_{};
    std::vector<std::jthread> threads_{};
};

//!\brief The number of rows in a part of a table, where the ids of a row have at most this number of letters together.
constexpr std::size_t rows_per_part(std::size_t const max_id_letters) noexcept
{
    constexpr std::size_t part_bytes{std::size_t{1} << 18};
    constexpr std::size_t other_bytes{64};
    return std::max<std::size_t>(1, part_bytes / (max_id_letters + other_bytes));
}

/*!\brief Writes rows in parts.
 * \param writer     Writes the parts.
 * \param rows       The number of rows.
 * \param part_rows  The number of rows in a part.
 * \param append_row Called with a text, and the number of the row to append to it. Copied into each part.
 */
template <typename append_row_t>
void write_rows(parallel_writer & writer,
                std::size_t const rows,
                std::size_t const part_rows,
                append_row_t const & append_row)
{
    for (std::size_t first = 0; first < rows; first += part_rows)
        writer.write(
            [append_row, first, last = std::min(rows, first + part_rows)](std::string & text)
            {
                for (std::size_t row = first; row < last; ++row)
                    append_row(text, row);
            });
}

} // namespace seqan3_gpulcs::app
