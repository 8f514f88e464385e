#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs primer without one of its commands, which is deprecated: old_arguments_test.py PATH_TO_GPULCS"""

import os
import shlex

import program
from program import program_case
from sequences import fasta, random_letters, reverse_complement


class old_arguments_test(program_case):
    def setUp(self):
        super().setUp()
        letters = random_letters(300, 1)
        self.file("target.fa", fasta(("t", letters)))
        self.file("background.fa", fasta(("b", letters[:150] + random_letters(150, 2))))
        self.file("pair.fa", fasta(("p", letters[20:40]), ("q", reverse_complement(letters[200:222]))))

    def assert_replaced(self, old, new):
        """The same output as that of the command that a note names."""
        result = self.run_program(*shlex.split(old), cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(result.notes, [f"gpulcs: note: version 0.5 will not take this command line; write gpulcs {new}\n"])
        again = self.run_program(*shlex.split(new), cwd=self.folder)
        self.assertEqual((again.returncode, again.stderr, again.notes), (0, b"", []))
        self.assertEqual(again.stdout, result.stdout)
        self.assertGreater(len(result.stdout.splitlines()), 1)

    def test_find(self):
        for old, new in (("-k 3 target.fa background.fa", "-k 3 target.fa background.fa"),
                         ("-k3 --best 2 target.fa background.fa", "-k3 --best 2 target.fa background.fa"),
                         ("target.fa background.fa --differences 3", "target.fa background.fa --min-edits 3"),
                         ("-k 3 --both-strands target.fa background.fa", "-k 3 target.fa background.fa"),
                         ("--differences=3 target.fa -- background.fa", "--min-edits=3 target.fa background.fa"),
                         ("-k 3 --all-targets target.fa background.fa", "-k 3 --all-targets target.fa background.fa"),
                         ("-k 3 --products 30:90 target.fa background.fa", "-k 3 --products 30:90 target.fa background.fa")):
            with self.subTest(old=old):
                self.assert_replaced(f"primer {old}", f"primer find {new}")

    def test_check_and_products(self):
        for old, new in (("--check pair.fa -k 3 target.fa", "check pair.fa -k 3 target.fa"),
                         ("-k 3 target.fa background.fa --check=pair.fa --summary",
                          "check pair.fa -k 3 target.fa background.fa --summary"),
                         ("--check pair.fa --differences 0 --format sam target.fa",
                          "check pair.fa --max-edits 0 --format sam target.fa"),
                         ("--check pair.fa -k 1 --products 50:300 target.fa", "products pair.fa -k 1 --size 50:300 target.fa"),
                         ("--products=50:300 target.fa -k 1 --check pair.fa", "products pair.fa --size=50:300 target.fa -k 1")):
            with self.subTest(old=old):
                self.assert_replaced(f"primer {old}", f"primer {new}")

    def test_names_of_files(self):
        """The note can be copied into a shell."""
        for name in ("a file", "it's", "-x", "$HOME", "find", "#"):
            os.symlink("target.fa", self.path(name))
            typed = shlex.quote(name if not name.startswith("-") else f"./{name}").replace("'\"'\"'", "'\\''")
            with self.subTest(name=name):
                self.assert_replaced(f"primer -k 3 background.fa -- {shlex.quote(name)}", f"primer find -k 3 background.fa {typed}")
        os.symlink("pair.fa", self.path("-pair"))
        self.assert_replaced("primer --check -pair -k 1 target.fa", "primer check ./-pair -k 1 target.fa")
        os.symlink("target.fa", self.path("a\x1b"))
        result = self.run_program("primer", "-k", "3", "a\x1b", "background.fa", cwd=self.folder)
        self.assertEqual(result.notes[0].rpartition(" find ")[2], "-k 3 'a\\x1B' background.fa\n")

    def test_errors(self):
        """They are those of the new commands."""
        for arguments, *parts in (("--check pair.fa -k 1 --one-strand target.fa", "'--one-strand'", "gpulcs primer check --help"),
                                  ("-k 0 target.fa background.fa", "at least 1, not '0'"),
                                  ("-k 1 --summary target.fa background.fa", "'--summary'", "gpulcs primer find --help"),
                                  ("--best 3 target.fa background.fa", "The option -k is missing", "gpulcs primer find --help"),
                                  ("-k 3 target.fa --check", "No file is given for TARGET", "gpulcs primer check --help"),
                                  ("product -k 3 --size 50:300 pair.fa target.fa", "no command 'product' of gpulcs primer"),
                                  ("-k 3 find target.fa background.fa", "must follow the command")):
            with self.subTest(arguments=arguments):
                result = self.run_program("primer", *arguments.split(), cwd=self.folder)
                self.assert_fails(result, 2, *parts)
                self.assertEqual(result.notes, [])

    def test_values_that_look_like_old_options(self):
        """An option that has none takes no file for it."""
        before = self.content("target.fa")
        for option in ("--profile", "-k", "--format", "--memory"):
            result = self.run_program("primer", "-k", "3", option, "--both-strands", "target.fa", "background.fa", "background.fa", cwd=self.folder)
            self.assertEqual(result.returncode, 2)
        self.assertEqual(self.content("target.fa"), before)
        os.symlink("background.fa", self.path("--both-strands"))
        self.assert_replaced("primer -k 3 --one-strand -- target.fa --both-strands", "primer find -k 3 --one-strand target.fa ./--both-strands")

    def test_help(self):
        for arguments, command in ((["--help"], "primer"), (["-k", "3", "--help"], "primer find"),
                                   (["--check", "x", "-k", "3", "-h"], "primer check")):
            self.assertEqual(self.output_lines("primer", *arguments), self.output_lines(*command.split(), "--help"))


if __name__ == "__main__":
    program.main(__doc__)
