# SPDX-License-Identifier: BSD-3-Clause
"""What the end-to-end tests of the program share."""

import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest


def with_default_signals():
    # A job in the background may have inherited that it should ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class program_test(unittest.TestCase):
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
        return subprocess.run([self.PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=60, **options)

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
        """With an address space of so many bytes."""
        with open(self.PROGRAM, "rb") as file:
            if b"__asan_init" in (binary := file.read()) or b"__tsan_init" in binary:
                self.skipTest("sanitizers need the whole address space")
        return self.run_program(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
                                **options)

    def assert_no_controls(self, content):
        """A terminal shows it as it is."""
        self.assertNotRegex(content.decode(errors="surrogateescape"), "[^\\n\\t\\x20-\\x7e\\xa0-\U0010ffff]")

    def assert_fails(self, result, status, *parts):
        """One sentence that says all of this, and nothing else."""
        message = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, status, message)
        self.assertRegex(message, r"\Agpulcs: [^\n]+\.\n\Z")
        for part in parts:
            self.assertIn(part, message)
        self.assertFalse(result.stdout)

    def assert_progress_bar(self, lines, seconds):
        """A long run on a terminal shows lines like this, one over the other, and takes the last one away."""
        try:
            terminal, program_side = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminals here: {error}")
        self.addCleanup(os.close, terminal)
        process = self.start_long_run(stderr=program_side)
        os.close(program_side)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)
        self.assertRegex(os.read(terminal, 1 << 16).decode(), rf"\A(\r{lines}\x1b\[K)+\r\x1b\[K\Z")


def main(usage):
    """Runs the tests of the script that was called; what follows the path of the program is for unittest."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    program_test.PROGRAM = os.path.abspath(sys.argv.pop(1))
    # ThreadSanitizer would let the program sleep for a second at its end.
    os.environ["TSAN_OPTIONS"] = os.environ.get("TSAN_OPTIONS", "") + " atexit_sleep_ms=0"
    unittest.main()
