"""Introspects the access token of each request. One file, no dependencies, Python 3.9 or later.

    latchkey = Latchkey("https://lock.example.com", secret)
    application = WSGI(application, latchkey)     # the session is in environ["latchkey.session"]
    application = ASGI(application, latchkey)     # the session is in scope["latchkey.session"]

In a handler, `session.require_passcode(300)` requires a passcode that was entered in the last five minutes. A framework
that catches exceptions itself needs an error handler for `Rejected`, which has `status` and `headers`.
"""

import asyncio
import base64
import concurrent.futures
import contextlib
import dataclasses
import http
import http.client
import io
import json
import os
import re
import socket
import ssl
import sys
import threading
import time
import typing
import urllib.parse

PASSCODE = "urn:latchkey:passcode"
CLOCKS_DIFFER = 60  # The largest difference between the clocks of this machine and the server, in seconds.
LATEST_TIME = 2**53 - 1  # seconds since 1970; JavaScript represents no larger one exactly
LARGEST_RESPONSE = 65_536  # bytes
LONGEST_TOKEN = 4_096  # characters
MOST_INTROSPECTIONS = 64  # at the same time, of one ASGI application; more wait

# https://HOST[:PORT][/PATH], without user, query and fragment. A host that ends in a number is an address.
_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_URL = re.compile(
    rf"(?P<scheme>https?)://(?P<host>(?:[a-z\d_-]+\.)*[a-z][a-z\d_-]*|{_BYTE}(?:\.{_BYTE}){{3}}|\[[\da-f:.]+\])"
    r"(?::(?P<port>[1-9]\d{0,4}))?(?P<path>(?:/[a-z\d_~-][a-z\d._~-]*)*)/*", re.ASCII | re.IGNORECASE)
_THIS_MACHINE = re.compile(rf"localhost|127(?:\.{_BYTE}){{3}}|\[::1\]", re.ASCII | re.IGNORECASE)

# Only browsers send these, and no script can: a page's own requests do not keep a session open.
_BROWSER = ("sec-fetch-mode", "sec-fetch-site", "sec-purpose", "sec-websocket-version")


class Rejected(Exception):
    """A request to reject. `status` and `headers` are the response, which has no body."""

    def __init__(self, status, challenge=None):
        super().__init__(status)
        self.status = status
        self.headers = [("Cache-Control", "no-store"), ("Content-Length", "0")]
        if challenge:
            self.headers.append(("WWW-Authenticate", challenge))


@dataclasses.dataclass(frozen=True)
class Session:
    """A session that is signed in and not locked."""

    user_id: str  # The account's ID, which never changes.
    email: typing.Optional[str]
    acr: typing.Optional[str]  # PASSCODE if the passcode was entered and is enabled.
    auth_time: typing.Optional[int]  # When the passcode was entered, in seconds since 1970.
    identity: typing.Optional[dict]  # `iss` and `sub` of the team's provider, if it signs the account in.

    def is_passcode_fresh(self, within, now=None):
        """
        Whether the passcode was entered at most `within` seconds ago. Less than 60 is raised to 60: with a clock that
        is ahead, a new passcode would be too old. A time more than 60 seconds in the future does not count.
        """
        if self.acr != PASSCODE or self.auth_time is None:
            return False
        now = int(time.time()) if now is None else now
        return -CLOCKS_DIFFER <= now - self.auth_time <= max(within, CLOCKS_DIFFER)

    def require_passcode(self, within):
        """Raises Rejected with the challenge of RFC 9470, 3: the app prompts for the passcode and tries again."""
        if not self.is_passcode_fresh(within):
            raise Rejected(401, 'Bearer error="insufficient_user_authentication", error_description='
                               f'"The passcode was verified too long ago, or never", '
                               f'max_age="{max(within, CLOCKS_DIFFER)}"')


