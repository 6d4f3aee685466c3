"""Limits of the suite: hosts, requests, time, and secrets in reports. Failed steps never pass."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

from lockout_suite import __main__ as program
from lockout_suite import expectation
from lockout_suite.adapter import Adapter, Verdict
from lockout_suite.checks.guesses import Guessing
from lockout_suite.checks.headers import has_policy
from lockout_suite.checks.mailed import bits
from lockout_suite.checks.names import judge
from lockout_suite.client import Response, Client, Cookie
from lockout_suite.finding import Finding, State
from lockout_suite.journal import Journal, OutOfBounds, without_secrets
from lockout_suite.mailbox import Mailbox, NoMail
from lockout_suite.run import run
from lockout_suite.target import Target, UsageError
from lockout_suite.world import World
from small_adapter import Small
from small_http import Site
from test_faults import tried


class TargetTests(unittest.TestCase):
    def test_another_machine_requires_confirmed_ownership(self):
        with self.assertRaisesRegex(UsageError, "not this machine"):
            Target("http://192.0.2.1:8080")
        with self.assertRaises(UsageError):
            Target("http://192.0.2.1:8080", owned_host="192.0.2.2")
        self.assertEqual(Target("http://192.0.2.1:8080", owned_host="192.0.2.1").port, 8080)

    def test_only_loopback_urls_are_accepted_without_confirmation(self):
        self.assertEqual(Target("http://127.0.0.1:9").address, "127.0.0.1")
        self.assertEqual(Target("https://[::1]").port, 443)
        for url in ("ftp://127.0.0.1", "127.0.0.1:80", "http://127.0.0.1/path", "http://x@127.0.0.1",
                    "http://0.0.0.0:1"):
            with self.subTest(url), self.assertRaises(UsageError):
                Target(url)


class BoundTests(unittest.TestCase):
    def test_checks_after_the_request_limit_are_not_run(self):
        findings, adapter, _ = tried(only=("session", "lock"), most_requests=30)
        self.assertEqual(adapter.world.journal.requests, 30)
        left = [finding for finding in findings if "limit of 30 requests was reached" in finding.text]
        self.assertEqual({finding.state for finding in left}, {State.UNTRIED})
        self.assertGreater(len(left), 5)

    def test_no_request_is_sent_after_the_time_limit(self):
        now = [0]
        journal = Journal(most_seconds=10, clock=lambda: now[0])
        journal.allow()
        now[0] = 9.9
        journal.allow()
        now[0] = 10
        with self.assertRaises(OutOfBounds):
            journal.allow()
        self.assertEqual(journal.requests, 2)


class StateTests(unittest.TestCase):
    def test_adapter_without_functions_passes_no_check(self):
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            findings = run(Adapter(World(Target(site.url), Journal())))
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})
        self.assertTrue(all(finding.text for finding in findings))

    def test_crashing_adapter_passes_no_check_and_reveals_no_secret(self):
        class Crashing(Adapter):
            def account(self):
                raise ValueError("secret 123456")

        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            findings = run(Crashing(World(Target(site.url), Journal())), ["guesses"])
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})
        self.assertTrue(all("ValueError in account" in finding.text for finding in findings))
        self.assertNotIn("123456", " ".join(finding.text for finding in findings))

    def test_unresponsive_server_passes_no_check(self):
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            url = site.url

        class Silent(Adapter):
            def account(self):
                return self.world.new_account(self)

            def session(self, account):
                return self.world.client()

            def guess(self, client, account, secret):
                return client.get("/")

            inside = lock = refresh = lambda self, client: client.get("/")
            pages = ("/",)

        findings = run(Silent(World(Target(url), Journal())))
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})

    def test_unclear_attempts_do_not_pass(self):
        class Unclear(Adapter):
            def account(self):
                return self.world.new_account(self)

            def session(self, account):
                return self.world.client()

            def guess(self, client, account, secret):
                return client.get("/page")

            def verdict(self, response):
                return Verdict.UNCLEAR

        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            findings = run(Unclear(World(Target(site.url), Journal())), ["guesses"])
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})

    def test_ineffective_cross_site_request_does_not_pass(self):
        self.addCleanup(setattr, Small, "own_page", Small.own_page)
        Small.own_page = lambda self, client: client.post("/absent")
        findings, *_ = tried(only=["cross-site: another site", "cross-site-json"])
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})

    def test_headers_of_a_missing_page_do_not_pass(self):
        self.addCleanup(setattr, Small, "pages", Small.pages)
        Small.pages = ("/inside",)
        findings, *_ = tried(only=["headers-content", "headers-sniffing", "headers-referrer", "cross-site-frames"])
        self.assertEqual({finding.state for finding in findings}, {State.UNTRIED})

    def test_attempt_counts_determine_the_verdict(self):
        def judged(**seen):
            guessing = Guessing(None, None)
            guessing.seen.update({Verdict[name.upper()]: count for name, count in seen.items()})
            return guessing.judge(5, "at most").state
        self.assertIs(judged(wrong=5, refused=1), State.PASSED)
        self.assertIs(judged(wrong=4, right=1, refused=1), State.PASSED)
        self.assertIs(judged(wrong=6, refused=1), State.FOUND)
        self.assertIs(judged(wrong=5, right=1, refused=1), State.FOUND)
        # The unclear guess may exceed the budget or not.
        self.assertIs(judged(wrong=4, unclear=1, refused=1), State.PASSED)
        self.assertIs(judged(wrong=4, unclear=2, refused=1), State.UNTRIED)
        self.assertIs(judged(wrong=5), State.UNTRIED)

    def test_each_success_renews_the_attempt_budget_once(self):
        finding = tried(only=["guesses-with"])[0][0]
        successes = finding.figures["right"]
        self.assertGreater(successes, 0)
        self.assertEqual(finding.figures["bound"], 5 * (successes + 1) + successes)

    def test_a_declared_finding_stays_visible_with_its_reason(self):
        findings, *_ = tried(["may be framed"], ["cross-site-frames"])
        self.assertEqual(findings[0].state, State.FOUND)
        Small.declared = {"cross-site-frames": "it is made for frames"}
        self.addCleanup(setattr, Small, "declared", {})
        findings, *_ = tried(["may be framed"], ["cross-site-frames"])
        self.assertEqual(findings[0].state, State.DECLARED)
        self.assertIn("it is made for frames", findings[0].text)


class TimeTests(unittest.TestCase):
    def test_negligible_difference_is_reported_as_a_figure(self):
        def rounds(later):
            return [([0.001 + index * 1e-6 for index in range(40)],
                     [0.001 + later + index * 1e-6 for index in range(40)]) for _ in range(2)]
        self.assertIs(judge(rounds(0.0003)).state, State.FOUND)
        self.assertIs(judge(rounds(-0.0003)).state, State.FOUND)
        self.assertIs(judge(rounds(0.0001)).state, State.NOTED)
        self.assertIs(judge(rounds(0)).state, State.PASSED)

    def test_too_much_noise_does_not_pass(self):
        noisy = [[(index * 7 % 40) * 0.01 for index in range(40)] for _ in range(2)]
        self.assertIs(judge([(noisy[0], noisy[1]), (noisy[1], noisy[0])]).state, State.UNTRIED)


class SecretTests(unittest.TestCase):
    def test_paths_are_reported_without_possible_tokens(self):
        self.assertEqual(without_secrets("/reset/MQ/cz1abc-0123456789abcdef/"), "/reset/MQ/…/")
        self.assertEqual(without_secrets("/reset?token=abc&name=ann"), "/reset?name=…&token=…")
        self.assertEqual(without_secrets("/api/auth/passcode-settings"), "/api/auth/passcode-settings")

    def test_evidence_of_a_check_contains_only_its_requests(self):
        findings, *_ = tried(only=["session-after-sign", "headers-sniffing"])
        evidence = {finding.check: [step["sent"] for step in finding.evidence] for finding in findings}
        self.assertIn("POST /sign-out", evidence["session-after-sign-out"])
        self.assertEqual(evidence["headers-sniffing"], ["GET /page"])

    def test_only_headers_relevant_to_checks_are_reported(self):
        journal = Journal()
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            client = Client(Target(site.url), journal)
            client.cookies["session"] = "abcdef"
            client.get("/page", headers={"X-CSRFToken": "123456", "Origin": "null"})
            client.close()
        self.assertEqual(journal.evidence(), [{"sent": "GET /page Origin: null;", "times": 1, "seen": "1 × 200"}])


class PieceTests(unittest.TestCase):
    def test_cookie_attributes_and_deletions_are_parsed(self):
        cookie = Cookie("__Host-a=b; Path=/; Secure; SameSite=Lax")
        self.assertEqual((cookie.name, cookie.value, cookie.is_deletion), ("__Host-a", "b", False))
        self.assertEqual(cookie.attributes, {"path": "/", "secure": "", "samesite": "Lax"})
        self.assertTrue(Cookie("a=; Max-Age=0").is_deletion)
        self.assertTrue(Cookie("a=b; Max-Age=0").is_deletion)

    def test_a_client_keeps_cookies_until_they_are_deleted(self):
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder)) as site:
            client = Client(Target(site.url), Journal())
            client.post("/begin", {"name": "ann", "cookie": True})
            self.assertEqual(list(client.cookies), ["__Host-session"])
            copy = client.copy()
            client.post("/sign-out", headers={"Sec-Fetch-Site": "same-origin"})
            self.assertEqual((list(client.cookies), list(copy.cookies)), ([], ["__Host-session"]))
            client.close()

    def test_only_policies_that_restrict_scripts_are_accepted(self):
        def is_kept(policy):
            return has_policy(Response(200, [("Content-Security-Policy", policy)], b"", 0))
        for policy in ("default-src 'self'", "script-src 'nonce-abc' 'unsafe-inline'",
                       "default-src *; script-src 'none'"):
            self.assertTrue(is_kept(policy), policy)
        for policy in ("", "frame-ancestors 'none'", "script-src 'unsafe-inline'", "default-src https:",
                       "script-src *"):
            self.assertFalse(is_kept(policy), policy)

    def test_entropy_depends_on_alphabet_and_length_of_a_code(self):
        self.assertEqual(bits("123456"), 19.9)
        self.assertEqual(bits("K7QF-2M9X"), 41.4)
        self.assertGreater(bits("/accounts/reset/MQ/cz1abc-0123456789abcdef0123456789abcdef/"), 128)

    def test_emails_are_read_once_oldest_first(self):
        with tempfile.TemporaryDirectory() as folder:
            mails = "".join(f"To: ann@example.test\n\nCode: {number}\n\n{'-' * 79}\n" for number in (1, 2))
            pathlib.Path(folder, "mails.log").write_text(mails)
            mailbox = Mailbox(folder, timeout=0)
            with self.assertRaises(NoMail):
                mailbox.take("bob@example.test", r"Code: (\d)")
            self.assertEqual([mailbox.take("ann@example.test", r"Code: (\d)") for _ in range(2)], ["1", "2"])
            with self.assertRaises(NoMail):
                mailbox.take("ann@example.test", r"Code: (\d)")


class ExpectationTests(unittest.TestCase):
    def test_differences_from_expected_results_are_reported(self):
        expected = expectation.read("found: a  # since it is old\n\nnot tried: b: x\npassed: d\n")
        findings = [Finding(State.FOUND, "", check="a"), Finding(State.PASSED, "", check="b: x"),
                    Finding(State.FOUND, "", check="c")]
        self.assertEqual(set(expectation.differences(expected, findings)), {
            "b: x: passed, expected not tried", "c: found, expected passed", "d: unknown check"})


class StatusTests(unittest.TestCase):
    def run_on(self, *arguments):
        """Returns the exit status and the output."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                status = program.main([str(each) for each in arguments])
            except SystemExit as end:
                status = end.code
        return status, output.getvalue()

    def test_exit_status_reports_the_result(self):
        with tempfile.TemporaryDirectory() as folder, Site(pathlib.Path(folder), ["may be sniffed"]) as site:
            adapter = pathlib.Path(folder, "page.py")
            adapter.write_text(
                "from lockout_suite.adapter import Adapter\n\n\nclass Page(Adapter):\n    pages = ('/page',)\n")
            known = pathlib.Path(folder, "known")
            known.write_text("found: headers-sniffing\n")
            told = pathlib.Path(folder, "told.json")
            call = (site.url, "--adapter", adapter)
            self.assertEqual(self.run_on(*call, "--only", "headers-referrer")[0], 0)
            status, output = self.run_on(*call, "--only", "headers-sniffing", "--json", told)
            self.assertEqual(status, 1)
            self.assertIn("FOUND     headers-sniffing", output)
            self.assertEqual(json.loads(told.read_text())["findings"][0]["state"], "found")
            self.assertEqual(self.run_on(*call, "--only", "headers-sniffing", "--expect", known)[0], 0)
            self.assertEqual(self.run_on(*call, "--only", "headers-referrer", "--expect", known)[0], 1)
            self.assertEqual(self.run_on(*call, "--only", "headers-https-only")[0], 3)
            self.assertEqual(self.run_on(*call, "--only", "nothing")[0], 2)
            self.assertEqual(self.run_on(site.url, "--adapter", "absent")[0], 2)
            self.assertEqual(self.run_on("http://192.0.2.1", "--adapter", adapter)[0], 2)
            self.assertEqual(self.run_on(*call, "--parallel", "33")[0], 2)
            self.assertEqual(self.run_on(*call, "--pairs", "19")[0], 2)


if __name__ == "__main__":
    unittest.main()
