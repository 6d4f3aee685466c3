"""What the batch reader does beside pgbench's own select of one row, on the same server in the same run.

`python Server/Tests/Bench/postgres.py PROGRAM FIGURES` measures it alone; PROGRAM is a release build of
postgres-bench."""

import contextlib
import glob
import os
import pwd
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from figures import Figures, median

ROWS = 100_000
SECONDS = 3
ROUNDS = 5
FILL = f"""
CREATE TABLE users (id uuid PRIMARY KEY, email text NOT NULL UNIQUE, passcode_enabled boolean NOT NULL);
CREATE TABLE sessions (id uuid PRIMARY KEY, account_id uuid NOT NULL, expires_at bigint NOT NULL,
  last_active_at bigint NOT NULL, lock text);
CREATE TABLE session_tokens (digest bytea PRIMARY KEY, session_id uuid NOT NULL, kind text NOT NULL,
  expires_at bigint NOT NULL, counts_as_locked boolean NOT NULL);
CREATE TABLE reservations (id uuid PRIMARY KEY, account_id uuid NOT NULL, reserved_at bigint NOT NULL);
CREATE INDEX ON reservations (account_id, reserved_at);
INSERT INTO users SELECT md5('u' || n)::uuid, 'n' || n || '@example.org', true FROM generate_series(1, {ROWS}) n;
INSERT INTO sessions SELECT md5('s' || n)::uuid, md5('u' || n)::uuid, 9, 0, NULL FROM generate_series(1, {ROWS}) n;
INSERT INTO session_tokens SELECT decode(rpad(lpad(to_hex(n * 2654435761 % 4294967296), 8, '0'), 64, '0'), 'hex'),
  md5('s' || n)::uuid, 'cookie', 9, false FROM generate_series(1::bigint, {ROWS}) n;
VACUUM ANALYZE;
"""


def programs():
    """The folder of the newest PostgreSQL; None where there is none."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return found[-1] if found else None


def free_port():
    """Below what a system hands out, on Linux from 32768 on: nobody who asks for any port comes to it meanwhile."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextlib.contextmanager
def server(folder):
    """A server on a free port of the loopback interface, which ends with the block. Gives the port, a runner and the
    process's id."""
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    switch = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    with tempfile.TemporaryDirectory(prefix="latchkey-postgres-") as data:
        if user:
            os.chown(data, user.pw_uid, user.pw_gid)
        port = free_port()

        def run(name, *words, **options):
            command = [os.path.join(folder, name), *words]
            options |= switch
            return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", **options).stdout

        run("initdb", "-D", data, "-U", "latchkey", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = [f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=256MB"]
        words = [word for setting in settings for word in ("-c", setting)]
        process = subprocess.Popen(
            [os.path.join(folder, "postgres"), "-D", data, *words], stderr=subprocess.DEVNULL, cwd="/", **switch)
        try:
            question = [os.path.join(folder, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            while subprocess.run(question, check=False).returncode:
                if process.poll() is not None:
                    raise RuntimeError(f"PostgreSQL ended with status {process.returncode}")
                time.sleep(0.02)
            yield port, run, process.pid
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait()


def pgbench(run, port, clients):
    """Selects of one row by its number a second, each a prepared statement."""
    text = run("pgbench", "-h", "127.0.0.1", "-p", str(port), "-U", "latchkey", "-n", "-S", "-M", "prepared",
               "-c", str(clients), "-j", str(min(clients, 2)), "-T", str(SECONDS), "postgres")
    return float(re.search(r"tps = ([\d.]+)", text).group(1))


def writes(run, port, rate):
    """How many writes of one row and a line of history, each a synced commit, pgbench makes at this rate a second."""
    text = run("pgbench", "-h", "127.0.0.1", "-p", str(port), "-U", "latchkey", "-n", "-N", "-M", "prepared",
               "-c", "4", "-R", str(rate), "-T", str(SECONDS), "postgres")
    return int(re.search(r"actually processed: (\d+)", text).group(1))


def reader(program, port, kind, readers=128):
    """Reads a second, and microseconds of the program's time for one."""
    url = f"postgres://latchkey@127.0.0.1:{port}/postgres"
    words = [program, url, kind, str(ROWS), str(readers), str(SECONDS)]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return tuple(float(word) for word in text.split())


def measure(figures, program):
    folder = programs()
    if not folder:
        return print("  there is no PostgreSQL: the batch reader is not measured")
    with server(folder) as (port, run, _):
        run("psql", "-X", "-q", "-h", "127.0.0.1", "-p", str(port), "-U", "latchkey", "-d", "postgres", "-v",
            "ON_ERROR_STOP=1", input=FILL)
        run("pgbench", "-h", "127.0.0.1", "-p", str(port), "-U", "latchkey", "-i", "-s", "1", "-q", "postgres")
        # One after the other, again and again: the machine varies.
        rounds = [(pgbench(run, port, 1), pgbench(run, port, 4), reader(program, port, "row"),
                   reader(program, port, "gate"), reader(program, port, "row", 1)) for _ in range(ROUNDS)]
    one, four, rows, gates, single = zip(*rounds)
    figures.told("pgbench: select of one row, 1 client", median(one), "/s")
    figures.told("pgbench: select of one row, 4 clients", median(four), "/s")
    figures.told("batch reader: one row, 128 tasks", median(row[0] for row in rows), "/s")
    figures.told("batch reader: the gate's join, 128 tasks", median(gate[0] for gate in gates), "/s")
    figures.told("batch reader: one row, 1 task", median(row[0] for row in single), "/s")
    figures.told("batch reader: its own processor time a read", median(row[1] for row in rows), "µs")
    for clients, selects in (("1 client", one), ("4 clients", four)):
        ratio = median(row[0] / select for row, select in zip(rows, selects))
        figures.at_least(f"batch reader ÷ pgbench's select ({clients})", ratio, "", 0.7)
    figures.told("the gate's join by the batch reader ÷ pgbench's select (4 clients)",
                 median(g[0] / p for g, p in zip(gates, four)), "")


if __name__ == "__main__":
    measure(Figures(sys.argv[2]), sys.argv[1])
