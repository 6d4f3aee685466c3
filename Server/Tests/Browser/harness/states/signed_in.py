"""Pages of an unlocked session."""

from harness.states.registry import state
from harness.visitor import PASSCODE, WRONG_PASSCODE


@state
def desk(visitor):
    visitor.sign_in_with_passcode("/")
    visitor.expect_heading("pages.desk.title")


@state
def desk_without_passcode(visitor):
    visitor.sign_in()
    visitor.open("/")
    visitor.expect_heading("pages.desk.title")


@state
def desk_hidden(visitor):
    """The page does not know whether it is locked."""
    desk(visitor)
    visitor.route("**/api/auth/me", lambda route: route.abort())
    visitor.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    visitor.button("scripts.tryAgain").wait_for()


@state
def settings(visitor):
    visitor.sign_in_with_passcode()
    visitor.sign_in("Latchkey on iPhone", transport="bearer")
    visitor.open("/settings/security")
    visitor.expect_settings()


@state
def settings_devices(visitor):
    visitor.sign_in_with_passcode()
    visitor.register_device()
    visitor.open("/settings/security")
    visitor.part("devices").get_by_role("button").wait_for()


@state
def settings_shutting_device(visitor):
    """The dialog for the passcode, before a device is shut."""
    settings_devices(visitor)
    visitor.part("devices").get_by_role("button").click()
    visitor.part("passcode-dialog").wait_for()


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
    """The dialog for the passcode, before it is disabled."""
    settings(visitor)
    visitor.page.get_by_role("switch").click()
    visitor.part("passcode-dialog").wait_for()


@state
def settings_asking_wrong(visitor):
    settings_asking(visitor)
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts.counted("scripts.incorrectRemaining", 9))


@state
def settings_switched_off(visitor):
    visitor.sign_in_with_passcode()
    visitor.call("PATCH", "/api/auth/passcode-settings", {"passcode_enabled": False, "current_passcode": PASSCODE})
    visitor.open("/settings/security")
    visitor.page.locator('[role="switch"][aria-checked="false"]').wait_for()


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
