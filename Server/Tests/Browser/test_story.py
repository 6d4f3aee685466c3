"""A user's story from the first email to the last: in each language, at another size and in another theme."""

import pytest
from playwright.sync_api import expect

from harness.examine import SIZES
from harness.visitor import OTHER_PASSCODE, PASSCODE, WRONG_PASSCODE, Visitor


@pytest.mark.parametrize("language, size, theme", [("en", "desktop", "light"), ("fr", "phone", "dark")])
def test_the_whole_story(visit, language, size, theme):
    visitor = visit(language=language, size=SIZES[size], color_scheme=theme, clock=True)
    elsewhere = visit(language=language, address=visitor.address)
    sign_in_by_the_mailed_link(visitor)
    choose(visitor)
    lock_and_unlock(visitor)
    change_settings(visitor)
    time_out(visitor)
    end_session_elsewhere(visitor, elsewhere)
    reset(visitor)
    disown(visitor)


def sign_in_by_the_mailed_link(visitor: Visitor):
    visitor.open("/")
    visitor.expect_at("/sign-in")
    visitor.page.get_by_label(visitor.texts("pages.common.email")).fill(visitor.address)
    visitor.button("pages.signIn.send").click()
    visitor.expect_heading("pages.common.checkEmail")
    mail = visitor.server.mail(visitor.address, visitor.texts("emails.signIn.subject"))
    visitor.page.goto(mail.link)
    visitor.expect_heading("pages.signInVerify.heading")
    # The token is neither in the address nor in the history.
    assert visitor.page.url == visitor.server.origin + "/sign-in/verify"
    visitor.button("pages.common.signIn").click()
    visitor.expect_at("/set-passcode")


def choose(visitor: Visitor):
    visitor.tap("123456")
    visitor.expect_says(visitor.texts("scripts.weak.obvious"))
    visitor.tap("121212")
    visitor.expect_heading("scripts.repeat")
    visitor.tap("121212")
    visitor.expect_says(visitor.texts("scripts.weak.common"))
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.mismatch"))
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)
    visitor.expect_at("/")


def lock_and_unlock(visitor: Visitor):
    texts = visitor.texts
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    for remaining in (9, 8, 7, 6):
        visitor.tap(WRONG_PASSCODE)
        visitor.expect_says(texts.counted("scripts.incorrectRemaining", remaining))
    expect(visitor.part("countdown")).to_be_visible()
    # Failures count after a reload, and even the correct passcode waits.
    visitor.page.reload()
    visitor.expect_says(texts.counted("scripts.remaining", 6))
    expect(visitor.part("countdown")).to_be_visible()
    visitor.type(PASSCODE)
    visitor.expect_at("/lock")
    visitor.wait(31)
    expect(visitor.part("countdown")).to_be_hidden()
    visitor.tap(PASSCODE)
    visitor.expect_at("/")


def change_settings(visitor: Visitor):
    visitor.button("pages.header.security").click()
    visitor.expect_settings()
    switch = visitor.page.get_by_role("switch", name=visitor.texts("pages.security.requirePasscode"))
    switch.click()
    visitor.tap(PASSCODE)
    expect(switch).to_have_attribute("aria-checked", "false")
    visitor.expect_settings()
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    visitor.expect_settings()
    visitor.page.get_by_label(visitor.texts("pages.security.minutes", minutes=1), exact=True).check()
    visitor.expect_says(visitor.texts.counted("scripts.timeoutSaved", 1), "saved")


def time_out(visitor: Visitor):
    visitor.button("pages.header.desk").click()
    visitor.expect_at("/")
    visitor.wait(61)
    visitor.expect_at("/lock")
    visitor.unlock()


def end_session_elsewhere(visitor: Visitor, elsewhere: Visitor):
    elsewhere.sign_in("Safari on iPhone")
    elsewhere.open("/")
    elsewhere.unlock()
    visitor.button("pages.header.security").click()
    visitor.page.get_by_role("button", name=visitor.texts("scripts.endSession", name="Safari on iPhone")).click()
    visitor.expect_says(visitor.texts("scripts.sessionEnded"), "sessions-status")
    elsewhere.button("pages.header.lockNow").click()
    elsewhere.expect_says(elsewhere.texts("scripts.signInReasons.session-ended"), "reason")


def reset(visitor: Visitor):
    visitor.open("/")
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    visitor.button("pages.common.forgot").click()
    visitor.expect_heading("pages.common.checkEmail")
    mail = visitor.server.mail(visitor.address, visitor.texts("emails.reset.subject"))
    visitor.button("pages.lock.enterCode").click()
    visitor.expect_at("/reset-passcode")
    visitor.page.get_by_label(visitor.texts("pages.codeField.label")).fill(mail.code.lower())
    visitor.button("pages.resetPasscode.continue").click()
    visitor.expect_heading("scripts.chooseNew")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_at("/")
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    visitor.unlock(OTHER_PASSCODE)


def disown(visitor: Visitor):
    notice = visitor.server.mail(visitor.address, visitor.texts("emails.events.passcode_reset.subject"))
    visitor.page.goto(notice.link)
    visitor.button("pages.disown.confirm").click()
    visitor.expect_heading("pages.disown.doneHeading")
    visitor.open("/")
    visitor.expect_at("/sign-in")
    visitor.sign_in()
    visitor.open("/")
    visitor.expect_heading("pages.lock.resetHeading")
