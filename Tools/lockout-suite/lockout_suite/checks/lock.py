"""Attempts to open a lock without the secret."""

import email.utils
import time

from ..adapter import NotOffered
from ..finding import Check, found, passed
from .sessions import demand

A_DAY = 86_400


def locked(adapter):
    """Returns a locked session, with copies of its earlier tokens: from its start, and while it was open."""
    account = adapter.account()
    client = adapter.session(account)
    copies = {"the tokens from before the secret": client.copy()}
    adapter.guess(client, account, account.secret)
    copies["the tokens from the open session"] = client.copy()
    demand(adapter.is_open(client), "the session was not open before it was locked")
    adapter.lock(client)
    return account, client, copies


def judge(adapter, client, event):
    if adapter.is_open(client):
        return found(f"the lock was open {event}")
    return passed(f"the lock was closed {event}")


def holds(adapter):
    _, client, _ = locked(adapter)
    return judge(adapter, client, "immediately")


def and_wrong_guess(adapter):
    account, client, _ = locked(adapter)
    adapter.guess(client, account, adapter.world.wrong_secret(adapter))
    return judge(adapter, client, "after a wrong guess")


def and_old_tokens(adapter):
    _, _, copies = locked(adapter)
    names = [name for name, copy in copies.items() if adapter.is_open(copy)]
    if names:
        return found(f"the lock was open for {' and for '.join(names)}", tried=len(copies), open=len(names))
    return passed("the lock was closed for earlier tokens", tried=len(copies), open=0)


def and_refresh(adapter):
    _, client, _ = locked(adapter)
    adapter.refresh(client)
    return judge(adapter, client, "after a refresh")


def and_old_refresh(adapter):
    _, _, copies = locked(adapter)
    for copy in copies.values():
        adapter.refresh(copy)
    names = [name for name, copy in copies.items() if adapter.is_open(copy)]
    if names:
        return found(f"the lock was open after a refresh with {' and with '.join(names)}")
    return passed("the lock was closed after refreshes with earlier tokens", tried=len(copies))


def and_clients_clock(adapter):
    _, client, _ = locked(adapter)
    for days in (-3650, -1, 1, 3650):
        client.headers["Date"] = email.utils.formatdate(time.time() + days * A_DAY, usegmt=True)
        if adapter.is_open(client):
            return found(f"the lock was open for a client whose clock is off by {days} days")
    return passed("the lock was closed regardless of the client's Date", tried=4)


def and_time(adapter):
    _, client, _ = locked(adapter)
    for seconds in (60, 540, 3600, A_DAY):
        adapter.let_time_pass(seconds)
        if adapter.is_open(client):
            return found(f"the lock was open {seconds} s later")
    # The access token may have expired meanwhile, which proves nothing about the lock.
    try:
        adapter.refresh(client)
    except NotOffered:
        pass
    return judge(adapter, client, "after a minute, ten minutes, an hour and a day, followed by a refresh")


def idle(adapter):
    """Returns a session after its idle timeout."""
    if adapter.idle_seconds is None:
        raise NotOffered("the adapter does not define idle_seconds")
    client = adapter.open_session(adapter.account())
    adapter.let_time_pass(adapter.idle_seconds - 10)
    demand(adapter.is_open(client), "the session was closed before its timeout")
    adapter.let_time_pass(adapter.idle_seconds)
    return client


def when_idle(adapter):
    return judge(adapter, idle(adapter), f"after {adapter.idle_seconds} s of idleness")


def idle_and_refresh(adapter):
    client = idle(adapter)
    demand(not adapter.is_open(client), "idleness did not lock the session")
    adapter.refresh(client)
    return judge(adapter, client, "after idleness and a refresh")


def idle_and_time(adapter):
    client = idle(adapter)
    demand(not adapter.is_open(client), "idleness did not lock the session")
    adapter.let_time_pass(-adapter.idle_seconds)
    return judge(adapter, client, "after idleness, when the server's clock was set back")


def checks(adapter):
    return [
        Check("lock-holds", "A locked session", holds),
        Check("lock-and-wrong-guess", "A lock after a wrong guess", and_wrong_guess),
        Check("lock-and-old-tokens", "A lock with earlier tokens", and_old_tokens),
        Check("lock-and-refresh", "A lock after a refresh", and_refresh),
        Check("lock-and-old-refresh", "A lock after refreshes with earlier tokens", and_old_refresh),
        Check("lock-and-clients-clock", "A lock with wrong client clocks", and_clients_clock),
        Check("lock-and-time", "A lock after elapsed time", and_time),
        Check("lock-when-idle", "A session after its idle timeout", when_idle),
        Check("lock-when-idle-and-refresh", "An idle lock after a refresh", idle_and_refresh),
        Check("lock-when-idle-and-clock", "An idle lock after the server's clock is set back", idle_and_time),
    ]
