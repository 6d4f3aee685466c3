"""Open-loop load on a server."""

import asyncio
import collections
import random
import time


async def open_loop(sessions, call, rate, seconds, by_chance=True, seed=1):
    """Requests arrive at this rate a second, whether the server keeps up or not: by chance (exponential gaps), or
    evenly. Each is of the session that has been idle longest.

    Returns the responses, and the number of requests without an idle session.
    """
    chance = random.Random(seed)
    idle = collections.deque(sessions)
    responses, tasks, skipped = [], set(), 0

    async def ask(session, due):
        response = await call(session)
        # From when it was due: a late client must not hide a slow server.
        response.seconds = time.perf_counter() - due
        responses.append(response)
        idle.append(session)

    due = time.perf_counter()
    end = due + seconds
    while due < end:
        due += chance.expovariate(rate) if by_chance else 1 / rate
        if (pause := due - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        if not idle:
            skipped += 1
            continue
        task = asyncio.ensure_future(ask(idle.popleft(), due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    return responses, skipped
