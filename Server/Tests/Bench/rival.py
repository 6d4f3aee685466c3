"""The server beside what a team would otherwise write: Django with its Argon2 hasher, run by gunicorn."""

import os
import re
import subprocess
import sys
import tempfile

from client import Connection
from gate import requests_a_second
from load import closed
from server import stop

HERE = os.path.dirname(os.path.abspath(__file__))


class Person:
    def __init__(self, port, key):
        self.connection, self.cookie = Connection(port), f"Cookie: sessionid={key}"

    async def verify(self):
        return await self.connection.request("POST", "/verify", {"passcode": "593072"}, [self.cookie])


class Rival:
    """gunicorn with two workers; threads let it keep connections, which its plain workers do not."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="latchkey-rival-")
        name = os.path.join(self.folder.name, "rival.sqlite")
        environment = {**os.environ, "RIVAL_DATABASE": name, "PYTHONPATH": HERE}
        self.keys = subprocess.run(
            [sys.executable, os.path.join(HERE, "rival_people.py"), name, "40"],
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


async def measure(figures, arguments, verifies, gates):
    """Measures the rival, and tells both ratios: what this server does in a second for each one of the rival's."""
    with Rival() as rival:
        everyone = [Person(rival.port, key) for key in rival.keys]
        await closed(everyone[:4], Person.verify, 2)
        answers, took = await closed(everyone[:2 * os.cpu_count()], Person.verify, 8)
        if any(answer.status != 200 for answer in answers):
            raise RuntimeError(f"rival: {sorted({answer.status for answer in answers})}")
        figures.at_least("verify ÷ Django with 2 workers", verifies / (len(answers) / took), "×", 1)
        theirs = requests_a_second(rival.port, "/gate", cookie=everyone[0].cookie)
        figures.at_least("gate ÷ Django's session check", gates / theirs, "×", 1)
