"""Passkeys in the settings: offered, added, named and removed, and where there are none."""

from playwright.sync_api import expect

from harness.authenticator import Authenticator
from harness.server import Server
from harness.visitor import OTHER_PASSCODE, PASSCODE, WRONG_PASSCODE, Visitor, new_address
from test_passkeys import requests


def test_declined_passkey_offer_does_not_return_after_a_passcode_change(visit):
    visitor = visit()
    visitor.authenticator = Authenticator(visitor.page)
    choose(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")
    visitor.button("pages.passkeyOffer.later").click()
    visitor.expect_at("/")
    # After a change, which requires the current passcode.
    visitor.open("/set-passcode")
    visitor.expect_heading("pages.setPasscode.headingChange")
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.chooseNew")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_at("/")
    # Nothing is stored for another user.
    visitor.lose_cookies()
    visitor.address = new_address()
    choose(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")


def choose(visitor: Visitor):
    visitor.sign_in()
    visitor.open("/set-passcode")
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)


def choose_by_mail(visitor: Visitor):
    """Resets the passcode by an emailed link, a while after the previous one."""
    visitor.server.advance_clock(61)
    assert visitor.call("POST", "/api/auth/reset-passcode-request", {"email": visitor.address})["status"] == 202
    visitor.page.goto(visitor.server.mail(visitor.address, visitor.texts("emails.reset.subject")).link)
    visitor.expect_heading("scripts.chooseNew")
    visitor.tap(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(OTHER_PASSCODE)


def test_reset_offers_a_passkey_until_declined(visit):
    visitor = visit()
    visitor.sign_in_with_passkey()
    choose_by_mail(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")
    expect(visitor.page.locator("h1:visible")).to_be_focused()
    assert visitor.call("GET", "/api/auth/passkeys")["body"]["passkeys"] == []
    visitor.button("pages.passkeyOffer.add").click()
    visitor.expect_at("/")
    assert len(visitor.call("GET", "/api/auth/passkeys")["body"]["passkeys"]) == 1
    choose_by_mail(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")
    visitor.button("pages.passkeyOffer.later").click()
    visitor.expect_at("/")
    choose_by_mail(visitor)
    visitor.expect_at("/")


def test_declined_passkey_offer_is_stored_per_account(visit):
    visitor = visit()
    visitor.authenticator = Authenticator(visitor.page)
    # The page starts without an account.
    for _ in range(2):
        visitor.sign_in_with_passcode()
        choose_by_mail(visitor)
        visitor.expect_heading("pages.passkeyOffer.heading")
        visitor.button("pages.passkeyOffer.later").click()
        visitor.expect_at("/")
        visitor.lose_cookies()
        visitor.address = new_address()


def test_unlocking_after_a_locked_offer_opens_the_home_page(visit):
    visitor = visit()
    visitor.authenticator = Authenticator(visitor.page)
    visitor.sign_in_with_passcode()
    choose_by_mail(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")
    visitor.server.advance_clock(15 * 60)
    visitor.button("pages.passkeyOffer.add").click()
    visitor.expect_at("/lock")
    visitor.unlock(OTHER_PASSCODE)


def test_browser_without_readable_passkeys_gets_no_offer(visit):
    visitor = visit()
    visitor.context.add_init_script("delete AuthenticatorAttestationResponse.prototype.getAuthenticatorData")
    visitor.authenticator = Authenticator(visitor.page)
    choose(visitor)
    visitor.expect_at("/")
    visitor.open("/settings/security")
    visitor.expect_settings()
    expect(visitor.part("passkey-none")).to_be_visible()
    expect(visitor.part("passkey-add")).to_have_count(0)


def test_device_without_passkey_support_gets_no_offer(visit):
    visitor = visit()
    asked = requests(visitor)
    choose(visitor)
    visitor.expect_at("/")
    assert asked == []
    visitor.open("/settings/security")
    visitor.expect_settings()
    visitor.expect_says(visitor.texts("scripts.passkey.empty"), "passkeys-status")
    expect(visitor.part("passkey-none")).to_be_visible()
    expect(visitor.part("passkey-add")).to_have_count(0)


def test_failed_offer_shows_a_message_and_can_be_skipped(visit):
    visitor = visit(clock=True)
    visitor.authenticator = Authenticator(visitor.page)
    choose(visitor)
    visitor.expect_heading("pages.passkeyOffer.heading")
    visitor.authenticator.know_its_owner(False)
    visitor.button("pages.passkeyOffer.add").click()
    visitor.expect_says(visitor.texts("scripts.passkey.add.cancelled"), "offer-message")
    visitor.authenticator.know_its_owner(True)
    visitor.server.advance_clock(301)
    visitor.button("pages.passkeyOffer.add").click()
    visitor.expect_says(visitor.texts("scripts.passkey.passcodeTooOld"), "offer-message")
    visitor.button("pages.passkeyOffer.later").click()
    visitor.expect_at("/")


def test_adding_requires_a_recent_passcode(visit):
    visitor = visit()
    visitor.authenticator = Authenticator(visitor.page)
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    visitor.server.advance_clock(301)
    texts, add, asked = visitor.texts, visitor.button("pages.security.addPasskey"), requests(visitor)
    add.click()
    expect(visitor.part("dialog-lead")).to_have_text(texts("scripts.passcodeTo.addPasskey"))
    visitor.page.keyboard.press("Escape")
    visitor.part("passcode-dialog").wait_for(state="hidden")
    assert visitor.authenticator.credentials == []
    add.click()
    visitor.part("passcode-dialog").wait_for()
    # Nothing was sent without it.
    assert asked == ["/api/auth/passkeys/options"] * 2
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(texts.counted("scripts.incorrectRemaining", 9))
    visitor.type(PASSCODE)
    visitor.expect_says(texts("scripts.passkey.added"), "passkeys-status")
    assert len(visitor.authenticator.credentials) == 1
    # The same device is not added twice.
    add.click()
    visitor.expect_says(texts("scripts.passkey.add.known"), "passkeys-message")
    expect(visitor.page.locator(".passkeys .row")).to_have_count(1)


def test_passkey_can_be_renamed_but_not_without_a_name(visit):
    visitor = visit()
    visitor.sign_in_with_passkey("/settings/security")
    visitor.expect_settings()
    texts, name = visitor.texts, visitor.page.locator(".passkey-name")
    expect(name).to_have_text("Chrome on Linux")
    visitor.page.get_by_role("button", name=texts("scripts.passkey.rename", name="Chrome on Linux")).click()
    expect(visitor.page.get_by_label(texts("pages.security.passkeyName"), exact=True)).to_be_focused()
    visitor.type(" ")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(texts("scripts.passkey.nameless"), "rename-message")
    hostile = "<b>Amira’s</b> \"laptop\" & 🔑"
    visitor.part("passkey-name").fill(hostile)
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(texts("scripts.passkey.renamed"), "passkeys-status")
    expect(visitor.page.get_by_role("button", name=texts("scripts.passkey.rename", name=hostile))).to_be_focused()
    visitor.page.reload()
    visitor.expect_settings()
    expect(name).to_have_text(hostile)


def test_forbidden_passkeys_are_hidden(visit, tmp_path):
    server = Server(tmp_path, LATCHKEY_BIOMETRICS="forbidden")
    try:
        expect_nothing_of_passkeys(visit(server))
    finally:
        server.stop()


def test_passkeys_are_hidden_at_an_ip_address(visit, tmp_path):
    server = Server(tmp_path, host="127.0.0.1")
    try:
        expect_nothing_of_passkeys(visit(server))
    finally:
        server.stop()


def expect_nothing_of_passkeys(visitor: Visitor):
    visitor.authenticator = Authenticator(visitor.page)
    asked = requests(visitor)
    choose(visitor)
    visitor.expect_at("/")
    visitor.open("/settings/security")
    visitor.expect_settings()
    expect(visitor.part("passkeys-title")).to_have_count(0)
    assert asked == []


def test_escape_cancels_renaming_a_passkey(visit):
    visitor = visit()
    visitor.sign_in_with_passkey("/settings/security")
    visitor.expect_settings()
    rename = visitor.page.get_by_role(
        "button", name=visitor.texts("scripts.passkey.rename", name="Chrome on Linux"))
    rename.click()
    visitor.type("Something else")
    visitor.page.keyboard.press("Escape")
    visitor.part("rename-dialog").wait_for(state="hidden")
    expect(rename).to_be_focused()
    expect(visitor.page.locator(".passkey-name")).to_have_text("Chrome on Linux")
