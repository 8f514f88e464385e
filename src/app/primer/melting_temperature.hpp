// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The temperature at which a primer melts.
 */

#pragma once

#include <cstdint>
#include <string_view>

namespace seqan3_gpulcs::app
{

/*!\brief The temperature at which half of a primer is bound to its complement, from one letter to the next one.
 *
 * Nearest neighbours and salts of SantaLucia, "A unified view of polymer, dumbbell, and oligonucleotide DNA nearest-neighbor
 * thermodynamics", PNAS 95 (1998), for what Primer3 assumes: 50 mM of monovalent and 1.5 mM of divalent cations, 0.6 mM of dNTPs, and 50
 * nM of the primer.
 */
class melting_temperature
{
public:
    //!\brief Begins with no letters.
    melting_temperature() = default;

    //!\brief Adds the next letter: A, C, G or T.
    void add(char letter) noexcept;

    //!\brief The temperature in degrees Celsius. \param letters The letters that were added; at least two.
    double celsius(std::string_view letters) const noexcept;

private:
    double enthalpy_{}; // In calories per mole,
    double entropy_{};  // and per kelvin.
    std::uint64_t letters_{};
    unsigned first_{};
    unsigned last_{};
};

//!\brief The temperature for a primer of at least two letters A, C, G and T. Linear.
double melting_celsius(std::string_view letters);

} // namespace seqan3_gpulcs::app
