// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A value that may be missing, for constants.
 */

#pragma once

#include <utility>

namespace seqan3_gpulcs::plan::detail
{

//!\brief A value that may be missing. Unlike a `std::optional`, an empty one can be a constant whatever the type of the value.
template <typename value_t>
class constant_optional
{
public:
    //!\brief Has no value.
    constexpr constant_optional() noexcept = default;

    /*!\brief Has this value.
     * \throws std::bad_alloc
     */
    explicit constexpr constant_optional(value_t value) : value_{new value_t{std::move(value)}}
    {}

    /*!\brief Has a copy of what another one has.
     * \throws std::bad_alloc, and what copying the value throws.
     */
    constexpr constant_optional(constant_optional const & other) :
        value_{other.value_ != nullptr ? new value_t{*other.value_} : nullptr}
    {}

    //!\brief Has what another one had, which then has no value.
    constexpr constant_optional(constant_optional && other) noexcept : value_{std::exchange(other.value_, nullptr)}
    {}

    //!\brief Gets what another one has.
    constexpr constant_optional & operator=(constant_optional other) noexcept
    {
        std::swap(value_, other.value_);
        return *this;
    }

    //!\brief Destroys the value.
    constexpr ~constant_optional()
    {
        delete value_;
    }

    //!\brief The value, or null.
    constexpr value_t const * get() const noexcept
    {
        return value_;
    }

private:
    value_t * value_{};
};

} // namespace seqan3_gpulcs::plan::detail
