// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_inputs.hpp"

#include <algorithm>

#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

primer_inputs::primer_inputs(primer_options const & options, alphabet const & letters, step_times & times)
{
    auto const read = [&](std::string const & path)
    {
        records_.append(read_sequences(path, letters, options.execution, times));
        files_.push_back({with_visible_controls(path), records_.size()});
    };
    read(options.target);
    std::ranges::for_each(options.backgrounds, read);
}

std::string const & primer_inputs::file_of(std::size_t const record) const noexcept
{
    return std::ranges::upper_bound(files_, record, {}, &file::end)->name;
}

} // namespace seqan3_gpulcs::app
