"""How long a start takes."""

from figures import median
from server import Server


async def measure(figures, arguments):
    times = []
    for _ in range(7):
        with Server(arguments.server) as server:
            times.append(server.time_to_ready())
    figures.at_most("start to ready", median(times) * 1000, "ms", 300)
