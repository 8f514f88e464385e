# SPDX-License-Identifier: BSD-3-Clause
"""Shared by all tests of the program."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import unittest


def with_default_signals():
    # A background job may have inherited that Ctrl-C is ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class program_case(unittest.TestCase):
    PROGRAM = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_program(self, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        result = subprocess.run([self.PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=60, **options)
        return self.take_notes(result)

    @staticmethod
    def take_notes(result):
        """Most sequences of tests are random, and notes say so."""
        lines = result.stderr.splitlines(keepends=True)
        result.notes = [line.decode() for line in lines if line.startswith(b"gpulcs: note: ")]
        result.stderr = b"".join(line for line in lines if not line.startswith(b"gpulcs: note: "))
        return result

    def start_program(self, *arguments, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("preexec_fn", with_default_signals)
        process = subprocess.Popen([self.PROGRAM, *arguments], **options)

        def clean_up():
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None and not stream.closed:
                    try:
                        stream.close()
                    except BrokenPipeError:
                        pass

        self.addCleanup(clean_up)
        return process

    def run_with_little_memory(self, limit, *arguments, **options):
        """Limits the address space to this number of bytes."""
        with open(self.PROGRAM, "rb") as file:
            if b"__asan_init" in (binary := file.read()) or b"__tsan_init" in binary:
                self.skipTest("sanitizers need the whole address space")
            if b"libmpi" in binary:
                self.skipTest("the libraries of MPI take address space, too")
        return self.run_program(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
                                **options)

    def assert_no_controls(self, content):
        """Checks that it contains nothing that a terminal would take for a command."""
        self.assertNotRegex(content.decode(errors="surrogateescape"), "[^\\n\\t\\x20-\\x7e\\xa0-\U0010ffff]")

    def assert_fails(self, result, status, *parts):
        """Checks the status, and that the only output is one sentence that contains these parts."""
        message = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, status, message)
        self.assertRegex(message, r"\Agpulcs: [^\n]+\.\n\Z")
        for part in parts:
            self.assertIn(part, message)
        self.assertFalse(result.stdout)

    def assert_no_temporary_files(self):
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def output_lines(self, *arguments, **options):
        """The lines on standard output, after a run that must succeed without any message."""
        result = self.run_program(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode(errors="surrogateescape").split("\n")
        self.assertEqual(lines.pop(), "")
        return lines

    def primer_lines(self, *arguments, **options):
        """The lines that gpulcs primer find writes; if they have no primers, it says why."""
        result = self.run_program("primer", "find", *arguments, **options)
        lines = result.stdout.decode(errors="surrogateescape").split("\n")
        self.assertEqual((result.returncode, lines.pop()), (0, ""))
        has_rows = any(not line.startswith(("id\tstart\t", "rank\tid\tstart\t", "wanted\tfile\t")) for line in lines)
        self.assertRegex(result.stderr.decode(), r"\A\Z" if has_rows else r"\Agpulcs: There are no [^\n]+\.\n\Z")
        return lines

    def devices(self):
        """The CUDA devices: for each number whether it can be used."""
        lines = self.run_program("devices", "--format", "json").stdout.decode().splitlines()
        *devices, _cpu = map(json.loads, lines)
        return {device["number"]: device["problem"] is None for device in devices}


def main(usage):
    """Runs the tests of the calling script; arguments after the path of the program are for unittest."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    program_case.PROGRAM = os.path.abspath(sys.argv.pop(1))
    # ThreadSanitizer would delay the end of the program by a second.
    os.environ["TSAN_OPTIONS"] = os.environ.get("TSAN_OPTIONS", "") + " atexit_sleep_ms=0"
    unittest.main()
