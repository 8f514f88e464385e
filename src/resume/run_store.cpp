// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/run_store.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <unordered_set>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>

#include <seqan3_gpulcs/exception.hpp>

#include "src/plan/matrix_border.hpp"
#include "src/resume/state_file.hpp"

namespace seqan3_gpulcs::resume
{

namespace
{

constexpr char const * state_name{"gpulcs.state"};
constexpr char const * new_state_name{"gpulcs.state.new"};
constexpr char const * lock_name{"gpulcs.lock"};
constexpr std::string_view checkpoint_prefix{"gpulcs.grid."};

// The first word of a state: "gpulcsst". The version of the format follows it.
constexpr std::uint64_t magic{0x7473'7363'6c75'7067u};
constexpr std::uint64_t banded_version{3};
constexpr std::uint64_t newest_version{banded_version};
static_assert(plan::metric_count < banded_version,
              "A further metric, and bands of it, take the versions after the newest one.");

// Each version has one thing more: a metric, or bands. So older versions of this software go on with all that they can compute.
std::uint64_t version_for(run_state const & state) noexcept
{
    return state.band.bound() ? banded_version : static_cast<std::uint64_t>(state.identity.wanted.metric) + 1;
}

// Encodes what is computed: the metric, and whether there is a path.
constexpr std::uint64_t to_word(plan::comparison const & wanted) noexcept
{
    return static_cast<std::uint64_t>(wanted.metric) << 1 | static_cast<std::uint64_t>(wanted.with_path);
}

plan::comparison to_comparison(std::uint64_t const word)
{
    if (word >> 1 >= plan::metric_count)
        throw_damaged();
    return {.metric = static_cast<plan::metric>(word >> 1), .with_path = (word & 1) != 0};
}

std::uint64_t hash_letters(packing::packed_sequence_view const & sequence) noexcept
{
    fnv_hash hash{};
    hash.add(static_cast<std::uint64_t>(sequence.kind()));
    unsigned const bits = sequence.bits_per_letter();
    std::uint64_t const per_word = sequence.codes_per_word();
    // The hash takes words of eight letters, however the sequence is packed: all packed words but the last one have a multiple of that.
    std::uint64_t letters = 0;
    std::uint64_t count = 0;
    for (std::uint64_t begin = 0; begin < sequence.size(); begin += per_word)
    {
        std::uint64_t word = sequence.words()[begin / per_word];
        std::uint64_t const end = std::min(begin + per_word, sequence.size());
        for (std::uint64_t i = begin; i < end; ++i, word >>= bits)
        {
            letters = letters << 8 | sequence.letters()[word & ((1u << bits) - 1)];
            if (++count % 8 == 0)
                hash.add(letters);
        }
    }
    // The last word has the remaining letters, and above them some that were hashed before: no matter, as lengths are compared, too.
    hash.add(letters);
    return hash.value();
}

// Calls a function with the memory of each checkpoint of a region: first of the columns, then of the rows.
template <typename visit_t>
void for_each_checkpoint(run_state const & state, plan::matrix_region const & region, visit_t const & visit)
{
    plan::region_checkpoints const kept = state.kept();
    std::uint64_t const words = plan::border_words(kept.metric);
    auto const for_each_line =
        [](plan::interval const & whole, std::uint64_t const size, std::uint64_t const spacing, auto const & at)
    {
        std::uint64_t const first = (whole.begin / spacing + 1) * spacing;
        for (std::uint64_t line = first; line <= whole.end && line < size; line += spacing)
            at(line);
    };
    for_each_line({region.column_begin, region.column_end},
                  state.identity.columns,
                  state.grid.column_spacing,
                  [&](std::uint64_t const column)
                  {
                      visit(std::span{kept.column_at(column, region.row_begin), region.row_words() * words});
                  });
    for_each_line({region.row_begin, region.row_end},
                  state.identity.rows,
                  state.grid.row_spacing,
                  [&](std::uint64_t const row)
                  {
                      visit(std::span{kept.row_at(row, region.column_begin), region.column_words() * words});
                  });
}

std::string checkpoint_file(std::uint64_t const number)
{
    return std::string{checkpoint_prefix} + std::to_string(number);
}

bool has_checkpoints(run_state const & state) noexcept
{
    return state.grid != plan::checkpoint_grid{};
}

// Whether parts may begin or end here: at multiples of the alignment, and at the end of the matrix.
bool is_border(std::uint64_t const place, std::uint64_t const size) noexcept
{
    return place == size || (place < size && place % plan::part_alignment == 0);
}

bool is_possible(plan::checkpoint_grid const & grid, plan::comparison const & wanted) noexcept
{
    if (!wanted.with_path)
        return grid == plan::checkpoint_grid{};
    return grid.row_spacing != 0 && grid.row_spacing % plan::part_alignment == 0 && grid.column_spacing != 0
        && grid.column_spacing % plan::part_alignment == 0;
}

bool is_possible(run_state const & state) noexcept
{
    std::uint64_t const columns = state.identity.columns;
    if (!is_border(state.slab.begin, columns) || !is_border(state.slab.end, columns)
        || state.slab.begin > state.slab.end || !is_border(state.row, state.identity.rows))
        return false;
    if (state.row == 0)
        return true;
    plan::matrix_region const step = state.band.step_at(state.slab.begin);
    return state.slab.size() != 0 && state.slab.end <= step.column_end && step.row_begin < state.row
        && state.row < step.row_end;
}

// The band of a state, by its bound and the columns of a step.
plan::stepped_band
read_band(run_identity const & identity, plan::checkpoint_grid const & grid, std::span<std::uint64_t const> const words)
{
    auto const [rows, columns, first, second, wanted] = identity;
    std::uint64_t const bound = words[0];
    std::uint64_t const step_columns = words[1];
    std::uint64_t const unit = grid.column_spacing == 0 ? plan::part_alignment : grid.column_spacing;
    std::uint64_t const shorter = std::min(rows, columns);
    std::uint64_t const longer = std::max(rows, columns);
    bool const is_value =
        plan::traits_of(wanted.metric).is_maximum ? bound <= shorter : longer - shorter <= bound && bound <= longer;
    if (!is_value || step_columns == 0 || step_columns % unit != 0)
        throw_damaged();
    return {{rows, columns}, wanted.metric, bound, grid, step_columns};
}

// Whether the regions are those that are saved: one beside the other from the first column on, with all rows that were computed.
bool are_possible(std::span<saved_checkpoints const> const regions, run_state const & state)
{
    std::uint64_t const end = state.row == 0 ? state.slab.begin : state.slab.end;
    std::uint64_t from = 0;
    for (auto const & [number, region, hash] : regions)
    {
        bool const is_whole = from < state.slab.begin;
        if (from >= end || number >= state.next_number || region.column_begin != from || region.column_end <= from
            || !is_border(region.column_end, state.identity.columns)
            || region.column_end > (is_whole ? state.slab.begin : end))
            return false;
        plan::matrix_region const step = state.band.step_at(from);
        if (region.column_end > step.column_end || region.row_begin != step.row_begin
            || region.row_end != (is_whole ? step.row_end : state.row))
            return false;
        from = region.column_end;
    }
    return from == end;
}

[[noreturn]] void throw_not_removed()
{
    throw saved_run_error{"The saved state of the run cannot be removed (" + system_message()
                          + "); remove gpulcs.state, gpulcs.grid.* and gpulcs.lock in this directory yourself."};
}

// Returns the version.
std::uint64_t read_version(state_reader & file)
{
    if (file.unread_words() < 2 || file.read() != magic)
        throw_damaged();
    std::uint64_t const version = file.read();
    if (version > newest_version)
        throw saved_run_error{
            "The saved state of the run was written by a newer version of this software; go on with that "
            "version, or discard the state (restart)."};
    return version;
}

std::string describe_difference(plan::comparison const & found, plan::comparison const & expected)
{
    if (found.metric != expected.metric)
        return std::string{plan::traits_of(found.metric).values_name} + ", but "
             + plan::traits_of(expected.metric).values_name + " are wanted now";
    std::string const value{plan::traits_of(found.metric).value_name};
    return found.with_path ? "the alignment, but only the " + value + " is wanted now"
                           : "only the " + value + ", but the alignment is wanted now";
}

void check_identity(run_identity const & found, run_identity const & expected)
{
    bool const is_for_sequences = found.has_sequences_of(expected);
    if (is_for_sequences && to_word(found.wanted) == to_word(expected.wanted))
        return;
    auto const size = [](std::uint64_t const letters)
    {
        return std::to_string(letters) + " letters";
    };
    std::string const what = is_for_sequences
                               ? describe_difference(found.wanted, expected.wanted)
                               : "other sequences, of " + size(found.rows) + " and " + size(found.columns);
    throw saved_run_error{"The saved state belongs to a run for " + what
                          + "; choose another directory, or discard the state (restart)."};
}

} // namespace

run_identity identify(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    return {pair.first.size(), pair.second.size(), hash_letters(pair.first), hash_letters(pair.second), wanted};
}

run_state::run_state(run_identity const & of, plan::checkpoint_grid const & at) :
    identity{of},
    grid{at},
    band{plan::matrix_cell{of.rows, of.columns}},
    vertical{plan::left_border(of.wanted.metric, of.rows)}
{
    if (grid != plan::checkpoint_grid{})
        checkpoints.begin(grid, {0, identity.rows, 0, identity.columns}, identity.wanted.metric);
}

void run_state::begin_again(plan::stepped_band const & with)
{
    band = with;
    slab = {};
    row = 0;
    vertical = plan::left_border(identity.wanted.metric, identity.rows);
    horizontal.clear();
    saved_regions.clear();
}

plan::matrix_region run_state::next_region() const noexcept
{
    plan::matrix_region region = band.step_at(slab.begin);
    region.column_begin = slab.begin;
    if (row != 0)
    {
        region.row_begin = row;
        region.column_end = slab.end;
    }
    return region;
}

void run_state::begin_slab()
{
    horizontal = plan::upper_border(identity.wanted.metric, slab.size());
}

std::span<std::uint64_t> run_state::vertical_of(plan::matrix_region const & region) noexcept
{
    std::uint64_t const words = plan::border_words(identity.wanted.metric);
    return std::span{vertical}.subspan(region.row_begin / 64 * words, region.row_words() * words);
}

double run_state::cells_done() const noexcept
{
    return static_cast<double>(identity.rows) * static_cast<double>(slab.begin)
         + static_cast<double>(row) * static_cast<double>(slab.size());
}

run_store::run_store(std::filesystem::path directory) : directory_{std::move(directory)}
{
    std::error_code problem{};
    bool const is_new = std::filesystem::create_directory(directory_, problem);
    directory_descriptor_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // A file in place of the directory fails to open; a missing directory failed to be made.
    if (directory_descriptor_ < 0 && errno == ENOENT && problem && problem != std::errc::file_exists)
        errno = problem.value();
    if (directory_descriptor_ < 0)
        throw saved_run_error{
            "The directory for the state of the run cannot be used (" + system_message()
            + "); choose one that exists, or the name of a new one in a directory that you may write to."};
    try
    {
        lock();
    }
    catch (...)
    {
        ::close(directory_descriptor_);
        throw;
    }
    if (is_new)
        if (int const parent = ::openat(directory_descriptor_, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC); parent >= 0)
        {
            ::fsync(parent);
            ::close(parent);
        }
}

run_store::~run_store()
{
    ::close(lock_);
    ::close(directory_descriptor_);
}

// The system releases the lock when the process ends, however it ends. The file may be removed by the one that had the lock.
void run_store::lock()
{
    for (;;)
    {
        lock_ = ::openat(directory_descriptor_, lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock_ < 0)
            throw saved_run_error{"The state of a run cannot be saved in this directory (" + system_message()
                                  + "); choose one that you may write to."};
        int const error = ::flock(lock_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        struct stat status
        {};
        if (error == 0 && ::fstat(lock_, &status) == 0 && status.st_nlink != 0)
            return;

        ::close(std::exchange(lock_, -1));
        errno = error;
        if (error == EWOULDBLOCK)
            throw saved_run_error{
                "Another process computes with the same directory; wait for its end, or choose another "
                "directory."};
        if (error != 0)
            throw saved_run_error{"The directory for the state of the run cannot be locked (" + system_message()
                                  + "); choose one on a file system with locks."};
    }
}

bool run_store::has_state() const
{
    struct stat status
    {};
    return ::fstatat(directory_descriptor_, state_name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

run_state run_store::load(run_identity const & identity, std::uint64_t const memory_limit) const
{
    auto const [version, words] = read_state();
    std::span<std::uint64_t const> rest{words};
    auto const take = [&](std::uint64_t const count)
    {
        if (count > rest.size())
            throw_damaged();
        std::span<std::uint64_t const> const taken = rest.first(count);
        rest = rest.subspan(count);
        return taken;
    };
    auto const head = take(12);
    auto const of_band = take(version == banded_version ? 2 : 0);
    check_identity({head[0], head[1], head[2], head[3], to_comparison(head[4])}, identity);

    plan::checkpoint_grid const grid{head[5], head[6]};
    if (!is_possible(grid, identity.wanted))
        throw_damaged();
    if (identity.wanted.with_path)
        plan::check_part_checkpoints(identity.wanted, grid, {identity.rows, identity.columns}, memory_limit);
    run_state state{identity, grid};
    if (!of_band.empty())
        state.band = read_band(identity, grid, of_band);
    state.slab = {head[7], head[8]};
    state.row = head[9];
    state.next_number = head[10];
    if (!is_possible(state))
        throw_damaged();
    for (std::uint64_t i = 0; i < head[11]; ++i)
    {
        auto const saved = take(6);
        state.saved_regions.push_back({saved[0], {saved[1], saved[2], saved[3], saved[4]}, saved[5]});
    }
    if (has_checkpoints(state) ? !are_possible(state.saved_regions, state) : !state.saved_regions.empty())
        throw_damaged();
    std::ranges::copy(take(state.vertical.size()), state.vertical.begin());
    if (state.row != 0)
    {
        state.begin_slab();
        std::ranges::copy(take(state.horizontal.size()), state.horizontal.begin());
    }
    if (!rest.empty())
        throw_damaged();

    for (saved_checkpoints const & saved : state.saved_regions)
        load_region(state, saved);
    remove_other_regions(state);
    return state;
}

run_store::state_words run_store::read_state() const
{
    state_reader reader{directory_descriptor_, state_name};
    state_words state{.version = read_version(reader)};
    state.words.resize(reader.unread_words());
    reader.read(state.words);
    reader.finish();
    return state;
}

void run_store::load_region(run_state & state, saved_checkpoints const & saved) const
{
    state_reader reader{directory_descriptor_, checkpoint_file(saved.number)};
    for_each_checkpoint(state,
                        saved.region,
                        [&](std::span<std::uint64_t> const words)
                        {
                            reader.read(words);
                        });
    if (reader.finish() != saved.hash)
        throw_damaged();
}

saved_checkpoints run_store::save_region(run_state & state, plan::matrix_region const & region) const
{
    saved_checkpoints saved{.number = state.next_number++, .region = region};
    state_writer writer{directory_descriptor_, checkpoint_file(saved.number)};
    for_each_checkpoint(state,
                        region,
                        [&](std::span<std::uint64_t const> const words)
                        {
                            writer.write(words);
                        });
    saved.hash = writer.finish();
    return saved;
}

void run_store::save(run_state & state)
{
    bool const had_state = has_state();
    try
    {
        save_files(state);
    }
    catch (saved_run_error const & error)
    {
        throw saved_run_error{
            std::string{error.what()}
            + (had_state
                   ? " What was saved before is still there: the same call goes on from it once the state can be saved."
                   : " Nothing was saved before; choose a directory where it can be saved.")};
    }
}

void run_store::save_files(run_state & state) const
{
    std::vector<saved_checkpoints> const before = state.saved_regions;
    try
    {
        if (has_checkpoints(state))
            save_regions(state);
        write_state(state);
    }
    catch (...)
    {
        state.saved_regions = before;
        remove_other_regions(state);
        throw;
    }
    // If this fails, the old state or the new one may be in place: the files of both stay.
    replace_state();
    remove_other_regions(state);
}

// Saves the checkpoints that are not saved yet. Those of a slab that was incomplete are saved again, with the rows that were added.
void run_store::save_regions(run_state & state) const
{
    std::erase_if(state.saved_regions,
                  [&](saved_checkpoints const & saved)
                  {
                      return saved.region.row_end != state.band.step_at(saved.region.column_begin).row_end;
                  });
    std::uint64_t from = state.saved_regions.empty() ? 0 : state.saved_regions.back().region.column_end;
    while (from < state.slab.begin)
    {
        plan::matrix_region done = state.band.step_at(from);
        done.column_begin = std::exchange(from, std::min(done.column_end, state.slab.begin));
        done.column_end = from;
        state.saved_regions.push_back(save_region(state, done));
    }
    if (state.row != 0)
    {
        std::uint64_t const first_row = state.band.step_at(state.slab.begin).row_begin;
        state.saved_regions.push_back(save_region(state, {first_row, state.row, state.slab.begin, state.slab.end}));
    }
}

void run_store::write_state(run_state const & state) const
{
    state_writer writer{directory_descriptor_, new_state_name};
    auto const & [rows, columns, first_hash, second_hash, wanted] = state.identity;
    for (std::uint64_t const word : {magic,
                                     version_for(state),
                                     rows,
                                     columns,
                                     first_hash,
                                     second_hash,
                                     to_word(wanted),
                                     state.grid.row_spacing,
                                     state.grid.column_spacing,
                                     state.slab.begin,
                                     state.slab.end,
                                     state.row,
                                     state.next_number,
                                     std::uint64_t{state.saved_regions.size()}})
        writer.write(word);
    if (state.band.bound())
    {
        writer.write(*state.band.bound());
        writer.write(state.band.step_columns());
    }
    for (auto const & [number, region, hash] : state.saved_regions)
        for (std::uint64_t const word :
             {number, region.row_begin, region.row_end, region.column_begin, region.column_end, hash})
            writer.write(word);
    writer.write(state.vertical);
    if (state.row != 0)
        writer.write(state.horizontal);
    writer.finish();

    // The files of checkpoints must be found before the state that lists them.
    sync();
}

void run_store::replace_state() const
{
    if (::renameat(directory_descriptor_, new_state_name, directory_descriptor_, state_name) != 0)
        throw_not_saved();
    sync();
}

std::vector<std::string> run_store::checkpoint_files() const
try
{
    std::vector<std::string> names{};
    for (auto const & entry : std::filesystem::directory_iterator{directory_})
        if (std::string name = entry.path().filename().native(); name.starts_with(checkpoint_prefix))
            names.push_back(std::move(name));
    return names;
}
catch (std::filesystem::filesystem_error const & error)
{
    throw saved_run_error{"The directory for the state of the run cannot be read (" + error.code().message()
                          + "); choose another one."};
}

// Removes the files of other regions. If that fails, files stay that nobody needs.
void run_store::remove_other_regions(run_state const & state) const noexcept
try
{
    std::unordered_set<std::string> in_use{};
    for (saved_checkpoints const & saved : state.saved_regions)
        in_use.insert(checkpoint_file(saved.number));
    for (std::string const & name : checkpoint_files())
        if (!in_use.contains(name))
            ::unlinkat(directory_descriptor_, name.c_str(), 0);
}
catch (std::exception const &)
{}

bool run_store::is_synced() const noexcept
{
    return ::fsync(directory_descriptor_) == 0 || errno == EINVAL;
}

void run_store::sync() const
{
    if (!is_synced())
        throw_not_saved();
}

// Removes the state before its other files: even after a crash, there must be no state without them.
void run_store::restart()
{
    remove_file(state_name);
    if (!is_synced())
        throw_not_removed();
    remove_file(new_state_name);
    for (std::string const & name : checkpoint_files())
        remove_file(name);
}

void run_store::remove()
{
    restart();
    remove_file(lock_name);
}

void run_store::remove_file(std::string const & name) const
{
    if (::unlinkat(directory_descriptor_, name.c_str(), 0) != 0 && errno != ENOENT)
        throw_not_removed();
}

} // namespace seqan3_gpulcs::resume
