#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of output files: output_file_test.py PATH_TO_GPULCS"""

import os
import re
import resource
import stat
import subprocess
import tempfile
import threading
import time
import unittest

import program
from comparison import comparison_case
from sequences import fasta, random_letters


class output_file_test(comparison_case):
    def setUp(self):
        super().setUp()
        self.a = self.file("a", fasta(("a", random_letters(60_000, 1))))
        self.b = self.file("b", fasta(("b", random_letters(60_000, 2))))
        self.lcs(self.a, self.b, "--alignment", self.path("expected"))
        self.expected = self.content("expected")
        # Does not fit into a pipe.
        self.assertGreater(len(self.expected), 1 << 16)

    def become_another_user(self):
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)

    # The program may be in a folder that is closed to others.
    def skip_unless_another_user_can_run(self):
        try:
            result = self.run_program("--version", preexec_fn=self.become_another_user)
        except PermissionError:
            self.skipTest("another user may not run the program here")
        if result.returncode != 0:
            self.skipTest("another user cannot run the program here")

    def test_existing_file(self):
        self.file("paf", "old")
        self.lcs(self.a, self.b, "--alignment", self.path("paf"))
        self.assertEqual(self.content("paf"), self.expected)
        self.assert_no_temporary_files()

    def test_name_without_folder(self):
        self.lcs("a", "b", "--alignment", "paf", cwd=self.folder)
        self.assertEqual(self.content("paf"), self.expected)

    def test_long_name(self):
        self.lcs(self.a, self.b, "--alignment", self.path("n" * 255))
        self.assertEqual(self.content("n" * 255), self.expected)

    def test_mode(self):
        for mask in (0o022, 0o027, 0o077):
            if os.path.exists(self.path("paf")):
                os.unlink(self.path("paf"))
            self.lcs(self.a, self.b, "--alignment", self.path("paf"), preexec_fn=lambda: os.umask(mask))
            self.assertEqual(stat.S_IMODE(os.stat(self.path("paf")).st_mode), 0o666 & ~mask)

    def test_an_existing_file_keeps_its_mode(self):
        for mode in (0o600, 0o640, 0o666, 0o755):
            os.chmod(self.file("paf", "old"), mode)
            self.lcs(self.a, self.b, "--alignment", self.path("paf"), preexec_fn=lambda: os.umask(0o027))
            self.assertEqual(stat.S_IMODE(os.stat(self.path("paf")).st_mode), mode)
            self.assertEqual(self.content("paf"), self.expected)
            os.unlink(self.path("paf"))

    @unittest.skipUnless(os.geteuid() == 0, "only root may change owners")
    def test_an_existing_file_keeps_its_owner(self):
        os.chmod(self.folder, 0o777)
        for user, options in ((0, {}), (12345, {}), (0, {"preexec_fn": self.become_another_user})):
            if options:
                self.skip_unless_another_user_can_run()
            paf = self.file("paf", "old")
            os.chmod(paf, 0o666)
            os.chown(paf, user, 54321)
            self.lcs(self.a, self.b, "--alignment", paf, **options)
            status = os.stat(paf)
            self.assertEqual((status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)), (user, 54321, 0o666))
            self.assertEqual(self.content("paf"), self.expected)
            self.assert_no_temporary_files()

    def test_hard_links_keep_the_old_content(self):
        os.link(self.file("paf", "old"), self.path("other"))
        self.lcs(self.a, self.b, "--alignment", self.path("paf"))
        self.assertEqual((self.content("paf"), self.content("other")), (self.expected, b"old"))

    def private_mounts(self):
        """The prefix of a command that may mount."""
        private = ["unshare", "--mount", "--map-root-user"]
        try:
            can_mount = subprocess.run([*private, "mount", "--bind", self.file("one", ""), self.file("two", "")],
                                       capture_output=True).returncode == 0
        except FileNotFoundError:
            can_mount = False
        if not can_mount:
            self.skipTest("nothing can be mounted here")
        return private

    def test_file_in_a_read_only_folder(self):
        os.mkdir(self.path("folder"))
        inside, outside = self.file("folder/file", "below"), self.file("outside", "old")
        os.mkdir(self.path("temporary"))
        script = 'mount --bind "$1" "$1" && mount --bind "$2" "$3" && mount -o remount,ro,bind "$1" && shift 3 && "$@"'
        result = subprocess.run([*self.private_mounts(), "sh", "-c", script, "sh", self.path("folder"), outside, inside,
                                 self.PROGRAM, "lcs", "--quiet", self.a, self.b, "--alignment", inside], capture_output=True,
                                env={**os.environ, "TMPDIR": self.path("temporary")})
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual((self.content("outside"), self.content("folder/file")), (self.expected, b"below"))
        self.assertEqual(os.listdir(self.path("folder")) + os.listdir(self.path("temporary")), ["file"])

    def test_mount_point(self):
        private = self.private_mounts()
        # Shorter and longer than the new content.
        for old in (b"old", b"o" * (len(self.expected) + 1)):
            inside, outside = self.file("inside", "below"), self.file("outside", old)
            os.chmod(outside, 0o640)
            result = subprocess.run([*private, "sh", "-c", 'mount --bind "$1" "$2"; shift 2; "$@"', "sh", outside, inside,
                                     self.PROGRAM, "lcs", "--quiet", self.a, self.b, "--alignment", inside], capture_output=True)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.content("outside"), self.expected)
            self.assertEqual(stat.S_IMODE(os.stat(outside).st_mode), 0o640)
            self.assertEqual(self.content("inside"), b"below")
            self.assert_no_temporary_files()

    def test_write_protected_folder(self):
        self.skip_unless_another_user_can_run()
        os.chmod(self.folder, 0o755)
        for folder in ("protected", "temporary"):
            os.mkdir(self.path(folder))
        paf = self.file("protected/paf", "")
        os.chmod(paf, 0o666)
        os.chmod(self.path("protected"), 0o555)
        self.addCleanup(os.chmod, self.path("protected"), 0o755)
        os.chmod(self.path("temporary"), 0o777)
        options = {"preexec_fn": self.become_another_user, "env": {**os.environ, "TMPDIR": self.path("temporary")}}
        for old in (b"old", b"o" * (len(self.expected) + 1)):
            status = os.stat(self.file("protected/paf", old))
            self.lcs(self.a, self.b, "--alignment", paf, **options)
            self.assertEqual(self.content("protected/paf"), self.expected)
            again = os.stat(paf)
            self.assertEqual((again.st_ino, again.st_uid, again.st_mode), (status.st_ino, status.st_uid, status.st_mode))
            self.assertEqual(os.listdir(self.path("temporary")), [])
        self.assertEqual(os.listdir(self.path("protected")), ["paf"])

        # A new file cannot be created, and a failed run leaves the old one.
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", self.path("protected/new"), **options), 1,
                          "protected/new' (Permission denied)", "choose a folder")
        self.file("protected/paf", "old")
        with open("/dev/full", "wb") as full:
            result = self.run_program("lcs", self.a, self.b, "--alignment", paf, stdout=full, **options)
        self.assert_fails(result, 1, "standard output", "No space left")
        self.assertEqual(os.listdir(self.path("temporary")), [])

        for folder in ("protected", "missing"):
            options["env"] = {**os.environ, "TMPDIR": self.path(folder)}
            result = self.run_program("lcs", self.a, self.b, "--alignment", paf, **options)
            self.assert_fails(result, 1, "protected/paf' (Permission denied)", "TMPDIR")
            self.assertEqual(result.stdout, b"")
        self.assertEqual(self.content("protected/paf"), b"old")

    def test_links(self):
        os.mkdir(self.path("folder"))
        self.file("folder/file", "old")
        links = {"link": "folder/file", "second_link": "link", "dangling": "folder/new",
                 "absolute": self.path("folder/file")}
        for name, target in links.items():
            os.symlink(target, self.path(name))
            self.file("folder/file", "old")
            self.lcs(self.a, self.b, "--alignment", self.path(name))
            self.assertEqual(self.content(name), self.expected)
        for name, target in links.items():
            self.assertEqual(os.readlink(self.path(name)), target)
        self.assertEqual(sorted(os.listdir(self.path("folder"))), ["file", "new"])
        self.assert_no_temporary_files()

    def test_link_to_itself(self):
        os.symlink("loop", self.path("loop"))
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", self.path("loop")), 1, "loop'")
        self.assertTrue(os.path.islink(self.path("loop")))
        self.assert_no_temporary_files()

    def test_pipe(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        received = []

        def receive():
            with open(fifo, "rb") as file:
                received.append(file.read())

        reader = threading.Thread(target=receive)
        reader.start()
        self.lcs(self.a, self.b, "--alignment", fifo)
        reader.join()
        self.assertEqual(received, [self.expected])
        self.assertTrue(stat.S_ISFIFO(os.stat(fifo).st_mode))
        self.assert_no_temporary_files()

    def test_process_substitution(self):
        read_end, write_end = os.pipe()
        process = self.start_program("lcs", self.a, self.b, "--alignment", f"/dev/fd/{write_end}", pass_fds=[write_end])
        os.close(write_end)
        with open(read_end, "rb") as file:
            self.assertEqual(file.read(), self.expected)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_pipe_without_reader(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        process = self.start_program("lcs", self.a, self.b, "--alignment", fifo)
        open(fifo, "rb").close()
        _, message = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(message.decode(), r"\Agpulcs: [^\n]*fifo' \(Broken pipe\); the reader of the pipe[^\n]*\.\n\Z")

    def test_open_file_without_its_name(self):
        with tempfile.TemporaryFile(dir=self.folder) as file:
            file.write(b"old\n")
            file.flush()
            self.lcs(self.a, self.b, "--alignment", f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])
            file.seek(0)
            self.assertEqual(file.read(), b"old\n" + self.expected)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "expected"])

    def test_link_to_an_open_file(self):
        with open(self.path("open"), "wb") as file:
            file.write(b"old\n")
            file.flush()
            os.symlink(f"/dev/fd/{file.fileno()}", self.path("link"))
            self.lcs(self.a, self.b, "--alignment", self.path("link"), pass_fds=[file.fileno()])
        self.assertEqual(self.content("open"), b"old\n" + self.expected)

    def test_descriptors_share_their_offset(self):
        for folder in ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"):
            with open(self.path("shared"), "wb", buffering=0) as file:
                file.write(b"before\n")
                self.lcs(self.a, self.b, "--alignment", f"{folder}/{file.fileno()}", pass_fds=[file.fileno()])
                file.write(b"after\n")
            self.assertEqual(self.content("shared"), b"before\n" + self.expected + b"after\n")

    def test_descriptors_that_cannot_be_written(self):
        read_only = self.file("read_only", "as it was")
        with open(read_only, "rb") as file:
            result = self.run_program("lcs", self.a, self.b, "--alignment", f"/dev/fd/{file.fileno()}",
                                      pass_fds=[file.fileno()])
            self.assert_fails(result, 1, f"/dev/fd/{file.fileno()}'", "open for reading only")
        self.assertEqual(self.content("read_only"), b"as it was")
        for name, problem in (("999", "Bad file descriptor"), ("-1", "Bad file descriptor"), ("nonsense", "No such file"),
                              ("2x", "No such file"), ("1 ", "No such file")):
            self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", "/dev/fd/" + name), 1,
                              f"/dev/fd/{name}'", problem)

    @unittest.skipUnless(os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK), "there is no /dev/shm here")
    def test_regular_file_below_dev(self):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            for _ in range(2):
                self.lcs(self.a, self.b, "--alignment", "paf", cwd=folder)
            self.assertEqual(os.listdir(folder), ["paf"])
            with open(os.path.join(folder, "paf"), "rb") as file:
                self.assertEqual(file.read(), self.expected)

    def test_file_that_grows_too_large(self):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))

        self.file("paf", "old")
        # A driver might need larger files.
        result = self.run_program("lcs", "--backend", "cpu", self.a, self.b, "--alignment", self.path("paf"),
                                  preexec_fn=limit_files)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]*paf' \(File too large\)[^\n]*\.\n\Z")
        self.assertEqual(self.content("paf"), b"old")
        self.assert_no_temporary_files()

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_write_protection(self):
        protected = self.file("protected", "old")
        os.chmod(protected, 0o444)
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", protected), 1, "Permission denied")
        self.assertEqual(self.content("protected"), b"old")
        self.assert_no_temporary_files()

    def temporary_files(self):
        return {name for name in os.listdir(self.folder) if name.endswith(".tmp")}

    def start_search(self, name):
        """A search that has its temporary file, and waits for more input; and what it waits for."""
        before = self.temporary_files()
        process = self.start_program("search", self.a, "-", "--alignment", name, stdin=subprocess.PIPE)
        letters = self.content("b")
        process.stdin.write(letters[:100])
        process.stdin.flush()
        deadline = time.monotonic() + 20
        while self.temporary_files() <= before:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return process, letters[100:]

    def test_files_of_killed_runs(self):
        """The next run that writes there removes them, but not those of runs that go on."""
        running, rest = self.start_search(self.path("running"))
        in_use = self.temporary_files()
        for _ in range(3):
            killed, _ = self.start_search(self.path("killed"))
            killed.kill()
            killed.wait()
        self.assertEqual(len(self.temporary_files()), 2)
        others = [self.file(name, "mine") for name in (".gpulcs-1-0.tmp", ".gpulcs-mine.tmp", "other.tmp")]
        self.lcs("a", "b", "--alignment", "paf", cwd=self.folder)
        self.assertEqual(self.temporary_files(), in_use | {os.path.basename(name) for name in others})
        running.communicate(rest, timeout=60)
        self.assertEqual(running.returncode, 0)
        self.assertEqual((self.content("running"), self.content("paf")), (self.expected, self.expected))

    def test_alignments_are_kept_if_their_name_is_taken(self):
        name = self.path("paf")
        process, rest = self.start_search(name)
        os.mkdir(name)
        _, message = process.communicate(rest, timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(message.decode(), r"\Agpulcs: Cannot replace '[^\n]*paf' \([^\n]+\.\n\Z")
        kept = re.search(r"in '([^']+)': move it", message.decode())[1]
        # Another run does not take the file for one that was left.
        self.lcs(self.a, self.b, "--alignment", self.path("other"))
        self.assertEqual(self.content(kept), self.expected)

    def test_alignments_do_not_replace_others_that_are_kept(self):
        process, rest = self.start_search(self.path("paf"))
        os.mkdir(self.path("paf"))
        name, _ = os.path.splitext(*self.temporary_files())
        others = [self.file(name + ending, "other") for ending in (".kept", ".1.kept")]
        _, message = process.communicate(rest, timeout=60)
        self.assertEqual([self.content(other) for other in others], [b"other", b"other"])
        kept = re.search(r"in '([^']+)': move it", message.decode())[1]
        self.assertEqual(self.content(kept), self.expected)
        self.assertEqual(self.temporary_files(), set())

    def test_profile_to_a_descriptor(self):
        with open(self.path("profile"), "wb") as file:
            self.output_lines("primer", "find", "-k", "1", self.a, self.file("c", ">c\nA\n"), "--profile",
                              f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])
        self.assertEqual(self.content("profile").count(b"track"), 1)

    def test_outputs_that_cannot_be_written(self):
        for command, option in ((["lcs", self.a, self.b], "--alignment"), (["search", self.a, self.b], "--alignment"),
                                (["primer", "find", "-k", "1", self.a, self.b], "--profile")):
            for name, problem in ((self.path("no/folder"), "No such file"), (self.folder, "Is a directory"),
                                  ("/dev/full", "No space left")):
                with self.subTest(command=command, name=name):
                    result = self.run_program(*command, option, name)
                    self.assertEqual(result.returncode, 1)
                    self.assertRegex(result.stderr.decode(), rf"\Agpulcs: [^\n]*'{name}' \({problem}[^\n]*\.\n\Z")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "expected"])


if __name__ == "__main__":
    program.main(__doc__)
