"""The states by name."""

STATES = {}
# States on a server with team rules: `TEAM_RULES`.
TEAM_STATES = {}
TEAM_RULES = {"LATCHKEY_PASSCODE": "required", "LATCHKEY_LONGEST_TIMEOUT": "15", "LATCHKEY_UNLOCK": "server"}


def state(reach):
    """Registers a function that brings a visitor to a state, under its name."""
    STATES[reach.__name__.replace("_", "-")] = reach
    return reach


def team_state(reach):
    """Registers a state that requires the team's rules."""
    TEAM_STATES[reach.__name__.replace("_", "-")] = reach
    return reach
