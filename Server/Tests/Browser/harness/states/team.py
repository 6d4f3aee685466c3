"""Pages under a team's rules."""

from playwright.sync_api import expect

from harness.states.registry import team_state


@team_state
def choose_required(visitor):
    visitor.sign_in()
    visitor.open("/activity")
    visitor.expect_at("/set-passcode")
    visitor.expect_says(visitor.texts("pages.setPasscode.required"), "required")


@team_state
def settings_under_rules(visitor):
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    expect(visitor.part("timeout-rule")).to_have_text(visitor.texts("pages.security.lockRule", minutes=15))


@team_state
def team_shortfalls(visitor):
    visitor.administer("/people/team")
    visitor.part("shortfalls").get_by_text(visitor.texts("scripts.team.noDevice")).wait_for()
