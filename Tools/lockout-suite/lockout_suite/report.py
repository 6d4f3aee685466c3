"""Reports as text and JSON."""

import json
import textwrap

from .finding import State

MARKS = {State.PASSED: "passed", State.FOUND: "FOUND", State.DECLARED: "by design", State.NOTED: "noted",
         State.UNTRIED: "not tried"}
WIDTH = 118


def lines(finding, is_long=False):
    """Yields the lines of a finding; without figures and evidence if it passed, unless `is_long`."""
    head = f"{MARKS[finding.state]:10}{finding.check}"
    yield f"{head:54} {finding.title}"
    yield from textwrap.wrap(finding.text, WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 10)
    if is_long or finding.state in (State.FOUND, State.DECLARED):
        if finding.figures:
            told = "; ".join(f"{name}: {value}" for name, value in finding.figures.items())
            yield from textwrap.wrap(told, WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 12)
        for step in finding.evidence:
            seen = f" → {step['seen']}" if step["seen"] else ""
            yield from textwrap.wrap(f"{step['times']} × {step['sent']}{seen}", WIDTH, initial_indent=" " * 12,
                                     subsequent_indent=" " * 14)


def counts(findings):
    return {state.value: sum(finding.state is state for finding in findings) for state in State}


def summary(adapter, findings):
    told = ", ".join(f"{count} {name}" for name, count in counts(findings).items())
    journal = adapter.world.journal
    seconds = journal.clock() - journal.began
    return f"{adapter.name}: {told}; {journal.requests} requests in {seconds:.0f} s"


def document(adapter, findings):
    return json.dumps({
        "server": adapter.name, "origin": adapter.world.target.origin, "requests": adapter.world.journal.requests,
        "counts": counts(findings),
        "findings": [{
            "check": finding.check, "title": finding.title, "state": finding.state.value, "text": finding.text,
            "figures": finding.figures, "evidence": finding.evidence,
        } for finding in findings],
    }, indent=2, ensure_ascii=False) + "\n"
