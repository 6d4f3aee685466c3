"""Runs the checks, and converts errors into findings."""

import subprocess

from . import checks
from .adapter import NotOffered
from .client import NoResponse
from .finding import Finding, State
from .journal import OutOfBounds
from .mailbox import NoMail


def run(adapter, only=(), report=lambda finding: None):
    """Returns a finding for each check, including those not tried. `only` contains prefixes of names."""
    findings = []
    for check in checks.all_of(adapter):
        if only and not check.name.startswith(tuple(only)):
            continue
        adapter.world.journal.begin()
        finding = tried(check, adapter)
        adapter.world.close_clients()
        finding.check, finding.title = check.name, check.title
        finding.evidence = adapter.world.journal.evidence()
        if finding.state is State.FOUND and check.name in adapter.declared:
            finding.state = State.DECLARED
            finding.text += f". By design: {adapter.declared[check.name]}"
        findings.append(finding)
        report(finding)
    return findings


def tried(check, adapter):
    try:
        return check.run(adapter)
    except (NotOffered, OutOfBounds, NoMail, NoResponse) as reason:
        return Finding(State.UNTRIED, str(reason))
    except subprocess.SubprocessError as error:
        return Finding(State.UNTRIED, f"the restart command failed (--restart): {type(error).__name__}")
    except Exception as error:  # The messages of adapters may contain secrets.
        step = error.__traceback__
        while step.tb_next:
            step = step.tb_next
        place = f"{step.tb_frame.f_code.co_name}, line {step.tb_lineno}"
        return Finding(State.UNTRIED, f"the check failed with {type(error).__name__} in {place}")
