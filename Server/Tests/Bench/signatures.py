"""The cost of a provider's token and a passkey's assertion, compared with their signature check in the same run."""

import collections

from figures import median
from programs import bench

SECONDS, ROUNDS = 1, 7


def measure(figures, arguments):
    whole, bare = zip(*(map(float, line.split()) for line in bench(arguments, "token-checks", SECONDS, ROUNDS)))
    figures.told("sign-in by token: validations with keys that are kept", median(whole), "/s")
    figures.told("RS256 alone, 2048 bits", median(bare), "/s")
    figures.at_least("sign-in by token ÷ bare RS256 check", median(w / b for w, b in zip(whole, bare)), "", 0.75)

    rounds = collections.defaultdict(list)
    for name, whole, bare in map(str.split, bench(arguments, "passkey-checks", SECONDS, ROUNDS)):
        rounds[name].append((float(whole), float(bare)))
    for name, rates in rounds.items():
        figures.told(f"passkey, {name}: checks of an assertion", median(whole for whole, _ in rates), "/s")
        figures.told(f"passkey, {name}: libfido2's check of its signature", median(bare for _, bare in rates), "/s")
        figures.at_least(
            f"passkey, {name}: assertion ÷ bare signature", median(whole / bare for whole, bare in rates), "", 0.5)
