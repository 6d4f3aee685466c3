"""What checking a passcode costs beside Argon2id alone, at every load."""

import os
import subprocess
import tempfile
import time

from figures import median, percentile
from load import closed, open_loop
from people import people
from plot import plot
from server import Server

ROUNDS, SECONDS = 5, 4


def bare_time(build, at_once=1):
    """Seconds of one call of libargon2 with the server's parameters, with so many programs doing it at once."""
    program = os.path.join(build, "bare-argon2")
    if not os.path.exists(program):
        source = os.path.join(os.path.dirname(__file__), "bare-argon2.c")
        subprocess.run(["cc", "-O2", "-o", program, source, "-largon2"], check=True)
    running = [subprocess.Popen([program], stdout=subprocess.PIPE, text=True) for _ in range(at_once)]
    return median([float(one.communicate()[0]) for one in running])


def sync_times(count=600):
    """Seconds that the disk takes for three pages of a database each time: a check waits for two such."""
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


async def throughput(sessions, seconds=SECONDS):
    """Right answers in a second, with twice as many people asking as there are cores."""
    answers, took = await closed(sessions[:2 * os.cpu_count()], lambda session: session.verify(), seconds)
    only_right(answers)
    return len(answers) / took


def only_right(answers):
    """What is refused is fast: it must not count as a check."""
    if any(answer.status != 200 for answer in answers):
        raise RuntimeError(f"verify: {sorted({answer.status for answer in answers})}")


async def measure(figures, arguments):
    with Server(arguments.server) as server:
        figures.at_most("memory at rest", server.memory(), "MiB", 60)
        sessions = await people(server, 60)
        await throughput(sessions, 2)
        bares, rates, shares, crowded, even, chance = [], [], [], [], [], []
        # In rounds: a machine that becomes slower or faster meanwhile must not decide.
        for _ in range(ROUNDS):
            bare = bare_time(arguments.build)
            bares.append(bare)
            crowded.append(bare / bare_time(arguments.build, at_once=os.cpu_count()))
            capacity = os.cpu_count() / bare
            rates.append(await throughput(sessions))
            shares.append(rates[-1] / capacity)
            for by_chance, times in ((False, even), (True, chance)):
                answers, unasked = await open_loop(
                    sessions, lambda session: session.verify(), capacity / 2, SECONDS, by_chance)
                only_right(answers)
                if unasked:
                    raise RuntimeError(f"verify: {unasked} requests found all sessions waiting at half load")
                times += [answer.seconds / bare for answer in answers]
        # The most that there ever was: between two checks their memory goes back to the system.
        memory = server.memory(peak=True)
        syncs = sync_times()
        figures.told("the disk syncs three pages, half of the times within", median(syncs) * 1000, "ms")
        figures.told("the disk syncs three pages, 99 % of the times within", percentile(syncs, 0.99) * 1000, "ms")
        # No server can do more: cores share their memory, and a core alone may run faster.
        figures.told("bare Argon2id on all cores ÷ (cores ÷ bare Argon2id)", median(crowded), "×")
        figures.at_least("verify throughput ÷ (cores ÷ bare Argon2id)", median(shares), "×", 0.90)
        figures.at_most("memory under full verify load", memory, "MiB", 60 + 20 * os.cpu_count())
        figures.at_most("verify, 99 % at half load, asked evenly ÷ bare Argon2id", percentile(even, 0.99), "×", 2.5)
        # Two cores that did nothing but hash would take 2.6 (a queue M/D/2 at half of what it can do, simulated).
        figures.told("verify, 99 % at half load, asked by chance ÷ bare Argon2id", percentile(chance, 0.99), "×")
        if arguments.plot:
            most = os.cpu_count() / min(bares)
            plot(arguments.plot, await curve(sessions, most), most)
    return median(rates)


async def curve(sessions, capacity):
    """Load offered and answered, in checks a second, with the median and the 99th percentile in milliseconds."""
    points = []
    for share in (0.25, 0.5, 0.75, 0.9, 1, 1.25, 1.5, 2):
        answers, _ = await open_loop(sessions, lambda session: session.verify(), share * capacity, SECONDS)
        times = [answer.seconds * 1000 for answer in answers if answer.status == 200]
        points.append((share * capacity, len(times) / SECONDS, median(times), percentile(times, 0.99)))
    return points
