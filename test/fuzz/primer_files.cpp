// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reading files of primers.
 */

#include <set>

#include "fuzz/files.hpp"
#include "fuzz/targets.hpp"
#include "src/app/app_error.hpp"
#include "src/app/io/table/primer_reader.hpp"

using namespace seqan3_gpulcs;

namespace
{

void check(std::vector<app::named_primer> const & primers)
{
    fuzz::require(!primers.empty(), "at least one primer");
    std::set<std::string> names{};
    for (app::named_primer const & each : primers)
    {
        fuzz::require(!each.name.empty() && names.insert(each.name).second, "different names");
        for (char const letter : each.name)
            fuzz::require(static_cast<unsigned char>(letter) >= ' ' && letter != '\x7f', "names without controls");
        fuzz::require(!each.letters.empty() && each.line != 0, "letters, and a line");
        fuzz::require(each.letters.find_first_not_of("ACGTRYSWKMBDHVN") == std::string::npos, "nucleotides");
    }
}

} // namespace

void fuzz::read_primers(input & from)
{
    std::vector<app::named_primer> found{};
    try
    {
        memory_file const file{from.take_all()};
        found = app::read_primers(memory_file::path);
    }
    catch (app::input_error const & error)
    {
        require(*error.what() != '\0', "a message");
        return;
    }
    check(found);

    // As a table, they are the same.
    std::string table{"id\tsequence\n"};
    for (app::named_primer const & each : found)
        table += each.name + '\t' + each.letters + '\n';
    memory_file const file{table};
    auto const again = app::read_primers(memory_file::path);
    require(again.size() == found.size(), "as many primers in a table");
    for (std::size_t i = 0; i < found.size(); ++i)
        require(again[i].name == found[i].name && again[i].letters == found[i].letters, "the same primers in a table");
}
