"""Every state of every page, and how a visitor gets there. The gallery and the tests of looks and words go through all."""

from harness.visitor import OTHER_PASSCODE, PASSCODE, WRONG_PASSCODE

STATES = {}


def state(reach):
    """Registers a function under its name; its sentence tells what the page shows."""
    STATES[reach.__name__.replace("_", "-")] = reach
    return reach


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
def sign_in_code(visitor):
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkMail")


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
def choose(visitor):
    visitor.sign_in()
    visitor.open("/set-passcode")
    visitor.expect_heading("pages.setPasscode.headingSet")


@state
def choose_weak(visitor):
    choose(visitor)
    visitor.type("123456")
    visitor.expect_says(visitor.texts("scripts.weak.obvious"))


@state
def choose_repeat(visitor):
    choose(visitor)
    visitor.type(PASSCODE)
    visitor.expect_heading("scripts.repeat")


@state
def choose_mismatch(visitor):
    choose_repeat(visitor)
    visitor.type(OTHER_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.mismatch"))


@state
def change(visitor):
    visitor.sign_in_with_passcode("/set-passcode")
    visitor.expect_heading("pages.setPasscode.headingChange")


@state
def change_current_wrong(visitor):
    change(visitor)
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.incorrectRemaining", attempts=visitor.texts.attempts(9)))


@state
def desk(visitor):
    visitor.sign_in_with_passcode()
    visitor.expect_heading("pages.desk.title")


@state
def desk_without_passcode(visitor):
    visitor.sign_in()
    visitor.open("/")
    visitor.expect_heading("pages.desk.title")


@state
def desk_hidden(visitor):
    """The page could not find out whether it is locked."""
    desk(visitor)
    visitor.page.route("**/api/auth/me", lambda route: route.abort())
    visitor.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    visitor.button("scripts.tryAgain").wait_for()


@state
def lock(visitor):
    visitor.stand_locked()
    visitor.expect_heading("pages.lock.heading")


@state
def lock_typing(visitor):
    lock(visitor)
    visitor.type("739")


@state
def lock_wrong(visitor):
    lock(visitor)
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.incorrectRemaining", attempts=visitor.texts.attempts(9)))


@state
def lock_wait(visitor):
    lock(visitor)
    for _ in range(4):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
    visitor.page.reload()
    visitor.part("countdown").wait_for()


@state
def lock_server_away(visitor):
    lock(visitor)
    visitor.page.route("**/api/auth/verify-passcode", lambda route: route.abort())
    visitor.type(PASSCODE)
    visitor.expect_says(visitor.texts("scripts.network"))


@state
def lock_forgot(visitor):
    lock(visitor)
    visitor.button("pages.common.forgot").click()
    visitor.expect_heading("pages.common.checkMail")


@state
def lock_reset_required(visitor):
    visitor.sign_in_with_passcode()
    notice = visitor.server.mail(visitor.address, visitor.texts("mails.events.passcode_set.subject"))
    visitor.call("POST", "/api/auth/disown", {"token": notice.token})
    visitor.sign_in()
    visitor.open("/lock")
    visitor.expect_heading("pages.lock.resetHeading")


@state
def reset(visitor):
    visitor.open("/reset-passcode")
    visitor.expect_heading("pages.resetPasscode.heading")


@state
def reset_code(visitor):
    reset(visitor)
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkMail")


@state
def reset_choose(visitor):
    visitor.stand_locked()
    visitor.call("POST", "/api/auth/reset-passcode-request", {})
    visitor.page.goto(visitor.server.mail(visitor.address, "/reset-passcode").link)
    visitor.expect_heading("scripts.chooseNew")


@state
def reset_done(visitor):
    reset_choose(visitor)
    visitor.call("POST", "/api/auth/logout")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("pages.resetPasscode.doneHeading")


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
def settings(visitor):
    visitor.sign_in_with_passcode()
    visitor.sign_in("Latchkey on iPhone", transport="bearer")
    visitor.open("/settings/security")
    visitor.expect_settings()


@state
def settings_without_passcode(visitor):
    visitor.sign_in()
    visitor.open("/settings/security")
    visitor.expect_says(visitor.texts("scripts.noOtherSessions"), "sessions-status")


@state
def settings_saved(visitor):
    settings(visitor)
    visitor.page.get_by_label(visitor.texts("pages.security.minutes", minutes=5), exact=True).check()
    visitor.part("saved").wait_for()


@state
def settings_mail_trouble(visitor):
    visitor.sign_in_with_passcode()
    visitor.server.bounce(visitor.address)
    visitor.open("/settings/security")
    visitor.expect_says(visitor.texts("scripts.noOtherSessions"), "sessions-status")
    visitor.page.locator(".notice-warning").wait_for()


@state
def settings_asking(visitor):
    """For the passcode, before it is switched off."""
    settings(visitor)
    visitor.page.get_by_role("switch").click()
    visitor.part("passcode-dialog").wait_for()


@state
def settings_asking_wrong(visitor):
    settings_asking(visitor)
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.incorrectRemaining", attempts=visitor.texts.attempts(9)))


@state
def settings_deleting(visitor):
    settings(visitor)
    visitor.button("pages.security.deleteButton").click()
    visitor.part("delete-dialog").wait_for()


@state
def activity(visitor):
    visitor.stand_locked()
    for passcode in (WRONG_PASSCODE, PASSCODE):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": passcode})
    visitor.open("/activity")
    visitor.page.locator(".event").first.wait_for()


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
