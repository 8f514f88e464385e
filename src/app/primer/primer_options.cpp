// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_options.hpp"

#include <string>
#include <vector>

#include "src/app/command_line/shared_options.hpp"
#include "src/app/primer/find_options.hpp"
#include "src/app/primer/site_options.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * primer_examples{R"(Examples:
  gpulcs primer find -k 3 --max-length 25 \
      test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
  gpulcs primer check -k 3 \
      test/data/mers_assays.fasta test/data/mers_emc_2012.fasta
  gpulcs primer products -k 3 --size 50:300 \
      test/data/mers_assays.fasta test/data/mers_emc_2012.fasta
)"};

} // namespace

command_syntax primer_syntax(primer_options & options)
{
    return {.name = "primer",
            .description = "Find primers, or list where primers bind and what they\n"
                           "would amplify",
            .examples = primer_examples,
            .commands = {find_syntax(options), check_syntax(options), products_syntax(options)}};
}

bool searches_both_strands(primer_options const & options)
{
    return !options.one_strand && options.alphabet.starts_with("dna");
}

bool match_ambiguous_letters(primer_options const & options)
{
    return !options.cuts_at_ambiguous.value_or(!options.alphabet.starts_with("dna"));
}

void check(primer_options const & options)
{
    check_execution(options.execution);
    if (options.primers)
        check_sites(options);
    else
        check_find(options);

    std::vector<std::string> inputs{options.backgrounds};
    inputs.push_back(options.target);
    if (options.primers)
        inputs.push_back(*options.primers);
    check_inputs(inputs);
    if (options.profile)
        check_output(*options.profile, {"--profile", "bedGraph", ".bedgraph"}, inputs);
}

} // namespace seqan3_gpulcs::app
