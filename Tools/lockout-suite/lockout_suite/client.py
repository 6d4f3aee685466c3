"""One browser or app: a connection, cookies and what else its session takes. It follows no redirects."""

import http.client
import json
import select
import ssl
import time
import urllib.parse

TIMEOUT = 30
# The only headers that reports show.
SHOWN = {"Origin", "Sec-Fetch-Site", "Date", "Content-Type"}
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


class NoAnswer(Exception):
    """The server closed the connection, or did not answer in time."""


class Cookie:
    """A cookie as the server set it, with its attributes in lower case."""

    def __init__(self, text):
        pair, *attributes = [part.strip() for part in text.split(";")]
        self.name, _, self.value = pair.partition("=")
        split = [attribute.partition("=") for attribute in attributes]
        self.attributes = {name.strip().lower(): value.strip() for name, _, value in split}

    @property
    def is_deletion(self):
        return not self.value or self.attributes.get("max-age", "1").startswith(("0", "-"))


class Answer:
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
        """The object in the body, or an empty one."""
        try:
            value = json.loads(self.body)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def cookies(self):
        return [Cookie(text) for text in self.all("Set-Cookie")]


class Client:
    """Cookies are kept and sent by hand: a Secure one too, over http, as browsers do on loopback."""

    def __init__(self, target, journal, family=None):
        """`family` is the list of clients that are closed together; copies belong to it too."""
        self.target, self.journal = target, journal
        self.family = [] if family is None else family
        self.family.append(self)
        self.cookies, self.headers, self.memory = {}, {}, {}
        # With their attributes, by name.
        self.set_cookies = {}
        self._connection = None

    def copy(self):
        """Another device that has this one's cookies, headers and memory, as of now."""
        other = Client(self.target, self.journal, self.family)
        other.cookies, other.headers, other.memory = dict(self.cookies), dict(self.headers), dict(self.memory)
        other.set_cookies = dict(self.set_cookies)
        return other

    def get(self, path, **more):
        return self.send("GET", path, **more)

    def post(self, path, values=None, **more):
        return self.send("POST", path, values, **more)

    def send(self, method, path, values=None, form=None, headers=None, body=None):
        """`values` go as JSON, `form` as a form; `body` is sent as it is. Of `headers`, reports show those of SHOWN."""
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
            answer = self._exchange(method, path, body, {name: value for name, value in sent.items() if value})
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self.journal.record(method, path, fields, shown, "no answer")
            raise NoAnswer(f"{method} {path.partition('?')[0]}: {type(error).__name__}") from None
        self.journal.record(method, path, fields, shown, answer.status)
        for cookie in answer.cookies:
            self.cookies.pop(cookie.name, None)
            if not cookie.is_deletion:
                self.cookies[cookie.name] = cookie.value
                self.set_cookies[cookie.name] = cookie
        return answer

    def connect(self):
        """Opens the connection unless one is open that the server has not closed."""
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
        response = self._connection.getresponse()
        content = response.read()
        answer = Answer(response.status, response.getheaders(), content, time.perf_counter() - began)
        if response.will_close:
            self.close()
        return answer
