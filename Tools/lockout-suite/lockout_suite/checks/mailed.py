"""Emailed codes and links for a reset."""

import math
import re
import time

from ..adapter import Verdict
from ..finding import Check, found, noted, passed, untried
from .sessions import demand

# The entropy of an unguessable code (64 bits in OWASP ASVS 5.0, 6.6.3).
ENOUGH_BITS = 64
# Attempts if the adapter promises no limit. A code below ENOUGH_BITS must have one.
TRIES = 30
CLASSES = {"[0-9]": 10, "[A-Z]": 26, "[a-z]": 26}


def mailed(adapter, account):
    adapter.ask_reset(adapter.world.client(), account.name)
    return adapter.mailed_reset(account)


def use(adapter, account, code):
    """Resets the account to a new secret. Returns whether the code was accepted."""
    secret = adapter.world.new_secret(adapter)
    response = adapter.reset(adapter.world.client(), account, code, secret)
    if adapter.verdict(response) is Verdict.RIGHT:
        account.secret = secret
        return True
    return False


def bits(code):
    """Returns the maximum entropy in bits of the longest piece, if random over its kinds of characters."""
    piece = max(re.findall(r"[A-Za-z0-9_-]+", code), key=len)
    letters = sum(count for pattern, count in CLASSES.items() if re.search(pattern, piece))
    return round(sum(character.isalnum() for character in piece) * math.log2(letters), 1)


def single_use(adapter):
    account = adapter.account()
    code = mailed(adapter, account)
    demand(use(adapter, account, code), "the emailed code was rejected")
    return found("a used code was accepted") if use(adapter, account, code) else passed("a used code was rejected")


def of_another(adapter):
    account, other = adapter.account(), adapter.account()
    code = mailed(adapter, other)
    mailed(adapter, account)
    if use(adapter, account, code):
        return found("the code of one account reset another")
    demand(use(adapter, other, code), "the code was rejected for its own account too")
    return passed("the code of one account was rejected for another, and accepted for its own")


def tries(adapter):
    account = adapter.account()
    code, promised = mailed(adapter, account), adapter.mailed.tries
    enough = bits(code) >= ENOUGH_BITS
    count = promised or TRIES
    figures = {"wrong attempts": count, "maximum bits": bits(code)}
    for _ in range(count):
        demand(not use(adapter, account, adapter.wrong_code(code)), "a wrong code was accepted")
    if not use(adapter, account, code):
        return passed(f"after {count} wrong attempts, the correct code was rejected", **figures)
    if enough and not promised:
        return passed(f"after {count} wrong attempts, the code is valid; its {bits(code):.0f} bits allow it", **figures)
    return found(f"after {count} wrong attempts, the correct code was accepted", **figures)


def expiry(adapter):
    if adapter.mailed.seconds is None:
        return untried("the adapter does not define when a code expires")
    account = adapter.account()
    code = mailed(adapter, account)
    adapter.let_time_pass(adapter.mailed.seconds + 1)
    if use(adapter, account, code):
        return found(f"a code was accepted after {adapter.mailed.seconds + 1} s")
    fresh = mailed(adapter, account)
    adapter.let_time_pass(adapter.mailed.seconds - 30)
    demand(use(adapter, account, fresh), "a code was also rejected 30 s before its expiry")
    return passed(f"a code was rejected after {adapter.mailed.seconds + 1} s, and accepted before")


def superseded(adapter):
    account = adapter.account()
    older = mailed(adapter, account)
    newer = mailed(adapter, account)
    if newer == older:
        # The code may depend on the time in seconds.
        time.sleep(1.1)
        newer = mailed(adapter, account)
    demand(older != newer, "the second email contained the same code")
    if not use(adapter, account, older):
        demand(use(adapter, account, newer), "the newer code was rejected too")
        return passed("a newer code revoked the older one")
    say = found if adapter.mailed.ends_older else noted
    return say("an older code was accepted after a newer one was sent")


def changes_nothing(adapter):
    account = adapter.account()
    client = adapter.open_session(account)
    mailed(adapter, account)
    if not adapter.is_open(client):
        return found("a request for a reset ended a session; anyone who knows a name can send one")
    response = adapter.guess(adapter.session(account), account, account.secret)
    if adapter.verdict(response) is not Verdict.RIGHT:
        return found("a request for a reset invalidated the secret; anyone who knows a name can send one")
    return passed("a request for a reset changed nothing")


def checks(adapter):
    return [
        Check("mailed-single-use", "A used emailed code", single_use),
        Check("mailed-of-another", "The emailed code of another account", of_another),
        Check("mailed-tries", "An emailed code after wrong attempts", tries),
        Check("mailed-expiry", "An expired emailed code", expiry),
        Check("mailed-superseded", "An emailed code after a newer one", superseded),
        Check("mailed-changes-nothing", "The effects of a request for a reset", changes_nothing),
    ]
