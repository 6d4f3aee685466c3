"""The small server over HTTP, in this process."""

import email.utils
import http.server
import json
import secrets
import threading
import time

from small_server import SmallServer

COOKIE = "__Host-session"
PAGE_HEADERS = {
    "no policy": ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
    "may be sniffed": ("X-Content-Type-Options", "nosniff"),
    "sends referrers": ("Referrer-Policy", "same-origin"),
}
COOKIE_FLAGS = {"no Secure": "Secure", "no HttpOnly": "HttpOnly", "no SameSite": "SameSite=Strict"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise body and headers would be two packets, and the second would wait for an acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    @property
    def small(self):
        return self.server.small

    def log_message(self, *_):
        pass

    def respond(self, status, values=None, headers=(), text=None):
        body = (text if text is not None else json.dumps(values or {})).encode()
        self.send_response(status)
        if not self.small.has("may be stored"):
            self.send_header("Cache-Control", "no-store")
        if self.small.has("any origin may read") and self.headers["Origin"]:
            self.send_header("Access-Control-Allow-Origin", self.headers["Origin"])
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @property
    def token(self):
        bearer = self.headers["Authorization"]
        if bearer:
            return bearer.removeprefix("Bearer ")
        cookies = dict(part.strip().split("=", 1) for part in (self.headers["Cookie"] or "").split(";") if "=" in part)
        return cookies.get(COOKIE)

    def respond_with_tokens(self, tokens):
        if self.headers["Authorization"] or not self.headers["Cookie"] and not self.values.get("cookie"):
            self.respond(200, {"access": tokens[0], "refresh": tokens[1]})
            return
        flags = [flag for fault, flag in COOKIE_FLAGS.items() if not self.small.has(fault)]
        flags += ["Domain=127.0.0.1"] if self.small.has("a Domain") else []
        self.respond(200, headers=[("Set-Cookie", "; ".join([f"{COOKIE}={tokens[0]}", "Path=/", *flags]))])

    def is_of_another_site(self):
        """Returns whether a call with only a cookie is from another site."""
        small, origin, site = self.small, self.headers["Origin"], self.headers["Sec-Fetch-Site"]
        if self.headers["Authorization"] or not self.headers["Cookie"] or small.has("the origin is ignored"):
            return False
        if origin == "null" and small.has("null is no origin"):
            return False
        if site == "same-site" and small.has("a sibling is trusted"):
            return False
        if site:
            return site != "same-origin"
        if small.has("Origin is ignored"):
            return False
        if not origin:
            return not small.has("silence is trusted")
        return origin != f"http://127.0.0.1:{self.server.server_port}"

    def do_GET(self):
        if self.path == "/page":
            headers = [pair for fault, pair in PAGE_HEADERS.items() if not self.small.has(fault)]
            if self.small.has("may be framed"):
                headers = [(name, value.partition(";")[0]) for name, value in headers]
            self.respond(200, text="<!doctype html>", headers=headers)
            return
        date = email.utils.parsedate_to_datetime(self.headers["Date"]) if self.headers["Date"] else None
        with self.small.lock:
            ahead = date.timestamp() - time.time() if date else 0
            session = self.small.find(self.token)
            is_in = self.small.admits(session, self.token, ahead)
        self.respond(200, {"name": session.name}) if is_in else self.respond(401)

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"] or 0))
        try:
            self.values = json.loads(text or b"{}")
        except ValueError:
            self.values = {}
        if self.is_of_another_site():
            self.respond(403)
            return
        action = getattr(self, "post_" + self.path[1:].replace("-", "_"), None)
        if action is None:
            self.respond(404)
            return
        action(**{
            name: value for name, value in self.values.items() if name != "cookie"})

    def post_begin(self, name):
        with self.small.lock:
            _, *tokens = self.small.begin(name)
        self.respond_with_tokens(tokens)

    def with_session(self, use):
        """Calls the handler with the token's session, if any."""
        with self.small.lock:
            session = self.small.find(self.token)
            tokens = session and use(session)
        self.respond_with_tokens(tokens) if tokens else self.respond(401)

    def post_guess(self, secret):
        with self.small.lock:
            session = self.small.find(self.token)
        if session is None:
            self.respond(401)
            return
        outcome = self.small.guess(session, secret)
        if outcome == "right":
            with self.small.lock:
                tokens = self.small.give_tokens(session)
            self.respond_with_tokens(tokens)
        else:
            self.respond(403 if outcome == "wrong" else 429, {"detail": outcome})

    def post_lock(self):
        self.with_session(self.small.close)

    def post_sign_out(self):
        with self.small.lock:
            session = self.small.find(self.token)
            if session and not self.small.has("sign-out keeps the session"):
                self.small.sessions.remove(session)
        self.respond(204, headers=[("Set-Cookie", f"{COOKIE}=; Max-Age=0")])

    def post_refresh(self, refresh):
        with self.small.lock:
            tokens = self.small.refresh(refresh)
        self.respond_with_tokens(tokens) if tokens else self.respond(401)

    def post_change(self, old, secret):
        self.with_session(lambda session: self.small.is_right(session, old) and self.small.change(session, secret))

    def post_administer(self, act, name, secret):
        with self.small.lock:
            session = self.small.find(self.token)
            is_allowed = self.small.admits(session, self.token) and session.name in self.small.administrators
            shown, tokens = self.small.administer(act, name, secret) if is_allowed else ({}, None)
        if tokens:
            self.respond_with_tokens(tokens)
        else:
            self.respond(200 if is_allowed else 403, shown)

    def post_ask_reset(self, name):
        small = self.small
        with small.lock:
            is_known, may_ask = name in small.accounts, small.may_ask(name)
        if not may_ask:
            self.respond(429)
            return
        small.asked.put(name)
        if is_known and small.has("names by time"):
            time.sleep(0.01)
        headers = [("X-Queue", "mails")] if is_known and small.has("names by header") else []
        headers += [("Set-Cookie", "asked=1")] if is_known and small.has("names by cookie") else []
        headers += [("X-Absent", "1")] if not is_known and small.has("unknown names by header") else []
        # The same length, because Content-Length would reveal it too.
        said = "we wrote to you" if is_known and small.has("names by text") else "we may write it"
        status = 404 if not is_known and small.has("names by status") else 202
        # A random value, which reveals nothing.
        self.respond(status, {"detail": said, "name": name, "request": secrets.token_hex(8)}, headers)

    def post_reset(self, name, code, secret):
        self.respond(200 if self.small.reset(name, code, secret) else 400)


class Site(http.server.ThreadingHTTPServer):
    """Runs until the end of the `with` block."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder, faults=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.small = SmallServer(folder, faults)
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
        # The caller removes the folder next.
        self.small.asked.put(None)
        self.small.postman.join()
