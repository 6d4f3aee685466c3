"""A shell that commands are typed into, as a person does, and what is seen in it."""

import os
import re
import secrets
import signal
import subprocess
import time

TIMEOUT = 60


class Missing(Exception):
    """What the guide shows was not seen."""


class Terminal:
    def __init__(self, name, folder, environment):
        self.name, self.output = name, folder / f"{name.replace(' ', '-')}.output"
        self.file = self.output.open("wb")
        # A session of its own: ending it ends what runs in it.
        self.shell = subprocess.Popen(
            ["bash"], stdin=subprocess.PIPE, stdout=self.file, stderr=self.file, cwd=folder / "latchkey",
            env=environment, start_new_session=True)
        # A person would see a command fail; so that this is seen in the middle of a block too.
        self._write("set -o pipefail; trap 'echo \"failed: $BASH_COMMAND\"' ERR\n")

    def type(self, block):
        """Types the block, and waits for its end, or, where its last line goes on, for what the guide shows."""
        end = time.monotonic() + TIMEOUT
        # What only looks is typed again, as one does who waits for a mail.
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
            # A server goes on.
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
    """Whether each line of the guide is seen as a line, in this order; `…` in it is any text."""
    lines = iter(seen.replace("\r", "").splitlines())
    patterns = [".*".join(map(re.escape, line.split("…"))) for line in guide.splitlines()]
    return all(any(re.fullmatch(pattern, line) for line in lines) for pattern in patterns)
