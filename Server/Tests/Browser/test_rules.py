"""A team's rules for users who are signed in, and for those who sign in."""

from playwright.sync_api import expect

from harness.states import TEAM_RULES
from harness.visitor import PASSCODE


def test_required_passcode_setup_cannot_be_bypassed(visit, team_server):
    visitor = visit(team_server)
    visitor.open("/activity")
    visitor.page.get_by_label(visitor.texts("pages.common.email")).fill(visitor.address)
    visitor.button("pages.signIn.send").click()
    visitor.expect_heading("pages.common.checkEmail")
    visitor.page.goto(team_server.mail(visitor.address, "/sign-in/verify").link)
    visitor.button("pages.common.signIn").click()
    visitor.expect_at("/set-passcode")
    expect(visitor.part("later")).to_have_count(0)
    for path in ("/", "/activity", "/settings/security", "/sign-in", "/lock"):
        visitor.open(path)
        visitor.expect_at("/set-passcode")
    visitor.open("/activity")
    visitor.expect_at("/set-passcode")
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)
    visitor.expect_activity()


def test_user_without_a_required_passcode_can_sign_out(visit, team_server):
    visitor = visit(team_server)
    visitor.sign_in()
    visitor.open("/")
    visitor.expect_at("/set-passcode")
    visitor.button("pages.common.signOut").click()
    visitor.expect_at("/sign-in")


def test_settings_fixed_by_the_team_are_shown_but_not_offered(visit, team_server):
    visitor = visit(team_server)
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    expect(visitor.page.get_by_role("switch")).to_have_count(0)
    expect(visitor.page.get_by_text(visitor.texts("pages.security.requiredByTeamHint"))).to_be_visible()
    offered = visitor.page.locator('input[name="timeout"]').evaluate_all("(all) => all.map((one) => one.value)")
    assert offered == ["1", "5", "15"]
    visitor.page.get_by_label(visitor.texts("pages.security.minutes", minutes=5), exact=True).check()
    visitor.part("saved").wait_for()


def test_new_rule_applies_at_the_next_request_of_a_page(visit, own_server):
    visitor, other = visit(own_server), visit(own_server)
    visitor.sign_in()
    visitor.open("/settings/security")
    visitor.expect_settings()
    other.sign_in_with_passcode("/settings/security")
    other.expect_settings()
    own_server.restart(TEAM_RULES)
    visitor.page.get_by_label("Fran\u00e7ais").click()
    visitor.expect_at("/set-passcode")
    # A page from before the rule still has the switch.
    other.page.get_by_role("switch").click()
    other.part("passcode-dialog").wait_for()
    other.type(PASSCODE)
    other.expect_settings()
    expect(other.page.get_by_role("switch")).to_have_count(0)


def test_new_longest_timeout_locks_an_open_page(visit, own_server):
    visitor = visit(own_server)
    visitor.sign_in_with_passcode("/activity")
    visitor.expect_activity()
    own_server.advance_clock(6 * 60)
    visitor.open("/activity")
    visitor.expect_activity()
    own_server.restart({"LATCHKEY_LONGEST_TIMEOUT": "5"})
    own_server.advance_clock(6 * 60)
    visitor.open("/activity")
    visitor.expect_at("/lock")
    visitor.unlock(path="/activity")
    visitor.expect_activity()


def test_session_over_the_teams_maximum_age_requires_sign_in(visit, own_server):
    visitor = visit(own_server)
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    own_server.advance_clock(7 * 86_400 - 600)
    visitor.open("/activity")
    visitor.expect_at("/lock")
    visitor.unlock(path="/activity")
    visitor.expect_activity()
    own_server.restart({"LATCHKEY_SESSION_DAYS": "7"})
    visitor.open("/activity")
    visitor.expect_activity()
    own_server.advance_clock(600)
    visitor.page.reload()
    visitor.expect_at("/sign-in")
    # The passcode is unchanged, and nothing else of the account has ended.
    visitor.sign_in()
    visitor.open("/activity")
    visitor.expect_at("/lock")
    visitor.unlock(path="/activity")
    visitor.expect_activity()
