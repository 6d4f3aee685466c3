"""The result of a check."""

import dataclasses
import enum


class State(enum.Enum):
    PASSED = "passed"
    FOUND = "found"
    # Found, with a reason declared by the adapter.
    DECLARED = "declared"
    # A measurement that is not a vulnerability by itself.
    NOTED = "noted"
    UNTRIED = "not tried"


@dataclasses.dataclass
class Finding:
    state: State
    text: str
    figures: dict = dataclasses.field(default_factory=dict)
    check: str = ""
    title: str = ""
    evidence: list = dataclasses.field(default_factory=list)


def passed(text, **figures):
    return Finding(State.PASSED, text, figures)


def found(text, **figures):
    return Finding(State.FOUND, text, figures)


def noted(text, **figures):
    return Finding(State.NOTED, text, figures)


def untried(text, **figures):
    return Finding(State.UNTRIED, text, figures)


@dataclasses.dataclass
class Check:
    """A check. `run` receives the adapter and returns a finding."""

    name: str
    title: str
    run: object
