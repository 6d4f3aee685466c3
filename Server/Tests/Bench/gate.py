"""The cost of the gate compared with a route that does nothing, its dependence on the number of accounts, and the
cost of introspection compared with the gate."""

import base64
import json
import os
import re
import sqlite3
import subprocess
import time
import urllib.request

from figures import median
from people import people
from server import Process, Server, database

MILLION = 1_000_000
SECRET = "a-backend-of-the-bench"
BASIC = base64.b64encode(f"bench:{SECRET}".encode()).decode()
INTROSPECT = "/api/auth/introspect"
SCRIPT = os.path.join(os.path.dirname(__file__), "introspect.lua")
# Many short runs, because the placement of threads varies and matters.
ROUNDS = 9
FILL = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
INSERT INTO {table} SELECT {columns} FROM n
"""


def requests_a_second(port, path, token=None, cookie=None):
    """Requests a second, by wrk: one thread, 16 connections. Every response must be 2xx."""
    header = ["-H", f"Authorization: Bearer {token}"] if token else ["-H", cookie] if cookie else []
    return counted([*header, f"http://127.0.0.1:{port}{path}"])


def introspections_a_second(port, token):
    """Introspections of an active token a second; every response must call it active."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{INTROSPECT}", f"token={token}".encode(), {"Authorization": f"Basic {BASIC}"})
    with urllib.request.urlopen(request, timeout=10) as response:
        if json.load(response)["active"] is not True:
            raise RuntimeError("the token is not active")
    return counted(["-s", SCRIPT, f"http://127.0.0.1:{port}{INTROSPECT}", "--", token, BASIC])


def counted(arguments):
    text = subprocess.run(
        ["wrk", "-t1", "-c16", "-d2s", *arguments], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    return float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))


def fill(data, count):
    """Adds accounts, each with a session and an event, while the server runs."""
    with sqlite3.connect(database(data), isolation_level=None) as connection:
        connection.execute("PRAGMA busy_timeout = 60000")
        now = int(time.time() * 1000)
        end = now + 2_592_000_000
        rows = {
            "users (id, email, created_at)": f"printf('%032x', i), 'n' || i || '@example.org', {now}",
            "sessions (id, account_id, transport, created_at, expires_at, last_active_at, lock_version, failures,"
            " refresh_generation)": f"printf('%032x', i), printf('%032x', i), 'bearer', {now}, {end}, {now}, 0, 0, 0",
            "session_tokens": f"hex(randomblob(32)), printf('%032x', i), 'access', 0, {end}, 0",
            "activity (account_id, at, kind)": f"printf('%032x', i), {now}, 'signed_in'",
        }
        for table, columns in rows.items():
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(FILL.format(table=table, columns=columns), {"count": count})
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def compare(figures, name, bar, server, bare, token, fill):
    """Compares the gate with a route that does nothing, with a thousand accounts and after `fill` with a million."""
    def share():
        # Both at the same time, because the machine varies.
        return median([
            requests_a_second(server.port, "/api/auth/gate", token) / requests_a_second(bare.port, "/")
            for _ in range(ROUNDS)
        ])

    few = share()
    fill()
    figures.at_least(f"{name} ÷ bare Hummingbird route", few, "×", bar)
    figures.at_least(f"{name}, a million accounts ÷ a thousand", share() / few, "×", 0.90)


async def measure(figures, arguments):
    with Server(arguments.server, introspection_secret=SECRET) as server, Process(
            [arguments.bench, "bare-route"]) as bare:
        token = (await people(server, 1000))[0].token
        asked = median([
            introspections_a_second(server.port, token) / requests_a_second(server.port, "/api/auth/gate", token)
            for _ in range(ROUNDS)
        ])
        figures.at_least("introspection ÷ gate", asked, "×", 0.90)
        compare(figures, "gate", 0.65, server, bare, token, lambda: fill(server.data, MILLION))
