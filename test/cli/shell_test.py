#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of manual pages and completions: shell_test.py PATH_TO_GPULCS FOLDER_OF_THE_FILES"""

import dataclasses
import glob
import os
import pty
import re
import select
import shutil
import subprocess
import sys

import program
from program import program_case

FILES = {"FILE", "PRIMERS"}
DIRECTORIES = {"DIR"}
# What there is in the folder of the tests.
FOLDER = ["first.fa", "folder/", "second file.fa"]
BASH_COMPLETION = "/usr/share/bash-completion/bash_completion"


def words(text):
    return " ".join(text.split())


@dataclasses.dataclass
class argument:
    """An option or a file as --help shows it."""
    group: str
    names: list
    placeholder: str
    description: str = ""


@dataclasses.dataclass
class help_text:
    description: str
    usage: str
    arguments: list
    commands: dict
    examples: str

    def options(self):
        return [each for each in self.arguments if each.names[0].startswith("-")]

    def files(self):
        return [each for each in self.arguments if not each.names[0].startswith("-")]

    def option_names(self):
        return sorted(name for each in self.options() for name in each.names)


def parse_help(text):
    """Entries are indented by two spaces; two or more spaces, or the next line, separate their descriptions."""
    description, usage, rest = re.fullmatch(r"(.*?)\nUsage: gpulcs ?(.*?)\n\n(.*)", text, flags=re.DOTALL).groups()
    blocks = rest.split("\n\n")
    examples = blocks.pop(0)
    arguments, commands = [], {}
    while re.match(r"[A-Z][A-Za-z ]+:\n  ", blocks[0]):
        heading, *lines = blocks.pop(0).splitlines()
        for line in lines:
            entry = re.fullmatch(r"  (\S.*?)(?:  +(.*))?", line)
            if entry:
                names, _, placeholder = entry[1].partition(" ")
                arguments.append(argument(heading[:-1], names.split(","), placeholder))
            arguments[-1].description += "\n" + ((entry[2] or "") if entry else line)
    for each in arguments:
        each.description = words(each.description)
        if each.group == "Commands":
            commands[each.names[0]] = each.description
    arguments = [each for each in arguments if each.group != "Commands"]
    return help_text(words(description), words(usage), arguments, commands, examples)


def plain(roff):
    """A line of a manual page without markup."""
    text = re.sub(r"\\f[BIR]", "", roff)
    for name, character in ((r"\(aq", "'"), (r"\(ga", "`"), (r"\(ha", "^"), (r"\(ti", "~"), (r"\-", "-"), (r"\&", ""),
                            (r"\e", "\\")):
        text = text.replace("\\" + name.removeprefix("\\"), character)
    return text


@dataclasses.dataclass
class page_text:
    """What a manual page says: the words of its sections, and the arguments in that with the options."""
    sections: dict
    arguments: list


def parse_page(text):
    sections, arguments, section, group, depth = {}, [], None, None, 0
    lines = iter(text.splitlines())
    for line in lines:
        request, _, value = line.partition(" ") if line.startswith(".") else ("", "", plain(line))
        depth += {".RS": 1, ".RE": -1}.get(request, 0)
        if request == ".SH":
            section = value
            sections[section] = ""
        elif request == ".SS":
            group = value
        elif section == "OPTIONS" and request == ".TP" and depth == 0:
            names = plain(next(lines)).replace(", ", ",")
            names, _, placeholder = names.partition(" ")
            arguments.append(argument(group, names.split(","), placeholder))
        elif section == "OPTIONS" and not request:
            arguments[-1].description = words(arguments[-1].description + " " + value)
        elif section is not None and not request:
            sections[section] = words(sections[section] + " " + value)
    return page_text(sections, arguments)


