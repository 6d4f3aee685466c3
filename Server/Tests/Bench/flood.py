"""More verifications than the server can handle: a rejected one must not spend an attempt, and the server must
recover immediately."""

import collections
import os
import time

from figures import percentile
from load import open_loop
from people import people
from programs import bare
from server import Server

WRONG = "174829"
TIMEOUT = 30


async def measure(figures, arguments):
    alone = bare(arguments, 1).seconds
    rate = 20 * bare(arguments, os.cpu_count()).rate
    with Server(arguments.server) as server:
        sessions = await people(server, 200, sessions=2)
        # One of them mistypes twice; the others never.
        tries = {id(session): 2 for session in sessions[::40]}
        failures = collections.Counter()

        async def check(session):
            mistypes = tries.get(id(session), 0) > 0
            response = await (session.verify(WRONG) if mistypes else session.verify())
            if response.status == 403:
                tries[id(session)] -= 1
                failures[id(session)] += 1
            if response.status == 200:
                failures[id(session)] = 0
            return response

        begin = time.perf_counter()
        responses, skipped = await open_loop(sessions, check, rate, arguments.flood)
        over = time.perf_counter()
        report(figures, responses)
        # The client's capacity: a client without an idle session, or that is late, floods less.
        figures.told("flood: sent ÷ capacity", len(responses) / (over - begin) / (rate / 20), "×")
        figures.told("flood: not sent, no idle session", skipped, "")
        first = await sessions[1].verify()
        while (first.status != 200 or first.seconds > 2.5 * alone) and time.perf_counter() - over < TIMEOUT:
            first = await sessions[1].verify()
        figures.at_most("after a flood, back to normal within", time.perf_counter() - over, "s", 2)
        figures.at_most("flood: attempts spent by rejected requests", await spent(sessions[::2], failures), "", 0)


async def spent(sessions, failures):
    """How many attempts were spent beyond reported failures. Each session spends one more to find out."""
    count = 0
    for session in sessions:
        response = await session.verify(WRONG)
        if response.status != 403:
            raise RuntimeError(f"after the flood: {response.status}")
        count += abs(9 - failures[id(session)] - response.json()["attempts_remaining"])
    return count


def report(figures, responses):
    counts = collections.Counter(response.status for response in responses)
    print("  flood:", dict(sorted(counts.items())), flush=True)
    others = sum(count for status, count in counts.items() if status not in (200, 403, 429, 503))
    figures.at_most("flood: responses that are not 200, 403, 429 or 503", others, "", 0)
    times = [response.seconds for response in responses if response.status == 200]
    figures.at_most("flood: 99 % of the 200s within", percentile(times, 0.99), "s", 1.5)
