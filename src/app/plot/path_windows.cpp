// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/path_windows.hpp"

namespace seqan3_gpulcs::app
{

void path_windows::begin_path()
{
    if (windows_.size() >= limit_)
        halve();
    begins_.push_back(windows_.size());
    windows_.emplace_back();
}

void path_windows::add(path_window columns)
{
    while (columns.size() != 0)
    {
        if (windows_.back().size() >= window_size_)
        {
            if (windows_.size() >= limit_)
                halve();
            if (windows_.back().size() >= window_size_)
                windows_.emplace_back();
        }

        path_window & last = windows_.back();
        std::uint64_t const room_target = columns.target == 0 ? columns.size() : window_size_ - last.target;
        std::uint64_t const room_query = columns.query == 0 ? columns.size() : window_size_ - last.query;
        std::uint64_t const count = std::min({columns.size(), room_target, room_query});
        path_window const part{std::min(columns.target, count),
                               std::min(columns.query, count),
                               std::min(columns.matches, count)};
        last += part;
        columns = {columns.target - part.target, columns.query - part.query, columns.matches - part.matches};
    }
}

void path_windows::make_straight(path_window const & whole)
{
    windows_.resize(begins_.back() + 1);
    windows_.back() = whole;
}

std::span<path_window const> path_windows::operator[](std::size_t const path) const noexcept
{
    std::size_t const end = path + 1 < begins_.size() ? begins_[path + 1] : windows_.size();
    return std::span{windows_}.subspan(begins_[path], end - begins_[path]);
}

// Where most paths have one window, the limit is doubled instead, so that a long file is read in linear time.
void path_windows::halve()
{
    std::size_t size = 0;
    for (std::size_t path = 0; path < begins_.size(); ++path)
    {
        std::span<path_window const> const windows = (*this)[path];
        std::size_t const begin = size;
        for (std::size_t i = 0; i < windows.size(); i += 2)
        {
            path_window merged = windows[i];
            if (i + 1 < windows.size())
                merged += windows[i + 1];
            windows_[size++] = merged;
        }
        begins_[path] = begin;
    }
    windows_.resize(size);
    window_size_ *= 2;
    limit_ = std::max(limit_, 2 * size);
}

} // namespace seqan3_gpulcs::app
