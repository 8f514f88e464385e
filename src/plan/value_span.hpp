// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The places of lengths or distances.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace seqan3_gpulcs::plan
{

/*!\brief The places of lengths or distances, which have 32 bits each where a caller wants to save memory, or 64.
 *
 * alignment::too_distant has all bits set in either.
 *
 * Thread safety: different places may be written at the same time.
 */
class value_span
{
public:
    //!\brief A place.
    class reference
    {
    public:
        //!\brief Refers to the same place.
        reference(reference const &) = default;
        //!\brief Deleted: it would not copy the value.
        reference & operator=(reference const &) = delete;

        //!\brief Writes a value; its lower bits, where a place has 32.
        reference const & operator=(std::uint64_t const value) const noexcept
        {
            if (narrow_)
                *narrow_ = static_cast<std::uint32_t>(value);
            else
                *wide_ = value;
            return *this;
        }

    private:
        friend class value_span;

        reference(std::uint32_t * const narrow, std::uint64_t * const wide) noexcept : narrow_{narrow}, wide_{wide}
        {}

        std::uint32_t * narrow_;
        std::uint64_t * wide_;
    };

    //!\brief No places.
    value_span() = default;

    //!\brief Places of 32 bits.
    value_span(std::span<std::uint32_t> const values) noexcept : narrow_{values.data()}, size_{values.size()}
    {}

    //!\brief Places of 64 bits.
    value_span(std::span<std::uint64_t> const values) noexcept : wide_{values.data()}, size_{values.size()}
    {}

    //!\copydoc value_span(std::span<std::uint64_t>)
    value_span(std::vector<std::uint64_t> & values) noexcept : value_span{std::span{values}}
    {}

    //!\brief The number of places.
    std::size_t size() const noexcept
    {
        return size_;
    }

    //!\brief Whether a place has 32 bits.
    bool is_narrow() const noexcept
    {
        return narrow_ != nullptr;
    }

    //!\brief A place.
    reference operator[](std::size_t const i) const noexcept
    {
        return narrow_ ? reference{narrow_ + i, nullptr} : reference{nullptr, wide_ + i};
    }

    //!\brief Some of these places.
    value_span subspan(std::size_t const begin, std::size_t const count) const noexcept
    {
        return narrow_ ? value_span{std::span{narrow_ + begin, count}} : value_span{std::span{wide_ + begin, count}};
    }

    //!\brief Calls a function with the span, of whatever type it is: for loops.
    template <typename function_t>
    void visit(function_t && function) const
    {
        if (narrow_)
            function(std::span{narrow_, size_});
        else
            function(std::span{wide_, size_});
    }

private:
    std::uint32_t * narrow_{};
    std::uint64_t * wide_{};
    std::size_t size_{};
};

} // namespace seqan3_gpulcs::plan
