"""Whether the time of a sign-in request reveals an account."""

import random

from figures import median
from people import Session, people
from server import Server

PAIRS = 2000


async def measure(figures, arguments):
    with Server(arguments.server) as server:
        await people(server, PAIRS // 2)
        session = Session(server.port)
        times = {True: [], False: []}
        for index in range(PAIRS):
            # Each address at most twice, each from another client, so that no limit is reached.
            known, unknown = f"person{index % (PAIRS // 2)}@example.org", f"unknown{index}@example.org"
            pair = [(known, True), (unknown, False)]
            random.shuffle(pair)
            for address, is_known in pair:
                response = await session.call("POST", "/api/auth/magic-link", {"email": address})
                if response.status != 202:
                    raise RuntimeError(f"magic-link: {response.status}")
                times[is_known].append(response.seconds)
        first, second = median(times[True]), median(times[False])
        figures.at_most("sign-in, known − unknown address, medians", abs(first - second) * 1000, "ms", 1)
        figures.at_most("the same ÷ the median", abs(first - second) / min(first, second) * 100, "%", 2)
