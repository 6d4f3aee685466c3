"""Pages of an administrator."""

from playwright.sync_api import expect

from harness.states.registry import state
from harness.visitor import WRONG_PASSCODE, new_address


def meet(visitor):
    """Signs in as someone with sessions, a device and events, then as an administrator. Returns the first's address."""
    visitor.sign_in_with_passcode()
    visitor.register_device()
    visitor.sign_in("Latchkey on iPhone", transport="bearer")
    visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
    address = visitor.address
    visitor.lose_cookies()
    visitor.address = new_address()
    visitor.administer()
    return address


@state
def people(visitor):
    meet(visitor)
    visitor.open("/people")
    visitor.expect_people()
    visitor.page.locator(".person").first.wait_for()


@state
def people_no_match(visitor):
    visitor.administer("/people#query=no-one")
    visitor.expect_says(visitor.texts("scripts.people.none"), "people-status")


@state
def people_inviting(visitor):
    people(visitor)
    visitor.button("pages.people.invite").click()
    visitor.page.locator("#invite-email").fill("amira")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.emailShape"), "invite-message")


@state
def person(visitor):
    address = meet(visitor)
    visitor.server.users("suspend", address)
    visitor.server.users("resume", address)
    visitor.server.bounce(address)
    visitor.open(visitor.person(address))
    visitor.page.locator(".event").first.wait_for()


@state
def person_own(visitor):
    visitor.administer()
    visitor.open(visitor.person(visitor.address))
    visitor.part("own").wait_for()


@state
def person_removed(visitor):
    visitor.administer("/people/" + "0" * 32)
    visitor.expect_says(visitor.texts("scripts.actProblems.gone"), "done")


@state
def person_act(visitor):
    visitor.open(visitor.person(meet(visitor)))
    visitor.button("scripts.acts.suspend.name").click()
    visitor.part("act-dialog").wait_for()


@state
def person_act_asking(visitor):
    address = meet(visitor)
    visitor.server.advance_clock(301)
    visitor.open(visitor.person(address))
    visitor.button("scripts.acts.suspend.name").click()
    visitor.part("act-confirm").click()
    visitor.part("passcode-dialog").wait_for()


@state
def team_rules(visitor):
    visitor.administer("/people/team")
    visitor.part("team").wait_for()


@state
def log_of_administration(visitor):
    visitor.server.users("suspend", meet(visitor))
    visitor.open("/people/log")
    expect(visitor.page.locator(".event-kind").first).to_have_text(visitor.texts("scripts.administration.suspended"))
