// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A published method, rebuilt: A. Ozsoy, A. Chauhan, M. Swany, "Towards Tera-Scale Performance for Longest Common
 *        Subsequence Using Graphics Processor", poster at Supercomputing 2013.
 *
 * Its extended abstract gives the recurrence, the tables of the query and what is left to the CPU, but neither the shape of
 * blocks nor the layout of memory: these are chosen here, and said so.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "letter_ranks.hpp"

namespace published
{

//!\brief The subjects, one after the other.
struct database
{
    std::string letters{};
    std::vector<std::uint64_t> ends{}; //!< Of each subject, in ascending order.
    std::string alphabet{};            //!< The letters that they have.

    std::size_t size() const noexcept
    {
        return ends.size();
    }

    std::uint64_t begin_of(std::size_t const subject) const noexcept
    {
        return subject == 0 ? 0 : ends[subject - 1];
    }

    std::string_view subject(std::size_t const index) const noexcept
    {
        return std::string_view{letters}.substr(begin_of(index), ends[index] - begin_of(index));
    }
};

//!\brief From one row of bits to the next; the abstract takes its operations from both of these papers.
enum class row_recurrence : std::uint8_t
{
    allison_dix, //!< Equation 3.
    crochemore   //!< Its reference 3; fewer operations.
};

//!\brief What the abstract leaves open.
struct one_to_many_plan
{
    unsigned threads{128}; //!< Of a block, each with a subject of its own.
    row_recurrence recurrence{row_recurrence::allison_dix};
};

/*!\brief The lengths of the LCS of one query and many subjects, which stay on the device from query to query.
 *
 * Each thread has a subject, and the row of bits in registers. All of them look up the same tables, in shared memory: for each letter, where
 * it is in the query ("alphabet-strings"). Letters of subjects are interleaved, four of one subject in a word, so that the threads of a warp
 * read neighbouring words, and subjects are sorted by length, so that a warp has subjects of about the same length.
 */
class one_to_many_lcs
{
public:
    //!\brief The longest query: its row fits into the registers of a thread.
    static constexpr std::size_t max_query_size{2048};

    /*!\brief Copies the subjects to the device, and arranges them there.
     * \throws seqan3_gpulcs::device_error
     */
    one_to_many_lcs(database const & subjects, one_to_many_plan const & plan);

    /*!\brief The lengths for a query, in the order of the subjects.
     * \throws seqan3_gpulcs::device_error, or std::invalid_argument if the query is too long.
     */
    std::vector<std::uint32_t> lengths(std::string_view query);

    //!\brief The time that the kernels of all queries have taken.
    double kernel_seconds() const noexcept
    {
        return kernel_seconds_;
    }

private:
    void arrange(database const & subjects);
    std::vector<std::uint32_t> make_tables(std::string_view query, unsigned words) const;

    one_to_many_plan plan_;
    letter_ranks ranks_;
    std::size_t subject_count_{};

    seqan3_gpulcs::cuda::stream stream_{};
    seqan3_gpulcs::cuda::event begin_{};
    seqan3_gpulcs::cuda::event end_{};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> tables_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> letters_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint64_t> group_begins_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint64_t> sizes_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> order_{stream_};
    seqan3_gpulcs::cuda::device_buffer<std::uint32_t> lengths_{stream_};
    double kernel_seconds_{};
};

} // namespace published
