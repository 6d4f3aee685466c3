"""A shop's backend behind Latchkey: GET /tickets requires an open session, and POST /refunds also a passcode that was
entered in the last five minutes. It needs Python's standard library only."""

import json
import os
import pathlib
import socketserver
import sys
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

# In a backend of your own, put the file next to your code.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Backend"))

from latchkey import WSGI, Latchkey  # noqa: E402

TICKETS = [{"id": "T-17", "title": "Screen, Phone 7"}, {"id": "T-18", "title": "Battery, Tablet 3"}]


def shop(environ, start_response):
    session = environ["latchkey.session"]
    status, body = "404 Not Found", None
    if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == ("GET", "/tickets"):
        status, body = "200 OK", {"tickets": TICKETS}
    elif (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == ("POST", "/refunds"):
        session.require_passcode(300)
        ticket = ticket_in(environ)
        if ticket is None:
            status = "400 Bad Request"
        elif ticket in [one["id"] for one in TICKETS]:
            status, body = "200 OK", {"refunded": ticket, "by": session.user_id}
    data = json.dumps(body).encode() if body else b""
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(data))),
                            ("Cache-Control", "no-store")])
    return [data]


def ticket_in(environ):
    try:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        return json.loads(environ["wsgi.input"].read(length))["ticket"] if 0 < length <= 4096 else None
    except (ValueError, TypeError, KeyError):
        return None


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    timeout = 10  # seconds, for a client that sends nothing

    def log_message(self, format, *args):
        """Logs nothing that the client sent: someone may have put a token into the URL."""


def main():
    secret = os.environ.get("LATCHKEY_INTROSPECTION_SECRET")
    if not secret:
        sys.exit("LATCHKEY_INTROSPECTION_SECRET is not set: use the server's")
    try:
        latchkey = Latchkey(os.environ.get("LATCHKEY_URL", "http://127.0.0.1:8080"), secret)
    except ValueError as error:
        sys.exit(f"LATCHKEY_URL: {str(error).removeprefix('url: ')}")
    port = int(os.environ.get("PORT", "3000"))
    with make_server("127.0.0.1", port, WSGI(shop, latchkey), Server, Handler) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
