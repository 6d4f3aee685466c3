"""Users and guessers, who call the load balancer."""

import http.client
import json
import pathlib
import ssl
import sys
import threading
import time

from cluster import eventually
from machine import Failed

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Browser"))

from harness.mail import Mail  # noqa: E402

PASSCODE = "593072"
WRONG = "184629"
# The status of the server, or of HAProxy in its place; None without a response.
UNAVAILABLE = (None, 502, 503, 504)


class Session:
    """A user's session in an app. Missing responses have the status None."""

    def __init__(self, cluster, server=None):
        self._cluster = cluster
        # The machine of a server without a load balancer.
        self._server = server
        self._connection = None
        self.token = None

    def call(self, method, path, body=None):
        headers = {"Host": "lock.example.com", "Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            return None, {}
        content = json.loads(text) if text[:1] == b"{" else {}
        self.token = content.get("access_token", self.token)
        return response.status, content

    def _connect(self):
        if self._server:
            return http.client.HTTPConnection(self._cluster[self._server].address, 8080, timeout=20)
        trust = ssl.create_default_context(cafile=self._cluster.ca)
        # The address is the load balancer's, the certificate its name's.
        trust.check_hostname = False
        return http.client.HTTPSConnection(self._cluster["balancer"].address, timeout=20, context=trust)

    def must(self, status, method, path, body=None):
        """Retries until the server does not report that it is unavailable."""
        response, _ = eventually(
            f"response to {method} {path}", lambda: next(
                (response for response in [self.call(method, path, body)] if response[0] not in UNAVAILABLE), None))
        if response[0] != status:
            raise Failed(f"{method} {path}: {response}")
        return response[1]

    def sign_in(self, address):
        """Signs in with an email of any of the servers."""
        seen = mails(self._cluster)
        self.must(202, "POST", "/api/auth/magic-link", {"email": address})

        def code():
            for file in mails(self._cluster) - seen:
                mail = Mail(file.read_bytes())
                if mail.code and mail.to.addresses[0].addr_spec == address:
                    return mail.code
            return None

        self.must(200, "POST", "/api/auth/magic-link/verify",
                  {"email": address, "code": eventually(f"an email to {address}", code, 30)[0]})
        return self

    def verify(self, passcode):
        return self.call("POST", "/api/auth/verify-passcode", {"passcode": passcode})

    def gate(self):
        return self.call("GET", "/api/auth/gate")[0]


def mails(cluster):
    return set(pathlib.Path(cluster["app1"].folder, "..").glob("*/layers/upper/var/lib/latchkey/outbox/*.eml"))


def longest(moments):
    """The longest time between two of the times, in seconds."""
    return max((later - earlier for earlier, later in zip(moments, moments[1:])), default=float("inf"))


class Repeated(threading.Thread):
    """Repeats something until it is stopped, and then reports errors."""

    def __init__(self, action, pause):
        super().__init__(daemon=True)
        self._action, self._pause = action, pause
        self._end = threading.Event()
        self._error = None
        self.start()

    def run(self):
        try:
            while not self._end.is_set() and self._action() is not False:
                self._end.wait(self._pause)
        except Exception as error:  # pylint: disable=broad-except
            self._error = error

    def stop(self):
        self._end.set()
        self.join(60)
        if self._error:
            raise self._error


class Owner:
    """The owner of an account, whose app calls the gate constantly."""

    def __init__(self, cluster, address, server=None):
        self._cluster, self._address = cluster, address
        self._passes = []
        self.session = Session(cluster, server).sign_in(address)
        self.session.must(200, "POST", "/api/auth/set-passcode", {"passcode": PASSCODE})

    def leave_server(self):
        """Continues the session at the load balancer."""
        token, self.session = self.session.token, Session(self._cluster)
        self.session.token = token

    def sign_in_again(self):
        self.session = Session(self._cluster).sign_in(self._address)
        self.session.must(200, "POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})

    def watch(self):
        self._passes = []
        return Repeated(self._ask, 0.05)

    def _ask(self):
        status = self.session.gate()
        # 401 would mean "signed out" or "locked".
        if status != 204 and status not in UNAVAILABLE:
            raise Failed(f"the gate returns {status} for an unlocked session")
        if status == 204:
            self._passes.append(time.monotonic())

    @property
    def last_pass(self):
        return max(self._passes, default=0)

    @property
    def outage(self):
        """The longest time between two 204 responses, in seconds."""
        return longest(self._passes)

    def opens(self):
        """Locks, and unlocks with the correct passcode."""
        self.session.must(204, "POST", "/api/auth/lock")
        self.session.must(200, "POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})
        if self.session.gate() != 204:
            raise Failed("the right passcode does not open")


class Attack:
    """Guesses at one account in several concurrent sessions, until all have ended."""

    SESSIONS = 4
    BUDGET = 30

    def __init__(self, cluster, address):
        self._cluster, self.address = cluster, address
        owner = Owner(cluster, address).session
        self._sessions = [owner] + [Session(cluster).sign_in(address) for _ in range(self.SESSIONS - 1)]
        owner.must(204, "POST", "/api/auth/lock")
        self._lock = threading.Lock()
        self.evaluated = []
        self._passes = []
        self.unavailable = 0
        self._threads = []

    def start(self, pace):
        self._threads = [Repeated(lambda session=session: self._guess(session), pace) for session in self._sessions]

    def _guess(self, session):
        status, content = session.verify(WRONG)
        # No wrong passcode passes the gate.
        gate = session.gate()
        if status in (200, 204) or gate == 204:
            raise Failed(f"a wrong passcode opens: {status}, gate {gate}")
        with self._lock:
            if status == 403:
                self.evaluated.append(time.monotonic())
            elif status in UNAVAILABLE:
                self.unavailable += 1
            elif status not in (401, 423, 429):
                raise Failed(f"a guess gets {status} {content}")
        return status != 401

    def until(self, count):
        eventually(f"{count} guesses at {self.address}", lambda: len(self.evaluated) >= count, 60, 0.01)

    def finish(self, seconds=90):
        """Waits until no attempt is left, and checks the number of evaluations."""
        eventually(f"{self.address} blocked", lambda: not any(thread.is_alive() for thread in self._threads), seconds)
        for thread in self._threads:
            thread.stop()
        if len(self.evaluated) > self.BUDGET:
            raise Failed(f"{len(self.evaluated)} wrong codes were evaluated at {self.address}")
        session = Session(self._cluster).sign_in(self.address)
        session.must(409, "POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})

    @property
    def pause(self):
        """The longest time between two evaluations, in seconds."""
        return longest(self.evaluated)
