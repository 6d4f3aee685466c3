"""What the suite has to know of a server. An adapter is a subclass of `Adapter`; what it leaves out is not tried."""

import dataclasses
import enum


class NotOffered(Exception):
    """The server has no such thing, or the adapter does not know it: the check says so."""


class Verdict(enum.Enum):
    """What an answer to a guess says."""

    RIGHT = "right"
    WRONG = "wrong"
    # Nothing was looked at: a wait, a block, a session that has ended.
    REFUSED = "refused"
    # It cannot be told whether the guess was looked at.
    UNCLEAR = "unclear"


@dataclasses.dataclass
class Account:
    name: str
    secret: str = dataclasses.field(repr=False)


@dataclasses.dataclass
class Budget:
    """How many guesses the server promises to look at within the seconds that a check takes, without a success.

    None is no promise. Then the bound is NIST SP 800-63B-4's (3.2.2): no more than 100 failures in a row on an account.
    """

    session: int | None = None
    account: int | None = None
    # Whether a success starts the count anew.
    is_reset_by_success: bool = True


@dataclasses.dataclass
class Mailed:
    """What the server promises of codes or links that it mails."""

    # Wrong tries that end a code. None is right for links that no one can guess.
    tries: int | None = None
    seconds: int | None = None
    ends_older: bool = False


class Adapter:
    """Each action sends what one step of a client sends, and returns the last answer.

    An action keeps what the session takes in the client: `client.cookies` by itself, `client.headers` (a bearer token)
    and `client.memory` by hand. A copy of a client is another device with the same tokens.
    """

    name = "server"
    budget = Budget()
    mailed = Mailed()
    # Seconds without a request after which an open session is locked; None where idleness locks nothing.
    idle_seconds = None
    # Which calls take a name and need no session: what they are called, and the action that makes them.
    asks = {}
    # Pages, for the headers that browsers read.
    pages = ()
    # Findings that are meant: the check's name, and why.
    declared = {}

    def __init__(self, world):
        self.world = world

    # What every adapter has

    def account(self):
        """An account that has a secret and may be used up. Without an action of its own: the next of --accounts."""
        return self.world.next_account()

    def session(self, account):
        """A client that may guess: locked in the account's session, or not signed in."""
        raise NotOffered("the adapter has no session")

    def guess(self, client, account, secret):
        raise NotOffered("the adapter has no guess")

    def inside(self, client):
        """A call that only an open session may make, and that changes nothing."""
        raise NotOffered("the adapter has no call that takes an open session")

    def verdict(self, answer):
        if 200 <= answer.status < 300:
            return Verdict.RIGHT
        if answer.status in (400, 401, 403):
            return Verdict.WRONG
        return Verdict.REFUSED if answer.status in (409, 423, 429) else Verdict.UNCLEAR

    def is_inside(self, answer):
        return 200 <= answer.status < 300

    def new_secret(self, number):
        """A secret that the server takes and no account has yet. Numbers below 1,000,000 give different ones."""
        return f"{(number * 7919 + 104729) % 1_000_000:06d}"

    # What a server may have

    def browser(self, account):
        """An open session by cookies."""
        return self.open_session(account)

    def lock(self, client):
        raise NotOffered("the server has no lock beside signing out")

    def sign_out(self, client):
        raise NotOffered("the adapter has no sign-out")

    def refresh(self, client):
        """Exchanges the refresh token in the client's memory for a new one, which the client then has."""
        raise NotOffered("the server has no refresh tokens")

    def change(self, client, account, secret):
        raise NotOffered("the adapter has no change of the secret")

    def ask_reset(self, client, name):
        raise NotOffered("the server mails no reset")

    def mailed_reset(self, account):
        """What the reset mail brought: a code, or a link."""
        raise NotOffered("the server mails no reset")

    def reset(self, client, account, code, secret):
        raise NotOffered("the server mails no reset")

    def wrong_code(self, code):
        """Another code of the same form."""
        last = "A" if code[-1] != "A" else "B"
        return code[:-1] + last

    def forge(self, client, headers, kind):
        """Locks or signs out, as a page of another site could make this browser do: with its cookies, and without what
        only the server's own pages know. `kind` is `json`, `form` or `text`, the content type of the body."""
        raise NotOffered("the adapter has no call of another site's")

    def own_page(self, client):
        """The same, as the server's own page does it."""
        raise NotOffered("the adapter has no call of another site's")

    def let_time_pass(self, seconds):
        """Moves the server's clock."""
        raise NotOffered("the server's clock cannot be moved")

    def restart(self):
        self.world.restart()

    # Made of the above

    def open_session(self, account):
        client = self.session(account)
        if self.verdict(self.guess(client, account, account.secret)) is not Verdict.RIGHT:
            raise NotOffered("the right secret did not open a session")
        return client

    def is_open(self, client):
        return self.is_inside(self.inside(client))
