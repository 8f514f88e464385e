#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the command line: usage_test.py PATH_TO_GPULCS"""

import glob
import gzip
import os
import re
import subprocess

import program
from comparison import DATA, comparison_case

EXECUTION = {"--backend", "--device", "--threads", "--memory", "--timings"}
OPTIONS = {"": set(),
           "lcs": {"--alphabet", "--all-pairs", "--min-identity", "--format", "--distance", "--alignment", "--split-gaps", "--coverage",
                   "--both-strands", "--quiet", "--checkpoint", "--checkpoint-interval", "--restart", *EXECUTION},
           "edit": {"--alphabet", "--all-pairs", "--min-identity", "--max-distance", "--format", "--distance", "--alignment",
                    "--within", "--prefix", "--suffix", "--both-strands", "--quiet", "--split-gaps", "--coverage", "--checkpoint", "--checkpoint-interval", "--restart", *EXECUTION},
           "search": {"--alphabet", "--metric", "--within", "--both-strands", "--top", "--min-lcs", "--max-distance", "--min-identity", "--order",
                      "--format", "--alignment", "--split-gaps", *EXECUTION},
           "primer": set(),
           "primer find": {"--alphabet", "--min-edits", "--one-strand", "--min-length", "--max-length", "--gc", "--tm", "--format",
                           "--unique-regions", "--profile", "--products", "--three-prime", "--mismatches-only", "--unknown",
                           "--all-targets", "--best", *EXECUTION},
           "primer check": {"--alphabet", "--max-edits", "--three-prime", "--mismatches-only", "--unknown", "--summary", "--format",
                            *EXECUTION},
           "primer products": {"--alphabet", "--max-edits", "--size", "--three-prime", "--mismatches-only", "--unknown", "--format",
                               *EXECUTION},
           "demultiplex": {"--alphabet", "--first", "--max-distance", "--margin", "--both-strands", "--format", "--split", "--quiet",
                           *EXECUTION},
           "plot": {"--equal-scales"},
           "devices": {"--format"}}


