"""Every state of every page, and how a visitor gets there: the gallery and the tests of looks go through all."""

from harness.states import passcode, passkey, signed_in, signed_out, team
from harness.states.registry import STATES, TEAM_RULES, TEAM_STATES
