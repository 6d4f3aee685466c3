"""Emails sent by the server, in a folder of files."""

import email
import email.policy
import pathlib
import re
import time

# Django's file backend writes this line after each message.
DIVIDER = re.compile(rb"^-{79}\n", re.M)


class NoMail(Exception):
    """No matching email arrived in time."""


class Mailbox:
    """A folder with one message per file (`*.eml`, Maildir), or several, each followed by a line of 79 hyphens."""

    def __init__(self, folder, timeout=10):
        self.folder, self.timeout, self._taken = pathlib.Path(folder), timeout, set()
        self._parsed = {}

    def take(self, address, pattern, timeout=None):
        """Waits for a message to the address that matches the pattern. Returns the match of its first group.

        Each message is returned once, oldest first.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            for key, message in self._messages():
                found = key not in self._taken and address in message["To"].lower() and self._find(message, pattern)
                if found:
                    self._taken.add(key)
                    return found
            if time.monotonic() >= end:
                raise NoMail("no matching email arrived (--mailbox)")
            time.sleep(0.02)

    def _messages(self):
        """Yields messages with keys that do not change when a file is renamed."""
        for file in self._files():
            key = file.name.partition(":")[0].rpartition(".")[0] or file.name
            for number, message in enumerate(self._parse(file)):
                if message["To"]:
                    yield (key, number), message

    def _files(self):
        dated = []
        for file in self.folder.rglob("*"):
            try:
                if file.is_file() and not file.name.startswith("."):
                    dated.append((file.stat().st_mtime_ns, file.name, file))
            except FileNotFoundError:
                pass  # The file was moved meanwhile.
        return [file for *_, file in sorted(dated)]

    def _parse(self, file):
        try:
            # The file may still grow.
            size = file.stat().st_size
            if self._parsed.get(file, (None,))[0] != size:
                self._parsed[file] = size, [
                    email.message_from_bytes(source, policy=email.policy.default)
                    for source in DIVIDER.split(file.read_bytes())]
        except FileNotFoundError:
            return []
        return self._parsed[file][1]

    @staticmethod
    def _find(message, pattern):
        part = message.get_body(("plain", "html"))
        found = re.search(pattern, part.get_content(), re.M) if part else None
        return found and found[1]
