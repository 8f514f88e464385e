// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/site_job.hpp"

#include "src/mpi/primer_job.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

void add_options(word_writer & content, primer::site_options const & options)
{
    content.add(options.max_edits);
    content.add(options.both_strands);
    content.add(options.mismatches_only);
    content.add(options.cuts_at_ambiguous);
    content.add(options.three_prime_letters);
    content.add(options.max_three_prime_edits);
}

primer::site_options read_options(word_reader & content)
{
    primer::site_options options{};
    options.max_edits = content.next();
    options.both_strands = content.next() != 0;
    options.mismatches_only = content.next() != 0;
    options.cuts_at_ambiguous = content.next() != 0;
    options.three_prime_letters = content.next();
    options.max_three_prime_edits = content.next();
    return options;
}

void add_site(word_writer & content, primer::site const & site, std::uint64_t const first_primer)
{
    content.add(first_primer + site.primer);
    content.add(site.sequence);
    content.add(site.begin);
    content.add(site.end);
    content.add(static_cast<std::uint64_t>(site.strand));
    content.add(site.edits);
    content.add(site.three_prime_edits);
}

class site_job : public simple_job
{
public:
    explicit site_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        options_ = read_options(reader);
        primers_ = reader.next_sequences();
        sequences_ = reader.next_sequences();
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        word_reader reader{given.content};
        std::uint64_t const begin = reader.next();
        std::uint64_t const end = reader.next();
        primer::statistics done{};
        std::vector<primer::site> const sites =
            primer::find_sites(std::span{primers_}.subspan(begin, end - begin), sequences_, options_, execution, &done);

        word_writer content{};
        add_statistics(content, done);
        for (primer::site const & site : sites)
            add_site(content, site, begin);
        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = content.take();
        return results;
    }

private:
    primer::site_options options_{};
    std::vector<packing::packed_sequence_view> primers_{};
    std::vector<packing::packed_sequence_view> sequences_{};
};

} // namespace

void add_sites(word_writer & content,
               std::span<packing::packed_sequence_view const> const primers,
               std::span<packing::packed_sequence_view const> const sequences,
               primer::site_options const & options)
{
    add_options(content, options);
    content.add_sequences(primers);
    content.add_sequences(sequences);
}

std::unique_ptr<job> make_site_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<site_job>(content);
}

void read_sites(word_reader & content, std::vector<primer::site> & sites)
{
    while (!content.at_end())
    {
        primer::site & site = sites.emplace_back();
        site.primer = content.next();
        site.sequence = content.next();
        site.begin = content.next();
        site.end = content.next();
        site.strand = static_cast<primer::strand>(content.next());
        site.edits = content.next();
        site.three_prime_edits = content.next();
    }
}

} // namespace seqan3_gpulcs::mpi
