"""Whether an answer, or the time it takes, tells that a name has an account."""

import re
import statistics

from .. import timing
from ..adapter import NotOffered
from ..finding import Check, found, noted, passed, untried
from .guesses import NIST

SAMPLES = 3
# How often a name is asked about when answers are compared.
BY_ANSWER = 2
# Of the names that are asked about until their limits are reached.
PAIRS = 2
# How often a difference has to come again, at the same try of other names.
REPEATS = 3
ROUNDS = 2
# How often a name is asked about in a round: a limit on it would make a known name like any other.
TIMES = 5
# From here on a difference is called a fault; smaller ones are told as figures.
LEAST_SECONDS = 0.0002
# Noise in which only a difference of more than this, and of more than half the time of an answer, would be seen makes
# the measurement worth nothing: not even a hash that is left out would be noticed.
MOST_SECONDS = 0.020
AN_HOUR = 3600


def let_limits_start_anew(adapter):
    """Whether they do: where the server's clock cannot be moved, what a limit hides is not seen."""
    try:
        adapter.let_time_pass(AN_HOUR)
    except NotOffered:
        return False
    return True


def features(answer, name):
    """The words of an answer: of its status, headers and body. The name itself is none."""
    words = [f"status {answer.status}"]
    headers = [(key.lower(), value) for key, value in answer.headers]
    words += [f"header {key}: {value}" for key, value in headers if key not in ("date", "set-cookie")]
    for cookie in answer.cookies:
        words += [f"cookie {cookie.name}", *(f"{cookie.name}'s {part}" for part in sorted(cookie.attributes))]
    body = answer.text.replace(name, "NAME").replace(name.replace("@", "%40"), "NAME")
    return set(words) | {f"body {word}" for word in re.split(r"\s+|(?<=[>,])", body) if word}


def told(known, unknown):
    """Words that all answers of one kind have, and none of the other; each with the kind that has it."""
    def telling(samples, others):
        return set.intersection(*samples) - set.union(*others)
    return {(True, word) for word in telling(known, unknown)} | {(False, word) for word in telling(unknown, known)}


def differences(known, unknown):
    """The same, without their kinds."""
    return {word for _, word in told(known, unknown)}


def places(words):
    """Words of a body may be anything; where they are is enough."""
    return ", ".join(sorted({word.split(" ")[0] for word in words}))


def by_answer(adapter, ask):
    let_limits_start_anew(adapter)
    call = getattr(adapter, adapter.asks[ask])
    accounts = [adapter.account() for _ in range(SAMPLES)]
    known, unknown = [], []
    for account in accounts:
        # Each on a connection and with cookies of its own; and twice, since the second answer may differ too.
        for names, name in (known, account.name), (unknown, adapter.world.unknown_name_like(account.name)):
            names += [features(call(adapter.world.client(), name), name) for _ in range(BY_ANSWER)]
    telling = differences(known, unknown)
    figures = {"answers": 4 * SAMPLES, "differences": len(telling)}
    if telling:
        return found(f"the answer tells whether a name has an account, by its {places(telling)}", **figures)
    return passed("nothing that is constant in the answers differs", **figures)


def behind_tries(adapter, ask):
    """Whether names come to a limit that tells them apart: one that only names with an account have, say."""
    call = getattr(adapter, adapter.asks[ask])
    # One more than a budget, whose end shows in the answer behind it.
    tries = (adapter.budget.account or NIST) + 2
    telling = telling_tries(adapter, call, tries)
    for _ in range(REPEATS):
        if not telling:
            break
        # Time that went by, or which of two machines answered, made its difference once, and not again and again.
        again = telling_tries(adapter, call, max(telling))
        both = {number: words & again.get(number, set()) for number, words in telling.items()}
        telling = {number: words for number, words in both.items() if words}
    figures = {"tries": tries, "names a round": 2 * PAIRS, "differences": len(set().union(*telling.values()))}
    if telling:
        number = min(telling)
        text = f"the answer to try {number} tells whether a name has an account, by its "
        return found(text + places({word for _, word in telling[number]}), **figures)
    return passed("nothing that is constant in the answers differs", **figures)


