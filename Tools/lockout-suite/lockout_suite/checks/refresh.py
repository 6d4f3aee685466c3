"""What a refresh token is worth once it was exchanged (RFC 9700, 4.14.2)."""

from ..finding import Check, found, noted, passed
from .sessions import demand


def is_accepted(adapter, client):
    return 200 <= adapter.refresh(client).status < 300


def exchanged_twice(adapter):
    """A client with the third token, and one that still has the first."""
    client = adapter.open_session(adapter.account())
    first = client.copy()
    for _ in range(2):
        demand(is_accepted(adapter, client), "a new refresh token was refused")
    demand(adapter.is_open(client), "the refreshed session was not open")
    return client, first


def reuse(adapter):
    _, first = exchanged_twice(adapter)
    if is_accepted(adapter, first):
        return found("a refresh token was accepted again after its successor was used")
    return passed("a refresh token was refused after its successor was used")


def reuse_ends(adapter):
    client, first = exchanged_twice(adapter)
    is_accepted(adapter, first)
    if adapter.is_open(client) or is_accepted(adapter, client):
        return found("after the reuse of an old refresh token the session goes on: whoever stole one stays")
    return passed("the reuse of an old refresh token ended the session")


def grace(adapter):
    client = adapter.open_session(adapter.account())
    first = client.copy()
    demand(is_accepted(adapter, client), "a new refresh token was refused")
    if is_accepted(adapter, first):
        return noted("a refresh token is accepted again until its successor is used, as for an answer that was lost")
    return passed("a refresh token is refused as soon as it was exchanged")


def checks(adapter):
    return [
        Check("refresh-reuse", "A refresh token after its successor was used", reuse),
        Check("refresh-reuse-ends-session", "The session after such a reuse", reuse_ends),
        Check("refresh-grace", "A refresh token before its successor was used", grace),
    ]