class help_test(comparison_case):
    def text(self, command):
        return "\n".join(self.output_lines(*command.split(), "--help"))

    def test_every_help(self):
        for command, options in OPTIONS.items():
            with self.subTest(command=command):
                text = self.text(command)
                self.assertIn("\nExamples:\n", text)
                self.assertIn("\nExit status:", text)
                self.assertLessEqual(max(map(len, text.splitlines())), 82)
                listed = re.findall(r"^  (?:-[a-z],)?(--[a-z-]+)", text, flags=re.MULTILINE)
                self.assertEqual(sorted(listed), sorted(options | {"--help", "--version"}))

    def test_screens(self):
        """Every help begins with examples, and has at most 60 lines, or 70 where there are many options."""
        self.assertEqual(re.findall(r"^  ([a-z]+) +[A-Z]", self.text("primer"), flags=re.MULTILINE),
                         [command.removeprefix("primer ") for command in OPTIONS if command.startswith("primer ")])
        for command in OPTIONS:
            with self.subTest(command=command):
                text = self.text(command)
                self.assertLessEqual(len(text.splitlines()), 70 if command in ("lcs", "edit", "search") else 60)
                self.assertRegex(text, r"\A([^\n]+\n){1,3}Usage: [^\n]+(\n  [^\n]+)?\n\nExamples:\n")
                page = "-".join(["gpulcs", *command.split()])
                self.assertIn(f"man {page}, or doc/reference/output.md.\n", text)

    def write_files_of_examples(self):
        """The files of the project that examples name, and those of users."""
        os.mkdir(self.path("test"))
        os.symlink(DATA, self.path("test/data"))
        with open(os.path.join(DATA, "mers_emc_2012.fasta"), encoding="ascii") as file:
            genome = "".join(file.read().splitlines()[1:])
        parts = [genome[i * 600:i * 600 + 300] for i in range(24)]
        # Similar genes and barcodes.
        parts[1] = parts[0][:200] + parts[0][201:]
        others = [genome[i * 600 + 300:i * 600 + 600] for i in range(24)]
        for name in ("a", "b", "genes", "genomes", "query", "queries", "database", "virus", "host", "genome"):
            self.file(name + ".fa", "".join(f">{i}\n{part}\n" for i, part in enumerate(others if name in ("b", "host") else parts)))
        for name in ("genome1", "genome2", "strain1", "strain2"):
            self.file(name + ".fa", f">{name}\n{genome[:5000]}\n")
        for name in ("proteins", "others"):
            self.file(name + ".fa", ">a\nMKVLAAGIVGLCAKW\n>b\nMKVLAGGIVGLCARW\n")
        for name in ("barcodes", "tags"):
            self.file(name + ".fa", "".join(f">{name}{i}\n{part[:11]}{'ACGT'[i % 4]}\n" for i, part in enumerate(parts)))
        self.file("reads.fq", "".join(f"@{i}\n{part}\n+\n{'I' * len(part)}\n" for i, part in enumerate(parts)))
        self.file("alignments.paf", "a\t3\t0\t3\t+\tb\t3\t0\t3\t3\t3\t255\tcg:Z:3=\n")
        for name in ("a.fa", "b.fa", "database.fa", "reads.fq", "a.fq", "b.fq", "proteins.fa"):
            with open(self.path("reads.fq" if name.endswith(".fq") else name), "rb") as file:
                self.file(name + ".gz", gzip.compress(file.read()))

    def test_examples(self):
        """All but those with other programs or a device run as they are written, one after the other."""
        self.write_files_of_examples()
        environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(self.PROGRAM)) + os.pathsep + os.environ["PATH"])
        for command in OPTIONS:
            shown = self.text(command).partition("\nExamples:\n")[2].partition("\n\n")[0].replace("\\\n", " ")
            examples = [line for line in re.findall(r"^  (\S.*)$", shown, flags=re.MULTILINE)
                        if not line.startswith(("minimap2", "gpulcs lcs --backend cuda"))]
            self.assertGreaterEqual(len(examples), 2, command)
            for example in examples:
                with self.subTest(example=example):
                    example = example.partition(" | rsvg-convert")[0]
                    result = subprocess.run(["bash", "-o", "pipefail", "-c", example], cwd=self.path(""), env=environment,
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    written = re.search(r"> (\S+)", example)
                    output = self.content(written[1]) if written else result.stdout
                    self.assertGreaterEqual(output.count(b"\n"), 2 if output.startswith((b"id", b"rank", b"number")) else 1)

    def test_examples_of_primers(self):
        """They bind to either strand, so no command of help texts and documents leaves one out, but for old results."""
        texts = {f"{command} --help": self.text(command) for command in OPTIONS}
        root = os.path.join(DATA, "..", "..")
        for path in [os.path.join(root, "README.md"), *glob.glob(os.path.join(root, "doc", "**", "*.md"), recursive=True)]:
            if not os.path.basename(path).startswith("migrate_"):
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, root)] = file.read()
        counts = {}
        for name, text in texts.items():
            # A command may go on in the next line, after a backslash or within `...`.
            whole = re.sub(r"(?<!`)`[^`]+`(?!`)", lambda code: code[0].replace("\n", " "), text.replace("\\\n", " "))
            commands = [command for command in re.findall(r"\bgpulcs primer find\b[^|>`\n]*", whole)
                        if re.search(r" (-k|--min-edits)\b", command)]
            counts[name] = len(commands)
            for command in commands:
                with self.subTest(name=name, command=command):
                    self.assertNotIn("--one-strand", command)
        for name, count in ((" --help", 1), ("primer --help", 1), ("primer find --help", 3), ("plot --help", 1), ("README.md", 1),
                            ("doc/program.md", 5), ("doc/tutorial/primers.md", 4), ("doc/how-to/pictures.md", 1),
                            ("doc/how-to/cluster.md", 1)):
            self.assertGreaterEqual(counts[name], count, name)

    def test_groups(self):
        for command, groups in (("", ["Help", "Commands"]), ("devices", ["Output", "Help"]), ("plot", ["Input", "Output", "Help"]),
                                *((name, ["Input", "What to compute", "Output", "Hardware", "Help"])
                                  for name in ("lcs", "edit", "search", "demultiplex")),
                                ("primer", ["Help", "Commands"]),
                                ("primer find", ["Input", "Which primers", "Pairs of primers", "Output", "Hardware", "Help"]),
                                ("primer check", ["Input", "Which sites", "Output", "Hardware", "Help"]),
                                ("primer products", ["Input", "Which products", "Output", "Hardware", "Help"])):
            arguments = self.text(command).partition("\n\n")[2]
            found = re.findall(r"^([A-Z][A-Za-z ]+):$", arguments, flags=re.MULTILINE)
            self.assertEqual(found, ["Examples", *groups])

    def test_what_is_explained(self):
        for command, words in (("", ["lcs", "edit", "search", "primer", "plot", "devices"]),
                               *((command, ["PAF", "SAM", "gzip", "FASTQ", "cuda"]) for command in ("lcs", "edit", "search")),
                               ("demultiplex", ["gzip", "FASTQ", "cuda"]), ("primer", ["find", "check", "products"]),
                               ("primer find", ["bed", "bedGraph", "gzip", "FASTQ"]),
                               ("primer check", ["Primer3", "FASTA", "sam"]), ("primer products", ["Primer3", "FASTA", "json"]),
                               ("plot", ["PAF", "bedGraph", "gzip"]), ("devices", ["tsv", "json"])):
            for word in words:
                self.assertRegex(self.text(command), rf"\b{word}\b")

    def test_version(self):
        result = self.run_program("--version")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertRegex(result.stdout.decode(), r"\Agpulcs \d+\.\d+\.\d+\n\Z")
        for command in ("lcs", "edit", "search", "primer", "primer find", "devices"):
            again = self.run_program(*command.split(), "--version")
            self.assertEqual((again.returncode, again.stdout, again.stderr), (0, result.stdout, b""))

    def test_nothing_is_measured_at_the_start(self):
        bindings = self.run_program("--version", env={**os.environ, "LD_DEBUG": "bindings"}).stderr.decode()
        timer = re.findall(r"binding file \S*libhwy\S* \[0\] to (\S+) .*TimerResolution", bindings)
        if not timer or "libseqan3_gpulcs_core" in bindings:
            self.skipTest("the program is not linked with the shared library of Highway, or not directly")
        self.assertNotIn("libhwy", timer[0])


