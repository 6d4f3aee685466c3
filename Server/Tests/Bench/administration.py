"""The dependence of administrators' pages on the number of accounts."""

import subprocess

from figures import median
from gate import fill
from people import people
from server import Server

FEW, MANY, ROUNDS = 1000, 100_000, 200
PATH = "/api/admin/people"
# Each finds the same number of accounts on both servers.
CALLS = {
    "list": PATH, "list by state": PATH + "?state=no_passcode", "search": PATH + "?query=n500@",
    "person": f"{PATH}/{500:032x}", "team": "/api/admin/team",
}


async def administrator(server, program, count):
    """The session of an administrator, on a server with this many other accounts."""
    session = (await people(server, 1))[0]
    subprocess.run([program, "users", "grant", "person0@example.org"], env=server.environment, check=True,
                   stdout=subprocess.DEVNULL)
    fill(server.data, count)
    return session


async def seconds(session, path):
    response = await session.call("GET", path)
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status} {response.body!r}")
    return response.seconds


async def measure(figures, arguments):
    with Server(arguments.server) as one, Server(arguments.server) as other:
        few = await administrator(one, arguments.server, FEW)
        many = await administrator(other, arguments.server, MANY)
        for name, path in CALLS.items():
            # In turns, because the machine varies.
            pairs = [(await seconds(few, path), await seconds(many, path)) for _ in range(ROUNDS)]
            ratio = median([pair[1] for pair in pairs]) / median([pair[0] for pair in pairs])
            figures.at_most(f"administrators' {name}, 100,000 accounts ÷ a thousand", ratio, "×", 2)
