// SPDX-License-Identifier: BSD-3-Clause

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>

#include "src/app/command_line/all_commands.hpp"
#include "src/app/shell/completions.hpp"
#include "src/app/shell/manual_page.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

void write_file(std::filesystem::path const & path, std::string const & content)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file{};
    file.exceptions(std::ios::failbit | std::ios::badbit);
    file.open(path, std::ios::binary);
    file << content;
    file.close();
}

// Writes the files into the folders below a prefix where `man` and shells look for them.
void write_files(program const & program, std::filesystem::path const & folder)
{
    auto const pages = folder / "man" / "man1";
    write_file(pages / "gpulcs.1", program_page(program));
    for (command_syntax const & command : flattened(program.commands))
        write_file(pages / (page_name(program, command) + ".1"), command_page(program, command));
    write_file(folder / "bash-completion" / "completions" / "gpulcs", bash_completion(program));
    write_file(folder / "fish" / "vendor_completions.d" / "gpulcs.fish", fish_completion(program));
    write_file(folder / "zsh" / "site-functions" / "_gpulcs", zsh_completion(program));
}

} // namespace

} // namespace seqan3_gpulcs::app::shell

int main(int const argc, char const * const * const argv)
{
    using namespace seqan3_gpulcs::app;

    std::span const arguments{argv, static_cast<std::size_t>(argc)};
    if (arguments.size() != 3)
    {
        std::cerr << "Usage: gpulcs_shell FOLDER DATE\n";
        return 2;
    }
    try
    {
        all_options options{};
        shell::program program{.itself = program_syntax(), .commands = all_commands(options), .date = arguments[2]};
        add_information_options(program.itself);
        for (command_syntax & command : program.commands)
            add_information_options(command);
        shell::write_files(program, arguments[1]);
        return 0;
    }
    catch (std::exception const & error)
    {
        std::cerr << "gpulcs_shell: the files in " << arguments[1] << " cannot be written: " << error.what() << ".\n";
        return 1;
    }
}
