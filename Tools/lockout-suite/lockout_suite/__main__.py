"""Tests the lock of a server: lockout-suite URL --adapter NAME …"""

import argparse
import importlib
import importlib.util
import inspect
import pathlib
import sys

from . import expectation, report, timing
from .adapter import Account, Adapter
from .finding import State
from .journal import Journal
from .run import run
from .target import Target, UsageError
from .world import World

ALL_PASSED, FOUND, USAGE, NOT_ALL_TRIED = 0, 1, 2, 3


def arguments(given):
    parser = argparse.ArgumentParser(
        prog="lockout-suite", description="Tests the lock of a server. Damages accounts: never run it against users.",
        epilog="Exit status: 0 all checks passed (or match --expect), 1 a finding (or a difference from --expect), 2 "
               "wrong usage, 3 no finding, but some checks were not tried.")
    parser.add_argument("url", help="scheme, host and port, such as http://127.0.0.1:8080")
    parser.add_argument("--adapter", required=True, help="latchkey, django_auth, or a Python file with an adapter")
    parser.add_argument("--mailbox", metavar="FOLDER", help="folder of the emails that the server sends")
    parser.add_argument("--accounts", metavar="FILE", help="disposable accounts, one per line: name, space, secret")
    parser.add_argument("--restart", metavar="COMMAND",
                        help="restarts the server; returns after the old process has ended")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                        help="option of the adapter; repeatable")
    parser.add_argument("--only", action="append", default=[], metavar="CHECK",
                        help="run only checks whose name starts with CHECK; repeatable")
    parser.add_argument("--expect", metavar="FILE",
                        help="known results: a line STATE: CHECK for each check that does not pass")
    parser.add_argument("--json", metavar="FILE", help="write all findings to a file")
    parser.add_argument("--long", action="store_true", help="show requests and responses of passed checks too")
    parser.add_argument("--parallel", type=int, default=16, metavar="N", help="concurrent connections, 2 to 32 (16)")
    parser.add_argument("--pairs", type=int, default=40, metavar="N",
                        help="response time pairs per round, 20 to 200 (40)")
    parser.add_argument("--requests", type=int, default=4000, metavar="N", help="maximum number of requests (4000)")
    parser.add_argument("--seconds", type=float, default=600, metavar="N",
                        help="send no requests after N seconds (600)")
    parser.add_argument("--seed", type=int, help="seed for reproducible names and orders")
    parser.add_argument("--i-own-this-server", metavar="HOST", help="required if the server is not on this machine")
    parsed = parser.parse_args(given)
    if not 2 <= parsed.parallel <= 32:
        parser.error("--parallel must be 2 to 32")
    if not timing.FEWEST <= parsed.pairs <= 200:
        parser.error("--pairs must be 20 to 200")
    return parsed


def load(name):
    """Returns the adapter class of a Python file or of this package."""
    if name.endswith(".py"):
        spec = importlib.util.spec_from_file_location("given_adapter", name)
        if spec is None or not pathlib.Path(name).is_file():
            raise UsageError(f"--adapter: {name} does not exist")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        try:
            module = importlib.import_module(f"{__package__}.adapters.{name}")
        except ModuleNotFoundError:
            raise UsageError(f"--adapter: {name} is not an included adapter") from None
    own = [kind for _, kind in inspect.getmembers(module, inspect.isclass)
           if issubclass(kind, Adapter) and kind.__module__ == module.__name__]
    if len(own) != 1:
        raise UsageError(f"--adapter: {name} has {len(own)} subclasses of Adapter; exactly one is required")
    return own[0]


def read_accounts(file):
    if not file:
        return []
    rows = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    return [Account(*row.split(" ", 1)) for row in rows if row.strip()]


def status_of(findings, expected):
    if expected is not None:
        differences = list(expectation.differences(expected, findings))
        for line in differences:
            print(f"unexpected: {line}")
        return FOUND if differences else ALL_PASSED
    states = {finding.state for finding in findings}
    if State.FOUND in states:
        return FOUND
    return NOT_ALL_TRIED if State.UNTRIED in states else ALL_PASSED


def main(given=None):
    options = arguments(given)
    try:
        target, kind = Target(options.url, options.i_own_this_server), load(options.adapter)
        expected = None
        if options.expect:
            expected = expectation.read(pathlib.Path(options.expect).read_text(encoding="utf-8"))
        world = World(
            target, Journal(options.requests, options.seconds), options.mailbox, read_accounts(options.accounts),
            options.restart, dict(each.split("=", 1) for each in options.set), options.parallel, options.pairs,
            options.seed)
    except (UsageError, OSError, KeyError, TypeError, ValueError) as error:
        print(f"lockout-suite: {error}", file=sys.stderr)
        return USAGE
    adapter = kind(world)

    def show(finding):
        print("\n".join(report.lines(finding, options.long)), flush=True)

    findings = run(adapter, options.only, show)
    if not findings:
        print("lockout-suite: --only: no check has a name that starts with this", file=sys.stderr)
        return USAGE
    print(report.summary(adapter, findings))
    if options.json:
        pathlib.Path(options.json).write_text(report.document(adapter, findings), encoding="utf-8")
    return status_of(findings, expected)


if __name__ == "__main__":
    sys.exit(main())
