"""The server on PostgreSQL, compared with Argon2id alone, with SQLite, and with several processes."""

import asyncio
import base64
import concurrent.futures
import contextlib
import time

from figures import median
from gate import MILLION, compare, requests_a_second
from people import people
from postgres import Database
from programs import bare, compiled
from server import Process, Server
from verify import CORES, Checks

PROCESSES = (1, 2, 4)
KEYS = "bench:" + base64.b64encode(bytes(range(32))).decode()
FILL = f"""
SET synchronous_commit = off;
INSERT INTO users (id, email, lock_key, language, failures, reset_required, passcode_version, created_at)
  SELECT md5('u' || n)::uuid, 'n' || n || '@example.org', hashtextextended(n::text, 0), 'en', 0, false, 0, {{now}}
  FROM generate_series(1, {MILLION}) n;
INSERT INTO sessions (id, account_id, transport, created_at, expires_at, last_active_at, lock_version, failures,
    refresh_generation)
  SELECT md5('s' || n)::uuid, md5('u' || n)::uuid, 'bearer', {{now}}, {{end}}, {{now}}, 0, 0, 0
  FROM generate_series(1, {MILLION}) n;
INSERT INTO session_tokens (digest, session_id, kind, generation, expires_at, counts_as_locked)
  SELECT sha256(('t' || n)::bytea), md5('s' || n)::uuid, 'access', 0, {{end}}, false
  FROM generate_series(1, {MILLION}) n;
VACUUM ANALYZE;
"""


def server(arguments, database, **settings):
    return Server(
        arguments.server, database_url=database.url("bench"), database_replicas="none",
        secret_keys=KEYS, public_url="http://127.0.0.1:1", **settings)


async def measure(figures, arguments):
    with Database() as database:
        database.query("CREATE DATABASE bench")
        await one(figures, arguments, database)
        await gates(figures, arguments, database)
    with Database() as database:
        database.query("CREATE DATABASE bench")
        await several(figures, arguments, database)


async def one(figures, arguments, database):
    """Verifications with PostgreSQL on the same machine."""
    with server(arguments, database) as process:
        figures.at_most("memory at rest, on PostgreSQL", process.memory(), "MiB", 70)
        checks = Checks(arguments.build, process, await people(process, 60))
        checks.throughput()
        database.prepare_pgbench()
        shares, costs, writes = [], [], []
        for _ in range(5):
            crowded = bare(arguments, CORES)
            before = database.processor()
            result = checks.throughput()
            costs.append((database.processor() - before) / len(result.responses))
            rate = len(result.responses) / result.seconds
            shares.append(rate / crowded.rate)
            # At the same rate, because a machine's efficiency depends on the load.
            before = database.processor()
            count = database.writes(rate)
            writes.append((database.processor() - before) / count)
    figures.at_least("verify on PostgreSQL ÷ bare Argon2id on all cores", median(shares), "×", 0.80)
    figures.at_most("PostgreSQL's processor time a verify", median(costs) * 1000, "ms", 1.2)
    figures.told("PostgreSQL's processor time a write of pgbench's at that rate", median(writes) * 1000, "ms")


async def gates(figures, arguments, database):
    with Process([arguments.bench, "bare-route"]) as route, server(arguments, database) as process:
        token = (await people(process, 1000, prefix="reader"))[0].token
        now = int(time.time() * 1000)
        fill = FILL.format(now=now, end=now + 2_592_000_000)
        compare(
            figures, "gate on PostgreSQL", 0.50, process, route, token, lambda: database.query(fill, "bench"))


async def several(figures, arguments, database):
    """Verifications that wait instead of hashing, and gates, of one, two and four processes."""
    checks, gate = [], []
    with contextlib.ExitStack() as stack:
        preload = {"LD_PRELOAD": compiled(arguments.build, "wait-hash.c")}
        def start():
            return stack.enter_context(
                server(arguments, database, kdf_permits=2, database_connections=4, others=preload))

        # Before the others start: any of them may send an email, and each has its own outbox directory.
        servers = [start()]
        sessions = await people(servers[0], 16 * max(PROCESSES))
        servers += [start() for _ in range(max(PROCESSES) - 1)]
        runs = [
            Checks(arguments.build, each, sessions[index::max(PROCESSES)]) for index, each in enumerate(servers)]
        with concurrent.futures.ThreadPoolExecutor(max(PROCESSES)) as threads:
            loop = asyncio.get_running_loop()

            async def of_all(count, work):
                return await asyncio.gather(
                    *(loop.run_in_executor(threads, work, index) for index in range(count)))

            def checks_of(index):
                result = runs[index].throughput()
                return len(result.responses) / result.seconds

            def gates_of(index):
                token = runs[index].headers[0].rpartition(" ")[2]
                return requests_a_second(servers[index].port, "/api/auth/gate", token)

            for count in PROCESSES:
                await of_all(count, checks_of)
                checks.append(median([sum(await of_all(count, checks_of)) for _ in range(3)]))
                gate.append(median([sum(await of_all(count, gates_of)) for _ in range(3)]))
    for count, checked, asked in zip(PROCESSES, checks, gate):
        figures.told(f"checks whose hashing is a wait, processes: {count}", checked, "/s")
        figures.told(f"gate on PostgreSQL, processes: {count}", asked, "/s")
    figures.at_least("1 → 4 processes, hashing replaced by waiting", checks[-1] / checks[0], "×", 3.5)
