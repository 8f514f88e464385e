// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3_gpulcs/lcs/saved_run.hpp>

int main()
{
    using namespace seqan3_gpulcs;

    auto const first = packing::pack("ACGTTGCATTACGGA");
    auto const second = packing::pack("ACTTGACTACGA");

    lcs::saved_run const saved{.directory = std::filesystem::temp_directory_path() / "saved_run_example"};
    auto const found = lcs::compute({first, second}, lcs::output::length, saved);
    std::cout << found.result.length << '\n';

    lcs::remove_saved_run(saved.directory); // not before the result is where it belongs
}
