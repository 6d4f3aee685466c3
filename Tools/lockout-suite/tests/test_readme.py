"""The adapter in the README works, and is as short as stated."""

import pathlib
import re
import tempfile
import unittest

from lockout_suite.adapter import Account
from lockout_suite.finding import State
from lockout_suite.journal import Journal
from lockout_suite.run import run
from lockout_suite.target import Target
from lockout_suite.world import World
from small_http import Site

README = pathlib.Path(__file__).parent.parent / "README.md"
TRIED = ("session-new-tokens", "session-after-reset", "lock-holds", "refresh", "guesses-in", "mailed-tries",
         "names-by-answer")


class ReadmeTests(unittest.TestCase):
    def test_readme_adapter_works(self):
        code = re.search(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)[1]
        self.assertLess(sum(bool(line.strip()) for line in code.splitlines()), 40)
        namespace = {}
        exec(code, namespace)
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            accounts = [Account(f"ann{number}@example.test", f"{number:06d}") for number in range(20)]
            site.small.accounts = {account.name: account.secret for account in accounts}
            world = World(Target(site.url), Journal(), mailbox=folder, accounts=accounts)
            findings = run(namespace["Desk"](world), TRIED)
        self.assertEqual({finding.check: finding.state for finding in findings if finding.state is not State.PASSED},
                         {"refresh-grace": State.NOTED})

    def test_readme_states_the_suites_error_rates(self):
        from lockout_suite import timing
        text = README.read_text(encoding="utf-8")
        self.assertEqual((timing.ALPHA, timing.POWER, timing.FALSE_ALARM), (0.005, 0.9, 0.0000125))
        self.assertIn("(0.005² / 2 = 0.0000125)", text)
        self.assertIn("in 9 of 10 runs", text)


if __name__ == "__main__":
    unittest.main()
