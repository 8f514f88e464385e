// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/melting_temperature.hpp"

#include <cmath>

namespace seqan3_gpulcs::app
{

namespace
{

struct step
{
    double enthalpy;
    double entropy;
};

// Of two neighbours, by their codes: A, C, G, T.
constexpr step neighbours[4][4]{{{-7900, -22.2}, {-8400, -22.4}, {-7800, -21.0}, {-7200, -20.4}},
                                {{-8500, -22.7}, {-8000, -19.9}, {-10600, -27.2}, {-7800, -21.0}},
                                {{-8200, -22.2}, {-9800, -24.4}, {-8000, -19.9}, {-8400, -22.4}},
                                {{-7200, -21.3}, {-8200, -22.2}, {-8500, -22.7}, {-7900, -22.2}}};

// Of an end.
constexpr step weak_end{2300, 4.1};
constexpr step strong_end{100, -2.8};
constexpr double symmetric_entropy{-1.4};

constexpr unsigned code_of(char const letter) noexcept
{
    return letter == 'A' ? 0 : letter == 'C' ? 1 : letter == 'G' ? 2 : 3;
}

constexpr step end_of(unsigned const code) noexcept
{
    return code == 1 || code == 2 ? strong_end : weak_end;
}

bool is_own_complement(std::string_view letters) noexcept
{
    for (; letters.size() > 1; letters = letters.substr(1, letters.size() - 2))
        if (code_of(letters.front()) + code_of(letters.back()) != 3)
            return false;
    return letters.empty();
}

// In mol per litre; divalent cations that no dNTP binds count as some more monovalent ones.
double cations() noexcept
{
    constexpr double monovalent{50};
    constexpr double divalent{1.5};
    constexpr double dntp{0.6};
    return (monovalent + 120 * std::sqrt(divalent - dntp)) / 1000;
}

} // namespace

void melting_temperature::add(char const letter) noexcept
{
    unsigned const code = code_of(letter);
    if (letters_++ == 0)
        first_ = code;
    else
    {
        enthalpy_ += neighbours[last_][code].enthalpy;
        entropy_ += neighbours[last_][code].entropy;
    }
    last_ = code;
}

double melting_temperature::celsius(std::string_view const letters) const noexcept
{
    constexpr double gas{1.987};
    constexpr double primer{50e-9};
    constexpr double zero{-273.15};
    bool const is_symmetric = is_own_complement(letters);
    double const enthalpy = enthalpy_ + end_of(first_).enthalpy + end_of(last_).enthalpy;
    double const entropy = entropy_ + end_of(first_).entropy + end_of(last_).entropy
                         + (is_symmetric ? symmetric_entropy : 0)
                         + 0.368 * static_cast<double>(letters_ - 1) * std::log(cations());
    return enthalpy / (entropy + gas * std::log(primer / (is_symmetric ? 1 : 4))) + zero;
}

double melting_celsius(std::string_view const letters)
{
    melting_temperature temperature{};
    for (char const letter : letters)
        temperature.add(letter);
    return temperature.celsius(letters);
}

} // namespace seqan3_gpulcs::app
