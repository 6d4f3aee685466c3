"""The time of an evaluation for a device, compared with a passcode verification, at half the maximum load."""

import asyncio
import uuid

from figures import median, percentile
from load import open_loop
from people import people
from server import Server

SESSIONS, SECONDS, ROUNDS = 150, 4, 5
# The base point of P-384, and any tag: the server learns neither passcode nor device secret.
POINT = "A6qHyiK-iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw"
TAG = "A" * 43


class Device:
    """A user's session and device. Each attempt is finished before the next."""

    def __init__(self, session):
        self.session = session
        self.token = None
        self.attempt = None

    async def prepare(self):
        # A key requires a passcode entered in the last minute.
        await self.session.verify()
        key = (await self._call("POST", "unlock-keys", {"blinded": POINT}, expected=201)).json()
        await self._call("PUT", f"unlock-keys/{key['id']}", {"tag": TAG}, expected=204)
        self.token = key["token"]

    async def evaluate(self):
        self.attempt = str(uuid.uuid4())
        body = {"token": self.token, "attempt": self.attempt, "blinded": POINT}
        return await self.session.call("POST", "/api/auth/unlock/evaluate", body)

    async def finish(self):
        if self.attempt:
            body = {"token": self.token, "attempt": self.attempt, "tag": TAG}
            await self._call("POST", "unlock/finish", body, expected=204)

    async def _call(self, method, path, body, *, expected):
        response = await self.session.call(method, f"/api/auth/{path}", body)
        if response.status != expected:
            raise RuntimeError(f"{path}: {response.status} {response.body!r}")
        return response


async def times(devices, call, rate):
    # Three attempts in a row have no delay.
    seconds = min(SECONDS, 3 * len(devices) / rate)
    responses, skipped = await open_loop(devices, call, rate, seconds, by_chance=False)
    statuses = {response.status for response in responses}
    if statuses != {200} or skipped:
        raise RuntimeError(f"{sorted(statuses)}, and {skipped} found all devices waiting")
    return [response.seconds * 1000 for response in responses]


async def measure(figures, arguments, verifies):
    """`verifies`: passcode verifications a second."""
    with Server(arguments.server) as server:
        devices = [Device(session) for session in await people(server, SESSIONS)]
        for each in devices:
            await each.prepare()
        evaluated, verified = [], []
        for _ in range(ROUNDS):
            evaluated += await times(devices, Device.evaluate, verifies / 2)
            await asyncio.gather(*(each.finish() for each in devices))
            verified += await times(devices, lambda each: each.session.verify(), verifies / 2)
        figures.told("evaluation for a device at half the load of checks, median", median(evaluated), "ms")
        figures.told("evaluation for a device at half the load of checks, 99 %", percentile(evaluated, 0.99), "ms")
        figures.told("evaluation for a device ÷ verify, median", median(evaluated) / median(verified), "")
