// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/distance_matrix.hpp"

#include <ios>
#include <ostream>
#include <streambuf>
#include <utility>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>

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

distance_matrix::distance_matrix(std::vector<std::string> ids) : ids_{std::move(ids)}
{
    lcs::check_phylip_names(ids_);
    distances_.reserve(ids_.size() * (ids_.size() - !ids_.empty()) / 2);
}

void distance_matrix::add(double const identity)
{
    distances_.push_back(static_cast<float>(1 - identity));
}

void distance_matrix::write(output_file & file) const
{
    file_buffer buffer{file};
    std::ostream out{&buffer};
    out.exceptions(std::ios::badbit); // Exceptions of the file reach the caller.
    lcs::write_phylip(out, ids_, distances_);
}

} // namespace seqan3_gpulcs::app
