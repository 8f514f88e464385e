// SPDX-License-Identifier: BSD-3-Clause

#include "distance_matrix.hpp"

#include <ios>
#include <ostream>
#include <set>
#include <streambuf>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>

#include "../app_error.hpp"
#include "../readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief Lets a stream write to a file.
class file_buffer : public std::streambuf
{
public:
    explicit file_buffer(output_file & file) : file_{file}
    {}

private:
    std::streamsize xsputn(char const * const text, std::streamsize const size) override
    {
        file_.write({text, static_cast<std::size_t>(size)});
        return size;
    }

    int_type overflow(int_type const letter) override
    {
        char const text = traits_type::to_char_type(letter);
        file_.write({&text, 1});
        return letter;
    }

    output_file & file_;
};

} // namespace

distance_matrix::distance_matrix(std::vector<std::string> names) : names_{std::move(names)}
{
    std::set<std::string_view> seen{};
    for (std::string const & name : names_)
    {
        if (name.empty() || name.find_first_of(" \t") != std::string::npos)
            throw input_error{"A name in a PHYLIP matrix must not be empty or have blanks in it, as " + in_quotes(name)
                              + " has; give each record an identifier, or choose another --format."};
        if (!seen.insert(name).second)
            throw input_error{"A PHYLIP matrix needs different names, but there are two records " + in_quotes(name)
                              + "; rename one of them, or choose another --format."};
    }
    distances_.reserve(names_.size() * (names_.size() - !names_.empty()) / 2);
}

void distance_matrix::add(double const identity)
{
    distances_.push_back(static_cast<float>(1 - identity));
}

void distance_matrix::write(output_file & file) const
{
    file_buffer buffer{file};
    std::ostream out{&buffer};
    out.exceptions(std::ios::badbit); // Those of the file come through.
    lcs::write_phylip(out, names_, distances_);
}

} // namespace seqan3_gpulcs::app
