"""What the gate costs beside a route that does nothing, and whether the number of accounts changes that."""

import re
import sqlite3
import subprocess
import time

from figures import median
from people import people
from server import Process, Server, database

MILLION = 1_000_000
# Many short ones: where the system puts the threads decides a good deal, and differently each time.
ROUNDS = 9
FILL = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
INSERT INTO {table} SELECT {columns} FROM n
"""


def requests_a_second(port, path, token=None, cookie=None):
    """As wrk counts them: one thread, 16 connections. Every answer must be a 2xx."""
    header = ["-H", f"Authorization: Bearer {token}"] if token else ["-H", cookie] if cookie else []
    text = subprocess.run(
        ["wrk", "-t1", "-c16", "-d2s", *header, f"http://127.0.0.1:{port}{path}"],
        check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    return float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))


def fill(data):
    """Makes a million further accounts, each with a session, beside the server."""
    with sqlite3.connect(database(data), isolation_level=None) as connection:
        connection.execute("PRAGMA busy_timeout = 60000")
        now = int(time.time() * 1000)
        end = now + 2_592_000_000
        rows = {
            "users (id, email, created_at)": f"'u' || i, 'n' || i || '@example.org', {now}",
            "sessions (id, account_id, transport, created_at, expires_at, last_active_at, lock_version, failures,"
            " refresh_generation)": f"'s' || i, 'u' || i, 'bearer', {now}, {end}, {now}, 0, 0, 0",
            "session_tokens": f"hex(randomblob(32)), 's' || i, 'access', 0, {end}, 0",
        }
        for table, columns in rows.items():
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(FILL.format(table=table, columns=columns), {"count": MILLION})
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def measure(figures, arguments):
    with Server(arguments.server) as server, Process([arguments.bare]) as bare:
        token = (await people(server, 1000))[0].token

        def both():
            return (requests_a_second(server.port, "/api/auth/gate", token), requests_a_second(bare.port, "/"))

        few = [both() for _ in range(ROUNDS)]
        fill(server.data)
        many = [both() for _ in range(ROUNDS)]
    ratio = median([gate / bare for gate, bare in few])
    figures.at_least("gate ÷ bare Hummingbird route", ratio, "×", 0.60)
    # Against the bare route of the same moment: the machine may have changed meanwhile.
    figures.at_least(
        "gate, a million accounts ÷ a thousand", median([gate / bare for gate, bare in many]) / ratio, "×", 0.90)
    return median([gate for gate, _ in few])