class shell_case(program_case):
    SHARE = ""
    known_choices = {}

    @classmethod
    def setUpClass(cls):
        def read(*command):
            return parse_help(subprocess.check_output([cls.PROGRAM, *command, "--help"], text=True, timeout=60))

        cls.program = read()
        # Commands have names such as "primer find"; "primer", which has commands itself, is a parent.
        cls.texts = {}
        for name in cls.program.commands:
            cls.texts[name] = read(name)
            cls.texts.update({f"{name} {each}": read(name, each) for each in cls.texts[name].commands})
        cls.commands = {name: text for name, text in cls.texts.items() if not text.commands}
        cls.parents = {name: text for name, text in cls.texts.items() if text.commands}

    def setUp(self):
        super().setUp()
        # Shells must neither read nor write files of the user.
        self.environment = {"HOME": self.folder, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "dumb",
                            "XDG_DATA_DIRS": f"{self.SHARE}:/usr/share"}
        self.work = self.path("work")
        os.makedirs(os.path.join(self.work, "folder"))
        for name in ("first.fa", "second file.fa"):
            open(os.path.join(self.work, name), "w").close()

    def require(self, *programs):
        for name in programs:
            if not shutil.which(name):
                self.skipTest(f"{name} is not installed")

    def run_shell(self, *command, status=0):
        result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment, cwd=self.work, timeout=60, text=True)
        self.assertEqual((result.returncode, result.stderr), (status, ""))
        return result.stdout

    def choices(self, command, option):
        """The values that the program says an option takes; none if it takes others, too."""
        if (command, option) not in self.known_choices:
            # What else must be given: CLI11 from 2.6 on first looks for that.
            required = ["-k", "3"] if command.startswith("primer ") else []
            required += ["--size", "50:300"] if command == "primer products" else []
            files = ["file"] * len(self.commands[command].files())
            said = self.run_program(*command.split(), option, "?", *required, *files, cwd=self.work).stderr.decode()
            found = re.search(r" takes (\w+(?:, \w+)* or \w+), not '\?'", said)
            self.known_choices[command, option] = re.split(", | or ", found[1]) if found else []
        return self.known_choices[command, option]

    def type_into(self, shell, *lines):
        """Types lines into an interactive shell; returns the arguments of all calls of gpulcs."""
        called = self.path("called")
        child, terminal = pty.fork()
        if child == 0:
            try:
                os.chdir(self.work)
                os.execvpe(shell[0], shell, self.environment)
            finally:
                os._exit(127)
        try:
            report = "gpulcs() { printf '%s\\n' \"$@\" END >> ~/called; }"
            os.write(terminal, "".join(line + "\n" for line in (report, *lines, "exit")).encode())
            while select.select([terminal], [], [], 60)[0] and os.read(terminal, 4096):
                pass
            self.fail("the shell does not end")
        except OSError:
            pass  # The end of a terminal.
        finally:
            os.close(terminal)  # Ends a shell that is still there.
            os.waitpid(child, 0)
        with open(called) as file:
            *calls, rest = file.read().split("END\n")
        os.remove(called)
        self.assertEqual(rest, "")
        return [call.splitlines() for call in calls]

    def assert_typing(self, shell, setup):
        cases = {"lc\t--all-p\t": ["lcs", "--all-pairs"],
                 "lcs --format t\t": ["lcs", "--format", "tsv"],
                 "lcs --format=t\t": ["lcs", "--format=tsv"],
                 "edit --backend=\tcu\t": ["edit", "--backend=cuda"],
                 "search fi\tsec\t": ["search", "first.fa", "second file.fa"],
                 "lcs --alignment=fi\t": ["lcs", "--alignment=first.fa"],
                 "lcs --checkpoint f\t": ["lcs", "--checkpoint", "folder"],
                 "primer f\t-- sec\t": ["primer", "find", "--", "second file.fa"],
                 "primer check --format sa\t": ["primer", "check", "--format", "sam"]}
        calls = self.type_into(shell, setup, *(f"gpulcs {typed}" for typed in cases))
        # Some shells leave the slash after a folder.
        self.assertEqual([[word.removesuffix("/") for word in call] for call in calls], list(cases.values()))


class help_test(shell_case):
    def test_help_is_understood(self):
        self.assertGreaterEqual(len(self.commands), 5)
        self.assertEqual(len(self.commands["lcs"].files()), 2)
        self.assertIn("--checkpoint-interval", self.commands["lcs"].option_names())
        self.assertEqual(self.choices("lcs", "--format"), ["tsv", "json", "phylip", "npy"])
        self.assertEqual(self.choices("lcs", "--threads"), [])
        self.assertEqual(list(self.parents), ["primer"])
        self.assertIn("--best", self.commands["primer find"].option_names())


