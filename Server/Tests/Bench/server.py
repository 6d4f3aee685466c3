"""A process that serves HTTP on the loopback interface, with its own data directory."""

import os
import signal
import subprocess
import tempfile
import time
import urllib.request


def stop(process):
    """Ends a process, and kills it if it does not end."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


class Process:
    """Runs a program until the end of the `with` block. It prints `listening on http://HOST:PORT` first."""

    def __init__(self, command, environment=None):
        self.command = command
        self.environment = {"PATH": "/usr/bin:/bin", **(environment or {})}

    def __enter__(self):
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if "listening on " not in line:
            stop(self.process)
            raise RuntimeError(f"{self.command[0]} did not start: {line!r}")
        self.url = line.split("listening on ", 1)[1].split()[0]
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        stop(self.process)
        self.process.stdout.close()

    def memory(self, peak=False):
        """Its memory in MiB, current or peak."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:" if peak else "VmRSS:"):
                    return int(line.split()[1]) / 1024
        raise RuntimeError("the system does not tell the memory")


class Server(Process):
    """latchkey-server, with fresh data unless a directory is given; `others` are environment variables that are not
    settings."""

    def __init__(self, program, data=None, others=None, **settings):
        self._folder = None if data else tempfile.TemporaryDirectory(prefix="latchkey-bench-")
        self.data = data or self._folder.name
        super().__init__([program, "serve"], {
            "LATCHKEY_PORT": "0", "LATCHKEY_DATA_DIR": self.data, "LATCHKEY_TRUSTED_PROXIES": "1",
            **(others or {}), **{f"LATCHKEY_{name.upper()}": str(value) for name, value in settings.items()}})

    def __exit__(self, *error):
        super().__exit__(*error)
        if self._folder:
            self._folder.cleanup()

    def time_to_ready(self):
        """Seconds from its start until it is ready."""
        while self.process.poll() is None:
            try:
                with urllib.request.urlopen(self.url + "/health/ready") as response:
                    if response.status == 200:
                        return time.monotonic() - self.began
            except OSError:
                pass
            time.sleep(0.002)
        raise RuntimeError("the server ended before it was ready")


def database(data):
    return os.path.join(data, "latchkey.sqlite")
