"""A shell that runs commands like a user, and its output."""

import os
import re
import secrets
import signal
import subprocess
import time

TIMEOUT = 60


class Missing(Exception):
    """The output that the guide shows was not found."""


class Terminal:
    def __init__(self, name, folder, environment):
        self.name, self.output = name, folder / f"{name.replace(' ', '-')}.output"
        self.file = self.output.open("wb")
        # A separate session, so that ending it ends its processes.
        self.shell = subprocess.Popen(
            ["bash"], stdin=subprocess.PIPE, stdout=self.file, stderr=self.file, cwd=folder / "latchkey",
            env=environment, start_new_session=True)
        # A failed command ends a block, as a user would notice it.
        self._write("set -o pipefail; trap 'echo \"failed: $BASH_COMMAND\"' ERR\n")

    def type(self, block):
        """Runs the block, and waits for its end, or for the output if its last line keeps running."""
        end = time.monotonic() + TIMEOUT
        # Read-only commands are repeated, like by a user who waits for an email.
        looks = block.commands.startswith("cat ") and "<<" not in block.commands
        while True:
            begin, mark = self.output.stat().st_size, secrets.token_hex(8)
            self._write(f"{block.commands}\necho {mark}\n")
            seen, over = self._wait(begin, mark, block.seen, end)
            failed = re.search(r"^failed: .*", seen, re.M)
            if over and not failed and shows(seen, block.seen):
                return
            if not over and block.seen and shows(seen, block.seen):
                return
            if not looks or time.monotonic() > end:
                raise Missing(
                    f"{self.name}, typed:\n{block.commands}\nthe guide shows:\n{block.seen}\nseen was:\n{seen}"
                    + ("" if over else f"\n(without an end within {TIMEOUT} s)"))
            time.sleep(0.05)

    def _wait(self, begin, mark, expected, end):
        while True:
            seen = self.output.read_bytes()[begin:].decode(errors="replace")
            before, over, _ = seen.partition(f"{mark}\n")
            if over:
                return before, True
            # A server keeps running.
            if expected and shows(seen, expected) and self._is_server(seen) or time.monotonic() > end:
                return seen, False
            time.sleep(0.02)

    @staticmethod
    def _is_server(seen):
        return re.search(r"listening on|running on|Serving HTTP", seen) is not None

    def _write(self, text):
        self.shell.stdin.write(text.encode())
        self.shell.stdin.flush()

    def close(self):
        try:
            os.killpg(self.shell.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.shell.wait()
        self.file.close()


def shows(seen, guide):
    """Whether the guide's lines appear in this order; `…` stands for any text."""
    lines = iter(seen.replace("\r", "").splitlines())
    patterns = [".*".join(map(re.escape, line.split("…"))) for line in guide.splitlines()]
    return all(any(re.fullmatch(pattern, line) for line in lines) for pattern in patterns)
