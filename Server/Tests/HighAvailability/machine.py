"""Small machines on this one, each with its systemd, disk and address."""

import os
import pathlib
import pty
import signal
import subprocess
import time

NAMESPACES = ["--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"]


def system(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Failed(Exception):
    """An expectation was not met."""


class Network:
    """A bridge with this machine as 10.0.0.1, in the namespaces of the program."""

    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.cgroups = []
        self._mount_cgroups(os.path.join(folder, "cgroup2"), "cgroup2")
        if not os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
            self._mount_cgroups(os.path.join(folder, "cgroup1"), "cgroup", "-o", "none,name=systemd")
        system("mount", "-t", "tmpfs", "tmpfs", "/run")
        system("ip", "link", "set", "lo", "up")
        system("ip", "link", "add", "bridge", "type", "bridge")
        system("ip", "address", "add", "10.0.0.1/24", "dev", "bridge")
        system("ip", "link", "set", "bridge", "up")

    def _mount_cgroups(self, folder, *kind):
        os.mkdir(folder)
        system("mount", "-t", *kind, "cgroup", folder)
        self.cgroups.append(folder)

    def connect(self, name, address):
        system("ip", "netns", "add", name)
        system("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        system("ip", "link", "set", name, "master", "bridge", "up")
        system("ip", "-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        system("ip", "-n", name, "link", "set", "eth0", "up")
        system("ip", "-n", name, "link", "set", "lo", "up")


class Machine:
    """A machine with this one's packages, and an operator's shell."""

    def __init__(self, network, folder, desk, name, address):
        self.network, self.name, self.address, self.desk = network, name, address, desk
        self.folder = os.path.join(folder, name)
        os.makedirs(os.path.join(self.folder, "layers"))
        self.log = os.path.join(self.folder, "console")
        self.cgroups = [os.path.join(cgroups, f"{network.name}-{name}") for cgroups in network.cgroups]
        self.process = self.init = None
        network.connect(name, address)

    def start(self):
        """Starts it, and returns after systemd has started all enabled units."""
        system("ip", "link", "set", self.name, "up")
        for cgroup in self.cgroups:
            os.makedirs(cgroup, exist_ok=True)
        console, terminal = pty.openpty()
        with open(self.log, "ab") as log:
            self.reader = subprocess.Popen(["cat"], stdin=console, stdout=log, stderr=subprocess.DEVNULL)
        os.close(console)
        # A cgroup namespace starts where its first process is.
        join = "".join(f"echo $$ >'{cgroup}/cgroup.procs'; " for cgroup in self.cgroups) + 'exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", join, "bash", "ip", "netns", "exec", self.name, "unshare", "--pid", "--fork", "--kill-child",
             "--mount", "--uts", "--ipc", "--cgroup", "scripts/machine", "boot", self.folder, "multi-user.target",
             "ha", self.name, self.desk],
            stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
        os.close(terminal)
        self._wait_for_systemd()

    def _wait_for_systemd(self):
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            if children:
                self.init = int(children[0])
                state = self._enter("systemctl is-system-running", check=False).stdout.strip()
                if state in ("running", "degraded"):
                    return
            time.sleep(0.1)
        raise Failed(f"{self.name} does not start; see {self.log}")

    def kill(self):
        """Fails its power: nothing runs or responds any more."""
        system("ip", "link", "set", self.name, "down")
        os.kill(self.init, signal.SIGKILL)
        self.process.wait()
        self.reader.wait()

    @property
    def is_on(self):
        return self.process is not None and self.process.poll() is None

    def _enter(self, command, check=True, timeout=120):
        result = subprocess.run(
            ["nsenter", "--target", str(self.init), *NAMESPACES, "--root", "bash", "-euo", "pipefail", "-c",
             "cd /root/latchkey\n" + command],
            env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
        if check and result.returncode != 0:
            raise Failed(f"{self.name}: status {result.returncode} of\n{command}\n{result.stdout}")
        return result

    def shell(self, command, check=True):
        """Runs commands as root, and returns their output."""
        return self._enter(command, check).stdout

    def status_of(self, url):
        """The status of a request on the machine, as text; 000 without a response."""
        return self.shell(f"curl --silent --max-time 5 --output /dev/null --write-out '%{{http_code}}' {url}", False)

    def remove(self):
        """Stops it, and removes its cgroups."""
        if self.is_on:
            self.kill()
        for cgroup in self.cgroups:
            for folder, _, _ in os.walk(cgroup, topdown=False):
                self._remove_group(folder)

    @staticmethod
    def _remove_group(folder):
        # Its last processes are still ending.
        end = time.monotonic() + 10
        while True:
            try:
                return os.rmdir(folder)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
