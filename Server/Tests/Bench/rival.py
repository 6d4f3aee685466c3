"""The server compared with an alternative: Django with its Argon2 hasher, run by gunicorn."""

import os
import re
import subprocess
import sys
import tempfile

from gate import requests_a_second
from people import people
from programs import ask
from server import Server, stop

HERE = os.path.dirname(os.path.abspath(__file__))


class Rival:
    """gunicorn with two workers; threads allow persistent connections, which its plain workers do not."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="latchkey-rival-")
        name = os.path.join(self.folder.name, "rival.sqlite")
        environment = {**os.environ, "RIVAL_DATABASE": name, "PYTHONPATH": HERE}
        self.keys = subprocess.run(
            [sys.executable, "-c", "import rival_site; rival_site.make_people(40)"],
            check=True, capture_output=True, text=True, env=environment).stdout.split()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", "--workers", "2", "--worker-class", "gthread",
             "--threads", "8", "--keep-alive", "60", "rival_site:application"],
            cwd=HERE, env=environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found.group(1))
                return self
        stop(self.process)
        raise RuntimeError("gunicorn did not start")

    def __exit__(self, *_):
        stop(self.process)
        self.process.stderr.close()
        self.folder.cleanup()


async def measure(figures, arguments, verifies):
    """Measures the alternative, and reports both ratios."""
    with Rival() as rival:
        headers = [f"Cookie: sessionid={key}" for key in rival.keys[:4 * os.cpu_count()]]
        for seconds in (2, 8):
            run = ask(arguments.build, rival.port, "/verify", '{"passcode":"593072"}', headers, seconds, "closed")
        if any(status != 200 for status, _ in run.responses):
            raise RuntimeError(f"rival: {sorted({status for status, _ in run.responses})}")
        figures.at_least(
            "verify ÷ Django with 2 workers", verifies / (len(run.responses) / run.seconds), "×", 2)
        with Server(arguments.server) as server:
            ours = requests_a_second(server.port, "/api/auth/gate", (await people(server, 1))[0].token)
        theirs = requests_a_second(rival.port, "/gate", cookie=headers[0])
        figures.at_least("gate ÷ Django's session check", ours / theirs, "×", 25)
