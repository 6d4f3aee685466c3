"""The gate compared with an alternative: LemonLDAP::NG's handler. Either allows one nginx to serve a file."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from figures import median, percentile
from people import people
from postgres import free_port
from processor import family, memory
from programs import ask
from server import Server, stop

NGINX, HANDLER = (shutil.which(name, path="/usr/sbin:/usr/bin") for name in ("nginx", "llng-fastcgi-server"))
# It does not run as root; its service has this user.
USER = {"user": "www-data", "group": "www-data"} if os.geteuid() == 0 else {}
CONNECTIONS, SECONDS, ROUNDS = 64, 3, 5
# Each guard as its documentation connects it.
SITE = """
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off; keepalive_requests 1000000;
    client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    upstream gate { server 127.0.0.1:%(gate)d; keepalive 64; }
    server {
        listen 127.0.0.1:%(port)d;
        location = /latchkey { auth_request /ask/latchkey; alias %(folder)s/page; }
        location = /lemonldap { auth_request /ask/lemonldap; alias %(folder)s/page; }
        location = /ask/latchkey {
            internal; proxy_pass http://gate/api/auth/gate; proxy_pass_request_body off; proxy_http_version 1.1;
            proxy_set_header Content-Length ""; proxy_set_header Connection ""; proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
        location = /ask/lemonldap {
            internal; fastcgi_pass unix:%(folder)s/socket; fastcgi_pass_request_body off;
            include /etc/nginx/fastcgi_params; fastcgi_param CONTENT_LENGTH "";
            fastcgi_param HOST $http_host; fastcgi_param X_ORIGINAL_URI $request_uri;
        }
    }
}
"""
SESSION = """
use JSON; use Lemonldap::NG::Common::Session;
my $settings = from_json(join '', <STDIN>);
print Lemonldap::NG::Common::Session->new({storageModule => 'Apache::Session::File', kind => 'SSO',
    storageModuleOptions => $settings->{globalStorageOptions}, info => {uid => 'person', _utime => time}})->id;
"""


def absence():
    return None if NGINX and HANDLER else "nginx" if HANDLER else "LemonLDAP::NG"


def configure(folder, gate, port):
    """Writes the settings of both; what a new installation of LemonLDAP::NG has is not set. Returns a session's ID."""
    for name in ("sessions", "locks", "cache"):
        (folder / name).mkdir()
    settings = json.dumps({
        "cfgNum": 1, "cfgDate": 1, "key": "bench", "domain": "127.0.0.1", "portal": "http://127.0.0.1/",
        "locationRules": {"127.0.0.1": {"default": "accept"}}, "exportedHeaders": {"127.0.0.1": {"Auth-User": "$uid"}},
        "globalStorageOptions": {
            "Directory": f"{folder}/sessions", "LockDirectory": f"{folder}/locks",
            "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"},
        "localSessionStorageOptions": {
            "namespace": "sessions", "default_expires_in": 600, "directory_umask": "007", "cache_depth": 3,
            "cache_root": f"{folder}/cache"}})
    (folder / "lmConf-1.json").write_text(settings)
    (folder / "lemonldap-ng.ini").write_text(
        f"[all]\nlogLevel = warn\n[configuration]\ntype = File\ndirName = {folder}\n")
    (folder / "nginx.conf").write_text(SITE % {"gate": gate, "port": port, "folder": folder})
    (folder / "page").write_text("protected\n")
    for each in [folder, *folder.iterdir()] if USER else []:
        shutil.chown(each, **USER)
    return subprocess.run(
        ["perl", "-e", SESSION], check=True, capture_output=True, text=True, input=settings, **USER).stdout


@contextlib.contextmanager
def running(*command, env=None, **options):
    process = subprocess.Popen(
        command, env={"PATH": "/usr/bin:/bin", **(env or {})}, stderr=subprocess.DEVNULL, **options)
    try:
        yield process.pid
    finally:
        stop(process)


def expect(port, path, header, expected):
    """What does not protect must not be measured. Waits for the start, until which nginx has no response or 500."""
    for _ in range(1500):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        with contextlib.closing(connection), contextlib.suppress(ConnectionError):
            connection.request("GET", path, headers=dict([header.split(": ")]))
            status = connection.getresponse().status
            if status == expected:
                return
            if status != 500:
                raise RuntimeError(f"{path}: {status} instead of {expected}")
        time.sleep(0.02)
    raise RuntimeError(f"{path} did not start")


async def measure(figures, arguments):
    with tempfile.TemporaryDirectory(prefix="latchkey-lemonldap-") as name, Server(arguments.server) as server:
        folder, port = pathlib.Path(name), free_port()
        # One session: the handler's best case, because it remembers the last one.
        cookie = f"Cookie: lemonldap={configure(folder, server.port, port)}"
        bearer = f"Authorization: Bearer {(await people(server, 1))[0].token}"
        with running(
                HANDLER, "--foreground", f"--proc={os.cpu_count()}", f"--socket={folder}/socket", f"--pid={folder}/pid",
                env={"LLNG_DEFAULTCONFFILE": f"{folder}/lemonldap-ng.ini"}, **USER) as handler, running(
                NGINX, "-p", f"{folder}/", "-e", "stderr", "-c", "nginx.conf"):
            compare(figures, arguments.build, port, [
                ("gate", server.process.pid, "/latchkey", bearer),
                ("LemonLDAP::NG's handler", handler, "/lemonldap", cookie)])


def compare(figures, build, port, guards):
    def run(path, header, *mode):
        result = ask(build, port, path, "", [header] * CONNECTIONS, SECONDS, *mode)
        statuses = {status for status, _ in result.responses}
        if statuses != {200}:
            raise RuntimeError(f"{path}: {statuses}")
        return result

    for *_, path, header in guards:
        for other, status in (("Accept: */*", 401), (header[:-8] + "00000000", 401), (header, 200)):
            expect(port, path, other, status)
        run(path, header, "closed")
    # In rounds, because the machine's speed varies.
    rounds = [[run(path, header, "closed") for *_, path, header in guards] for _ in range(ROUNDS)]
    rates = [[len(result.responses) / result.seconds for result in each] for each in rounds]
    figures.at_least("gate ÷ LemonLDAP::NG's handler, behind nginx", median([a / b for a, b in rates]), "×", 1)
    half = min(map(median, zip(*rates))) / 2

    def at_half(process, path, header):
        """The result, and the processor time of the guard."""
        before = family(process)[1]
        return run(path, header, "even", half), family(process)[1] - before

    rounds = [[at_half(*guard) for _, *guard in guards] for _ in range(ROUNDS)]
    for (name, process, *_), own, runs in zip(guards, zip(*rates), zip(*rounds)):
        times = [seconds for result, _ in runs for _, seconds in result.responses]
        # Those that found no idle connection would have waited longest.
        late = [max(times)] * sum(result.skipped for result, _ in runs)
        figures.told(f"{name}, behind nginx", median(own), "/s")
        figures.told(f"{name}, at half the lower rate, 99 %", percentile(times + late, 0.99) * 1000, "ms")
        figures.told(f"{name}, its processor time a request", sum(cost for _, cost in runs) / len(times) * 1e6, "µs")
        figures.told(f"{name}, its memory", memory(process), "MiB")
