// SPDX-License-Identifier: BSD-3-Clause
//
// Edlib: bit-parallel edit distances, pair by pair.

#include <edlib.h>
#include <string>
#include <utility>

#include "measurement.hpp"

namespace
{

// What Edlib returns, which is to be freed.
class found
{
public:
    found() = default;
    explicit found(EdlibAlignResult const & one) : result{one}
    {}
    found(found && other) noexcept : result{std::exchange(other.result, {})}
    {}
    found & operator=(found && other) noexcept
    {
        std::swap(result, other.result);
        return *this;
    }
    ~found()
    {
        edlibFreeAlignResult(result);
    }

    EdlibAlignResult result{};
};

found align(std::string const & first, std::string const & second, EdlibAlignTask const task)
{
    EdlibAlignConfig const config = edlibNewAlignConfig(-1, EDLIB_MODE_NW, task, nullptr, 0);
    EdlibAlignResult const result = edlibAlign(first.data(),
                                               static_cast<int>(first.size()),
                                               second.data(),
                                               static_cast<int>(second.size()),
                                               config);
    if (result.status != EDLIB_STATUS_OK)
        throw std::bad_alloc{};
    return found{result};
}

void run_distances(peers::problem const & given)
{
    auto const compare = [](std::string const & first, std::string const & second, std::size_t)
    {
        return static_cast<std::uint64_t>(align(first, second, EDLIB_TASK_DISTANCE).result.editDistance);
    };
    auto const value = [](std::string const &, std::string const &, std::uint64_t const distance)
    {
        return distance;
    };
    peers::measure_pairs(given, compare, value);
}

void run_alignments(peers::problem const & given)
{
    auto const compare = [](std::string const & first, std::string const & second, std::size_t)
    {
        return align(first, second, EDLIB_TASK_PATH);
    };
    auto const value = [](std::string const & first, std::string const & second, found const & one)
    {
        std::string columns{};
        for (int i = 0; i < one.result.alignmentLength; ++i)
            columns += "=IDX"[one.result.alignment[i]];
        return peers::count_columns(columns, first, second, peers::edits);
    };
    peers::measure_pairs(given, compare, value);
}

} // namespace

int main(int argc, char ** argv)
{
    return peers::run_peer({"Edlib", EDLIB_VERSION, "C++, Debian's library"},
                           {{"pair_edit", {run_distances}},
                            {"pair_edit_alignment", {run_alignments}},
                            {"pairs_edit", {run_distances, true}},
                            {"pairs_edit_alignment", {run_alignments, true}}},
                           {argv + 1, argv + argc});
}
