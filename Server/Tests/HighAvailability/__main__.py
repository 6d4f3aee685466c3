"""Runs the commands of docs/high-availability.md, then fails machines under load."""

import argparse
import os
import re
import subprocess
import time

from client import WRONG, Attack, Owner, Repeated, Session
from cluster import Cluster, eventually
from guide import Guide
from machine import Failed

SERVERS = ["app1", "app2", "app3"]
PAGE = "docs/high-availability.md"
READY = "http://127.0.0.1:8080/health/ready"


class Walk:
    def __init__(self, cluster, guide):
        self.cluster, self.guide = cluster, guide
        self.begin = time.monotonic()

    def say(self, text):
        print(f"ha {time.monotonic() - self.begin:5.0f} s  {text}", flush=True)

    def follow(self, heading, between=None):
        """Types what is under a heading of the guide; what a reader waits for, it waits for.

        `between` is done before the servers are started.
        """
        for block in self.guide.blocks(heading):
            if between and "enable --now latchkey-server" in block.commands:
                between()
            if block.place == "the primary":
                eventually("a primary and a synchronous standby", self.cluster.is_whole, 60)
            self.cluster.type(block)
        self.say(f"done as written: {heading}")

    def _ready_count(self, names=SERVERS):
        statuses = self.cluster.each(names, lambda machine: machine.status_of(READY))
        return statuses.count("200")

    def ready(self, names, seconds=60):
        """Waits until the servers are ready; returns the duration."""
        return eventually(f"{', '.join(names)} ready", lambda: self._ready_count(names) == len(names), seconds)[1]

    def whole(self, seconds=90):
        return eventually("three database machines", self.cluster.is_whole, seconds)[1]

    def set_up(self):
        self.cluster.start()
        self.say("eight machines started")
        moved = self.serve_from_sqlite()
        self.follow("Set up", between=self.move_from_sqlite)
        self.ready(["app1", "app2"])
        moved.leave_server()
        moved.opens()
        self.say("the account of the old server opens with its passcode")
        self.follow("Add a server")
        self.ready(SERVERS)
        self.reject_strangers()
        self.owner = Owner(self.cluster, "owner@example.org")
        self.owner.opens()
        events = self.owner.session.must(200, "GET", "/api/auth/activity")["events"]
        if {event["ip"] for event in events} != {"10.0.0.1"}:
            raise Failed(f"the client's address is not seen through both proxies: {events}")

    def serve_from_sqlite(self):
        """Sets up the old server like the guide, and returns the owner of an account there."""
        block = Guide("docs/operations.md", "As a service").blocks("")[0]
        block.place = "old"
        self.cluster.type(block)
        # Without a proxy.
        self.cluster["old"].shell(
            "echo LATCHKEY_HOST=0.0.0.0 >>/etc/latchkey/server.conf && systemctl restart latchkey-server")
        self.ready(["old"])
        return Owner(self.cluster, "old@example.org", "old")

    def move_from_sqlite(self):
        """Runs the move; afterwards no server starts with the old file."""
        self.follow("From SQLite to PostgreSQL")
        old = self.cluster["old"]
        old.shell("systemctl start latchkey-server")
        eventually("the old server rejects the file", lambda: "is a database that was moved to" in old.shell(
            "journalctl --no-pager -u latchkey-server"))
        if self._ready_count(["old"]):
            raise Failed("a server is ready on the file that was moved")
        old.shell("systemctl stop latchkey-server")
        self.say("no server starts on the old file")

    def reject_strangers(self):
        """A certificate is accepted only for its own CA's purpose."""
        database = "--cert /etc/ssl/certs/latchkey.pem --key /etc/ssl/private/latchkey.key"
        etcd = "--cert /etc/ssl/certs/latchkey-etcd.pem --key /etc/ssl/private/latchkey-etcd.key"
        server = "--cert /etc/haproxy/machine.pem"
        places = {
            "etcd": ("https://10.0.0.12:2379/version", etcd), "Patroni": ("https://10.0.0.12:8008/patroni", database),
            "HAProxy": ("https://10.0.0.22:8443/health/live", server),
        }
        for name, certificate in [("db1", database), ("db1", etcd), ("app1", server)]:
            for place, (url, own) in places.items():
                status = self.cluster[name].shell(
                    f"curl --silent --insecure --max-time 5 {certificate} --output /dev/null "
                    f"--write-out '%{{http_code}}' {url}", check=False)
                if (status == "200") != (certificate == own):
                    raise Failed(f"{place} returns {status} to {certificate} of {name}")
        self.say("etcd, Patroni and HAProxy reject each other's certificates")

    def _wait_for_a_pass(self):
        begin = time.monotonic()
        eventually("the gate open", lambda: self.owner.last_pass > begin, 60)

    def evaluations(self):
        """The number of hashes of each server since its start."""
        text = self.cluster.each(SERVERS, lambda machine: machine.shell("curl -s http://127.0.0.1:9090/metrics"))
        return sum(int(re.search(r"^latchkey_kdf_duration_seconds_count (\d+)", page, re.M)[1]) for page in text)

    def watched(self, what, action, most):
        """Does something while the owner calls the gate, and limits the time without a response."""
        watch = self.owner.watch()
        try:
            self._wait_for_a_pass()
            action()
            self._wait_for_a_pass()
        finally:
            watch.stop()
        self.owner.opens()
        self.say(f"{what}: no response for {self.owner.outage:.1f} s at most")
        if self.owner.outage > most:
            raise Failed(f"{what}: {self.owner.outage:.1f} s without a response")

    def attacked(self, what, action, at=10):
        """Does something during guesses at two accounts; returns the evaluations."""
        name = re.sub("[^a-z]", "", what)
        attacks = [Attack(self.cluster, f"{name}{number}@example.org") for number in (1, 2)]
        hashed = self.evaluations()
        waits = Repeated(self.cluster.end_waits, 0.2)
        for attack in attacks:
            attack.start(pace=0.2)
        for attack in attacks:
            attack.until(at)
        action()
        for attack in attacks:
            attack.finish()
        waits.stop()
        self.say(f"{what}: of 30 guesses {' and '.join(str(len(attack.evaluated)) for attack in attacks)} were "
                 f"handled, with a pause of {max(attack.pause for attack in attacks):.1f} s; "
                 f"{sum(attack.unavailable for attack in attacks)} got 503")
        return hashed

    def lose_a_database(self, role, most):
        """Fails the machine in this role, and counts evaluations, because no server ends meanwhile."""
        name = self.cluster.named(role)
        what = f"the machine of the {role} is lost"

        def lose():
            hashed = self.attacked(what, self.cluster[name].kill)
            count = self.evaluations() - hashed
            self.say(f"the servers hashed {count} times for these two accounts")
            if count > 2 * Attack.BUDGET:
                raise Failed(f"{count} evaluations for two accounts")

        self.watched(what, lose, most)
        self.cluster[name].start()
        self.say(f"{name} has recovered; all three run again after {self.whole():.0f} s")
        self.ready(SERVERS)

    def crash_postgresql(self):
        name = self.cluster.primary()

        def process():
            return self.cluster[name].shell("head -n 1 /var/lib/postgresql/latchkey/postmaster.pid", False).strip()

        def crash():
            crashed = process()
            self.cluster[name].shell(f"kill -KILL {crashed}")
            eventually("PostgreSQL started again", lambda: process().isdigit() and process() != crashed)
            self.whole()
            self.ready(SERVERS)

        self.watched("PostgreSQL crashes on the primary", crash, most=30)

    def switch_replication_off(self):
        """No attempt is evaluated while a failover would lose it."""
        hashed = self.evaluations()
        self._replicate("false")
        eventually("no server ready", lambda: self._ready_count() == 0, 30)
        session = Session(self.cluster)
        session.token = self.owner.session.token
        if session.verify(WRONG)[0] != 503 or session.gate() != 503:
            raise Failed("a server responds although nothing is replicated")
        if self.evaluations() != hashed:
            raise Failed("a guess was evaluated although nothing is replicated")
        self._replicate("true")
        self.say(f"replication was disabled, and nothing responded; ready again after {self.ready(SERVERS):.0f} s")
        self.whole()
        self.owner.opens()

    def _replicate(self, value):
        self.cluster["db1"].shell(
            "patronictl -c /etc/patroni/config.yml edit-config --force --quiet "
            f"-s synchronous_mode={value} -s synchronous_mode_strict={value}")

    def lose_servers(self):
        def lose():
            self.attacked("a server is killed, another's machine is lost", self._kill_servers)

        self.watched("two servers are lost", lose, most=10)
        self.cluster["app1"].start()
        self.say(f"both have recovered; ready after {self.ready(SERVERS):.0f} s")

    def _kill_servers(self):
        self.cluster["app2"].shell("systemctl kill --signal=KILL latchkey-server")
        self.cluster["app1"].kill()

    def walk(self):
        self.set_up()
        self.lose_servers()
        self.watched("a server is taken down in order", lambda: self.follow("Take a server down"), most=3)
        self.watched("the primary is handed on", self._hand_on, most=20)
        self.crash_postgresql()
        self.lose_a_database("Sync Standby", most=20)
        self.lose_a_database("Leader", most=45)
        self.switch_replication_off()
        self.follow("Back up")
        self.follow("Restore")
        self.whole()
        self.ready(SERVERS)
        if self.owner.session.gate() != 401:
            raise Failed("a session of before the restore is open")
        self.owner.sign_in_again()
        self.owner.opens()
        self.watched("an upgrade of the database", lambda: self.follow("Upgrade"), most=3)
        if self.guide.left_out:
            raise Failed(f"nothing walked through: {', '.join(self.guide.left_out)}")

    def _hand_on(self):
        self.follow("Take a database machine down")
        self.whole()


def main():
    parser = argparse.ArgumentParser(prog="Server/Tests/HighAvailability")
    parser.add_argument("folder", help="an empty one, for the machines' disks")
    parser.add_argument("products", help="the folder with latchkey-server")
    arguments = parser.parse_args()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", arguments.folder], check=True)
    cluster = Cluster(arguments.folder, os.path.abspath(arguments.products))
    try:
        Walk(cluster, Guide(PAGE)).walk()
    except (Failed, subprocess.SubprocessError) as error:
        print(f"ha: FAILED: {error}", flush=True)
        cluster.print_logs()
        raise SystemExit(1) from error
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
