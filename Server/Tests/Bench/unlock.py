"""The time of an unlock with a passkey, compared with a passcode verification, at half the maximum load."""

import asyncio
import math

from authenticator import Passkey
from figures import median, percentile
from load import open_loop
from people import people
from server import Server

ORIGIN = "https://lock.example"
SECONDS, ROUNDS = 4, 5
# Below the limit of a session, 20 calls within the measured time: an unlock requires a challenge and a response, and
# registering the passkey two more calls.
UNLOCKS = 7


class Unlocks:
    """A user's session and passkey. The challenge of the next unlock is fetched before it is due."""

    def __init__(self, session):
        self.session = session
        self.passkey = Passkey(ORIGIN)
        self.next = None

    async def prepare(self):
        options = await self._post("passkeys/options", expected=200)
        credential = self.passkey.register(options["public_key"]["challenge"])
        await self._post("passkeys", {"name": None, "credential": credential}, expected=201)
        self._fetch()

    async def unlock(self):
        challenge = await self.next
        credential = self.passkey.sign(challenge)
        response = await self.session.call("POST", "/api/auth/unlock", {"credential": credential})
        self._fetch()
        return response

    async def settle(self):
        await self.next

    def _fetch(self):
        self.next = asyncio.ensure_future(self._challenge())

    async def _challenge(self):
        return (await self._post("unlock/options", expected=200))["public_key"]["challenge"]

    async def _post(self, path, body=None, *, expected):
        response = await self.session.call("POST", f"/api/auth/{path}", body)
        if response.status != expected:
            raise RuntimeError(f"{path}: {response.status} {response.body!r}")
        return response.json()


async def times(sessions, call, rate):
    responses, skipped = await open_loop(sessions, call, rate, SECONDS, by_chance=False)
    statuses = {response.status for response in responses}
    if statuses != {200} or skipped:
        raise RuntimeError(f"{sorted(statuses)}, and {skipped} found all sessions waiting")
    return [response.seconds * 1000 for response in responses]


async def measure(figures, arguments, verifies):
    """`verifies`: passcode verifications a second."""
    sessions = math.ceil(verifies / 2 * SECONDS * ROUNDS / UNLOCKS)
    with Server(arguments.server, public_url=ORIGIN) as server:
        unlocks = [Unlocks(session) for session in await people(server, sessions)]
        for each in unlocks:
            await each.prepare()
        by_passkey, by_passcode = [], []
        for _ in range(ROUNDS):
            by_passkey += await times(unlocks, Unlocks.unlock, verifies / 2)
            await asyncio.gather(*(each.settle() for each in unlocks))
            by_passcode += await times(unlocks, lambda each: each.session.verify(), verifies / 2)
        figures.told("unlock by passkey at half the load of checks, median", median(by_passkey), "ms")
        figures.told("unlock by passkey at half the load of checks, 99 %", percentile(by_passkey, 0.99), "ms")
        figures.told("verify at the same load, 99 %", percentile(by_passcode, 0.99), "ms")
        figures.at_most(
            "unlock by passkey ÷ verify, 99 %", percentile(by_passkey, 0.99) / percentile(by_passcode, 0.99), "", 1)
