"""Passkeys after concurrent changes: elsewhere, in the browser, or on the network."""

from playwright.sync_api import expect

from harness.authenticator import Authenticator
from harness.visitor import PASSCODE, Visitor
from test_passkeys import lock, passkey_button, unlock

KEEP_NOTHING = """Object.defineProperty(globalThis, 'localStorage', {
  get() { throw new DOMException('The site may keep nothing.', 'SecurityError'); } });"""
FAIL = """const fail = async () => { throw new DOMException('', 'NotReadableError'); };
  navigator.credentials.create = navigator.credentials.get = fail;
  null"""
UNLOCK_CALLS = "**/api/auth/unlock/options"


def reject(visitor: Visitor, calls, status, problem):
    body = '{"type":"/problems/%s"}' % problem
    visitor.route(calls, lambda route: route.fulfill(status=status, body=body))


def on_another_device(visit, visitor: Visitor) -> Visitor:
    """The same user, unlocked, with a device that stores passkeys."""
    other = visit(address=visitor.address)
    other.authenticator = Authenticator(other.page)
    other.sign_in()
    assert other.call("POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})["status"] == 200
    return other


def kept(visitor: Visitor):
    return visitor.page.evaluate("Object.keys(localStorage).map((key) => key.split(':')[0]).sort()")


def test_passkeys_of_two_devices_are_removed_separately(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    other = on_another_device(visit, visitor)
    other.open("/settings/security")
    other.expect_settings()
    other.add_passkey()
    expect(other.page.locator(".passkeys .row")).to_have_count(2)
    unlock(visitor)
    other.open("/")
    lock(other)
    unlock(other)
    lock(visitor)
    (first, second) = other.call("GET", "/api/auth/passkeys")["body"]["passkeys"]
    assert first["last_used_at"] and second["last_used_at"]
    assert other.call("DELETE", f"/api/auth/passkeys/{first['id']}")["status"] == 204
    # The page requests the other one, which this device does not have.
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.passkey.unlock.cancelled"))
    visitor.unlock()
    lock(other)
    unlock(other)


def test_passkey_unlock_of_an_ended_session_requires_sign_in(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    other = on_another_device(visit, visitor)
    (ended,) = [session for session in other.call("GET", "/api/auth/sessions")["body"]["sessions"]
                if not session["current"]]
    assert other.call("DELETE", f"/api/auth/sessions/{ended['id']}")["status"] == 204
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.signInReasons.session-ended"), "reason")


def test_passkey_unlock_shows_a_required_reset(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    reject(visitor, UNLOCK_CALLS, 409, "passcode-reset-required")
    passkey_button(visitor).click()
    visitor.expect_heading("pages.lock.resetHeading")


def test_passkey_unlock_continues_if_the_passcode_was_disabled(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    reject(visitor, UNLOCK_CALLS, 409, "passcode-not-set")
    visitor.route("**/", lambda route: route.fulfill(body="Home"))
    passkey_button(visitor).click()
    expect(visitor.page.locator("body")).to_have_text("Home")


def test_pad_stays_usable_after_a_server_failure(visit, own_server):
    visitor = visit(own_server)
    visitor.stand_locked_with_passkey()
    own_server.stop()
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.network"))
    own_server.start()
    unlock(visitor)


def test_browser_error_shows_a_message(visit):
    visitor = visit()
    visitor.sign_in_with_passkey("/settings/security")
    visitor.expect_settings()
    visitor.page.evaluate(FAIL)
    visitor.button("pages.security.addPasskey").click()
    visitor.expect_says(visitor.texts("scripts.passkey.add.failed"), "passkeys-message")
    visitor.open("/")
    lock(visitor)
    visitor.page.evaluate(FAIL)
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.passkey.unlock.failed"))
    visitor.unlock(path="/")


def test_passkeys_work_without_local_storage(visit):
    visitor = visit()
    visitor.context.add_init_script(KEEP_NOTHING)
    visitor.stand_locked_after_adding_passkey()
    unlock(visitor)
    lock(visitor)
    expect(passkey_button(visitor)).not_to_be_focused()
    visitor.unlock()


def test_passcode_reentry_does_not_change_the_last_used_method(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    unlock(visitor)
    assert kept(visitor) == ["latchkey-passkey-used"]
    visitor.open("/lock?again&next=/activity")
    visitor.unlock(path="/activity")
    assert kept(visitor) == ["latchkey-passkey-used"]


def test_deleting_the_account_clears_its_browser_storage(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    unlock(visitor)
    visitor.open("/settings/security")
    visitor.expect_settings()
    visitor.page.evaluate("localStorage.setItem(`latchkey-passkey-declined:${document.body.dataset.account}`, '')")
    assert kept(visitor) == ["latchkey-passkey-declined", "latchkey-passkey-used"]
    visitor.part("delete").click()
    visitor.part("delete-confirm").click()
    visitor.part("passcode-dialog").wait_for()
    visitor.type(PASSCODE)
    visitor.expect_at("/sign-in")
    assert kept(visitor) == []


def test_removed_passkey_cannot_be_renamed_or_removed(visit):
    visitor = visit()
    visitor.sign_in_with_passkey("/settings/security")
    visitor.expect_settings()
    texts, row = visitor.texts, visitor.page.locator(".passkeys .row")
    name = row.locator(".passkey-name").text_content()
    for action in ("rename", "remove"):
        (passkey,) = visitor.call("GET", "/api/auth/passkeys")["body"]["passkeys"]
        assert visitor.call("DELETE", f"/api/auth/passkeys/{passkey['id']}")["status"] == 204
        expect(row).to_have_count(1)
        visitor.page.get_by_role("button", name=texts(f"scripts.passkey.{action}", name=name), exact=True).click()
        if action == "rename":
            visitor.page.keyboard.press("Enter")
        visitor.expect_says(texts("scripts.passkey.removed"), "passkeys-status")
        expect(row).to_have_count(0)
        expect(visitor.part("passkeys-title")).to_be_focused()
        if action == "rename":
            # The device has a passkey for a deleted account, unknown to the server.
            visitor.add_passkey()
            expect(row).to_have_count(1)


def test_failed_list_of_passkeys_can_be_reloaded(visit):
    visitor = visit()
    visitor.sign_in_with_passkey()
    reject(visitor, "**/api/auth/passkeys", 503, "temporarily-unavailable")
    visitor.open("/settings/security")
    visitor.expect_settings()
    visitor.expect_says(visitor.texts("scripts.unavailable"), "passkeys-message")
    visitor.page.unroute("**/api/auth/passkeys")
    visitor.part("passkeys-again").click()
    expect(visitor.page.locator(".passkeys .row")).to_have_count(1)
    expect(visitor.part("passkeys-again")).to_have_count(0)
