"""An administrator ends what an account has, and opens, sets, chooses, skips and reads nothing of it."""

from ..adapter import NotOffered, Verdict
from ..finding import Check, found, passed
from ..mailbox import NoMail
from .sessions import demand


def secrets_of(account, client):
    """Returns the account's secret and the tokens of its session."""
    tokens = [client.headers.get("Authorization", "").rpartition(" ")[2], *client.cookies.values()]
    return [account.secret, *filter(None, tokens), *map(str, client.memory.values())]


def session_of(adapter, account):
    """Returns a new session, or None if the account cannot sign in."""
    try:
        return adapter.session(account)
    except (NoMail, NotOffered):
        return None


def gains(adapter, account, locked, chosen, response, client):
    """Yields what the administrator gained by an act."""
    if any(secret in response.text for secret in secrets_of(account, locked)):
        yield "reveals a secret or token"
    if adapter.is_open(locked):
        yield "opens a locked session"
    if adapter.owner(client) == account.name:
        yield "signs in as the account"
    fresh = session_of(adapter, account)
    if fresh and adapter.is_open(fresh):
        yield "opens new sessions without the secret"
    elif fresh and adapter.verdict(adapter.guess(fresh, account, chosen)) is Verdict.RIGHT:
        yield "sets the secret"


def powers(adapter):
    administrator = adapter.administrator()
    demand(adapter.is_open(administrator), "the administrator's session was not open")
    # The secret of another account, so that it is not too easy to guess.
    account, chosen = adapter.account(), adapter.account().secret
    locked = adapter.session(account)
    demand(not adapter.is_open(locked), "the account's session was not locked")
    acts, broken = 0, []
    for name, client, response in adapter.administer(administrator, account, chosen):
        acts += 1
        broken += [f"{name} {gain}" for gain in gains(adapter, account, locked, chosen, response, client)]
    demand(acts, "the adapter has no acts of an administrator")
    if broken:
        return found("; ".join(broken), acts=acts)
    return passed("no act opened, set or revealed anything", acts=acts)


def checks(adapter):
    return [Check("administrator", "An administrator and the secret of an account", powers)]
