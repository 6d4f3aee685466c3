"""The expected results of a server: a file with a line `STATE: CHECK` for each check that does not pass."""

from .finding import State

WORDS = {state.value: state for state in State}


def read(text):
    """Returns expected states by check. `#` starts a comment."""
    expected = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            state, _, check = line.partition(":")
            expected[check.strip()] = WORDS[state.strip()]
    return expected


def differences(expected, findings):
    """Yields a line for each unexpected state. Checks not listed must pass."""
    ran = {finding.check for finding in findings}
    for finding in findings:
        wanted = expected.get(finding.check, State.PASSED)
        if finding.state is not wanted:
            yield f"{finding.check}: {finding.state.value}, expected {wanted.value}"
    for check in expected.keys() - ran:
        yield f"{check}: unknown check"
