// SPDX-License-Identifier: BSD-3-Clause

#include "src/saved/state_file.hpp"

#include <bit>
#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::saved
{

namespace
{

// Files are written as the words lie in memory.
static_assert(std::endian::native == std::endian::little);

[[noreturn]] void throw_not_saved()
{
    throw saved_run_error{
        "The state of the run cannot be saved (" + system_message()
        + "). What was saved before is still there: the same call goes on from it once the state can be "
          "saved."};
}

[[noreturn]] void throw_not_read()
{
    throw saved_run_error{"The saved state of the run cannot be read (" + system_message()
                          + "); see to it that it can, or begin again (restart)."};
}

} // namespace

std::string system_message()
{
    return std::generic_category().message(errno);
}

void throw_damaged()
{
    throw saved_run_error{"The saved state of the run is damaged, and cannot be used; begin again (restart), or choose "
                          "another directory."};
}

state_writer::state_writer(std::filesystem::path path) : path_{std::move(path)}, file_{std::fopen(path_.c_str(), "wbe")}
{
    if (!file_)
        throw_not_saved();
}

state_writer::~state_writer()
{
    if (file_)
        ::unlink(path_.c_str());
}

void state_writer::write(std::span<std::uint64_t const> const words)
{
    hash_.add(words);
    if (std::fwrite(words.data(), sizeof(std::uint64_t), words.size(), file_.get()) != words.size())
        throw_not_saved();
}

void state_writer::write(std::uint64_t const word)
{
    write({&word, 1});
}

std::uint64_t state_writer::finish()
{
    std::uint64_t const hash = hash_.value();
    write(hash);
    if (std::fflush(file_.get()) != 0 || ::fsync(::fileno(file_.get())) != 0)
        throw_not_saved();
    // Some file systems tell only now.
    if (std::fclose(file_.release()) != 0)
    {
        int const error = errno;
        ::unlink(path_.c_str());
        errno = error;
        throw_not_saved();
    }
    return hash;
}

state_reader::state_reader(std::filesystem::path const & path) : file_{std::fopen(path.c_str(), "rbe")}
{
    if (!file_)
        throw_not_read();
    std::error_code problem{};
    std::uint64_t const bytes = std::filesystem::file_size(path, problem);
    if (problem || bytes < sizeof(std::uint64_t) || bytes % sizeof(std::uint64_t) != 0)
        throw_damaged();
    words_left_ = bytes / sizeof(std::uint64_t) - 1;
}

void state_reader::read(std::span<std::uint64_t> const words)
{
    if (words.size() > words_left_)
        throw_damaged();
    words_left_ -= words.size();
    if (std::fread(words.data(), sizeof(std::uint64_t), words.size(), file_.get()) != words.size())
        throw_not_read();
    hash_.add(words);
}

std::uint64_t state_reader::read()
{
    std::uint64_t word{};
    read({&word, 1});
    return word;
}

std::uint64_t state_reader::finish()
{
    std::uint64_t hash{};
    if (words_left_ != 0 || std::fread(&hash, sizeof(hash), 1, file_.get()) != 1 || hash != hash_.value())
        throw_damaged();
    return hash;
}

} // namespace seqan3_gpulcs::saved
