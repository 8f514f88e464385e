// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/failure.hpp"

#include <array>
#include <exception>
#include <new>
#include <string_view>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::mpi
{

namespace
{

// How one type of exception is recognised, and thrown again.
struct exception_type
{
    bool (*is_type)(std::exception const &);
    void (*rethrow)(std::string const &);
};

template <typename exception_t>
bool is_of_type(std::exception const & caught)
{
    return dynamic_cast<exception_t const *>(&caught) != nullptr;
}

template <typename exception_t>
void rethrow(std::string const & sentence)
{
    throw exception_t{sentence};
}

template <>
void rethrow<out_of_device_memory>(std::string const & sentence)
{
    throw out_of_device_memory{sentence, 0, 0};
}

template <typename... exceptions_t>
constexpr std::array<exception_type, sizeof...(exceptions_t)> make_types()
{
    return {exception_type{is_of_type<exceptions_t>, rethrow<exceptions_t>}...};
}

// Derived types first.
constexpr auto types = make_types<out_of_device_memory,
                                  no_device,
                                  backend_unavailable,
                                  launch_failure,
                                  device_error,
                                  memory_limit_too_small,
                                  operation_stopped,
                                  invalid_option,
                                  error>();

words write(std::uint64_t const type, std::string_view const sentence, std::string const & rank)
{
    return make_words(type, rank.empty() ? std::string{sentence} : "On " + rank + ": " + std::string{sentence});
}

} // namespace

words describe_failure(std::string const & rank)
{
    try
    {
        throw;
    }
    catch (std::bad_alloc const &)
    {
        // Where it happened says what to do; the exception itself has no sentence.
        if (rank.empty())
            return write(types.size(), {}, rank);
        return write(types.size() - 1,
                     "There is not enough memory; start fewer ranks on this host, or give shorter sequences.",
                     rank);
    }
    catch (std::exception const & caught)
    {
        std::size_t type = 0;
        while (type + 1 < types.size() && !types[type].is_type(caught))
            ++type;
        return write(type, caught.what(), rank);
    }
    catch (...)
    {
        return write(types.size() - 1, "There was an unknown exception.", rank);
    }
}

void throw_failure(std::span<std::uint64_t const> const content)
{
    std::uint64_t type{};
    std::span<std::uint8_t const> sentence{};
    word_reader{content}(type, sentence);
    if (type == types.size())
        throw std::bad_alloc{};
    types[type].rethrow({sentence.begin(), sentence.end()});
    // Not reached.
    std::terminate();
}

} // namespace seqan3_gpulcs::mpi