class invalid_test(comparison_case):
    """Invalid command lines: status 2, a sentence, and no files."""

    def setUp(self):
        super().setUp()
        self.a = self.file("a", ">a\nA\n")
        # Each command with its files.
        self.commands = {"lcs": ["lcs", self.a, self.a], "edit": ["edit", self.a, self.a],
                         "search": ["search", self.a, self.a], "primer": ["primer", "find", "-k", "1", self.a, self.a]}

    def assert_invalid(self, *arguments, parts=()):
        with self.subTest(arguments=arguments):
            self.assert_fails(self.run_program(*arguments, cwd=self.folder), 2, *parts)
            self.assertEqual(os.listdir(self.folder), ["a"])

    def test_shared_options(self):
        for command in self.commands.values():
            for options in (["--nonsense"], ["-x"], ["--threads", "-1"], ["--threads=-1"], ["--threads", "two"],
                            ["--threads", "1.5"], ["--threads", "99999999999"], ["--threads"], ["--threads", ""],
                            ["--threads", "1", "--threads", "2"], ["--threads", "--", "1"], ["--memory", "abc"],
                            ["--memory", "-1G"], ["--memory", "1X"], ["--memory", "1GG"], ["--memory", "G"],
                            ["--memory", "0"], ["--memory", "99999999999T"], ["--memory", ""], ["--format", "xml"],
                            ["--format", "1"], ["--format", ""], ["--device"], ["--backend", "gpu"],
                            ["--alphabet", "dna16"]):
                self.assert_invalid(*command, *options)

    def test_output_files(self):
        for name, option in (("lcs", "--alignment"), ("edit", "--alignment"), ("search", "--alignment"),
                             ("primer", "--profile")):
            command = self.commands[name]
            for arguments in ([*command, option], [*command, option, ""], [*command, option, "-"],
                              [*command, option, "--timings"], [*command, f"{option}=--timings"],
                              [command[0], option, "--", *command[1:]], [command[0], option, "--", *command[1:], self.a]):
                self.assert_invalid(*arguments)
            self.assert_invalid(*command, option, self.a, parts=("is an input", option))

    def test_names_of_other_formats(self):
        """A file is not called what it is not: later, programs would take it for that."""
        for name, option, form, ending in (("lcs", "--alignment", "PAF or SAM", ".paf"), ("edit", "--alignment", "PAF or SAM", ".paf"),
                                           ("search", "--alignment", "PAF or SAM", ".paf"),
                                           ("primer", "--profile", "bedGraph", ".bedgraph")):
            command = self.commands[name]
            for wrong in ("x.BAM", "x.cram", "x.fasta", "x.paf.gz", "x.bed", "folder.paf/x.svg"):
                self.assert_invalid(*command, option, self.path(wrong), parts=(option, f"writes {form}", f"{wrong}'", f"ends in {ending}"))
            for right in ("x", "x.y", f"x{ending}", f"x{ending.upper()}", "x.sam.txt", ".sam", "x.tsv"):
                self.assertEqual(self.run_program(*command, option, self.path(right)).returncode, 0)
                os.unlink(self.path(right))
        self.assert_invalid(*self.commands["lcs"], "--alignment", self.path("x.bedgraph"))
        self.assert_invalid(*self.commands["primer"], "--profile", self.path("x.paf"))

    def test_files(self):
        for arguments in ([], ["nonsense"], ["--nonsense"], ["lcs"], ["lcs", self.a], ["lcs", self.a, self.a, self.a],
                          ["lcs", "-", "-"], ["search"], ["search", self.a], ["search", self.a, self.a, self.a],
                          ["search", "-", "-"], ["primer"], ["primer", self.a], ["primer", "nonsense"],
                          ["primer", "find"], ["primer", "find", self.a, self.a], ["primer", "check", "-k", "1", self.a],
                          ["primer", "find", "-k", "1"], ["primer", "find", "-k", "1", self.a], ["primer", "find", "-k", "1", "-", "-"],
                          ["primer", "find", "-k", "1", self.a, "-", "-"]):
            self.assert_invalid(*arguments)

    def test_standard_input_under_two_names(self):
        for name in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            for files in (("-", name), (name, "-"), (name, name)):
                for command in (["lcs"], ["edit"], ["search"], ["primer", "find", "-k", "1"], ["primer", "find", "-k", "1", self.a]):
                    result = self.run_program(*command, *files, input=b">a\nACGT\n")
                    self.assert_fails(result, 2, "Only one input can be standard input", *(f"'{file}'" for file in files))
        # A pipe is read once for all pairs of its records.
        result = self.run_program("lcs", "--all-pairs", "-", "-", input=b">a\nACGT\n>b\nACGA\n")
        self.assertEqual(result.stdout.splitlines()[1:], [b"a\tb\t4\t4\t3\t0.750000"])

    def test_search(self):
        for options in (["--all-pairs"], ["--top"], ["--top", ""], ["--top", "0"], ["--top", "-1"], ["--top", "ten"],
                        ["--top", "1.5"], ["--top", "99999999999999999999"], ["--top", "1", "--top", "2"], ["--min-lcs"],
                        ["--min-lcs", "-1"], ["--min-lcs", "0.5"], ["--min-identity"], ["--min-identity", ""],
                        ["--min-identity", "1.1"], ["--min-identity", "-0.1"], ["--min-identity", "90%"],
                        ["--min-identity", "nan"], ["--min-identity", "inf"], ["--min-identity", "0.5x"],
                        ["--min-identity", "0x1p-1"], ["--order", "length"], ["--order", ""], ["--order"],
                        ["--format", "phylip"], ["--metric"], ["--metric", "x"], ["--max-distance", "5"],
                        ["--order", "distance"], ["--metric", "edit", "--order", "lcs"],
                        ["--metric", "edit", "--min-lcs", "3"], ["--metric", "edit", "--max-distance", "-1"]):
            self.assert_invalid(*self.commands["search"], *options)
        self.assert_invalid(*self.commands["search"], "--min-identity", "90%", parts=("from 0 to 1", "'90%'"))

    def test_primer(self):
        for differences in ("0", "-1", "two", "", "99999999999999999999"):
            self.assert_invalid("primer", "find", "-k", differences, self.a, self.a, parts=("at least 1", f"'{differences}'"))
        for options in (["-k", "2"], ["--min-length", "-1"], ["--max-length", "x"],
                        ["--min-length", "5", "--max-length", "4"], ["--both-strands"],
                        ["--gc", "40:60", "--alphabet", "aa27"], ["--format", "phylip"], ["--format", "sam"],
                        ["--unknown", "N"], ["--unknown", "match", "--alphabet", "protein"]):
            self.assert_invalid(*self.commands["primer"], *options)
        for text in ("x", "-1", "1.5", "99999999999999999999"):
            self.assert_invalid("primer", "find", "-k", "2", f"--all-targets={text}", self.a, self.a,
                                parts=("--all-targets", f"'{text}'"))
        for text in ("-1", "1.5", "+2", "-0.5"):
            self.assert_invalid("primer", "find", "-k", "2", "--all-targets", text, self.a, self.a,
                                parts=("--all-targets takes a number of edits", f"'{text}'"))
        self.assert_fails(self.run_program("primer", "find", "-k", "2", "--all-targets", "2024-05-01", self.a, cwd=self.folder), 1,
                          "'2024-05-01'", "No such file")
        for options in (["-k", "1", "--all-targets=1"], ["-k", "3", "--all-targets", "5"]):
            self.assert_invalid("primer", *options, self.a, self.a, parts=("--all-targets", "fewer edits than -k"))
        self.assert_invalid("primer", "find", "-k", "2", "--all-targets", "--all-targets=1", self.a, self.a,
                            parts=("--all-targets is given more than once",))
        for text in ("", "40", "40:", ":60", "60:40", "40:60:80", "40-60", "-1:60", "40:101", "x:60", "40:x", "nan:60",
                     "40:nan"):
            self.assert_invalid(*self.commands["primer"], f"--gc={text}", parts=("--gc",))
        for text in ("", "58", "58:", "62:58", "58-62", "x:60", "nan:60", "58:inf"):
            self.assert_invalid(*self.commands["primer"], f"--tm={text}", parts=("--tm",))
        self.assert_invalid(*self.commands["primer"], "--tm", "58:62", "--alphabet", "aa27", parts=("--tm",))
        for text in ("0.4:0.6", "0:1", "0:0.5"):
            self.assert_invalid(*self.commands["primer"], "--gc", text, parts=("percent", "40:60", f"'{text}'"))
        self.assertEqual(self.primer_lines(*self.commands["primer"][2:], "--gc", "0:0"), [])

    def test_pairs(self):
        find = self.commands["primer"]
        for alphabet in ("protein", "char"):
            self.assert_invalid(*find, "--products", "1:2", "--alphabet", alphabet, parts=("no products", "omit --products"))
        for options in (["--three-prime", "5:1"], ["--mismatches-only"]):
            self.assert_invalid(*find, *options, parts=(options[0], "add --products"))
        self.assert_invalid(*find, "--products", "1:2", "--unique-regions", parts=("--products", "--unique-regions"))
        self.assert_invalid(*find, "--products", "1:2", "--format", "bed", parts=("--format bed", "tsv or json"))
        for options in (["--products", "1:2"], ["--unique-regions"], ["--profile", "x"]):
            self.assert_invalid(*find, "--best", "3", *options, parts=("--best", options[0]))
        for text in ("0", "-1", "x", "1.5"):
            self.assert_invalid(*find, f"--best={text}", parts=("--best takes", f"'{text}'"))
        for options in (["--summary"], ["--size", "1:2"], ["--max-edits", "3"], ["--format", "sam"]):
            self.assert_invalid(*find, *options)
        self.assert_invalid("primer", "find", "-k", "0", "--products", "1:2", self.a, self.a, parts=("at least 1", "'0'"))

    def test_sites(self):
        check = ["primer", "check", "-k", "1", self.a, self.a]
        products = ["primer", "products", "-k", "1", "--size", "1:2", self.a, self.a]
        for options in (["--one-strand"], ["--min-length", "3"], ["--gc", "40:60"], ["--unique-regions"], ["--profile", "x"],
                        ["--best", "3"], ["--min-edits", "3"], ["--products", "1:2"]):
            for command in (check, products):
                self.assert_invalid(*command, *options, parts=(f"no option '{options[0]}'", f"gpulcs primer {command[1]} --help"))
        for command in (check, products):
            for options in (["--alphabet", "protein"], ["--alphabet", "char", "--unknown", "match"]):
                self.assert_invalid(*command, *options, parts=("--alphabet takes ", "dna4", f"not '{options[1]}'"))
            for text in ("5", "5:", ":5", "1:2", "0:0", "5:1:1", "-5:1", "5:-1", "a:b"):
                self.assert_invalid(*command, f"--three-prime={text}", parts=("--three-prime takes two numbers", f"'{text}'"))
        for output in ("bed", "sam"):
            self.assert_invalid(*products, "--format", output, parts=("--format takes tsv or json",))
            self.assert_invalid(*check, "--summary", "--format", output, parts=("--summary", "tsv or json"))
        for text in ("5", "5:", ":5", "5:4", "1:2:3", "-1:5", "1-5", "a:b", "1.5:3", "1:99999999999999999999"):
            self.assert_invalid(*products[:4], f"--size={text}", self.a, self.a, parts=("--size", "smaller one first", f"'{text}'"))
            self.assert_invalid(*self.commands["primer"], f"--products={text}", parts=("--products", f"'{text}'"))
        self.assert_invalid(*products[:4], self.a, self.a, parts=("The option --size is missing",))
        for arguments in (["-k", "-1", self.a, self.a], [self.a, self.a], ["-k", "1", self.a], ["-k", "1", "-", "-"]):
            self.assert_invalid("primer", "check", *arguments)

    def test_devices(self):
        for arguments in (["nonsense"], ["lcs"], ["devices"], ["--nonsense"], ["-x"], ["--device", "0"], ["--timings"]):
            self.assert_invalid("devices", *arguments, parts=("see gpulcs devices --help.",))
        for arguments in (["--format"], ["--format", "xml"], ["--format", ""], ["--format", "tsv", "--format", "json"]):
            self.assert_invalid("devices", *arguments, parts=("--format",))

    def test_messages(self):
        a = self.a
        for arguments, *parts in (
                ([], "Give a command: lcs, edit, search, demultiplex, primer, plot or devices"),
                (["nonsense"], "no command 'nonsense'", "lcs, edit, search, demultiplex, primer, plot or devices"),
                (["--nonsense"], "no option '--nonsense'"), (["-k", "5", "lcs", a, a], "no option '-k'"),
                (["--threads", "2", "lcs", a, a], "option '--threads' must follow the command", "gpulcs lcs --threads"),
                (["-k", "2", "primer", "find", a, a], "option '-k' must follow the command", "gpulcs primer find -k"),
                (["primer", "-k", "2", "find", a, a], "option '-k' must follow the command", "gpulcs primer find -k"),
                (["--timings=1", "lcs", a, a], "option '--timings=1' must follow the command"),
                (["lcs", a, a, "--nonsense", "5"], "no option '--nonsense'"),
                (["lcs", a, a, "--alig", "x"], "no option '--alig'", "write --alignment in full"),
                (["lcs", a, a, "--ti"], "no option '--ti'", "write --timings in full"),
                (["lcs", a, a, "--thread=2"], "no option '--thread=2'", "write --threads in full"),
                (["lcs", "-dash.fa", a], "'-dash.fa'", "if it is a file, write './-dash.fa'"),
                (["primer", "find", "-k", "1", a, "-dash.fa"], "'-dash.fa'", "if it is a file, write './-dash.fa'"),
                (["lcs"], "No file is given for A"), (["lcs", a], "No file is given for B", "add --all-pairs"),
                (["edit", "--format", "phylip", a], "No file is given for B", "add --all-pairs"), (["search", a], "No file is given for DB"),
                (["primer"], "Give a command of gpulcs primer: find, check or products", "see gpulcs primer --help"),
                (["primer", "checks", a, a], "no command 'checks' of gpulcs primer; give find, check or products"),
                (["primer", "find"], "No file is given for TARGET"), (["primer", "find", a, a], "The option -k is missing"),
                (["primer", "check", "-k", "-1", a, a], "-k takes a number of edits, not '-1'"),
                (["primer", "find", "-k", "1", a], "No file is given for BACKGROUND"),
                (["primer", "check", "--max-edit", "1", a, a], "write --max-edits in full"),
                (["lcs", a, a, "c"], "unexpected argument, 'c'"), (["lcs", a, a, "devices"], "unexpected argument, 'devices'"),
                (["lcs", a, a, "--threads", "1", "--threads", "2"], "--threads is given more than once"),
                (["primer", "find", "-k", "1", "-k", "2", a, a], "-k is given more than once"),
                (["lcs", a, a, "--alignment", "--timings"], "not an option", "write './--timings'"),
                (["lcs", a, a, "--", "-x"], "unexpected argument, './-x'"),
                (["lcs", "--quiet", "--", a, a, "c"], "unexpected argument, 'c'"),
                (["lcs", a, a, "--threads"], "--threads needs a value"), (["primer", "find", a, a, "-k"], "-k needs a value"),
                (["lcs", a, a, "--format", "xml"], "--format takes tsv, json, phylip or npy, not 'xml'"),
                (["search", a, a, "--order", "x"], "--order takes lcs, distance or identity, not 'x'"),
                (["search", a, a, "--metric", "edit", "--min-lcs", "1"], "--min-lcs is about common subsequences"),
                (["search", a, a, "--order", "distance"], "--order distance is about edit distances", "--metric edit"),
                (["edit", a, a, "--all-pairs", "--format", "npy", "--max-distance", "1"], "--max-distance omits rows"),
                (["lcs", a, a, "--alphabet", "rna"], "dna, iupac, protein", "not 'rna'"),
                (["lcs", a, a, "--backend", "gpu"], "--backend takes auto, cpu or cuda, not 'gpu'")):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(*arguments), 2, *parts)
        self.file("--dash", ">a\nA\n")
        self.assert_fails(self.run_program("lcs", "--dash", a, cwd=self.folder), 2, "write './--dash'")
        self.assertEqual(len(self.lcs("./--dash", a, cwd=self.folder)), 1)

    def test_reference_to_help(self):
        for arguments, command in (([], "gpulcs"), (["nonsense"], "gpulcs"), (["--nonsense"], "gpulcs"),
                                   (["lcs"], "gpulcs lcs"), (["lcs", "a", "b", "--nonsense"], "gpulcs lcs"),
                                   (["lcs", "a", "b", "devices"], "gpulcs lcs"), (["primer"], "gpulcs primer"),
                                   (["primer", "find"], "gpulcs primer find")):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(*arguments), 2, f"see {command} --help.")


