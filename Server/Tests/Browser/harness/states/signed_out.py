"""Pages without a session."""

from harness.states.registry import state


@state
def sign_in(visitor):
    visitor.open("/sign-in")
    visitor.expect_heading("pages.signIn.title")


@state
def sign_in_after_session_ended(visitor):
    visitor.open("/sign-in?reason=session-ended")
    visitor.expect_says(visitor.texts("scripts.signInReasons.session-ended"), "reason")


@state
def sign_in_malformed_address(visitor):
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill("amira")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.emailShape"), "email-message")


@state
def sign_in_address_with_accents(visitor):
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill("josé@example.org")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.emailLetters"), "email-message")


@state
def sign_in_code(visitor):
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkEmail")


@state
def sign_in_wrong_code(visitor):
    sign_in_code(visitor)
    visitor.page.locator("#code").fill("K7QF-2M9X")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.invalidCode"), "code-message")


@state
def link(visitor):
    visitor.open("/sign-in/verify#token=x")
    visitor.expect_heading("pages.signInVerify.heading")


@state
def link_signed_in_already(visitor):
    visitor.sign_in()
    # From another page: another fragment alone loads nothing.
    visitor.open("/problems/locked")
    visitor.open("/sign-in/verify#token=x")
    visitor.part("signed-in").wait_for()


@state
def link_used(visitor):
    link(visitor)
    visitor.button("pages.common.signIn").click()
    visitor.expect_says(visitor.texts("scripts.invalidCode"))


@state
def link_incomplete(visitor):
    visitor.open("/sign-in/verify")
    visitor.expect_heading("pages.common.incompleteLink")


@state
def reset(visitor):
    visitor.open("/reset-passcode")
    visitor.expect_heading("pages.resetPasscode.heading")


@state
def reset_code(visitor):
    reset(visitor)
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkEmail")


@state
def reset_choose(visitor):
    visitor.stand_locked()
    visitor.call("POST", "/api/auth/reset-passcode-request", {})
    visitor.page.goto(visitor.server.mail(visitor.address, "/reset-passcode").link)
    visitor.expect_heading("scripts.chooseNew")


@state
def disown(visitor):
    visitor.open("/disown#token=x")
    visitor.expect_heading("pages.disown.title")


@state
def disown_done(visitor):
    visitor.sign_in()
    visitor.page.goto(visitor.server.mail(visitor.address, "/disown").link)
    visitor.button("pages.disown.confirm").click()
    visitor.expect_heading("pages.disown.doneHeading")


@state
def disown_incomplete(visitor):
    visitor.open("/disown")
    visitor.expect_heading("pages.common.incompleteLink")


@state
def problem(visitor):
    visitor.open("/problems/too-many-attempts")
    visitor.page.locator("h1").wait_for()


@state
def not_found(visitor):
    visitor.page.goto(visitor.server.origin + "/nowhere", wait_until="load")
    visitor.page.locator("h1").wait_for()


@state
def mailbox(visitor):
    visitor.open("/dev/mailbox")
    visitor.page.locator("h1").wait_for()
