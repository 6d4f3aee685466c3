"""Far more checks than the server can do: what it does not do must cost nothing, and be over at once."""

import collections
import os
import time

from figures import percentile
from load import open_loop
from people import people
from server import Server
from verify import bare_time

WRONG = "174829"


async def measure(figures, arguments):
    bare = bare_time(arguments.build)
    rate = 20 * os.cpu_count() / bare
    with Server(arguments.server) as server:
        sessions = await people(server, 200, sessions=2)
        # Somebody among them mistypes: one guess each that is answered, whatever is refused.
        wrong = sessions[::40]
        tried = {id(session): 0 for session in wrong}
        left = {}

        async def check(session):
            if id(session) not in tried or tried[id(session)] == 2:
                return await session.verify()
            answer = await session.verify(WRONG)
            if answer.status == 403:
                tried[id(session)] += 1
                left[id(session)] = answer.json()["attempts_remaining"]
            return answer

        answers, _ = await open_loop(sessions, check, rate, arguments.flood)
        over = time.perf_counter()
        await report(figures, answers)
        for session in wrong:
            if left.get(id(session), 10) != 10 - tried[id(session)]:
                figures.at_most("guesses that a refusal has spent", 1, "", 0)
        first = await sessions[1].verify()
        while first.status != 200 or first.seconds > 2.5 * bare:
            first = await sessions[1].verify()
        figures.at_most("after a flood, back to normal within", time.perf_counter() - over, "s", 2)


async def report(figures, answers):
    counts = collections.Counter(answer.status for answer in answers)
    print("  flood:", dict(sorted(counts.items())), flush=True)
    others = sum(count for status, count in counts.items() if status not in (200, 403, 429, 503))
    figures.at_most("flood: answers that are not 200, 403, 429 or 503", others, "", 0)
    times = [answer.seconds for answer in answers if answer.status == 200]
    figures.at_most("flood: 99 % of the 200s within", percentile(times, 0.99), "s", 1.5)
