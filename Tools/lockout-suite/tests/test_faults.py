"""Each seeded bug of the small server is found by its checks, and by no others."""

import json
import pathlib
import tempfile
import unittest

from faults import FAULTS, SOMETIMES
from lockout_suite import report
from lockout_suite.finding import State
from lockout_suite.journal import Journal
from lockout_suite.run import run
from lockout_suite.target import Target
from lockout_suite.world import World
from small_adapter import Small
from small_http import Site

# The check requires https.
NEVER = "headers-https-only"


def tried(faults=(), only=(), seed=1, **bounds):
    """Returns the findings, the adapter, and the secrets that the server issued."""
    with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder), faults) as site:
        world = World(Target(site.url), Journal(**bounds), mailbox=folder, parallel=16, seed=seed)
        adapter = Small(world)
        adapter.small = site.small
        return run(adapter, only), adapter, site.small.issued


def named(findings, state):
    return {finding.check for finding in findings if finding.state is state}


class FaultTests(unittest.TestCase):
    def test_correct_server_passes_every_check(self):
        findings, adapter, issued = tried()
        told = "\n".join("\n".join(report.lines(finding, True)) for finding in findings)
        self.assertEqual(named(findings, State.FOUND), set())
        self.assertEqual(named(findings, State.UNTRIED), {NEVER})
        self.assertEqual(named(findings, State.NOTED), {"refresh-grace"})
        self.assertGreater(len(issued), 100)
        for text in (told, report.document(adapter, findings)):
            self.assertEqual([secret for secret in issued if secret in text], [], "a report contains secrets")
        self.assertEqual(json.loads(report.document(adapter, findings))["counts"]["found"], 0)

    def test_each_bug_is_found_by_its_own_checks_only(self):
        for fault, expected in FAULTS.items():
            with self.subTest(fault):
                by_time = {name for name in expected if name.startswith("names-by-time")}
                # Measurements of times take seconds, and run only for their own bug.
                findings, *_ = tried([fault], by_time or WITHOUT_TIMES)
                seen = named(findings, State.FOUND) | named(findings, State.NOTED) - {"refresh-grace"}
                self.assertEqual(seen - SOMETIMES.get(fault, set()), expected)


WITHOUT_TIMES = (
    "session", "lock", "refresh", "guesses", "mailed", "cross", "headers", "administrator", "names-by-answer",
    "names-by-limit")

if __name__ == "__main__":
    unittest.main()
