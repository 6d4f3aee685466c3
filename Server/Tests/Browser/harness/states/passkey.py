"""Passkeys: offered, listed, and next to the pad."""

from harness.authenticator import Authenticator
from harness.states.registry import state
from harness.visitor import PASSCODE, WRONG_PASSCODE


@state
def passkey_offered(visitor):
    visitor.authenticator = Authenticator(visitor.page)
    visitor.sign_in()
    visitor.open("/set-passcode")
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)
    visitor.expect_heading("pages.passkeyOffer.heading")


@state
def passkey_offered_cancelled(visitor):
    passkey_offered(visitor)
    visitor.authenticator.know_its_owner(False)
    visitor.button("pages.passkeyOffer.add").click()
    visitor.expect_says(visitor.texts("scripts.passkey.add.cancelled"), "offer-message")


@state
def lock_passkey(visitor):
    visitor.stand_locked_with_passkey()
    visitor.button("pages.lock.usePasskey").wait_for()


@state
def lock_passkey_cancelled(visitor):
    lock_passkey(visitor)
    visitor.authenticator.know_its_owner(False)
    visitor.button("pages.lock.usePasskey").click()
    visitor.expect_says(visitor.texts("scripts.passkey.unlock.cancelled"))


@state
def lock_passkey_wait(visitor):
    """The digits wait, and the passkey does not."""
    lock_passkey(visitor)
    for _ in range(4):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
    visitor.page.reload()
    visitor.part("countdown").wait_for()


@state
def settings_no_passkey(visitor):
    visitor.authenticator = Authenticator(visitor.page)
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    visitor.expect_says(visitor.texts("scripts.passkey.empty"), "passkeys-status")
    visitor.button("pages.security.addPasskey").wait_for()


@state
def settings_passkeys(visitor):
    visitor.sign_in_with_passkey("/settings/security")
    visitor.expect_settings()


@state
def settings_passkey_rename(visitor):
    settings_passkeys(visitor)
    visitor.page.locator(".passkeys button").first.click()
    visitor.part("rename-dialog").wait_for()


@state
def settings_passkey_nameless(visitor):
    settings_passkey_rename(visitor)
    visitor.part("passkey-name").fill(" ")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.passkey.nameless"), "rename-message")
