"""Sessions, tokens and secrets that must end."""

from ..adapter import Account, NotOffered, Verdict
from ..finding import Check, found, passed, untried


def still_open(adapter, sessions):
    """Returns the names of open sessions, directly or after a refresh."""
    names = []
    for name, client in sessions.items():
        if adapter.is_open(client):
            names.append(name)
            continue
        try:
            adapter.refresh(client)
        except NotOffered:
            continue
        if adapter.is_open(client):
            names.append(f"{name} after a refresh")
    return names


def judge(adapter, sessions, event):
    names = still_open(adapter, sessions)
    if names:
        return found(f"open after {event}: {'; '.join(names)}", tried=len(sessions), open=len(names))
    return passed(f"nothing was open after {event}", tried=len(sessions), open=0)


def demand(is_so, what):
    """Ends a check as not tried if one of its own steps failed."""
    if not is_so:
        raise NotOffered(f"{what}, so the check could not run")


def new_tokens(adapter):
    account = adapter.account()
    client = adapter.session(account)
    before = client.copy()
    demand(adapter.verdict(adapter.guess(client, account, account.secret)) is Verdict.RIGHT, "the secret was rejected")
    demand(adapter.is_open(client), "the correct secret did not open the session")
    return judge(adapter, {"a copy from before the secret": before}, "the correct secret")


def old_secret_counts(adapter, account, secret):
    """Returns whether the old secret is valid; None if the new one is not."""
    client = adapter.session(account)
    if adapter.verdict(adapter.guess(client, account, account.secret)) is Verdict.RIGHT:
        return True
    fresh = Account(account.name, secret)
    is_new = adapter.verdict(adapter.guess(adapter.session(fresh), fresh, secret)) is Verdict.RIGHT
    return False if is_new else None


def after_a_change(adapter):
    account = adapter.account()
    client, other = adapter.open_session(account), adapter.open_session(account)
    secret = adapter.world.new_secret(adapter)
    demand(adapter.is_open(client) and adapter.is_open(other), "two sessions of an account were not open concurrently")
    demand(adapter.verdict(adapter.change(client, account, secret)) is Verdict.RIGHT, "the secret was not changed")
    return with_secrets(adapter, account, secret, judge(adapter, {"another session": other}, "a change"))


def own_tokens_after_a_change(adapter):
    """A separate check, because servers may keep these tokens by design."""
    account = adapter.account()
    client = adapter.open_session(account)
    old, secret = client.copy(), adapter.world.new_secret(adapter)
    demand(adapter.is_open(old), "the session was not open")
    demand(adapter.verdict(adapter.change(client, account, secret)) is Verdict.RIGHT, "the secret was not changed")
    return judge(adapter, {"the old tokens of the session that changed it": old}, "a change")


def with_secrets(adapter, account, secret, finding):
    counts = old_secret_counts(adapter, account, secret)
    if counts:
        return found("the old secret is still valid", **finding.figures)
    if counts is None:
        return untried("the new secret is not valid", **finding.figures)
    return finding


def after_a_reset(adapter):
    account = adapter.account()
    sessions = {"one session": adapter.open_session(account), "another session": adapter.open_session(account)}
    demand(all(adapter.is_open(client) for client in sessions.values()), "two sessions were not open concurrently")
    secret = adapter.world.new_secret(adapter)
    adapter.ask_reset(adapter.world.client(), account.name)
    code = adapter.mailed_reset(account)
    demand(all(adapter.is_open(client) for client in sessions.values()), "a request for a reset ended sessions")
    response = adapter.reset(adapter.world.client(), account, code, secret)
    demand(adapter.verdict(response) is Verdict.RIGHT, "the reset was rejected")
    return with_secrets(adapter, account, secret, judge(adapter, sessions, "a reset"))


def after_signing_out(adapter):
    account = adapter.account()
    client = adapter.open_session(account)
    copy = client.copy()
    demand(adapter.is_open(copy), "the session was not open")
    adapter.sign_out(client)
    return judge(adapter, {"a copy of the session": copy}, "sign-out")


def checks(adapter):
    return [
        Check("session-new-tokens", "Tokens from before the correct secret", new_tokens),
        Check("session-after-change", "Sessions and secrets after a change", after_a_change),
        Check("session-change-new-tokens", "Tokens from before a change", own_tokens_after_a_change),
        Check("session-after-reset", "Sessions and secrets after a reset by email", after_a_reset),
        Check("session-after-sign-out", "A copy of a session after its sign-out", after_signing_out),
    ]
