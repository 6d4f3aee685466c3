"""Detection of different limits, with servers whose responses vary randomly."""

import random
import types
import unittest

from lockout_suite.adapter import Adapter, Budget
from lockout_suite.checks import names
from lockout_suite.client import Response
from lockout_suite.finding import State

RUNS = 100
FOUND_BY_CHANCE = 3


class Desk(Adapter):
    """A slow server behind a load balancer: a header names one of two machines, and delays are whole seconds."""

    budget = Budget(account=30)
    asks = {"desk": "ask"}

    def __init__(self, seed, limit_of_known, limit_of_unknown, seconds=0.25):
        number = iter(range(100_000, 1_000_000))
        super().__init__(types.SimpleNamespace(client=lambda: None, unknown_name_like=lambda _: f"no-{next(number)}"))
        self.number, self.chance, self.seconds = number, random.Random(seed), seconds
        self.limits = {True: limit_of_known, False: limit_of_unknown}
        self.now, self.tries = 1000 + self.chance.random(), {}

    def account(self):
        return types.SimpleNamespace(name=f"yes-{next(self.number)}")

    def ask(self, _, name):
        self.now += self.seconds * self.chance.uniform(0.8, 1.2)
        begun, tries = self.tries.get(name, (int(self.now), 0))
        self.tries[name] = begun, tries + 1
        headers = [("X-Served-By", self.chance.choice(["one", "two"]))]
        if tries + 1 >= self.limits[name.startswith("yes")]:
            return Response(429, [*headers, ("Retry-After", str(begun + 3600 - int(self.now)))], b"", self.seconds)
        return Response(202, headers, b"", self.seconds)

    def let_time_pass(self, seconds):
        self.now += seconds


class LimitTests(unittest.TestCase):
    def found(self, *limits):
        findings = [names.behind_tries(Desk(seed, *limits), "desk") for seed in range(RUNS)]
        return [finding for finding in findings if finding.state is State.FOUND]

    def test_noise_causes_no_finding(self):
        for limits in (100, 100), (10, 10):
            self.assertLess(len(self.found(*limits)), FOUND_BY_CHANCE)

    def test_limit_is_found_despite_noise(self):
        for limits in (30, 100), (100, 30), (10, 11), (32, 100):
            findings = self.found(*limits)
            self.assertEqual(len(findings), RUNS)
            at = sum(f"to attempt {min(limits)} " in finding.text for finding in findings)
            self.assertGreater(at, RUNS - FOUND_BY_CHANCE)


if __name__ == "__main__":
    unittest.main()
