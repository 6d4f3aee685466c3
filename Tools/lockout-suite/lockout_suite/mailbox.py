"""Mails that the server has sent, in a folder of files."""

import email
import email.policy
import pathlib
import re
import time

# Django's backend for files writes this behind each message of a file.
DIVIDER = re.compile(rb"^-{79}\n", re.M)


class NoMail(Exception):
    """None arrived in time."""


class Mailbox:
    """A folder with one message a file (`*.eml`, Maildir), or several with a line of 79 hyphens behind each."""

    def __init__(self, folder, timeout=10):
        self.folder, self.timeout, self._taken = pathlib.Path(folder), timeout, set()
        self._parsed = {}

    def take(self, address, pattern, timeout=None):
        """Waits for a message to the address with the pattern in its text, and returns what its first group matched.

        A message is returned once, the oldest first.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            for key, message in self._messages():
                found = key not in self._taken and address in message["To"].lower() and self._find(message, pattern)
                if found:
                    self._taken.add(key)
                    return found
            if time.monotonic() >= end:
                raise NoMail("no such mail arrived")
            time.sleep(0.02)

    def _messages(self):
        """Each with a key that stays when its file is moved to its last name."""
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
                pass  # It was moved meanwhile.
        return [file for *_, file in sorted(dated)]

    def _parse(self, file):
        try:
            # A file may still grow.
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
