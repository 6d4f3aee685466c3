"""The machines of the guide, and their state."""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import time

from machine import Failed, Machine, Network

ADDRESSES = {
    "balancer": "10.0.0.10", "db1": "10.0.0.11", "db2": "10.0.0.12", "db3": "10.0.0.13",
    "app1": "10.0.0.21", "app2": "10.0.0.22", "app3": "10.0.0.23", "old": "10.0.0.31",
}
DATABASES = ["db1", "db2", "db3"]
# The only replacement in the guide: emails are stored as files. The server is already built.
REPLACED = {"smtps://…": "outbox:", "swift build ": ": "}


def eventually(what, condition, seconds=60, pause=0.2):
    """Waits for a condition, and returns its value and the seconds."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        value = condition()
        if value:
            return value, time.monotonic() - begin
        time.sleep(pause)
    raise Failed(f"after {seconds} s still not: {what}")


class Cluster:
    def __init__(self, folder, products):
        self.desk = os.path.join(folder, "desk")
        release = os.path.join(self.desk, "Server/.build/release")
        for part, source in {"deploy": os.path.abspath("deploy"), "Server/.build/release": products}.items():
            os.makedirs(os.path.join(self.desk, part))
            subprocess.run(["mount", "--bind", "-o", "ro", source, os.path.join(self.desk, part)], check=True)
        if not os.path.exists(os.path.join(release, "latchkey-server")):
            raise Failed(f"no server in {products}")
        self.ca = os.path.join(self.desk, "secrets/servers-ca.pem")
        os.mkdir(os.path.join(folder, "shared"))
        shutil.chown(os.path.join(folder, "shared"), "postgres", "postgres")
        network = Network(folder)
        self.machines = {
            name: Machine(network, folder, self.desk, name, address) for name, address in ADDRESSES.items()}

    def __getitem__(self, name):
        return self.machines[name]

    def start(self):
        self.each(self.machines, Machine.start)

    def each(self, names, action):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            return list(pool.map(lambda name: action(self[name]), names))

    def type(self, block):
        """Runs a block of the guide on its machines."""
        commands = block.commands
        for text, other in REPLACED.items():
            commands = commands.replace(text, other)
        if block.place == "at your desk":
            subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.desk, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self._make_certificate()
        else:
            names = [self.primary()] if block.place == "the primary" else block.names
            self.each(names, lambda machine: machine.shell(commands))

    def _make_certificate(self):
        """Replaces the team's certificate."""
        secrets = pathlib.Path(self.desk, "secrets")
        pem = "".join((secrets / f"balancer.{part}").read_text() for part in ("pem", "key"))
        (secrets / "lock.example.com.pem").write_text(pem)

    def members(self):
        """Patroni's role and state of each machine, by name."""
        for name in DATABASES:
            if not self[name].is_on:
                continue
            text = self[name].shell("patronictl -c /etc/patroni/config.yml list --format json 2>&1", check=False)
            try:
                return {member["Member"]: member for member in json.loads(text)}
            except ValueError:
                continue
        return {}

    def named(self, role):
        """The only machine in a role; None if there is not exactly one."""
        names = [name for name, member in self.members().items() if member["Role"] == role]
        return names[0] if len(names) == 1 else None

    def primary(self):
        return self.named("Leader")

    def is_whole(self, count=3):
        """Whether this many database machines run, one of them as the synchronous standby."""
        members = self.members().values()
        roles = sorted(member["Role"] for member in members if member["State"] in ("running", "streaming"))
        return roles == sorted((["Leader", "Sync Standby"] + ["Replica"] * (count - 2)))

    def end_waits(self):
        """Ends the delays of all sessions, so that guessing does not take hours. Budgets are unchanged."""
        sql = "SET synchronous_commit = local; UPDATE sessions SET wait_until = NULL WHERE wait_until IS NOT NULL"
        command = f"runuser -u postgres -- psql --quiet latchkey -c '{sql}'"
        # A standby rejects it.
        self.each([name for name in DATABASES if self[name].is_on], lambda machine: machine.shell(command, False))

    def print_logs(self):
        for name, machine in self.machines.items():
            if machine.is_on:
                log = machine.shell("journalctl --no-pager --lines 12 -u patroni -u haproxy -u pgbouncer "
                                    "-u latchkey-server", check=False)
                print(f"--- {name}\n{log}", flush=True)

    def remove(self):
        for machine in self.machines.values():
            machine.remove()
