"""The environment of an adapter: clients, emails, accounts, and the server's process."""

import random
import subprocess
import threading
import time

from .adapter import Account, NotOffered
from .client import Client, NoResponse
from .mailbox import Mailbox

RESTART_SECONDS = 60


class World:
    def __init__(self, target, journal, mailbox=None, accounts=(), restart=None, options=None, parallel=16, pairs=40,
                 seed=None):
        """`parallel` is the number of concurrent connections; `pairs` that of response time pairs per round."""
        self.target, self.journal, self.options = target, journal, options or {}
        self.parallel, self.pairs = parallel, pairs
        self._clients = []
        self._mailbox = Mailbox(mailbox) if mailbox else None
        self._accounts, self._restart = list(accounts), restart
        self.random = random.Random(seed)
        self._tag = f"{self.random.randrange(16 ** 6):06x}"
        self._names = self._secrets = 0
        self._guesses = 500_000

    def client(self):
        return Client(self.target, self.journal, self._clients)

    def close_clients(self):
        for client in self._clients:
            client.close()
        self._clients.clear()

    def mail(self, address, pattern, timeout=None):
        """Returns the match of the pattern's first group in the next matching email to the address."""
        if self._mailbox is None:
            raise NotOffered("no folder of emails was given (--mailbox)")
        return self._mailbox.take(address, pattern, timeout)

    def next_account(self):
        if not self._accounts:
            raise NotOffered("no disposable account is left (--accounts)")
        return self._accounts.pop(0)

    def new_name(self):
        """Returns an unused address."""
        self._names += 1
        return f"lockout-{self._tag}-{self._names:04d}@example.test"

    def unknown_name_like(self, name):
        """Returns an unknown name of the same length and format."""
        local, at, domain = name.partition("@")
        other = "".join(self.random.choice("0123456789abcdef") if letter.isalnum() else letter for letter in local)
        return other + at + domain

    def new_secret(self, adapter):
        self._secrets += 1
        return adapter.new_secret(self._secrets)

    def wrong_secret(self, adapter):
        self._guesses += 1
        return adapter.new_secret(self._guesses)

    def new_account(self, adapter):
        return Account(self.new_name(), self.new_secret(adapter))

    def restart(self):
        if not self._restart:
            raise NotOffered("no restart command was given (--restart)")
        subprocess.run(self._restart, shell=True, check=True, timeout=RESTART_SECONDS, stdout=subprocess.DEVNULL)
        self.journal.note("the server was restarted")
        end = time.monotonic() + RESTART_SECONDS
        while True:
            try:
                self.client().get("/")
                return
            except NoResponse:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)


def at_once(tasks):
    """Runs all tasks concurrently, each in a thread, and returns their results in order."""
    results, barrier = [None] * len(tasks), threading.Barrier(len(tasks))

    def run(index, task):
        try:
            barrier.wait()
            results[index] = task()
        except BaseException as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results
