"""Users with an account and a passcode, signed in."""

import asyncio
import os
import pathlib
import random
import sys

from client import Connection

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Browser"))

from harness.mail import Mail  # noqa: E402

PASSCODE = "593072"


def somewhere():
    """A unique client address, so that no limit is reached."""
    return f"X-Forwarded-For: 10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"


class Session:
    """A user's session with its own connection. Not for concurrent requests."""

    def __init__(self, port):
        self.connection = Connection(port)
        self.token = None
        self.is_busy = False

    async def call(self, method, path, body=None):
        headers = [somewhere()] + ([f"Authorization: Bearer {self.token}"] if self.token else [])
        response = await self.connection.request(method, path, body, headers)
        if response.status == 200 and b"access_token" in response.body:
            self.token = response.json()["access_token"]
        return response

    async def verify(self, passcode=PASSCODE):
        return await self.call("POST", "/api/auth/verify-passcode", {"passcode": passcode})


class Mailbox:
    """The emails in the server's outbox directory."""

    def __init__(self, data):
        self.folder = os.path.join(data, "outbox")
        self.codes = {}
        self.seen = set()

    async def code(self, address):
        async with asyncio.timeout(60):
            while address not in self.codes:
                self._read()
                await asyncio.sleep(0.005)
        return self.codes.pop(address)

    def _read(self):
        names = set(os.listdir(self.folder)) if os.path.isdir(self.folder) else set()
        for name in names - self.seen:
            if not name.endswith(".eml"):
                continue
            mail = Mail(pathlib.Path(self.folder, name).read_bytes())
            if mail.code:
                self.codes[mail.to.addresses[0].addr_spec] = mail.code
            self.seen.add(name)


async def sign_in(server, mailbox, address):
    session = Session(server.port)
    response = await session.call("POST", "/api/auth/magic-link", {"email": address})
    if response.status != 202:
        raise RuntimeError(f"magic-link: {response.status} {response.body!r}")
    proof = {"email": address, "code": await mailbox.code(address)}
    response = await session.call("POST", "/api/auth/magic-link/verify", proof)
    if response.status != 200:
        raise RuntimeError(f"sign-in: {response.status} {response.body!r}")
    return session


async def people(server, count, sessions=1, prefix="person"):
    """The sessions of a number of users with passcodes, several for each."""
    mailbox = Mailbox(server.data)
    at_once = asyncio.Semaphore(16)

    async def person(index):
        async with at_once:
            address = f"{prefix}{index}@example.org"
            first = await sign_in(server, mailbox, address)
            response = await first.call("POST", "/api/auth/set-passcode", {"passcode": PASSCODE})
            while response.status == 503:
                await asyncio.sleep(0.2)
                response = await first.call("POST", "/api/auth/set-passcode", {"passcode": PASSCODE})
            if response.status != 200:
                raise RuntimeError(f"set-passcode: {response.status} {response.body!r}")
            return [first] + [await sign_in(server, mailbox, address) for _ in range(sessions - 1)]

    groups = await asyncio.gather(*(person(index) for index in range(count)))
    return [session for group in groups for session in group]
