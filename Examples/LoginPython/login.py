"""A team's own login, which issues short-lived tokens for Latchkey: an OpenID issuer in one file, for apps.

    login.py serve          serves POST /login, and the two documents that Latchkey reads
    login.py add EMAIL      adds a user whose address you know; prompts for the password
    login.py remove EMAIL   removes a user, and ends the sessions at Latchkey
    login.py rotate         publishes a new key, which signs after six minutes

It requires PyJWT and cryptography (Debian: python3-jwt, python3-cryptography).
"""

import base64
import contextlib
import getpass
import hashlib
import hmac
import http.client
import json
import math
import os
import pathlib
import secrets
import sqlite3
import sys
import threading
import time
import unicodedata
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

ISSUER = os.environ.get("LOGIN_ISSUER", "http://127.0.0.1:4000")
AUDIENCE = os.environ.get("LOGIN_AUDIENCE", "desk-app")
LATCHKEY = os.environ.get("LATCHKEY_URL", "http://127.0.0.1:8080").rstrip("/")
DATA = pathlib.Path(os.environ.get("LOGIN_DATA", "data/login"))

TOKEN_LIFE = 300  # seconds; Latchkey rejects older tokens
CACHED = 300  # seconds for which clients may cache the keys
KEY_AHEAD = CACHED + 60  # seconds for which a key is published before it signs
KEY_KEPT = 3600  # seconds for which a previous key is published
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

# https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt, at 32 MiB each.
SCRYPT = {"n": 2**15, "r": 8, "p": 3, "maxmem": 64 * 2**20, "dklen": 32}
HASHING = threading.BoundedSemaphore(4)
SHORTEST_PASSWORD = 15  # NIST SP 800-63B-4, 3.1.1.2
FREE_ATTEMPTS = 5


class Rejected(Exception):
    """A status, and the seconds to wait."""

    def __init__(self, status, wait=None):
        super().__init__(status)
        self.status, self.wait = status, wait


class Keys:
    """Private keys in a file that only this user can read, newest first."""

    def __init__(self, folder):
        self.file = folder / "keys.json"
        if self.file.exists():
            self.read()
        else:
            self.rotate()

    def read(self):
        if self.file.stat().st_mode & 0o077:
            raise SystemExit(f"{self.file} can be read by others: chmod 600, and rotate")
        return json.loads(self.file.read_text())

    def rotate(self):
        now = time.time()
        old = self.read() if self.file.exists() else []
        pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        keys = [{"kid": secrets.token_hex(8), "from": now + KEY_AHEAD if old else 0, "pem": pem.decode()}]
        # A key signs until the next one starts.
        keys += [key for key, next_one in zip(old, keys + old) if next_one["from"] > now - KEY_KEPT]
        new = self.file.with_suffix(f".{secrets.token_hex(4)}")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(keys, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.file)

    def sign(self, claims, kind):
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + TOKEN_LIFE, **claims}
        # Read each time, so that rotation requires no restart.
        key = next(key for key in self.read() if key["from"] <= now)
        return jwt.encode(claims, key["pem"], algorithm="ES256", headers={"kid": key["kid"], "typ": kind})

    def published(self):
        def member(key):
            point = serialization.load_pem_private_key(key["pem"].encode(), None).public_key().public_numbers()
            x, y = (base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
                    for number in (point.x, point.y))
            return {"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": key["kid"], "x": x, "y": y}
        return {"keys": [member(key) for key in self.read()]}


