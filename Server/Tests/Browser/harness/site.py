"""A web application behind the gate: Debian's nginx with this repository's example."""

import pathlib
import re
import shutil
import socket
import subprocess
import sys

from harness.server import Server, TIMEOUT, free_port, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[4]
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
CONFIGURATION = """
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    %s
}
"""


class Site:
    """Server, application and proxy, used like a server."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        port = free_port()
        self.origin = f"http://localhost:{port}"
        self.server = Server(folder, LATCHKEY_PUBLIC_URL=self.origin, LATCHKEY_TRUSTED_PROXIES="1")
        self.mail, self.advance_clock = self.server.mail, self.server.advance_clock
        self.application = subprocess.Popen(
            [sys.executable, ROOT / "Server/Tests/Application/application.py", "--heard", folder / "heard",
             "--page", ROOT / "Server/Tests/Application/page.html"], stdout=subprocess.PIPE, text=True)
        ports = {
            "server 127.0.0.1:8080": f"server 127.0.0.1:{self.server.port}",
            "server 127.0.0.1:3000": f"server 127.0.0.1:{self.application.stdout.readline().strip()}",
            "listen 443 ssl": f"listen 127.0.0.1:{port}", "ssl_certificate_key": "#", "ssl_certificate": "#",
        }
        example = (ROOT / "deploy/nginx/latchkey.conf").read_text()
        for text, other in ports.items():
            assert text in example, text
            example = example.replace(text, other)
        # A part of the application that requires a passcode verification within five minutes.
        part, gate = (re.search(rf"    location {re.escape(path)} \{{.*?\n    \}}\n", example, re.S)[0]
                      for path in ("/", "= /_latchkey/gate"))
        fresh = part.replace("location / {", "location /fresh {") + gate
        fresh = fresh.replace("/_latchkey/gate", "/_latchkey/fresh")
        example = example.replace(gate, gate + fresh.replace("/api/auth/gate", "/api/auth/gate?max_age=300"))
        (folder / "nginx.conf").write_text(CONFIGURATION % example)
        self.proxy = subprocess.Popen(
            [NGINX, "-p", f"{folder}/", "-e", "stderr", "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
        wait_for("nginx", lambda: socket.socket().connect_ex(("127.0.0.1", int(port))) == 0)

    def heard(self, path):
        """The number of requests to such paths that the gate has allowed."""
        return (self.folder / "heard").read_text().count(f'"path": "{path}')

    def stop(self):
        for process in (self.proxy, self.application, self.server.process):
            process.kill()
            process.wait(TIMEOUT)
