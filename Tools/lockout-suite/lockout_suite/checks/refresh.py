"""Reuse of exchanged refresh tokens (RFC 9700, 4.14.2)."""

from ..finding import Check, found, noted, passed
from .sessions import demand


def is_accepted(adapter, client):
    return 200 <= adapter.refresh(client).status < 300


def exchanged_twice(adapter):
    """Returns a client with the third token, and one with the first."""
    client = adapter.open_session(adapter.account())
    first = client.copy()
    for _ in range(2):
        demand(is_accepted(adapter, client), "a new refresh token was rejected")
    demand(adapter.is_open(client), "the refreshed session was not open")
    return client, first


def reuse(adapter):
    _, first = exchanged_twice(adapter)
    if is_accepted(adapter, first):
        return found("a refresh token was accepted again after its successor was used")
    return passed("a refresh token was rejected after its successor was used")


def reuse_ends(adapter):
    client, first = exchanged_twice(adapter)
    is_accepted(adapter, first)
    if adapter.is_open(client) or is_accepted(adapter, client):
        return found("the session continues after the reuse of an old refresh token, which may be stolen")
    return passed("the reuse of an old refresh token ended the session")


def grace(adapter):
    client = adapter.open_session(adapter.account())
    first = client.copy()
    demand(is_accepted(adapter, client), "a new refresh token was rejected")
    if is_accepted(adapter, first):
        return noted("a refresh token is accepted until its successor is used, to tolerate lost responses")
    return passed("a refresh token is rejected immediately after its exchange")


def checks(adapter):
    return [
        Check("refresh-reuse", "A refresh token after its successor was used", reuse),
        Check("refresh-reuse-ends-session", "The session after a reuse of a refresh token", reuse_ends),
        Check("refresh-grace", "A refresh token before its successor was used", grace),
    ]
