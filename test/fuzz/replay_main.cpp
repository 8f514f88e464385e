// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Runs a fuzz target with files, without libFuzzer: all seeds, and inputs of former findings.
 */

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * bytes, std::size_t size);

namespace
{

void replay(std::filesystem::path const & path)
{
    std::ifstream file{path, std::ios::binary};
    std::vector<char> const content{std::istreambuf_iterator<char>{file}, {}};
    std::cout << path.native() << std::endl; // Flushed: the last one is the finding.
    LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const *>(content.data()), content.size());
}

} // namespace

// The arguments are files, and folders of files.
int main(int const argc, char const * const * const argv)
{
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i)
    {
        if (std::filesystem::is_regular_file(argv[i]))
        {
            replay(argv[i]);
            ++files;
            continue;
        }
        for (auto const & entry : std::filesystem::recursive_directory_iterator{argv[i]})
            if (entry.is_regular_file())
            {
                replay(entry.path());
                ++files;
            }
    }
    std::cout << files << " inputs\n";
    return files == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
