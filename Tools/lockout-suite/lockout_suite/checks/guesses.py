"""The number of guesses that the server evaluates when many arrive concurrently."""

import collections
import math
import re

from ..adapter import Verdict
from ..client import NoResponse
from ..finding import Check, found, passed, untried
from ..world import at_once

# NIST SP 800-63B-4, 3.2.2: consecutive failures per account.
NIST = 100
QUIET_ROUNDS = 2
MOST_SESSIONS = 12
LOOKED_AT = (Verdict.RIGHT, Verdict.WRONG)


class Guessing:
    """Counts the verdicts of guesses at one account."""

    def __init__(self, adapter, account):
        self.adapter, self.account, self.seen = adapter, account, collections.Counter()

    @property
    def looked_at(self):
        return sum(self.seen[verdict] for verdict in LOOKED_AT)

    @property
    def sent(self):
        return sum(self.seen.values())

    def one(self, client, secret):
        try:
            verdict = self.adapter.verdict(self.adapter.guess(client, self.account, secret))
        except NoResponse:
            verdict = Verdict.UNCLEAR
        return verdict

    def volley(self, clients, rights=0):
        """Sends a guess from each client concurrently; `rights` of them are right. Returns how many were evaluated."""
        world = self.adapter.world
        secrets = [world.wrong_secret(self.adapter) for _ in clients]
        for index in world.random.sample(range(len(secrets)), rights):
            secrets[index] = self.account.secret
        for client in clients:
            client.connect()
        before = self.looked_at
        self.seen.update(at_once([
            lambda client=client, secret=secret: self.one(client, secret)
            for client, secret in zip(clients, secrets)]))
        return self.looked_at - before

    def spend(self, clients, bound):
        """Guesses until the server evaluates no more guesses, or exceeds the bound."""
        quiet, most = 0, self.sent + 3 * bound + 4 * len(clients)
        while quiet < QUIET_ROUNDS and self.looked_at <= bound and self.sent < most:
            quiet = 0 if self.volley(clients) else quiet + 1

    def figures(self, bound):
        return {"bound": bound, "evaluated": self.looked_at, "sent": self.sent,
                **{verdict.value: self.seen[verdict] for verdict in Verdict if self.seen[verdict]}}

    def judge(self, bound, whose, is_blocked=True):
        figures = self.figures(bound)
        text = f"{self.looked_at} of {self.sent} guesses were evaluated; {whose} at most {bound}"
        if self.looked_at > bound:
            return found(text, **figures)
        if self.seen[Verdict.UNCLEAR]:
            text += f"; {self.seen[Verdict.UNCLEAR]} are unclear"
            if self.looked_at + self.seen[Verdict.UNCLEAR] > bound:
                return untried(text, **figures)
        if is_blocked and not self.seen[Verdict.REFUSED]:
            return untried(f"{text}; no guess was rejected, so no limit was reached", **figures)
        return passed(text, **figures)


def bound_of(promised):
    """Returns the promised bound or that of NIST, and its source."""
    return (promised, "the adapter promises") if promised else (NIST, "no promise; NIST SP 800-63B-4 (3.2.2) allows")


def session_bound(adapter):
    return bound_of(adapter.budget.session or adapter.budget.account)


def devices(adapter, client):
    """Returns a copy of the session's client for each concurrent connection."""
    return [client.copy() for _ in range(adapter.world.parallel)]


def in_one_session(adapter):
    account = adapter.account()
    guessing, (bound, whose) = Guessing(adapter, account), session_bound(adapter)
    guessing.spend(devices(adapter, adapter.session(account)), bound)
    return guessing.judge(bound, whose)


def over_sessions(adapter):
    account, budget = adapter.account(), adapter.budget
    bound, whose = bound_of(budget.account)
    # Enough sessions to exceed the account's budget with the budgets of sessions.
    wanted = math.ceil((bound + 1) / budget.session) + 1 if budget.session else 4
    sessions = [adapter.session(account) for _ in range(min(wanted, MOST_SESSIONS))]
    guessing = Guessing(adapter, account)
    copies = max(2, adapter.world.parallel // len(sessions))
    guessing.spend([session.copy() for session in sessions for _ in range(copies)], bound)
    finding = guessing.judge(bound, whose)
    finding.figures["sessions"] = len(sessions)
    return finding


def with_the_right_one(adapter):
    account = adapter.account()
    bound, whose = session_bound(adapter)
    guessing, clients = Guessing(adapter, account), devices(adapter, adapter.session(account))
    # A server may evaluate only one guess of a volley, which should be right. Without a budget, one is enough.
    rights = len(clients) * 3 // 4 if adapter.budget.session or adapter.budget.account else 1
    for _ in range(bound):
        guessing.volley(clients, rights)
        if guessing.seen[Verdict.RIGHT]:
            break
    successes = guessing.seen[Verdict.RIGHT]
    if not successes:
        return untried("none of the right guesses was evaluated", **guessing.figures(bound))
    if adapter.budget.is_reset_by_success:
        # The whole budget before each success, and after the last.
        bound = bound * (successes + 1) + successes
        whose = f"with {successes} successes, each of which resets the count, {whose}"
    guessing.spend(clients, bound)
    return guessing.judge(bound, whose)


def shape(response):
    """Returns the parts of a response to compare, without numbers and random values."""
    return response.status, sorted(response.json), re.sub(r"[0-9]+|[A-Za-z0-9_-]{20,}", "#", response.text)[:4000]


def after_the_budget(adapter):
    account = adapter.account()
    guessing, (bound, _) = Guessing(adapter, account), session_bound(adapter)
    client = adapter.session(account)
    guessing.spend(devices(adapter, client), bound)
    if guessing.looked_at > bound or not guessing.seen[Verdict.REFUSED]:
        return untried(f"no block was reached after {guessing.sent} guesses", **guessing.figures(bound))
    wrong = adapter.guess(client.copy(), account, adapter.world.wrong_secret(adapter))
    right = adapter.guess(client.copy(), account, account.secret)
    if adapter.verdict(right) is Verdict.RIGHT:
        return found("after the block, the correct secret was still evaluated", **guessing.figures(bound))
    if shape(wrong) != shape(right):
        return found("after the block, the responses to a correct and a wrong secret differ", **guessing.figures(bound))
    return passed("after the block, a correct and a wrong secret get the same rejection", **guessing.figures(bound))


def after_a_restart(adapter):
    account = adapter.account()
    guessing, (bound, whose) = Guessing(adapter, account), session_bound(adapter)
    client = adapter.session(account)
    guessing.spend(devices(adapter, client), bound)
    before = guessing.looked_at
    if before > bound:
        return untried(f"no limit was reached after {guessing.sent} guesses", **guessing.figures(bound))
    adapter.restart()
    guessing.spend(devices(adapter, client), bound)
    finding = guessing.judge(bound, whose)
    finding.figures["evaluated before the restart"] = before
    return finding


def checks(adapter):
    return [
        Check("guesses-in-one-session", "Concurrent guesses in one session", in_one_session),
        Check("guesses-over-sessions", "Concurrent guesses at one account in several sessions", over_sessions),
        Check("guesses-with-the-right-one", "Concurrent guesses with the correct one among them", with_the_right_one),
        Check("guesses-after-the-budget", "The correct secret after the last guess", after_the_budget),
        Check("guesses-after-restart", "Guesses refunded by a restart", after_a_restart),
    ]
