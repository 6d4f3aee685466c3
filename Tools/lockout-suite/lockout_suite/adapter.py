"""The description of a server. An adapter is a subclass of `Adapter`; checks of omitted features are not tried."""

import dataclasses
import enum


class NotOffered(Exception):
    """The server or its adapter lacks a feature. The check reports it."""


class Verdict(enum.Enum):
    """The classification of a response to a guess."""

    RIGHT = "right"
    WRONG = "wrong"
    # The guess was not evaluated: a delay, a block, or an ended session.
    REFUSED = "refused"
    # It is unknown whether the guess was evaluated.
    UNCLEAR = "unclear"


@dataclasses.dataclass
class Account:
    name: str
    secret: str = dataclasses.field(repr=False)


@dataclasses.dataclass
class Budget:
    """The number of guesses that the server evaluates within the seconds of a check, without a success.

    None is no promise. The limit is then that of NIST SP 800-63B-4 (3.2.2): 100 consecutive failures per account.
    """

    session: int | None = None
    account: int | None = None
    # Whether a success resets the count.
    is_reset_by_success: bool = True


@dataclasses.dataclass
class Mailed:
    """The server's promises about emailed codes and links."""

    # Wrong attempts after which a code is invalid; None for unguessable links.
    tries: int | None = None
    seconds: int | None = None
    ends_older: bool = False


class Adapter:
    """The adapter of a server. Each action sends the requests of one step, and returns the last response.

    The client stores cookies automatically. Actions store a bearer token in `client.headers`, and other tokens in
    `client.memory`. A copy of a client is another device with the same tokens.
    """

    name = "server"
    budget = Budget()
    mailed = Mailed()
    # The idle timeout in seconds after which an open session locks; None without an idle lock.
    idle_seconds = None
    # Calls with a name and without a session: their descriptions, and the names of their actions.
    asks = {}
    # Paths of pages, to check their headers.
    pages = ()
    # Findings by design: the names of checks, and the reasons.
    declared = {}

    def __init__(self, world):
        self.world = world

    # Required actions

    def account(self):
        """Returns a disposable account with a secret. By default, the next one of --accounts."""
        return self.world.next_account()

    def session(self, account):
        """Returns a client that may guess: with a locked session of the account, or signed out."""
        raise NotOffered("the adapter does not define session")

    def guess(self, client, account, secret):
        raise NotOffered("the adapter does not define guess")

    def inside(self, client):
        """Sends a call that requires an open session and changes nothing."""
        raise NotOffered("the adapter does not define inside")

    def verdict(self, response):
        if 200 <= response.status < 300:
            return Verdict.RIGHT
        if response.status in (400, 401, 403):
            return Verdict.WRONG
        return Verdict.REFUSED if response.status in (409, 423, 429) else Verdict.UNCLEAR

    def is_inside(self, response):
        return 200 <= response.status < 300

    def new_secret(self, number):
        """Returns a valid, unused secret. Numbers below 1,000,000 result in different secrets."""
        return f"{(number * 7919 + 104729) % 1_000_000:06d}"

    # Optional actions

    def browser(self, account):
        """Returns a client with an open session and cookies."""
        return self.open_session(account)

    def lock(self, client):
        raise NotOffered("the server has no lock except sign-out")

    def sign_out(self, client):
        raise NotOffered("the adapter does not define sign_out")

    def refresh(self, client):
        """Exchanges the refresh token in the client's memory for a new one, and stores it there."""
        raise NotOffered("the server has no refresh tokens")

    def change(self, client, account, secret):
        raise NotOffered("the adapter does not define change")

    def ask_reset(self, client, name):
        raise NotOffered("the server has no reset by email")

    def mailed_reset(self, account):
        """Returns the code or link of the reset email."""
        raise NotOffered("the server has no reset by email")

    def reset(self, client, account, code, secret):
        raise NotOffered("the server has no reset by email")

    def wrong_code(self, code):
        """Returns a wrong code of the same format."""
        last = "A" if code[-1] != "A" else "B"
        return code[:-1] + last

    def forge(self, client, headers, kind):
        """Locks or signs out like a forged request of another site: with the browser's cookies, but without CSRF
        tokens. `kind` is `json`, `form` or `text`, the content type of the body."""
        raise NotOffered("the adapter does not define forge and own_page")

    def own_page(self, client):
        """Locks or signs out like the server's own page."""
        raise NotOffered("the adapter does not define forge and own_page")

    def administrator(self):
        """Returns a client with an open session of an administrator."""
        raise NotOffered("the adapter has no session of an administrator")

    def administer(self, client, account, secret):
        """Sends each call of an administrator about the account, those that change the least first, with this secret
        where a call may set one. Yields the call's name, the client with the tokens of the response, and the response.
        """
        raise NotOffered("the adapter does not define administer")

    def owner(self, client):
        """Returns the name of the account to which the client is signed in, or None."""
        raise NotOffered("the adapter does not define owner")

    def let_time_pass(self, seconds):
        """Moves the server's clock by a number of seconds."""
        raise NotOffered("the server's clock cannot be moved")

    def restart(self):
        self.world.restart()

    # Derived actions

    def open_session(self, account):
        client = self.session(account)
        if self.verdict(self.guess(client, account, account.secret)) is not Verdict.RIGHT:
            raise NotOffered("the correct secret did not open a session")
        return client

    def is_open(self, client):
        return self.is_inside(self.inside(client))
