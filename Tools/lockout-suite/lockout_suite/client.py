"""A browser or app: a connection, cookies and tokens. Does not follow redirects."""

import http.client
import json
import select
import ssl
import time
import urllib.parse

TIMEOUT = 30
# The only headers in reports.
SHOWN = {"Origin", "Sec-Fetch-Site", "Date", "Content-Type"}
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


class NoResponse(Exception):
    """The server closed the connection, or did not respond in time."""


class Cookie:
    """A cookie set by the server, with lower-case attribute names."""

    def __init__(self, text):
        pair, *attributes = [part.strip() for part in text.split(";")]
        self.name, _, self.value = pair.partition("=")
        split = [attribute.partition("=") for attribute in attributes]
        self.attributes = {name.strip().lower(): value.strip() for name, _, value in split}

    @property
    def is_deletion(self):
        return not self.value or self.attributes.get("max-age", "1").startswith(("0", "-"))


class Response:
    def __init__(self, status, headers, body, seconds):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        return ", ".join(self.all(name))

    @property
    def text(self):
        return self.body.decode(errors="replace")

    @property
    def json(self):
        """The JSON object in the body, or an empty one."""
        try:
            value = json.loads(self.body)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def cookies(self):
        return [Cookie(text) for text in self.all("Set-Cookie")]


class Client:
    """An HTTP client. It sends Secure cookies over http too, like browsers on the loopback interface."""

    def __init__(self, target, journal, family=None):
        """`family` is a list of clients that are closed together, including copies."""
        self.target, self.journal = target, journal
        self.family = [] if family is None else family
        self.family.append(self)
        self.cookies, self.headers, self.memory = {}, {}, {}
        # Cookies with attributes, by name.
        self.set_cookies = {}
        self._connection = None

    def copy(self):
        """Returns another device with the current cookies, headers and memory."""
        other = Client(self.target, self.journal, self.family)
        other.cookies, other.headers, other.memory = dict(self.cookies), dict(self.headers), dict(self.memory)
        other.set_cookies = dict(self.set_cookies)
        return other

    def get(self, path, **more):
        return self.send("GET", path, **more)

    def post(self, path, values=None, **more):
        return self.send("POST", path, values, **more)

    def send(self, method, path, values=None, form=None, headers=None, body=None):
        """Sends `values` as JSON, `form` as a form, or `body` unchanged. Reports contain only headers in SHOWN."""
        sent = {**self.headers, **(headers or {})}
        fields = sorted(values or form or [])
        if values is not None:
            body, kind = json.dumps(values), JSON
        elif form is not None:
            body, kind = urllib.parse.urlencode(form), FORM
        else:
            kind = None
        if kind and "Content-Type" not in sent:
            sent["Content-Type"] = kind
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        shown = {name: value for name, value in (headers or {}).items() if name in SHOWN}
        self.journal.allow()
        try:
            response = self._exchange(method, path, body, {name: value for name, value in sent.items() if value})
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self.journal.record(method, path, fields, shown, "no response")
            raise NoResponse(f"{method} {path.partition('?')[0]}: {type(error).__name__}") from None
        self.journal.record(method, path, fields, shown, response.status)
        for cookie in response.cookies:
            self.cookies.pop(cookie.name, None)
            if not cookie.is_deletion:
                self.cookies[cookie.name] = cookie.value
                self.set_cookies[cookie.name] = cookie
        return response

    def connect(self):
        """Opens a connection, unless one is open and the server has not closed it."""
        if self._connection and select.select([self._connection.sock], [], [], 0)[0]:
            self.close()
        if self._connection is None:
            self._connection = self._open()

    def close(self):
        if self._connection:
            self._connection.close()
        self._connection = None

    def _open(self):
        target = self.target
        if target.is_secure:
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(target.host, target.port, timeout=TIMEOUT, context=context)
        else:
            connection = http.client.HTTPConnection(target.address, target.port, timeout=TIMEOUT)
        connection.connect()
        return connection

    def _exchange(self, method, path, body, headers):
        self.connect()
        headers = {"Host": urllib.parse.urlsplit(self.target.origin).netloc, "Accept": "*/*", **headers}
        began = time.perf_counter()
        self._connection.request(method, path, body.encode() if isinstance(body, str) else body, headers)
        received = self._connection.getresponse()
        content = received.read()
        response = Response(received.status, received.getheaders(), content, time.perf_counter() - began)
        if received.will_close:
            self.close()
        return response
