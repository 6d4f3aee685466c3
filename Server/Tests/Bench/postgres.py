"""A PostgreSQL server, and the batch reader compared with pgbench's select of one row in the same run."""

import contextlib
import glob
import os
import pwd
import random
import re
import signal
import socket
import subprocess
import tempfile
import time

from figures import median
from processor import family
from programs import bench

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
    """The directory of the newest PostgreSQL; None if it is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return found[-1] if found else None


def absence():
    return None if programs() else "PostgreSQL"


def free_port():
    """Below the ephemeral range, on Linux from 32768, so that no other program gets the port by chance."""
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Database:
    """A server on a free loopback port, which ends with the `with` block."""

    def __enter__(self):
        user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.switch = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        self.folder = tempfile.TemporaryDirectory(prefix="latchkey-postgres-")
        data = self.folder.name
        if user:
            os.chown(data, user.pw_uid, user.pw_gid)
        self.port = free_port()
        self._run("initdb", "-D", data, "-U", "latchkey", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = [
            f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=256MB"]
        self.process = subprocess.Popen(
            [os.path.join(programs(), "postgres"), "-D", data, *(word for each in settings for word in ("-c", each))],
            stderr=subprocess.DEVNULL, cwd="/", **self.switch)
        try:
            question = [os.path.join(programs(), "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
            while subprocess.run(question, check=False).returncode:
                if self.process.poll() is not None:
                    raise RuntimeError(f"PostgreSQL ended with status {self.process.returncode}")
                time.sleep(0.02)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self.folder.cleanup()

    def _run(self, name, *words, **options):
        command = [os.path.join(programs(), name), *words]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, cwd="/", **self.switch, **options).stdout

    def run(self, name, *words, **options):
        """Runs a client of the server."""
        return self._run(name, "-h", "127.0.0.1", "-p", str(self.port), "-U", "latchkey", *words, **options)

    def query(self, text, name="postgres"):
        return self.run("psql", "-X", "-q", "-At", "-d", name, "-v", "ON_ERROR_STOP=1", input=text)

    def url(self, name="postgres"):
        return f"postgres://latchkey@127.0.0.1:{self.port}/{name}"

    def prepare_pgbench(self):
        self.run("pgbench", "-i", "-s", "1", "-q", "postgres")

    def selects(self, clients):
        """Prepared selects of one row by pgbench a second."""
        text = self.run("pgbench", "-n", "-S", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2)),
                        "-T", str(SECONDS), "postgres")
        return float(re.search(r"tps = ([\d.]+)", text).group(1))

    def writes(self, rate):
        """Writes of one row and a history line by pgbench a second, each a synced commit."""
        text = self.run(
            "pgbench", "-n", "-N", "-M", "prepared", "-c", "4", "-R", str(rate), "-T", str(SECONDS), "postgres")
        return int(re.search(r"actually processed: (\d+)", text).group(1))

    def processor(self):
        """CPU seconds of all its processes, including ended ones."""
        return family(self.process.pid)[1]


def measure(figures, arguments):
    with Database() as database:
        database.query(FILL)
        database.prepare_pgbench()

        def reads(readers, *flags):
            """Reads a second, and microseconds of the program's CPU time for one."""
            line = bench(arguments, "batch-reads", database.url(), ROWS, readers, SECONDS, *flags)[0]
            return tuple(map(float, line.split()))

        # Alternating, because the machine varies.
        rounds = [(database.selects(1), database.selects(4), reads(128), reads(128, "--gate"), reads(1))
                  for _ in range(ROUNDS)]
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
