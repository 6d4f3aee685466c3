"""User enumeration by responses, limits and response times."""

import re
import statistics

from .. import timing
from ..adapter import NotOffered
from ..finding import Check, found, noted, passed, untried
from .guesses import NIST

SAMPLES = 3
# Requests per name when responses are compared.
BY_RESPONSE = 2
# Pairs of names to request until limits apply.
PAIRS = 2
# How often a difference must recur at the same attempt with other names.
REPEATS = 3
ROUNDS = 2
# Requests per name and round: few, because a limit on the name would hide a difference.
TIMES = 5
# Differences from here on are findings; smaller ones are noted.
LEAST_SECONDS = 0.0002
# If the detectable difference exceeds both this and half a response time, the measurement is useless: even an omitted
# hash would be missed.
MOST_SECONDS = 0.020
AN_HOUR = 3600


def let_limits_start_anew(adapter):
    """Moves the server's clock past its limits. Returns False if the clock cannot be moved."""
    try:
        adapter.let_time_pass(AN_HOUR)
    except NotOffered:
        return False
    return True


def features(response, name):
    """Returns the words of a response: of its status, headers and body, without the name."""
    words = [f"status {response.status}"]
    headers = [(key.lower(), value) for key, value in response.headers]
    words += [f"header {key}: {value}" for key, value in headers if key not in ("date", "set-cookie")]
    for cookie in response.cookies:
        words += [f"cookie {cookie.name}", *(f"{cookie.name}'s {part}" for part in sorted(cookie.attributes))]
    body = response.text.replace(name, "NAME").replace(name.replace("@", "%40"), "NAME")
    return set(words) | {f"body {word}" for word in re.split(r"\s+|(?<=[>,])", body) if word}


def told(known, unknown):
    """Returns words that all responses of one kind have and none of the other, each with its kind."""
    def telling(samples, others):
        return set.intersection(*samples) - set.union(*others)
    return {(True, word) for word in telling(known, unknown)} | {(False, word) for word in telling(unknown, known)}


def differences(known, unknown):
    """Returns such words without their kinds."""
    return {word for _, word in told(known, unknown)}


def places(words):
    """Returns only the places of words, because a body may contain secrets."""
    return ", ".join(sorted({word.split(" ")[0] for word in words}))


def by_response(adapter, ask):
    let_limits_start_anew(adapter)
    call = getattr(adapter, adapter.asks[ask])
    accounts = [adapter.account() for _ in range(SAMPLES)]
    known, unknown = [], []
    for account in accounts:
        # Each with its own connection and cookies, and twice, because the second response may differ too.
        for names, name in (known, account.name), (unknown, adapter.world.unknown_name_like(account.name)):
            names += [features(call(adapter.world.client(), name), name) for _ in range(BY_RESPONSE)]
    telling = differences(known, unknown)
    figures = {"responses": 4 * SAMPLES, "differences": len(telling)}
    if telling:
        return found(f"the response reveals whether a name has an account, by its {places(telling)}", **figures)
    return passed("no constant part of the responses differs", **figures)


def behind_tries(adapter, ask):
    """Tests whether limits differ, for example if only names with an account have one."""
    call = getattr(adapter, adapter.asks[ask])
    # One more than a budget, whose end is visible in the next response.
    tries = (adapter.budget.account or NIST) + 2
    telling = telling_tries(adapter, call, tries)
    for _ in range(REPEATS):
        if not telling:
            break
        # Differences by elapsed time, or by load balancing, do not recur.
        again = telling_tries(adapter, call, max(telling))
        both = {number: words & again.get(number, set()) for number, words in telling.items()}
        telling = {number: words for number, words in both.items() if words}
    figures = {"attempts": tries, "names per round": 2 * PAIRS, "differences": len(set().union(*telling.values()))}
    if telling:
        number = min(telling)
        text = f"the response to attempt {number} reveals whether a name has an account, by its "
        return found(text + places({word for _, word in telling[number]}), **figures)
    return passed("no constant part of the responses differs", **figures)


def telling_tries(adapter, call, tries):
    """Returns the differences by number of the attempt."""
    let_limits_start_anew(adapter)
    known = [adapter.account().name for _ in range(PAIRS)]
    pairs = [(name, adapter.world.unknown_name_like(name)) for name in known]
    usual, telling = set(), {}
    for number in range(1, tries + 1):
        seen = [], []
        for index, pair in enumerate(pairs):
            # In the order AB BA, so that shared limits and elapsed time cause no constant difference.
            for kind in (0, 1) if index % 2 == 0 else (1, 0):
                seen[kind].append(features(call(adapter.world.client(), pair[kind]), pair[kind]))
        words = told(*seen) - usual
        if number <= BY_RESPONSE:
            # Differences of the first responses are those of names-by-answer.
            usual |= words
        elif words:
            telling[number] = words
    return telling


def measure(adapter, ask):
    """Returns rounds of response times without and with an account, and whether limits were reset."""
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
    # A positive shift is the time that an account adds.
    return [(without, with_account) for with_account, without in rounds], is_new_hour


def judge(rounds, is_new_hour=True):
    samples = [value for pair in rounds for sample in pair for value in sample]
    least = timing.smallest_found(rounds)
    shifts = [timing.shift(*pair) for pair in rounds]
    median = statistics.median(samples)
    figures = {
        "pairs per round": len(rounds[0][0]), "rounds": len(rounds),
        "p": [float(f"{timing.mann_whitney(*pair)[0]:.2g}") for pair in rounds],
        "later with an account, ms": [round(each * 1000, 3) for each in shifts],
        "median, ms": round(median * 1000, 3),
        "smallest detectable difference at 90 % power, ms": round(least * 1000, 3),
        "false positive rate": timing.FALSE_ALARM,
    }
    rest = "" if is_new_hour else "; limits may have hidden a difference, because the server's clock cannot be moved"
    if timing.differ(rounds):
        smaller = min(abs(each) for each in shifts)
        text = f"names with an account take {smaller * 1000:.2f} ms {'longer' if shifts[0] > 0 else 'less'}"
        return (found if smaller >= LEAST_SECONDS else noted)(text, **figures)
    if least > max(MOST_SECONDS, median / 2):
        return untried(f"too much noise: the detectable difference is {least * 1000:.0f} ms", **figures)
    return passed(f"no difference; 9 of 10 runs would have detected one of {least * 1000:.2f} ms{rest}", **figures)


def by_time(adapter, ask):
    return judge(*measure(adapter, ask))


KINDS = {"answer": by_response, "limit": behind_tries, "time": by_time}


def no_calls(adapter):
    raise NotOffered("the adapter does not define `asks`")


def checks(adapter):
    if not adapter.asks:
        return [Check(f"names-by-{kind}", f"User enumeration by {kind}", no_calls)
                for kind in KINDS]
    return [
        Check(f"names-by-{kind}: {ask}", f"User enumeration by {kind} of “{ask}”",
              lambda adapter, run=run, ask=ask: run(adapter, ask))
        for kind, run in KINDS.items() for ask in adapter.asks]
