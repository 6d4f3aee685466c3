"""A small server with a lock, and a switch for each seeded bug that the suite must find.

Without bugs, it passes all checks.
"""

import itertools
import queue
import secrets
import threading
import time
from email.message import EmailMessage

from faults import FAULTS

SESSION_BUDGET, ACCOUNT_BUDGET, CODE_TRIES, CODE_SECONDS, IDLE_SECONDS = 5, 12, 3, 600, 300
ASKS_AN_HOUR = 10


class Session:
    """A session, locked at its start, with its tokens in order of issue."""

    def __init__(self, name, now):
        self.name, self.failures, self.active = name, 0, now
        self.is_open, self.closed_by, self.closed_at, self.is_counted = False, "start", now, True
        self.access, self.refresh = [], []
        # Tokens issued while the session was open.
        self.open_tokens = set()

    def open(self, now):
        self.is_open, self.active = True, now

    def close(self, by, now):
        self.is_open, self.closed_by, self.closed_at = False, by, now


class SmallServer:
    """The state of the server. `pass_time` moves `now`."""

    def __init__(self, folder, faults=()):
        assert set(faults) <= FAULTS.keys()
        self.folder, self.faults, self.ahead = folder, set(faults), 0
        self.lock, self.numbers = threading.RLock(), itertools.count(1)
        self.accounts, self.failures, self.sessions, self.codes = {}, {}, [], {}
        self.administrators = set()
        self.asks = {}
        self.issued = set()
        # A separate thread creates emails, so that response times do not depend on the name.
        self.asked = queue.SimpleQueue()
        self.postman = threading.Thread(target=self.make_mails, daemon=True)
        self.postman.start()

    def has(self, fault):
        return fault in self.faults

    @property
    def now(self):
        return time.time() + self.ahead

    def pass_time(self, seconds):
        self.ahead += seconds

    def restart(self):
        if self.has("a restart forgets"):
            self.failures = {}
            for session in self.sessions:
                session.failures = 0

    def token(self):
        token = secrets.token_urlsafe(24)
        self.issued.add(token)
        return token

    def give_tokens(self, session):
        if self.has("tokens stay") and session.access:
            return session.access[-1], session.refresh[-1]
        session.access.append(self.token())
        session.refresh.append(self.token())
        if session.is_open:
            session.open_tokens.add(session.access[-1])
        return session.access[-1], session.refresh[-1]

    def begin(self, name):
        session = Session(name, self.now)
        self.sessions.append(session)
        if self.has("a required reset opens") and self.accounts.get(name, "") is None:
            session.open(self.now)
        return session, *self.give_tokens(session)

    def find(self, token):
        return next((session for session in self.sessions if token in session.access), None)

    def admits(self, session, token, date_ahead=0):
        """Returns whether a call of the session is allowed."""
        if session is None:
            return False
        if self.has("the lock is in the token") and token in session.open_tokens:
            return True
        if session.is_open and self.now - session.active >= IDLE_SECONDS and not self.has("idleness locks nothing"):
            if self.has("the idle lock is not stored"):
                return False
            session.close("idleness", self.now)
        if token != session.access[-1]:
            return False
        if not session.is_open and session.closed_by == "hand" and self.opens_by_itself(session, date_ahead):
            return True
        if session.is_open:
            session.active = self.now
        return session.is_open

    def opens_by_itself(self, session, date_ahead):
        by_client = self.has("the client's clock unlocks") and date_ahead > 86_000
        return by_client or self.has("time unlocks") and self.now - session.closed_at > 3000

    # Guesses

    def is_blocked(self, session):
        of_session = session.failures >= SESSION_BUDGET
        of_account = self.failures.get(session.name, 0) >= ACCOUNT_BUDGET
        return not self.has("no budget") and (
            of_session or of_account and not self.has("no budget of the account"))

    def guess(self, session, secret):
        """Returns `right`, `wrong`, `blocked`, or `blocked!`, which reveals that the secret was correct."""
        early = not self.has("counts after the look")
        with self.lock:
            right = self.is_right(session, secret)
            if self.is_blocked(session):
                if right and self.has("the block reveals the right one"):
                    return "blocked!"
                if not (right and self.has("the right one passes the block")):
                    return "blocked"
            if early:
                self.count(session)
        # As slow as a hash, so that all guesses of a volley are evaluated before the first is counted.
        time.sleep(0.002 if early else 0.1)
        with self.lock:
            if right:
                session.failures = self.failures[session.name] = 0
                session.open(self.now)
                session.is_counted = not self.has("a success ends the count")
                if not self.has("refresh tokens survive the secret"):
                    self.forget_refresh_tokens(session)
                return "right"
            if not early:
                self.count(session)
            if self.has("a wrong guess unlocks") and session.closed_by == "hand":
                session.open(self.now)
            return "wrong"

    def is_right(self, session, secret):
        known = self.accounts.get(session.name)
        return secret == known or isinstance(known, tuple) and secret in known

    def forget_refresh_tokens(self, session):
        """Forgets tokens before new ones are issued."""
        if not self.has("tokens stay"):
            session.refresh = []

    def count(self, session):
        if not session.is_counted:
            return
        session.failures += 1
        self.failures[session.name] = self.failures.get(session.name, 0) + 1

    # Ends and locks of sessions

    def close(self, session):
        if not self.has("a lock that closes nothing"):
            session.close("hand", self.now)
        return self.give_tokens(session)

    def end_all(self, name, but=None):
        self.sessions = [each for each in self.sessions if each.name != name or each is but]

    def change(self, session, secret):
        old = self.accounts[session.name]
        self.accounts[session.name] = (old, secret) if self.has("the old secret survives a change") else secret
        if not self.has("sessions survive a change"):
            self.end_all(session.name, but=session)
        if not self.has("own old tokens survive a change"):
            self.forget_refresh_tokens(session)
            return self.give_tokens(session)
        return session.access[-1], session.refresh[-1]

    def refresh(self, token):
        """Returns new tokens, or None."""
        for session in self.sessions:
            if token in session.refresh:
                age = len(session.refresh) - 1 - session.refresh.index(token)
                # If the successor was not used, its response may have been lost.
                if age > 1 and not self.has("a used refresh token counts"):
                    if not self.has("a reuse ends nothing"):
                        self.sessions.remove(session)
                    return None
                self.admits(session, session.access[-1])
                lifts_idleness = self.has("a refresh lifts idleness") and session.closed_by == "idleness"
                if self.has("a refresh unlocks") or lifts_idleness:
                    session.open(self.now)
                return self.give_tokens(session)
        return None

    # Administrators

    def administer(self, act, name, secret):
        """Returns what the act shows, and the tokens that it gives."""
        if act == "unlock" and self.has("administrators unlock"):
            for session in self.sessions:
                if session.name == name:
                    session.open(self.now)
        if act == "become" and self.has("administrators sign in as others"):
            session, *tokens = self.begin(name)
            session.open(self.now)
            return {"name": name}, tokens
        if act == "choose" and self.has("administrators choose secrets"):
            self.accounts[name] = secret
        if act in ("end-sessions", "require-reset"):
            self.end_all(name)
        if act == "require-reset":
            self.accounts[name] = None
        shown = {"secret": self.accounts[name]} if self.has("administrators see secrets") else {}
        return {"name": name, **shown}, None

    # Emails

    def may_ask(self, name):
        """Applies an hourly limit, with or without an account."""
        recent = [time for time in self.asks.get(name, []) if self.now - time < 3600]
        self.asks[name] = [*recent, self.now]
        most = ASKS_AN_HOUR
        if name in self.accounts:
            most -= self.has("accounts come to their limit sooner")
        elif self.has("only accounts have a limit"):
            return True
        return len(recent) < most

    def mail(self, name, code, kind):
        message = EmailMessage()
        message["To"], message["Subject"] = name, "Reset"
        message.set_content(f"Code: {code}\n")
        file = self.folder / f"{next(self.numbers):06d}.{kind}"
        file.with_suffix(".new").write_bytes(message.as_bytes())
        file.with_suffix(".new").rename(file)

    def make_mails(self):
        while (name := self.asked.get()) is not None:
            with self.lock:
                self.make_reset(name)

    def make_reset(self, name):
        # The same work for names without an account, because this thread competes for the interpreter lock.
        code = f"{secrets.randbelow(10 ** 8):08d}"
        self.issued.add(code)
        if not self.has("an older code counts"):
            self.codes = {key: kept for key, kept in self.codes.items() if kept["name"] != name}
        if self.has("a reset request ends sessions"):
            self.end_all(name)
        if name in self.accounts:
            self.codes[code] = {"name": name, "tries": 0, "made": self.now}
            if self.has("a reset request revokes the secret"):
                self.accounts[name] = None
        self.mail(name, code, "eml" if name in self.accounts else "unsent")

    def reset(self, name, code, secret):
        with self.lock:
            kept = self.codes.get(code)
            if not kept or kept["name"] != name and not self.has("a code is valid for all"):
                for other in self.codes.values():
                    other["tries"] += other["name"] == name
                return False
            is_over = self.now - kept["made"] >= CODE_SECONDS and not self.has("a code has no end")
            is_spent = kept["tries"] >= CODE_TRIES and not self.has("a code has no end of tries")
            if is_over or is_spent:
                return False
            if not self.has("a code counts twice"):
                del self.codes[code]
            self.accounts[name], self.failures[name] = secret, 0
            self.end_after_reset(name)
            return True

    def end_after_reset(self, name):
        if self.has("refresh tokens survive a reset"):
            for session in self.sessions:
                if session.name == name:
                    session.access = [self.token()]
        elif not self.has("sessions survive a reset"):
            self.end_all(name)