class Store:
    """Users, and logouts that Latchkey has not accepted yet."""

    TABLES = """
        CREATE TABLE IF NOT EXISTS people (sub TEXT PRIMARY KEY, email TEXT UNIQUE NOT NULL, salt BLOB, hash BLOB);
        CREATE TABLE IF NOT EXISTS attempts (email TEXT PRIMARY KEY, count INTEGER NOT NULL, until REAL NOT NULL);
        CREATE TABLE IF NOT EXISTS sign_ins (sid TEXT PRIMARY KEY, sub TEXT NOT NULL, at REAL NOT NULL);
        CREATE TABLE IF NOT EXISTS logouts (id INTEGER PRIMARY KEY, sub TEXT NOT NULL, sid TEXT);
    """

    def __init__(self, folder):
        self.file = folder / "login.sqlite"
        with self.transaction() as database:
            for table in self.TABLES.split(";"):
                database.execute(table)

    @contextlib.contextmanager
    def transaction(self):
        database = sqlite3.connect(self.file, isolation_level=None, timeout=10)
        try:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        finally:
            # Without COMMIT nothing changes.
            database.close()

    def add(self, email, password):
        salt = secrets.token_bytes(16)
        with self.transaction() as database:
            database.execute("INSERT INTO people VALUES (?, ?, ?, ?)",
                             (str(uuid.uuid4()), email, salt, scrypt(password, salt)))

    def remove(self, email):
        """Returns whether the user existed. Stores the logouts in the same transaction."""
        with self.transaction() as database:
            row = database.execute("DELETE FROM people WHERE email = ? RETURNING sub", (email,)).fetchone()
            if row is None:
                return False
            # Ends all sessions, and by `sid` each sign-in whose token may be unused.
            database.execute("INSERT INTO logouts (sub) VALUES (?)", row)
            database.execute("INSERT INTO logouts (sub, sid) SELECT sub, sid FROM sign_ins WHERE sub = ?", row)
            database.execute("DELETE FROM sign_ins WHERE sub = ?", row)
        return True

    def person(self, email):
        with self.transaction() as database:
            row = database.execute("SELECT sub, salt, hash FROM people WHERE email = ?", (email,)).fetchone()
        # Unknown addresses get the same response time.
        return row or (None, b"\0" * 16, b"")

    def count_attempt(self, email):
        """Counts the attempt before the password is verified, also concurrent ones and unknown addresses."""
        now = time.time()
        with self.transaction() as database:
            database.execute("DELETE FROM attempts WHERE until < ?", (now - 86_400,))
            count, until = database.execute(
                "SELECT count, until FROM attempts WHERE email = ?", (email,)).fetchone() or (0, 0)
            if until <= now:
                wait = 0 if count < FREE_ATTEMPTS else min(3600, 30 * 2 ** (count - FREE_ATTEMPTS))
                database.execute("REPLACE INTO attempts VALUES (?, ?, ?)", (email, count + 1, now + wait))
        if until > now:
            raise Rejected(429, math.ceil(until - now))

    def begin(self, email, sub):
        """Stores a sign-in and returns its `sid`. Fails if the user was removed meanwhile."""
        now, sid = time.time(), secrets.token_hex(16)
        with self.transaction() as database:
            database.execute("DELETE FROM attempts WHERE email = ?", (email,))
            database.execute("DELETE FROM sign_ins WHERE at < ?", (now - 2 * TOKEN_LIFE,))
            added = database.execute("INSERT INTO sign_ins SELECT ?, sub, ? FROM people WHERE sub = ?", (sid, now, sub))
            if added.rowcount != 1:
                raise Rejected(401)
        return sid

    def logouts(self):
        with self.transaction() as database:
            return database.execute("SELECT id, sub, sid FROM logouts ORDER BY id").fetchall()

    def remove_logout(self, logout):
        with self.transaction() as database:
            database.execute("DELETE FROM logouts WHERE id = ?", (logout,))


