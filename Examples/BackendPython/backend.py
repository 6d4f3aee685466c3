"""A backend behind Latchkey, with only Python's standard library.

GET /tickets requires an unlocked session, POST /refunds a passcode entered in the last five minutes. Each request
checks the client's token with Latchkey (RFC 7662). Nothing is cached.
"""

import base64
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PASSCODE = "urn:latchkey:passcode"
FRESH = 300  # seconds
CLOCKS_DIFFER = 60  # seconds, at most
TIMEOUT = 2  # seconds, to connect, and for each part of the response

TICKETS = [{"id": "T-17", "title": "Screen, Phone 7"}, {"id": "T-18", "title": "Battery, Tablet 3"}]


class NothingKnown(Exception):
    """Latchkey gave no valid response: no access."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Sends the secret and the token to no other host."""

    def redirect_request(self, *_):
        return None


class Latchkey:
    def __init__(self, url, secret):
        self.url = url.rstrip("/") + "/api/auth/introspect"
        self.authorization = "Basic " + base64.b64encode(f"backend:{secret}".encode()).decode()
        # Ignores proxies of the environment.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects)

    def introspect(self, token):
        """Returns Latchkey's response about the token. Raises NothingKnown for any other."""
        request = urllib.request.Request(
            self.url, urllib.parse.urlencode({"token": token}).encode(), {"Authorization": self.authorization})
        try:
            with self.opener.open(request, timeout=TIMEOUT) as response:
                data = response.read(65_537)
                answer = json.loads(data) if response.status == 200 and len(data) <= 65_536 else None
        # HTTPError, and so each other status, is an OSError. Its text is not logged.
        except (OSError, http.client.HTTPException, ValueError):
            raise NothingKnown from None
        if not isinstance(answer, dict) or not isinstance(answer.get("active"), bool):
            raise NothingKnown
        if answer["active"] and not (isinstance(answer.get("sub"), str) and answer["sub"]):
            raise NothingKnown
        return answer


def is_fresh(answer, now):
    """Whether the passcode was entered in the last five minutes."""
    given = answer.get("auth_time")
    if answer.get("acr") != PASSCODE or not isinstance(given, int) or isinstance(given, bool):
        return False
    return -CLOCKS_DIFFER <= now - given <= FRESH


class Shop(BaseHTTPRequestHandler):
    """Responds with 401, 423 and 503 as in docs/operations.md, "A backend of an app"."""

    latchkey = None  # set by main
    timeout = 10  # seconds, for an idle client

    def do_GET(self):
        if self.path != "/tickets":
            return self.answer(404)
        if self.session():
            self.answer(200, {"tickets": TICKETS})

    def do_POST(self):
        if self.path != "/refunds":
            return self.answer(404)
        try:
            length = int(self.headers.get("Content-Length", ""))
            if not 0 <= length <= 4096:
                return self.answer(413)
            ticket = json.loads(self.rfile.read(length))["ticket"]
        except (ValueError, TypeError, KeyError):
            return self.answer(400)
        session = self.session()
        if not session:
            return
        if not is_fresh(session, time.time()):
            # RFC 9470, 3: the app asks for the passcode, and sends the request again.
            return self.answer(401, challenge=(
                'Bearer error="insufficient_user_authentication", '
                'error_description="Give the passcode for this", '
                f'acr_values="{PASSCODE}", max_age="{FRESH}"'))
        if ticket not in [one["id"] for one in TICKETS]:
            return self.answer(404)
        self.answer(200, {"refunded": ticket, "by": session["sub"]})

    def session(self):
        """Returns the response about an unlocked session. Otherwise responds to the request and returns None."""
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return self.answer(401, challenge="Bearer")
        try:
            answer = self.latchkey.introspect(token.strip())
        except NothingKnown:
            return self.answer(503)
        if answer["active"]:
            return answer
        if answer.get("locked") is True:
            return self.answer(423)
        return self.answer(401, challenge='Bearer error="invalid_token"')

    def answer(self, status, body=None, challenge=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        if data:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *args):
        """Logs nothing that the client sent: the URL may have a token."""

    def log_request(self, code="-", size="-"):
        print(f"{self.command} {code}", file=sys.stderr, flush=True)


def main():
    secret = os.environ.get("LATCHKEY_INTROSPECTION_SECRET")
    if not secret:
        sys.exit("LATCHKEY_INTROSPECTION_SECRET is not set: it is the server's")
    Shop.latchkey = Latchkey(os.environ.get("LATCHKEY_URL", "http://127.0.0.1:8080"), secret)
    with ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Shop) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
