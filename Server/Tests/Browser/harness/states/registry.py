"""The states by name."""

STATES = {}


def state(reach):
    """Registers a function that brings a visitor to a state, under its name."""
    STATES[reach.__name__.replace("_", "-")] = reach
    return reach
