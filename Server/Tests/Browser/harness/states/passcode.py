"""Choosing a passcode, and the lock."""

from harness.states.registry import state
from harness.visitor import OTHER_PASSCODE, PASSCODE, WRONG_PASSCODE


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
    visitor.expect_says(visitor.texts.counted("scripts.incorrectRemaining", 9))


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
    visitor.expect_says(visitor.texts.counted("scripts.incorrectRemaining", 9))


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
    visitor.route("**/api/auth/verify-passcode", lambda route: route.abort())
    visitor.type(PASSCODE)
    visitor.expect_says(visitor.texts("scripts.network"))


@state
def lock_forgot(visitor):
    lock(visitor)
    visitor.button("pages.common.forgot").click()
    visitor.expect_heading("pages.common.checkEmail")


@state
def lock_reset_required(visitor):
    visitor.sign_in_with_passcode()
    notice = visitor.server.mail(visitor.address, visitor.texts("emails.events.passcode_set.subject"))
    visitor.call("POST", "/api/auth/disown", {"token": notice.token})
    visitor.sign_in()
    visitor.open("/lock")
    visitor.expect_heading("pages.lock.resetHeading")
