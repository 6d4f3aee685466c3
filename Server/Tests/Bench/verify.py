"""The cost of a passcode verification compared with Argon2id alone, at every load."""

import os
import tempfile
import time

import processor
from figures import median, percentile
from people import PASSCODE, people
from plot import plot
from programs import ask, bare
from server import Server

ROUNDS, SECONDS = 5, 4
# Of OWASP's list the setting with the most memory for two passes, and what a server with it did of the bare hash.
LARGER, LARGER_SHARE = ("--memory", "19456", "--passes", "2"), 0.83
CORES = os.cpu_count()


class Checks:
    """Correct passcodes by many sessions of a server."""

    def __init__(self, build, server, sessions):
        self.build, self.server = build, server
        self.headers = [f"Authorization: Bearer {session.token}" for session in sessions]

    def run(self, *mode, sessions=None):
        """The run with this many sessions. Each response is 200, unless the load exceeds the server's capacity."""
        headers = self.headers[:sessions]
        result = ask(
            self.build, self.server.port, "/api/auth/verify-passcode", f'{{"passcode":"{PASSCODE}"}}', headers,
            SECONDS, *mode)
        self.headers[:len(headers)] = headers
        return result

    def throughput(self):
        """At the server's maximum rate, by four users per core: some wait for the disk while others hash."""
        return only_right(self.run("closed", sessions=4 * CORES))

    def at(self, rate, mode="even"):
        result = only_right(self.run(mode, rate))
        if result.skipped:
            raise RuntimeError(f"verify: {result.skipped} requests found all sessions waiting at half load")
        return [seconds for _, seconds in result.responses]


def only_right(result):
    """Rejections are fast and must not count as verifications."""
    if any(status != 200 for status, _ in result.responses):
        raise RuntimeError(f"verify: {sorted({status for status, _ in result.responses})}")
    return result


def sync_times(count=600):
    """Seconds of the disk for three pages of a database each time: a verification waits for two such."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(count):
            time.sleep(0.005)
            file.write(os.urandom(3 * 4096))
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begin)
    return times


async def measure_start(figures, arguments):
    times = []
    for _ in range(7):
        with Server(arguments.server) as server:
            times.append(server.time_to_ready())
    figures.at_most("start to ready", median(times) * 1000, "ms", 300)


async def measure(figures, arguments):
    with Server(arguments.server) as server:
        figures.at_most("memory at rest", server.memory(), "MiB", 60)
        checks = Checks(arguments.build, server, await people(server, 60))
        checks.throughput()
        rates, shares, gains, tails, even, chance, costs = [], [], [], [], [], [], []
        # In rounds, because the machine's speed varies.
        for _ in range(ROUNDS):
            alone, crowded = bare(arguments, 1), bare(arguments, CORES)
            before = processor.times(server.process.pid)
            run = checks.throughput()
            costs.append(processor.costs(before, processor.times(server.process.pid), run))
            rates.append(len(run.responses) / run.seconds)
            shares.append(rates[-1] / crowded.rate)
            gains.append(rates[-1] / bare(arguments, CORES, 1, *LARGER).rate / LARGER_SHARE)
            half = crowded.rate / 2
            evenly = checks.at(half)
            even += [seconds / alone.seconds for seconds in evenly]
            # Argon2id at the same arrivals has the machine's delays too.
            tails.append(percentile(evenly, 0.99) / bare(arguments, CORES, SECONDS, "--rate", half).slowest)
            chance += [seconds / alone.seconds for seconds in checks.at(half, "chance")]
        # The peak: between verifications their memory returns to the system.
        memory = server.memory(peak=True)
        syncs = sync_times()
        figures.told("the disk syncs three pages, half of the times within", median(syncs) * 1000, "ms")
        figures.told("the disk syncs three pages, 99 % of the times within", percentile(syncs, 0.99) * 1000, "ms")
        figures.at_least("verify throughput ÷ bare Argon2id on all cores", median(shares), "×", 0.85)
        figures.at_least("verify throughput ÷ that with 19 MiB, 2 passes", median(gains), "×", 1.5)
        for name in processor.COSTS:
            figures.told(f"of the cores' time: {name}", median([cost[name] for cost in costs]) * 100, "%")
        figures.at_most("memory under full verify load", memory, "MiB", 60 + 7.5 * CORES)
        figures.at_most("verify, 99 % at half load, even arrivals ÷ bare Argon2id's", median(tails), "×", 1.5)
        figures.told("the same ÷ one bare Argon2id after the other", percentile(even, 0.99), "×")
        # Two cores that only hash would take 2.6 (an M/D/2 queue at half of its capacity, simulated).
        figures.told("verify, 99 % at half load, random arrivals ÷ bare Argon2id", percentile(chance, 0.99), "×")
        if arguments.plot:
            most = max(bare(arguments, CORES).rate, *(rates))
            plot(arguments.plot, curve(checks, most), most)
    return median(rates)


def curve(checks, capacity):
    """Offered and handled load, in verifications a second, with the median and the 99th percentile in milliseconds."""
    points = []
    for share in (0.25, 0.5, 0.75, 0.9, 1, 1.25, 1.5, 2):
        responses = checks.run("chance", share * capacity).responses
        times = [seconds * 1000 for status, seconds in responses if status == 200]
        points.append((share * capacity, len(times) / SECONDS, median(times), percentile(times, 0.99)))
    return points