def scrypt(password, salt):
    return hashlib.scrypt(unicodedata.normalize("NFKC", password).encode(), salt=salt, **SCRYPT)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Login:
    def __init__(self):
        DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.umask(0o077)
        self.keys, self.store = Keys(DATA), Store(DATA)
        # Ignores proxies of the environment.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects)

    def token(self, email, password):
        """Returns an ID token for the user with this password."""
        self.store.count_attempt(email)
        sub, salt, stored = self.store.person(email)
        if not HASHING.acquire(timeout=5):
            raise Rejected(503, 5)
        try:
            matches = hmac.compare_digest(scrypt(password, salt), stored)
        finally:
            HASHING.release()
        if not matches:
            raise Rejected(401)
        # Verified, because you know the address when you run `add`. Claim no more than you know.
        return self.keys.sign({
            "sub": sub, "sid": self.store.begin(email, sub), "auth_time": int(time.time()),
            "email": email, "email_verified": True}, "JWT")

    def send_logouts(self):
        """Sends pending logouts (OpenID Connect Back-Channel Logout 1.0, 2.5). Returns whether all were accepted."""
        for id, sub, sid in self.store.logouts():
            claims = {"sub": sub, "jti": str(uuid.uuid4()), "events": {LOGOUT_EVENT: {}}}
            if sid:
                claims["sid"] = sid
            form = urllib.parse.urlencode({"logout_token": self.keys.sign(claims, "logout+jwt")}).encode()
            try:
                self.opener.open(f"{LATCHKEY}/api/auth/backchannel-logout", form, timeout=5).close()
            except (OSError, http.client.HTTPException):
                return False
            self.store.remove_logout(id)
        return True

    def documents(self):
        return {
            # No authorization endpoint: this login has no pages, and only apps sign in.
            "/.well-known/openid-configuration": {
                "issuer": ISSUER, "jwks_uri": f"{ISSUER}/jwks.json", "response_types_supported": ["id_token"],
                "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"],
                "backchannel_logout_supported": True, "backchannel_logout_session_supported": True},
            "/jwks.json": self.keys.published(),
        }


class Handler(BaseHTTPRequestHandler):
    login = None  # set by serve
    timeout = 10  # seconds, for an idle client

    def do_GET(self):
        document = self.login.documents().get(self.path)
        self.respond(200 if document else 404, document, cache=f"max-age={CACHED}")

    def do_POST(self):
        if self.path != "/login":
            return self.respond(404)
        try:
            length = int(self.headers.get("Content-Length", ""))
            if not 0 <= length <= 4096:
                return self.respond(413)
            body = json.loads(self.rfile.read(length))
            email, password = body["email"].strip().lower(), body["password"]
            if not isinstance(password, str) or len(email) > 254:
                return self.respond(400)
            token = self.login.token(email, password)
        except (ValueError, TypeError, KeyError, AttributeError):
            return self.respond(400)
        except Rejected as rejected:
            return self.respond(rejected.status, wait=rejected.wait)
        self.respond(200, {"id_token": token, "expires_in": TOKEN_LIFE})

    def respond(self, status, body=None, cache="no-store", wait=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if wait:
            self.send_header("Retry-After", str(wait))
        if data:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", cache if status == 200 else "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *args):
        """Logs nothing that the client sent."""

    def log_request(self, code="-", size="-"):
        print(f"{self.command} {code}", file=sys.stderr, flush=True)


def serve(login):
    def keep_sending():
        while True:
            login.send_logouts()
            time.sleep(30)
    threading.Thread(target=keep_sending, daemon=True).start()
    Handler.login = login
    with ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Handler) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


def add(login, email):
    password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    if len(password) < SHORTEST_PASSWORD:
        sys.exit(f"a password has {SHORTEST_PASSWORD} characters or more")
    try:
        login.store.add(email, password)
    except sqlite3.IntegrityError:
        sys.exit(f"{email} is there already")
    print(f"added {email}")


def remove(login, email):
    if not login.store.remove(email):
        sys.exit(f"{email} is not there")
    sent = login.send_logouts()
    print(f"removed {email}; " + ("Latchkey was notified" if sent else "Latchkey does not respond: `serve` retries"))


def main(arguments):
    match arguments:
        case ["serve"]:
            serve(Login())
        case ["add", email]:
            add(Login(), email.strip().lower())
        case ["remove", email]:
            remove(Login(), email.strip().lower())
        case ["rotate"]:
            Login().keys.rotate()
        case _:
            sys.exit(__doc__.strip())


if __name__ == "__main__":
    main(sys.argv[1:])
