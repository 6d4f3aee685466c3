"""Codes and links that are mailed for a reset."""

import math
import re
import time

from ..adapter import Verdict
from ..finding import Check, found, noted, passed, untried
from .sessions import demand

# From here on nobody guesses it, however often (OWASP ASVS 5.0, 6.6.3, names 64 bits).
ENOUGH_BITS = 64
# Where the adapter promises no number: a code below ENOUGH_BITS must end at some time.
TRIES = 30
CLASSES = {"[0-9]": 10, "[A-Z]": 26, "[a-z]": 26}


def mailed(adapter, account):
    adapter.ask_reset(adapter.world.client(), account.name)
    return adapter.mailed_reset(account)


def use(adapter, account, code):
    """Whether the code resets the account, to a new secret that it then has."""
    secret = adapter.world.new_secret(adapter)
    answer = adapter.reset(adapter.world.client(), account, code, secret)
    if adapter.verdict(answer) is Verdict.RIGHT:
        account.secret = secret
        return True
    return False


def bits(code):
    """How many bits are in the longest piece of it, at most, if it is random and of the letters that occur."""
    piece = max(re.findall(r"[A-Za-z0-9_-]+", code), key=len)
    letters = sum(count for pattern, count in CLASSES.items() if re.search(pattern, piece))
    return round(sum(character.isalnum() for character in piece) * math.log2(letters), 1)


def single_use(adapter):
    account = adapter.account()
    code = mailed(adapter, account)
    demand(use(adapter, account, code), "the mailed code was refused")
    return found("a used code was accepted again") if use(adapter, account, code) else passed("a used code was refused")


def of_another(adapter):
    account, other = adapter.account(), adapter.account()
    code = mailed(adapter, other)
    mailed(adapter, account)
    if use(adapter, account, code):
        return found("the code that was mailed for one account reset another")
    demand(use(adapter, other, code), "the code was refused for its own account too")
    return passed("the code that was mailed for one account was refused for another, and accepted for its own")


def tries(adapter):
    account = adapter.account()
    code, promised = mailed(adapter, account), adapter.mailed.tries
    enough = bits(code) >= ENOUGH_BITS
    count = promised or TRIES
    figures = {"wrong tries": count, "bits at most": bits(code)}
    for _ in range(count):
        demand(not use(adapter, account, adapter.wrong_code(code)), "a wrong code was accepted")
    if not use(adapter, account, code):
        return passed(f"after {count} wrong tries the right code was refused", **figures)
    if enough and not promised:
        return passed(f"after {count} wrong tries the code counts, as one of {bits(code):.0f} bits may", **figures)
    return found(f"after {count} wrong tries the right code was accepted", **figures)


def expiry(adapter):
    if adapter.mailed.seconds is None:
        return untried("the adapter names no time after which a code ends")
    account = adapter.account()
    code = mailed(adapter, account)
    adapter.let_time_pass(adapter.mailed.seconds + 1)
    if use(adapter, account, code):
        return found(f"a code was accepted {adapter.mailed.seconds + 1} s after it was mailed")
    fresh = mailed(adapter, account)
    adapter.let_time_pass(adapter.mailed.seconds - 30)
    demand(use(adapter, account, fresh), "a code was refused 30 s before its end, too")
    return passed(f"a code was refused {adapter.mailed.seconds + 1} s after it was mailed, and accepted before")


def superseded(adapter):
    account = adapter.account()
    older = mailed(adapter, account)
    newer = mailed(adapter, account)
    if newer == older:
        # It may be made of the time in seconds.
        time.sleep(1.1)
        newer = mailed(adapter, account)
    demand(older != newer, "the second mail brought the same code")
    if not use(adapter, account, older):
        demand(use(adapter, account, newer), "the newer code was refused too")
        return passed("a newer code ended the older one")
    say = found if adapter.mailed.ends_older else noted
    return say("an older code was accepted after a newer one was mailed")


def changes_nothing(adapter):
    account = adapter.account()
    client = adapter.open_session(account)
    mailed(adapter, account)
    if not adapter.is_open(client):
        return found("asking for a reset ended a session: whoever knows a name can do so")
    answer = adapter.guess(adapter.session(account), account, account.secret)
    if adapter.verdict(answer) is not Verdict.RIGHT:
        return found("asking for a reset made the secret worthless: whoever knows a name can do so")
    return passed("asking for a reset changed nothing")


def checks(adapter):
    return [
        Check("mailed-single-use", "A mailed code that was used", single_use),
        Check("mailed-of-another", "A code that was mailed for another account", of_another),
        Check("mailed-tries", "Wrong tries at a mailed code", tries),
        Check("mailed-expiry", "A mailed code whose time is over", expiry),
        Check("mailed-superseded", "A mailed code behind a newer one", superseded),
        Check("mailed-changes-nothing", "What asking for a reset changes", changes_nothing),
    ]
