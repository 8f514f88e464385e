// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/state_file.hpp"

#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::resume
{

namespace
{

// Files are written as the words lie in memory.
static_assert(std::endian::native == std::endian::little);

// Opens a file by the descriptor of its directory, which may have another path by now.
std::unique_ptr<std::FILE, close_file>
open_file(int const directory, std::string const & name, int const flags, char const * const mode) noexcept
{
    int const descriptor = ::openat(directory, name.c_str(), flags | O_CLOEXEC, 0666);
    std::FILE * const file = descriptor < 0 ? nullptr : ::fdopen(descriptor, mode);
    if (descriptor >= 0 && file == nullptr)
        ::close(descriptor);
    return std::unique_ptr<std::FILE, close_file>{file};
}

[[noreturn]] void throw_not_read()
{
    throw saved_run_error{"The saved state of the run cannot be read (" + system_message()
                          + "); check the files of the state, or discard it (restart)."};
}

} // namespace

std::string system_message()
{
    return std::generic_category().message(errno);
}

void throw_not_saved()
{
    throw saved_run_error{"The state of the run cannot be saved (" + system_message() + ")."};
}

void throw_damaged()
{
    throw saved_run_error{"The saved state of the run is damaged, and cannot be used; discard it (restart), or choose "
                          "another directory."};
}

state_writer::state_writer(int const directory, std::string name) :
    directory_{directory},
    name_{std::move(name)},
    file_{open_file(directory_, name_, O_WRONLY | O_CREAT | O_TRUNC, "wb")}
{
    if (!file_)
        throw_not_saved();
}

state_writer::~state_writer()
{
    if (file_)
        ::unlinkat(directory_, name_.c_str(), 0);
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
    // Some file systems report errors of writing only when the file is closed.
    if (std::fclose(file_.release()) != 0)
    {
        int const error = errno;
        ::unlinkat(directory_, name_.c_str(), 0);
        errno = error;
        throw_not_saved();
    }
    return hash;
}

state_reader::state_reader(int const directory, std::string const & name) :
    file_{open_file(directory, name, O_RDONLY, "rb")}
{
    if (!file_)
        throw_not_read();
    struct stat status
    {};
    if (::fstat(::fileno(file_.get()), &status) != 0)
        throw_not_read();
    auto const bytes = static_cast<std::uint64_t>(status.st_size);
    if (!S_ISREG(status.st_mode) || bytes < sizeof(std::uint64_t) || bytes % sizeof(std::uint64_t) != 0)
        throw_damaged();
    unread_words_ = bytes / sizeof(std::uint64_t) - 1;
}

void state_reader::read(std::span<std::uint64_t> const words)
{
    if (words.size() > unread_words_)
        throw_damaged();
    unread_words_ -= words.size();
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
    if (unread_words_ != 0 || std::fread(&hash, sizeof(hash), 1, file_.get()) != 1 || hash != hash_.value())
        throw_damaged();
    return hash;
}

} // namespace seqan3_gpulcs::resume