class Latchkey:
    """A server. Each request is introspected: a session can be locked or ended at any moment."""

    def __init__(self, url, secret, timeout=2.0, activity=None):
        """
        url: `https://lock.example.com`, with a port and a path if it has them; `http` for this machine only.
        secret: The server's LATCHKEY_INTROSPECTION_SECRET.
        timeout: The timeout of an introspection, from name resolution to the last byte of the response, in seconds.
        activity: "any" if each request keeps the session open, "none" if none does. By default, each request that no
            browser sends.
        """
        parts = _URL.fullmatch(url or "")
        # The value may contain a password: the error does not repeat it.
        if not parts or int(parts["port"] or 443) > 65_535:
            raise ValueError("url: write https://HOST, https://HOST:PORT or https://HOST/PATH, and nothing else")
        self._is_tls, self._host = parts["scheme"].lower() == "https", parts["host"].strip("[]")
        if not self._is_tls and not _THIS_MACHINE.fullmatch(parts["host"]):
            raise ValueError("url: http is accepted for localhost, 127.x.x.x and [::1] only. Use https")
        if not secret:
            raise ValueError("secret: set LATCHKEY_INTROSPECTION_SECRET as on the server")
        self.timeout, self._activity = timeout, activity
        self._resolver = _Resolver(self._host, int(parts["port"] or (443 if self._is_tls else 80)))
        self._context = ssl.create_default_context() if self._is_tls else None
        login = base64.b64encode(f"backend:{secret}".encode()).decode()
        # One exchange a connection: a stale one would fail, or make the introspection arrive twice.
        host = parts["host"] + (f":{parts['port']}" if parts["port"] else "")
        self._head = (f"POST {parts['path']}/api/auth/introspect HTTP/1.1\r\nHost: {host}\r\n"
                      f"Authorization: Basic {login}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                      "Accept: application/json\r\nConnection: close\r\n")

    def session(self, authorization, is_browser=False):
        """Returns the Session of an `Authorization` header. Raises Rejected for everything else."""
        scheme, _, token = (authorization or "").partition(" ")
        token = token.strip(" ")
        if scheme.lower() != "bearer" or not _is_token(token):
            raise Rejected(401, "Bearer")
        activity = self._activity or ("none" if is_browser else "any")
        try:
            response = self._introspect(token, activity)
        # The text of an error may quote the request.
        # RuntimeError: no further thread.
        except (OSError, http.client.HTTPException, ValueError, KeyError, RuntimeError):
            raise Rejected(503) from None
        # Before `active`: a contradictory response grants no access.
        if response.get("locked"):
            raise Rejected(423)
        if response.get("passcode_required"):
            raise Rejected(403)
        if not response["active"]:
            raise Rejected(401, 'Bearer error="invalid_token"')
        return Session(response["sub"], *map(response.get, ("email", "acr", "auth_time", "iss_sub")))

    def _introspect(self, token, activity):
        form = urllib.parse.urlencode({"token": token, "activity": activity})
        request = f"{self._head}Content-Length: {len(form)}\r\n\r\n{form}".encode()
        data = self._exchange(request, _Deadline(self.timeout))
        # Not NaN and Infinity, which Python reads and JSON does not have. 5.0 is an integer, as in other languages.
        response = json.loads(data.decode(), parse_constant=_reject, parse_float=_whole)
        kinds = {"active": bool, "locked": bool, "passcode_required": bool, "sub": str, "email": str, "acr": str,
                 "auth_time": int, "exp": int, "iss_sub": dict}
        if not isinstance(response, dict) or type(response.get("active")) is not bool:
            raise ValueError
        if any(response.get(name) is not None and type(response[name]) is not kind for name, kind in kinds.items()):
            raise ValueError
        identity = response.get("iss_sub")
        if identity is not None and any(type(identity.get(name)) is not str for name in ("format", "iss", "sub")):
            raise ValueError
        if any(abs(response.get(name) or 0) > LATEST_TIME for name in ("auth_time", "exp")):
            raise ValueError
        if response["active"] and not response.get("sub"):
            raise ValueError
        return response

    def _exchange(self, request, deadline):
        """Returns the body of a 200. It follows no redirect and uses no proxy of the environment."""
        with contextlib.closing(_connect(self._resolver.addresses(deadline), deadline)) as plain:
            connection = plain
            if self._context:
                connection = self._context.wrap_socket(plain, server_hostname=self._host)
            with contextlib.closing(connection):
                connection.settimeout(deadline.left())
                connection.sendall(request)
                response = http.client.HTTPResponse(_Reader(connection, deadline), method="POST")
                response.begin()
                # Interim responses (RFC 9110, 15.2). http.client reads past 100 only.
                while 102 <= response.status < 200:
                    response.headers = None
                    response.begin()
                if response.status != 200:
                    raise ValueError
                # http.client ignores such lengths: a body could be cut off unnoticed.
                lengths = response.headers.get_all("Content-Length", [])
                if len(lengths) > 1 or not all(map(str.isdecimal, lengths)):
                    raise ValueError
                data = response.read(LARGEST_RESPONSE + 1)
                if len(data) > LARGEST_RESPONSE or response.length:
                    raise ValueError
                return data


class WSGI:
    """A WSGI application for open sessions only."""

    def __init__(self, application, latchkey):
        self.application, self.latchkey = application, latchkey

    def __call__(self, environ, start_response):
        names = (f"HTTP_{name.upper().replace('-', '_')}" for name in _BROWSER)
        try:
            environ["latchkey.session"] = self.latchkey.session(
                environ.get("HTTP_AUTHORIZATION"), any(name in environ for name in names))
            body = self.application(environ, start_response)
        except Rejected as rejected:
            return [_reject_wsgi(rejected, start_response)]
        # Of a list the server reads the length. Anything else may run the application's code later.
        return body if isinstance(body, (list, tuple)) else _Body(body, start_response)


class _Body:
    """A body that may reject the request while it is read."""

    def __init__(self, body, start_response):
        self.body, self.start_response = body, start_response
        self.parts = None

    def __iter__(self):
        return self

    def __next__(self):
        try:
            if self.parts is None:
                self.parts = iter(self.body)
            return next(self.parts)
        except Rejected as rejected:
            self.parts = iter(())
            return _reject_wsgi(rejected, self.start_response)

    def close(self):
        if hasattr(self.body, "close"):
            self.body.close()


def _reject_wsgi(rejected, start_response):
    status = f"{rejected.status} {http.HTTPStatus(rejected.status).phrase}"
    # Replaces headers that were not sent. After they were, the server raises the rejection again (PEP 3333).
    start_response(status, rejected.headers, sys.exc_info())
    return b""


class ASGI:
    """An ASGI application for open sessions only. It rejects WebSockets, which would outlive the session."""

    def __init__(self, application, latchkey):
        self.application, self.latchkey = application, latchkey
        # Not the loop's own threads: the server must not delay the application's work there, nor that an introspection.
        self._threads = concurrent.futures.ThreadPoolExecutor(MOST_INTROSPECTIONS, "latchkey")

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.application(scope, receive, send)
        if scope["type"] != "http":
            await receive()
            return await send({"type": "websocket.close", "code": 1008})
        has_begun = False

        async def note_and_send(message):
            nonlocal has_begun
            has_begun = True
            await send(message)
        try:
            session = await self._session(scope["headers"])
            await self.application({**scope, "latchkey.session": session}, receive, note_and_send)
        except Rejected as rejected:
            if has_begun:
                raise
            headers = [(name.lower().encode(), value.encode()) for name, value in rejected.headers]
            await send({"type": "http.response.start", "status": rejected.status, "headers": headers})
            await send({"type": "http.response.body", "body": b""})

    async def _session(self, headers):
        found = [value.decode("latin-1") for name, value in headers if name.lower() == b"authorization"]
        is_browser = any(name.lower().decode("latin-1") in _BROWSER for name, _ in headers)
        introspection = asyncio.get_running_loop().run_in_executor(
            self._threads, self.latchkey.session, ", ".join(found), is_browser)
        try:
            # Includes the wait for a thread.
            return await asyncio.wait_for(introspection, self.latchkey.timeout + 0.1)
        except asyncio.TimeoutError:
            raise Rejected(503) from None


class _Deadline:
    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    def left(self):
        """The time left in seconds. Raises TimeoutError when there is none."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Reader(io.RawIOBase):
    """Reads from a socket until the deadline, however slowly the bytes arrive."""

    def __init__(self, connection, deadline):
        self.connection, self.deadline = connection, deadline

    def makefile(self, _):
        return io.BufferedReader(self)

    def readable(self):
        return True

    def readinto(self, buffer):
        self.connection.settimeout(self.deadline.left())
        return self.connection.recv_into(buffer)


class _Resolver:
    """Resolves a name on a thread of its own: the system's resolver has no time limit. Introspections share it."""

    def __init__(self, host, port):
        self.host, self.port, self.fixed = host, port, None
        self.lock, self.current, self.process = threading.Lock(), None, None
        with contextlib.suppress(OSError, UnicodeError):
            self.fixed = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        if ":" in host and not self.fixed:
            raise ValueError("url: the address in [] is not one of IPv6")

    def addresses(self, deadline):
        if self.fixed:
            return self.fixed
        with self.lock:
            # A thread does not survive a fork.
            if self.current is None or self.process != os.getpid():
                current = concurrent.futures.Future()
                threading.Thread(target=self._resolve, args=(current,), name="latchkey-resolver", daemon=True).start()
                self.current, self.process = current, os.getpid()
            current = self.current
        try:
            return current.result(deadline.left())
        except concurrent.futures.TimeoutError:
            raise TimeoutError from None

    def _resolve(self, current):
        found = []
        try:
            with contextlib.suppress(OSError, UnicodeError):
                found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        finally:
            with self.lock:
                self.current = None
            current.set_result(found)


def _connect(addresses, deadline):
    error = OSError()
    for index, (family, kind, protocol, _, address) in enumerate(addresses):
        connection = None
        try:
            # The system may lack this family.
            connection = socket.socket(family, kind, protocol)
            # Leaves time for the others.
            connection.settimeout(deadline.left() / (len(addresses) - index))
            connection.connect(address)
            connection.settimeout(deadline.left())
            return connection
        except OSError as caught:
            if connection:
                connection.close()
            error = caught
    raise error


def _reject(constant):
    raise ValueError(constant)


def _whole(text):
    number = float(text)
    return int(number) if number.is_integer() else number


def _is_token(text):
    return 0 < len(text) <= LONGEST_TOKEN and all("!" <= character <= "~" for character in text)
