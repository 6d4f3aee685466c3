"""All states of all pages, and how a visitor gets there, for the gallery and the tests of looks."""

from harness.states import administration, passcode, passkey, signed_in, signed_out, team
from harness.states.registry import STATES, TEAM_RULES, TEAM_STATES