def telling_tries(adapter, call, tries):
    """What tells names apart, by the number of the try, for those tries whose answers differ."""
    let_limits_start_anew(adapter)
    known = [adapter.account().name for _ in range(PAIRS)]
    pairs = [(name, adapter.world.unknown_name_like(name)) for name in known]
    usual, telling = set(), {}
    for number in range(1, tries + 1):
        seen = [], []
        for index, pair in enumerate(pairs):
            # AB BA: what a limit of all that ask ends between two of these, or the time, is not constant.
            for kind in (0, 1) if index % 2 == 0 else (1, 0):
                seen[kind].append(features(call(adapter.world.client(), pair[kind]), pair[kind]))
        words = told(*seen) - usual
        if number <= BY_ANSWER:
            # What the first answers tell is found by answer.
            usual |= words
        elif words:
            telling[number] = words
    return telling


def measure(adapter, ask):
    """Rounds of times, for names with an account and without."""
    call = getattr(adapter, adapter.asks[ask])
    pairs = adapter.world.pairs
    known = [adapter.account().name for _ in range(pairs // TIMES)]
    unknown = [adapter.world.unknown_name_like(name) for name in known]
    client, is_new_hour, rounds = adapter.world.client(), True, []
    for _ in range(ROUNDS):
        is_new_hour = let_limits_start_anew(adapter) and is_new_hour
        for _ in range(4):
            call(client, adapter.world.new_name())
        rounds.append(timing.alternate(
            pairs, lambda index: call(client, known[index % len(known)]).seconds,
            lambda index: call(client, unknown[index % len(known)]).seconds))
    # So that a positive shift is what an account adds.
    return [(without, with_account) for with_account, without in rounds], is_new_hour


def judge(rounds, is_new_hour=True):
    samples = [value for pair in rounds for sample in pair for value in sample]
    least = timing.smallest_found(rounds)
    shifts = [timing.shift(*pair) for pair in rounds]
    median = statistics.median(samples)
    figures = {
        "pairs a round": len(rounds[0][0]), "rounds": len(rounds),
        "p": [float(f"{timing.mann_whitney(*pair)[0]:.2g}") for pair in rounds],
        "later with an account, ms": [round(each * 1000, 3) for each in shifts],
        "median, ms": round(median * 1000, 3),
        "smallest difference found with 90 % power, ms": round(least * 1000, 3),
        "false alarms": timing.FALSE_ALARM,
    }
    rest = "" if is_new_hour else "; the server's clock cannot be moved, so its limits may have hidden a difference"
    if timing.differ(rounds):
        smaller = min(abs(each) for each in shifts)
        text = f"names with an account take {'longer' if shifts[0] > 0 else 'less time'}, by {smaller * 1000:.2f} ms"
        return (found if smaller >= LEAST_SECONDS else noted)(text, **figures)
    if least > max(MOST_SECONDS, median / 2):
        return untried(f"too much noise: only a difference of {least * 1000:.0f} ms would have been found", **figures)
    return passed(f"no difference; one of {least * 1000:.2f} ms would have been found in 9 of 10 runs{rest}", **figures)


def by_time(adapter, ask):
    return judge(*measure(adapter, ask))


KINDS = {"answer": by_answer, "limit": behind_tries, "time": by_time}


def no_calls(adapter):
    raise NotOffered("the adapter has no call that takes a name and needs no session")


def checks(adapter):
    if not adapter.asks:
        return [Check(f"names-by-{kind}", f"Whether a name has an account, by {kind}", no_calls)
                for kind in KINDS]
    return [
        Check(f"names-by-{kind}: {ask}", f"Whether a name has an account, by the {kind} of “{ask}”",
              lambda adapter, run=run, ask=ask: run(adapter, ask))
        for kind, run in KINDS.items() for ask in adapter.asks]
