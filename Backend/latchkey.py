"""Asks Latchkey about the access token of each request. One file, no dependencies, Python 3.9 or later.

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
import ipaddress
import json
import queue
import socket
import ssl
import sys
import threading
import time
import typing
import urllib.parse

PASSCODE = "urn:latchkey:passcode"
CLOCKS_DIFFER = 60  # The largest difference between the clocks of this machine and the server, in seconds.
LARGEST_ANSWER = 65_536  # bytes
LONGEST_TOKEN = 4_096  # characters
MOST_QUESTIONS = 64  # at the same time, of one ASGI application; more wait

# Only browsers send these, and no script can: a page's own requests do not keep a session open.
_BROWSER = ("sec-fetch-mode", "sec-fetch-site", "sec-purpose", "sec-websocket-version")


class Rejected(Exception):
    """A request that must not be answered. `status` and `headers` are the response, which has no body."""

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
        """Whether the passcode was entered at most `within` seconds ago. A time in the future does not count."""
        if self.acr != PASSCODE or self.auth_time is None:
            return False
        now = int(time.time()) if now is None else now
        return -CLOCKS_DIFFER <= now - self.auth_time <= within

    def require_passcode(self, within):
        """Raises Rejected with the challenge of RFC 9470, 3: the app asks for the passcode and tries again."""
        if not self.is_passcode_fresh(within):
            raise Rejected(401, 'Bearer error="insufficient_user_authentication", error_description='
                               f'"The passcode was given too long ago, or never", max_age="{within}"')


class Latchkey:
    """A server, which is asked anew for each request: a session can be locked or ended at any moment."""

    def __init__(self, url, secret, timeout=2.0, activity=None):
        """
        url: `https://lock.example.com`; `http` is accepted for this machine only.
        secret: The server's LATCHKEY_INTROSPECTION_SECRET.
        timeout: The limit for a question, from the name's resolution to the last byte of the answer, in seconds.
        activity: "any" if each request keeps the session open, "none" if none does. By default, each request that no
            browser sends.
        """
        parts = urllib.parse.urlsplit(url)
        if not parts.hostname or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
            raise ValueError("url: write https://HOST, with a port and a path if it has them")
        if parts.scheme == "http" and not _is_this_machine(parts.hostname):
            raise ValueError("url: http is accepted for this machine only; use https")
        if not secret:
            raise ValueError("secret: set LATCHKEY_INTROSPECTION_SECRET as on the server")
        self.timeout, self._activity = timeout, activity
        self._is_tls, self._host = parts.scheme == "https", parts.hostname
        self._port = parts.port or (443 if self._is_tls else 80)
        self._context = ssl.create_default_context() if self._is_tls else None
        login = base64.b64encode(f"backend:{secret}".encode()).decode()
        # One exchange a connection: a stale one would fail, or make the question arrive twice.
        self._head = (f"POST {parts.path.rstrip('/')}/api/auth/introspect HTTP/1.1\r\nHost: {parts.netloc}\r\n"
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
            answer = self._answer(token, activity)
            if answer["active"]:
                return Session(answer["sub"], *map(answer.get, ("email", "acr", "auth_time", "iss_sub")))
        # The text of an error may quote the request.
        # RuntimeError: no further thread.
        except (OSError, http.client.HTTPException, ValueError, KeyError, RuntimeError):
            raise Rejected(503) from None
        if answer.get("locked"):
            raise Rejected(423)
        if answer.get("passcode_required"):
            raise Rejected(403)
        raise Rejected(401, 'Bearer error="invalid_token"')

    def _answer(self, token, activity):
        form = urllib.parse.urlencode({"token": token, "activity": activity})
        request = f"{self._head}Content-Length: {len(form)}\r\n\r\n{form}".encode()
        data = self._exchange(request, _Deadline(self.timeout))
        answer = json.loads(data.decode())
        kinds = {"active": bool, "locked": bool, "passcode_required": bool, "sub": str, "email": str, "acr": str,
                 "auth_time": int, "iss_sub": dict}
        if not isinstance(answer, dict) or type(answer.get("active")) is not bool:
            raise ValueError
        if any(answer.get(name) is not None and type(answer[name]) is not kind for name, kind in kinds.items()):
            raise ValueError
        if any(type((answer.get("iss_sub") or {}).get(name, "")) is not str for name in ("iss", "sub")):
            raise ValueError
        if answer["active"] and not answer.get("sub"):
            raise ValueError
        return answer

    def _exchange(self, request, deadline):
        """Returns the body of a 200. It follows no redirect and uses no proxy of the environment."""
        with contextlib.closing(_connect(self._host, self._port, deadline)) as plain:
            connection = plain
            if self._context:
                connection = self._context.wrap_socket(plain, server_hostname=self._host)
            with contextlib.closing(connection):
                connection.settimeout(deadline.left())
                connection.sendall(request)
                response = http.client.HTTPResponse(_Reader(connection, deadline), method="POST")
                response.begin()
                if response.status != 200:
                    raise ValueError
                data = response.read(LARGEST_ANSWER + 1)
                if len(data) > LARGEST_ANSWER or response.length:
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
            return self.application(environ, start_response)
        except Rejected as rejected:
            status = f"{rejected.status} {http.HTTPStatus(rejected.status).phrase}"
            start_response(status, rejected.headers, sys.exc_info())
            return [b""]


class ASGI:
    """An ASGI application for open sessions only. It rejects WebSockets, which would outlive the session."""

    def __init__(self, application, latchkey):
        self.application, self.latchkey = application, latchkey
        # Not the loop's own threads: the server must not delay the application's work there, nor that a question.
        self._threads = concurrent.futures.ThreadPoolExecutor(MOST_QUESTIONS, "latchkey")

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
        question = asyncio.get_running_loop().run_in_executor(
            self._threads, self.latchkey.session, ", ".join(found), is_browser)
        try:
            # Includes the wait for a thread.
            return await asyncio.wait_for(question, self.latchkey.timeout + 0.1)
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


def _connect(host, port, deadline):
    error = OSError()
    addresses = _addresses(host, port, deadline)
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


def _addresses(host, port, deadline):
    """Resolves the name on a thread of its own: the system's resolver has no time limit."""
    found = queue.SimpleQueue()

    def resolve():
        try:
            found.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            found.put([])
    threading.Thread(target=resolve, daemon=True).start()
    try:
        return found.get(timeout=deadline.left())
    except queue.Empty:
        raise TimeoutError from None


def _is_this_machine(host):
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_token(text):
    return 0 < len(text) <= LONGEST_TOKEN and all("!" <= character <= "~" for character in text)