class files_test(comparison_case):
    def test_table_must_not_go_to_an_input(self):
        a, b = self.file("a", ">a\nA\n"), self.file("b", ">b\nA\n")
        os.symlink(a, self.path("link"))
        for arguments in (["lcs", a, b], ["lcs", b, self.path("link")], ["search", b, a], ["primer", "find", "-k", "1", b, b, a],
                          ["primer", "find", "-k", "1", a, b], ["primer", "check", "-k", "0", a, b],
                          ["primer", "check", "-k", "0", b, a]):
            with self.subTest(arguments=arguments), open(a, "ab") as table:
                self.assert_fails(self.run_program(*arguments, stdout=table), 2,
                                  "Standard output is redirected to the input")
        with open(a, "rb") as same, open(a, "ab") as table:
            self.assert_fails(self.run_program("lcs", "-", b, stdin=same, stdout=table), 2, "the input '-'")
        self.assertEqual(self.content("a"), b">a\nA\n")
        # Terminals and /dev/null may be both.
        with open("/dev/null", "r+b") as null:
            self.assert_fails(self.run_program("lcs", "-", b, stdin=null, stdout=null), 1, "no records")

    def test_alignment_must_not_be_an_input(self):
        a = self.file("a", ">a\nA\n")
        b = self.file("b", ">b\nA\n")
        os.symlink(a, self.path("symbolic"))
        os.link(b, self.path("hard"))
        for output in (a, b, self.path("symbolic"), self.path("hard"), os.path.join(self.folder, ".", "a")):
            self.assert_fails(self.run_program("lcs", a, b, "--alignment", output), 2, f"'{output}'", "input",
                              "--alignment")
        with open(a, "rb") as file:
            self.assert_fails(self.run_program("lcs", "-", b, "--alignment", a, stdin=file), 2, f"'{a}'", "input")
        self.assertEqual((self.content("a"), self.content("b")), (b">a\nA\n", b">b\nA\n"))

    def test_outputs_must_not_be_the_same(self):
        a = self.file("a", ">a\nA\n")
        for command, option in ((["lcs", a, a], "--alignment"), (["search", a, a], "--alignment"),
                                (["primer", "find", "-k", "1", a, a], "--profile")):
            with open(self.path("table"), "wb") as table:
                result = self.run_program(*command, option, self.path("table"), stdout=table)
            self.assert_fails(result, 2, "already goes to", "table", option)
            self.assertEqual(self.content("table"), b"")
            # Standard output is a pipe here.
            self.assert_fails(self.run_program(*command, option, "/dev/stdout"), 2, "/dev/stdout")

    def test_control_characters(self):
        self.assert_fails(self.run_program("lcs", "a", "b", "c\nd\x1b[31m"), 2, "c?d?[31m")

    def test_files_called_like_commands(self):
        self.file("lcs", ">a\nA\n")
        self.file("devices", ">b\nA\n")
        rows = self.lcs("devices", "lcs", cwd=self.folder)
        self.assertEqual(rows, [["b", "a", "1", "1", "1", "1.000000"]])
        lines = self.output_lines("search", "devices", "lcs", cwd=self.folder)
        self.assertEqual(lines[1:], ["1\tb\ta\t1\t1\t1\t1.000000"])
        self.assertEqual(self.primer_lines("-k", "1", "devices", "./lcs", cwd=self.folder), [])

    def test_files_called_like_options(self):
        for name in ("-x", "--timings", "--", "a"):
            self.file(name, f">{name}\nA\n")
        for arguments, ids in ((["--", "-x", "--timings"], ["-x", "--timings"]), (["a", "--", "-x"], ["a", "-x"]),
                               (["--", "--", "a"], ["--", "a"]), (["--", "a", "a"], ["a", "a"])):
            self.assertEqual(self.lcs(*arguments, cwd=self.folder)[0][:2], ids)
        self.assertEqual(self.lcs("a", "--", "-", cwd=self.folder, input=b">in\nA\n")[0][:2], ["a", "in"])
        self.lcs("a", "a", "--alignment", "./--timings", cwd=self.folder)
        self.assertEqual(self.content("--timings").split(b"\t")[0], b"a")

    def test_files_of_primer_called_like_options(self):
        for name, letters in (("a", "ACGT"), ("b", "A"), ("-x", "C"), ("--profile", "G")):
            self.file(name, f">{name}\n{letters}\n")
        for arguments in (["a", "b", "--", "-x", "--profile"], ["--", "a", "b", "-x", "--profile"],
                          ["a", "--", "--profile", "b", "-x"]):
            lines = self.output_lines("primer", "-k1", "--one-strand", "--max-length", "1", *arguments, cwd=self.folder)
            self.assertEqual(lines, ["a\t3\t4\t.\t1\t+"])

    def test_memory_sizes(self):
        a = self.file("a", ">a\nA\n")
        for size in ("1", "100B", "5K", "5k", "5KB", "5KiB", "5kib", "7M", "7MB", "7MiB", "2G", "2GiB", "1T", "1TiB"):
            self.assertEqual(len(self.lcs(a, a, "--memory", size)), 1)

        # The units are powers of 1024.
        genome = os.path.join(DATA, "mers_emc_2012.fasta")
        for size, expected in (("3K", 3072), ("3KB", 3072), ("3KiB", 3072), ("3000", 3000), ("30B", 30)):
            result = self.run_program("lcs", genome, genome, "--memory", size, "--alignment", self.path("paf"))
            self.assert_fails(result, 1, f"of {expected} bytes")


if __name__ == "__main__":
    program.main(__doc__)