class manual_test(shell_case):
    def setUp(self):
        super().setUp()
        folder = os.path.join(self.SHARE, "man", "man1")
        # The name of a page: its path, its command, what it says, and what --help says.
        self.pages = {}
        for command, text in {"": self.program, **self.texts}.items():
            name = "-".join(["gpulcs", *command.split()])
            path = os.path.join(folder, f"{name}.1")
            with open(path) as file:
                self.pages[name] = (path, command, parse_page(file.read()), text)
        self.assertEqual(sorted(glob.glob(os.path.join(folder, "*"))), sorted(path for path, *_ in self.pages.values()))

    def test_arguments(self):
        for name, (_, command, page, text) in self.pages.items():
            with self.subTest(page=name):
                # Pages do not repeat that a file is a file.
                for each in text.files():
                    each = dataclasses.replace(each, placeholder=each.placeholder.removeprefix("FILE").strip())
                    self.assertIn(each, page.arguments)
                options = [each for each in page.arguments if each.names[0].startswith("-")]
                # Of some options of these commands, the page says more.
                has_more = command.startswith("primer ") or command in ("lcs", "edit", "search", "demultiplex")
                longer = [each.names[0] for each, short in zip(options, text.options(), strict=True)
                          if len(each.description) > len(short.description)]
                self.assertEqual(len(longer) > 4, has_more, longer)
                options = [dataclasses.replace(each, description=short.description) if each.names[0] in longer else each
                           for each, short in zip(options, text.options(), strict=True)]
                self.assertEqual(options, text.options())
                self.assertEqual(len(page.arguments), len(text.arguments))

    def test_synopsis(self):
        for name, (_, _, page, text) in self.pages.items():
            with self.subTest(page=name):
                synopsis = page.sections["SYNOPSIS"].replace(" ...", "...")
                self.assertEqual(synopsis, f"gpulcs {text.usage}")
        self.assertIn(" -k K --size MIN:MAX ", self.pages["gpulcs-primer-products"][2].sections["SYNOPSIS"])

    def test_name_and_references(self):
        for name, (_, command, page, text) in self.pages.items():
            with self.subTest(page=name):
                self.assertEqual(page.sections["NAME"], f"{name} - {text.description[0].lower()}{text.description[1:]}")
                self.assertEqual(page.sections["SEE ALSO"],
                                 ", ".join(f"{other}(1)" for other in self.pages if other != name))
                self.assertEqual(page.sections.get("COMMANDS", ""), " ".join(
                    f"{name.replace('-', ' ')} {each} {said}; see {name}-{each}(1)" for each, said in text.commands.items()))

    def test_description_and_notes(self):
        for name, (_, _, page, text) in self.pages.items():
            with self.subTest(page=name):
                description = page.sections["DESCRIPTION"]
                self.assertTrue(description.startswith(text.description + "."))
                self.assertLessEqual({"EXAMPLES", "EXIT STATUS"}, set(page.sections))
                self.assertEqual(words(f"Examples: {page.sections['EXAMPLES']}"), words(text.examples))

    def test_what_only_pages_explain(self):
        pairs = ["id1", "id2", "length1", "length2", "identity", "PAF", "--split-gaps", "traceback", "130"]
        for name, explained in (("lcs", [*pairs, "lcs", "npy", "aligned1"]), ("edit", [*pairs, "distance", "start2", "jc"]),
                                ("search", [*pairs, "rank", "places", "skipped"]),
                                ("demultiplex", ["second_distance", "ambiguous", "unfinished", "traceback"]),
                                ("plot", ["PAF", "bedGraph", "SVG", "identity"]),
                                ("devices", ["number", "name", "capability", "multiprocessors", "clock", "memory", "free", "lcs",
                                             "edit", "used", "problem"]),
                                ("primer-find", ["BED", "rank", "id", "start", "gc", "tm", "min_background_edits", "wanted", "bedGraph"]),
                                ("primer-check", ["SAM", "Primer3", "role", "three_prime_edits", "cigar", "targets_with_site", "sites"]),
                                ("primer-products", ["wanted", "forward_edits", "reverse_sequence", "probe", "Primer3", "sites"])):
            _, _, page, text = self.pages[f"gpulcs-{name}"]
            notes = " ".join(content for heading, content in page.sections.items()
                             if heading not in ("NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "EXAMPLES", "SEE ALSO"))
            help_words = " ".join(each.description for each in text.arguments)
            for word in explained:
                self.assertRegex(notes, rf"(?<!\w){word}\b")
                if "_" in word:
                    self.assertNotRegex(help_words, rf"(?<!\w){word}\b")

    def test_mandoc(self):
        self.require("mandoc")
        for path, *_ in self.pages.values():
            self.assertEqual(self.run_shell("mandoc", "-T", "lint", "-W", "warning", path), "")
            self.assert_readable(path, self.run_shell("mandoc", "-T", "utf8", "-O", "width=80", path))

    def test_man(self):
        self.require("man")
        self.environment["MANWIDTH"] = "80"
        for path, *_ in self.pages.values():
            self.assert_readable(path, self.run_shell("man", "--warnings", "--local-file", path))

    def assert_readable(self, path, shown):
        """No markup is left, no line is too long, and all that the page says is there in this order."""
        shown = re.sub(".\x08", "", shown)
        self.assertLessEqual(max(map(len, shown.splitlines())), 80)
        with open(path) as file:
            lines = [re.sub(r"^\.S[HS] ", "", line) for line in file]
        said = [plain(line) for line in lines if not line.startswith(".")]
        header, *body, footer = shown.strip().splitlines()
        self.assertEqual(words(" ".join(body)), words(" ".join(said)))


class bash_test(shell_case):
    # What readline is told to do is not in COMPREPLY.
    HARNESS = """
        told=
        compopt() { told+="$* "; }
        COMP_WORDS=("${@:2}")
        COMP_CWORD=$(($# - 2))
        _gpulcs gpulcs "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "$told" "${COMPREPLY[@]}"
    """

    def setUp(self):
        super().setUp()
        self.require("bash")
        self.script = os.path.join(self.SHARE, "bash-completion", "completions", "gpulcs")

    def complete(self, *typed):
        """What may stand for the last word, and what readline is to complete."""
        told, *replies = self.run_shell("bash", "--norc", "-c", f'. "$1"; {self.HARNESS}', "bash", self.script, "gpulcs",
                                        *typed).splitlines()
        return sorted(filter(None, replies)), told.strip()

    def test_commands(self):
        self.assertEqual(self.complete(""), (sorted([*self.program.commands, *self.program.option_names()]), ""))
        for parent, text in self.parents.items():
            self.assertEqual(self.complete(parent, ""), (sorted([*text.commands, *text.option_names()]), ""))
            self.assertEqual(self.complete(parent, "nonsense", ""), ([], ""))
        self.assertEqual(self.complete("se"), (["search"], ""))
        self.assertEqual(self.complete("nonsense", ""), ([], ""))

    def test_options(self):
        for command, text in self.commands.items():
            with self.subTest(command=command):
                self.assertEqual(self.complete(*command.split(), "-"), (text.option_names(), ""))
                expected = ([], "-o default") if text.files() else (text.option_names(), "")
                self.assertEqual(self.complete(*command.split(), ""), expected)
        self.assertEqual(self.complete("lcs", "--fo"), (["--format"], ""))

    def test_values(self):
        for command, text in self.commands.items():
            for option in text.options():
                with self.subTest(command=command, option=option.names):
                    choices = sorted(self.choices(command, option.names[-1]))
                    for name in option.names:
                        replies, told = self.complete(*command.split(), name, "")
                        if option.placeholder in FILES | DIRECTORIES:
                            self.assertEqual((replies, told), ([], "-o default" if option.placeholder in FILES else
                                                               "-o dirnames"))
                        elif option.placeholder == "" or option.placeholder.startswith("["):
                            self.assertEqual((replies, told), self.complete(*command.split(), ""))
                        else:
                            self.assertEqual((replies, told), (choices, ""))

    def test_equals_sign(self):
        # A word of its own, and not.
        for typed in (["--format", "=", "t"], ["--format", "t"]):
            self.assertEqual(self.complete("lcs", *typed), (["tsv"], ""))
        self.assertEqual(self.complete("lcs", "--format="), (["--format=" + each for each in
                                                              ("json", "npy", "phylip", "tsv")], ""))
        self.assertEqual(self.complete("lcs", "--format=t"), (["--format=tsv"], ""))
        self.assertEqual(self.complete("lcs", "--alignment", "=", "x"), ([], "-o default"))

    def test_files_only(self):
        self.assertEqual(self.complete("lcs", "--", "-"), ([], "-o default"))
        self.assertEqual(self.complete("lcs", "--format", "tsv", "--", "--fo"), ([], "-o default"))

    def test_typing(self):
        self.assert_typing(["bash", "--norc", "--noprofile", "-i"], f". '{self.script}'")

    def test_typing_with_bash_completion(self):
        if not os.path.exists(BASH_COMPLETION):
            self.skipTest("bash-completion is not installed")
        # It finds the script by itself.
        self.assert_typing(["bash", "--norc", "--noprofile", "-i"], f". {BASH_COMPLETION}")


class fish_test(shell_case):
    def setUp(self):
        super().setUp()
        self.require("fish")
        self.script = os.path.join(self.SHARE, "fish", "vendor_completions.d", "gpulcs.fish")

    def complete(self, typed):
        """What may stand for the last word, with descriptions."""
        lines = self.run_shell("fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]', self.script,
                               f"gpulcs {typed}").splitlines()
        return {value: description for value, _, description in (line.partition("\t") for line in lines)}

    def assert_offers(self, typed, names, texts):
        """Checks what is offered, and that descriptions are beginnings of those in --help."""
        offered = self.complete(typed)
        self.assertEqual(sorted(offered), sorted(names))
        for name, description in offered.items():
            self.assertTrue(texts[name].removeprefix("Required: ").lower().startswith(description.lower()), description)

    def test_commands(self):
        self.assert_offers("", self.program.commands, self.program.commands)
        self.assertEqual(sorted(self.complete("-")), self.program.option_names())
        for parent, text in self.parents.items():
            self.assert_offers(f"{parent} ", text.commands, text.commands)
            self.assertEqual(sorted(self.complete(f"{parent} -")), text.option_names())
        self.assertEqual(self.complete("nonsense "), {})

    def test_options(self):
        for command, text in self.commands.items():
            with self.subTest(command=command):
                descriptions = {name: each.description for each in text.options() for name in each.names}
                self.assert_offers(f"{command} -", text.option_names(), descriptions)
                # Also if a file is called like a command.
                self.assertEqual(sorted(self.complete(f"{command} lcs devices -")), text.option_names())
                self.assertEqual(sorted(self.complete(f"{command} ")), FOLDER if text.files() else [])
        self.assertEqual(list(self.complete("lcs --fo")), ["--format"])

    def test_values(self):
        for command, text in self.commands.items():
            for option in text.options():
                name = option.names[-1]
                if option.placeholder and not option.placeholder.startswith("["):
                    with self.subTest(command=command, option=name):
                        expected = (FOLDER if option.placeholder in FILES else
                                    ["folder/"] if option.placeholder in DIRECTORIES else
                                    sorted(self.choices(command, name)))
                        self.assertEqual(sorted(self.complete(f"{command} {name} ")), expected)
        self.assertEqual(list(self.complete("lcs --format=t")), ["--format=tsv"])

    def test_files_only(self):
        self.assertEqual(self.complete("lcs -- --fo"), {})
        self.assertEqual(list(self.complete("lcs -- fi")), ["first.fa"])


class zsh_test(shell_case):
    # As installed, and as one may source it.
    FOUND = "fpath=({folder} $fpath); autoload -Uz compinit; compinit -D -u"
    SOURCED = "autoload -Uz compinit; compinit -D -u; source {folder}/_gpulcs"
    # Completions are collected, and none is made: the line is not changed.
    COLLECT = r"""
        compadd() {
            if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
                builtin compadd "$@"
                return
            fi
            local -a collected
            builtin compadd -A collected "$@"
            print -rl -- $collected >> ~/offered
        }
    """

    def setUp(self):
        super().setUp()
        self.require("zsh")
        self.folder_of_script = os.path.join(self.SHARE, "zsh", "site-functions")

    def complete(self, *typed):
        """For each beginning of a line, what may stand for the last word; the line is removed then."""
        with open(self.path("collect"), "w") as file:
            file.write(self.COLLECT)
        open(self.path("offered"), "w").close()
        lines = [f"gpulcs {each}\t\x01\x0bprint -- END >> ~/offered" for each in typed]
        self.type_into(["zsh", "-f", "-i"], self.FOUND.format(folder=self.folder_of_script), "source ~/collect", *lines,
                       "gpulcs")
        with open(self.path("offered")) as file:
            *offered, rest = file.read().split("END\n")
        self.assertEqual((len(offered), rest), (len(typed), ""))
        return [sorted({value.rstrip("=") for value in each.split("\n") if value}) for each in offered]

    def test_commands(self):
        self.assertEqual(self.complete("", "-"), [sorted(self.program.commands), self.program.option_names()])
        for parent, text in self.parents.items():
            self.assertEqual(self.complete(f"{parent} ", f"{parent} -"), [sorted(text.commands), text.option_names()])

    def test_options(self):
        offered = self.complete(*(f"{command} -" for command in self.commands))
        for (command, text), names in zip(self.commands.items(), offered):
            with self.subTest(command=command):
                self.assertEqual(names, text.option_names())

    def test_values(self):
        cases = {(command, option.names[-1]): sorted(self.choices(command, option.names[-1]))
                 for command, text in self.commands.items() for option in text.options() if option.placeholder == "NAME"}
        offered = self.complete(*(f"{command} {name} " for command, name in cases))
        self.assertEqual(offered, list(cases.values()))

    def test_typing(self):
        for setup in (self.FOUND, self.SOURCED):
            with self.subTest(setup=setup):
                self.assert_typing(["zsh", "-f", "-i"], setup.format(folder=self.folder_of_script))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    shell_case.SHARE = os.path.abspath(sys.argv.pop(2))
    program.main(__doc__)
