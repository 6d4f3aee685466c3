"""A real `latchkey-server` process on a free loopback port, in development."""

import contextlib
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import time
import urllib.request

from harness.mail import Mail

TIMEOUT = 15


def wait_for(what, probe, timeout=TIMEOUT):
    """Polls until `probe` finds something, and returns it."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found = probe()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"within {timeout} s there was no {what}")


def free_port():
    """Below the ephemeral range, on Linux from 32768, so that no other program gets the port by chance."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return str(port)


class Server:
    """A server on its own data directory. Its clock only goes forward, because all tests' sessions depend on it."""

    def __init__(self, folder: pathlib.Path, host="localhost", **settings):
        """Users reach it by the host; the settings extend those of all servers in tests."""
        self.folder, self.settings = folder, settings
        self.data = folder / "data"
        self.port = free_port()
        # A passkey requires a domain, not an IP address.
        self.origin = f"http://{host}:{self.port}"
        self.ahead = 0
        self.seen, self.unread = set(), []
        self.start()

    def start(self):
        """Starts it; on the same port if it ran before."""
        output = self.folder / "output"
        with output.open("wb") as out, (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [os.environ["LATCHKEY_SERVER"], "serve"], env=self._environment, stdout=out, stderr=log)
        wait_for("first line of a server", lambda: self._listens(output.read_text()))

    @property
    def _environment(self):
        return {
            "PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LATCHKEY_DEV": "1", "LATCHKEY_PORT": self.port,
            "LATCHKEY_DATA_DIR": str(self.data), "LATCHKEY_WEBHOOK_SECRET": "secret-of-webhooks",
            "LATCHKEY_PUBLIC_URL": self.origin,
            **self.settings,
        }

    def users(self, *arguments):
        self.command("users", *arguments)

    def command(self, *arguments):
        """Runs a command of `latchkey-server`, like an operator."""
        command = [os.environ["LATCHKEY_SERVER"], *arguments]
        subprocess.run(command, env=self._environment, check=True, capture_output=True, timeout=TIMEOUT)

    def _listens(self, printed):
        assert self.process.poll() is None, (self.folder / "log").read_text()
        return re.match(r"listening on http://\S+\n", printed)

    def stop(self):
        """Ends it with SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT)

    def restart(self, rules):
        """Restarts it with other rules."""
        self.stop()
        self.settings = rules
        self.start()

    def advance_clock(self, seconds):
        self.ahead += seconds
        file = self.data / "clock-offset"
        file.with_suffix(".new").write_text(f"{self.ahead}\n")
        file.with_suffix(".new").replace(file)

    def mail(self, address, holds) -> Mail:
        """Waits for an email to the address with the text in subject or link. Returns each email once."""
        def probe():
            self._fetch_mail()
            for mail in self.unread:
                if mail.to == address and (holds in mail.link or holds in mail.subject):
                    self.unread.remove(mail)
                    return mail
            return None
        return wait_for(f"email to {address} with {holds}", probe)

    def _fetch_mail(self):
        """Reads each email once: there are hundreds at the end of a run."""
        new = [file for file in (self.data / "outbox").glob("*.eml") if file.name not in self.seen]
        for file in sorted(new, key=lambda file: file.stat().st_mtime_ns):
            self.seen.add(file.name)
            self.unread.append(Mail(file.read_bytes()))

    def bounce(self, address):
        """Reports a bounce, like the email service."""
        body = '{"RecordType":"Bounce","Type":"HardBounce","Email":"%s"}' % address
        request = urllib.request.Request(
            f"{self.origin}/webhooks/postmark", body.encode(),
            {"Content-Type": "application/json", "Authorization": "Basic eDpzZWNyZXQtb2Ytd2ViaG9va3M="})
        urllib.request.urlopen(request, timeout=TIMEOUT).close()
