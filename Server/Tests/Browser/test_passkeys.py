"""Unlocking with a passkey of the device, next to the passcode."""

import pytest
from playwright.sync_api import expect

from harness.authenticator import FAULTS, Authenticator
from harness.examine import SIZES
from harness.visitor import PASSCODE, WRONG_PASSCODE, Visitor

# Like browsers without conversion.
CONVERT_NOTHING = """delete PublicKeyCredential.parseCreationOptionsFromJSON;
  delete PublicKeyCredential.parseRequestOptionsFromJSON;
  delete PublicKeyCredential.prototype.toJSON;"""


def requests(visitor: Visitor):
    """Records later calls about passkeys."""
    asked = []

    def note(request):
        path = request.url.removeprefix(visitor.server.origin)
        if path.startswith(("/api/auth/unlock", "/api/auth/passkeys")) and not path.startswith("/api/auth/unlock-keys"):
            asked.append(path)

    visitor.context.on("request", note)
    return asked


def passkey_button(visitor: Visitor):
    return visitor.page.get_by_role("button", name=visitor.texts("pages.lock.usePasskey"), exact=True)


def lock(visitor: Visitor):
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    passkey_button(visitor).wait_for()


def unlock(visitor: Visitor, path="/"):
    passkey_button(visitor).click()
    visitor.expect_at(path)


@pytest.mark.parametrize("language, size, theme", [("en", "desktop", "light"), ("fr", "phone", "dark")])
def test_the_whole_story_of_a_passkey(visit, language, size, theme):
    visitor = visit(language=language, size=SIZES[size], color_scheme=theme)
    visitor.authenticator = Authenticator(visitor.page)
    be_offered(visitor)
    lock_by_hand_and_unlock(visitor)
    remove(visitor)


def be_offered(visitor: Visitor):
    visitor.sign_in()
    visitor.open("/set-passcode?next=/activity")
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)
    visitor.expect_heading("pages.passkeyOffer.heading")
    assert visitor.authenticator.credentials == []
    visitor.button("pages.passkeyOffer.add").click()
    # Continues to the requested page.
    visitor.expect_activity()
    assert len(visitor.authenticator.credentials) == 1
    visitor.open("/")


def lock_by_hand_and_unlock(visitor: Visitor):
    asked = requests(visitor)
    before = visitor.authenticator.uses
    lock(visitor)
    # The device would respond immediately, but gets no request (C11).
    visitor.page.reload()
    passkey_button(visitor).wait_for()
    expect(passkey_button(visitor)).not_to_be_focused()
    visitor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    assert visitor.call("GET", "/api/auth/me")["body"]["locked"] is True
    assert (asked, visitor.authenticator.uses) == ([], before)
    unlock(visitor)
    assert asked == ["/api/auth/unlock/options", "/api/auth/unlock"]
    # It was used last, so Enter is enough; nothing starts by itself.
    lock(visitor)
    expect(passkey_button(visitor)).to_be_focused()
    assert len(asked) == 2
    visitor.page.keyboard.press("Enter")
    visitor.expect_at("/")
    # Digits work wherever the focus is, and are the last used method from then on.
    lock(visitor)
    expect(passkey_button(visitor)).to_be_focused()
    visitor.unlock()
    lock(visitor)
    expect(passkey_button(visitor)).not_to_be_focused()
    unlock(visitor)


def remove(visitor: Visitor):
    texts = visitor.texts
    visitor.button("pages.header.security").click()
    visitor.expect_settings()
    row = visitor.page.locator(".passkeys .row")
    expect(row).to_have_count(1)
    expect(row).not_to_contain_text(texts("scripts.passkey.timesUnused").partition("·")[2].strip())
    name = row.locator(".passkey-name").text_content()
    visitor.page.get_by_role("button", name=texts("scripts.passkey.remove", name=name), exact=True).click()
    visitor.expect_says(texts("scripts.passkey.removed"), "passkeys-status")
    expect(row).to_have_count(0)
    expect(visitor.part("passkeys-title")).to_be_focused()
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    expect(passkey_button(visitor)).to_have_count(0)
    visitor.unlock(path="/settings/security")


def test_pad_works_after_a_cancelled_prompt(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    visitor.type(PASSCODE[:3])
    visitor.authenticator.know_its_owner(False)
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.passkey.unlock.cancelled"))
    # Typed digits are kept, and the rest unlocks.
    expect(visitor.page.locator(".dots .filled")).to_have_count(3)
    # While the device prompts again, the previous message is hidden.
    visitor.authenticator.wait_for_a_touch(True)
    passkey_button(visitor).click()
    expect(visitor.page.locator('[data-part="message"]')).to_be_empty()
    visitor.unlock(PASSCODE[3:])


def test_pad_works_during_the_prompt(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    visitor.authenticator.wait_for_a_touch(True)
    other = visitor.context.new_page()
    other.goto(visitor.server.origin + "/problems/locked")
    other.evaluate("""globalThis.heard = [];
      globalThis.channel = new BroadcastChannel('latchkey');
      channel.addEventListener('message', ({ data }) => heard.push(...Object.keys(data)));""")
    with visitor.page.expect_response("**/api/auth/unlock/options"):
        passkey_button(visitor).click()
    # A second click does not ask again.
    asked = requests(visitor)
    passkey_button(visitor).click()
    # The first click is no activity, of which other tabs would be notified.
    visitor.page.evaluate("new BroadcastChannel('latchkey').postMessage({ last: true })")
    other.wait_for_function("heard.at(-1) === 'last'")
    assert (asked, other.evaluate("heard")) == ([], ["last"])
    visitor.unlock()


def test_invalid_passkey_response_unlocks_nothing_and_spends_no_attempt(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    for remaining, fault in zip((9, 8, 7), FAULTS, strict=True):
        visitor.authenticator.respond_wrongly(fault)
        passkey_button(visitor).click()
        visitor.expect_says(visitor.texts("scripts.passkey.rejected"))
        assert visitor.call("GET", "/api/auth/me")["body"]["locked"] is True
        visitor.type(WRONG_PASSCODE)
        visitor.expect_says(visitor.texts.counted("scripts.incorrectRemaining", remaining))
        visitor.authenticator.respond_wrongly(None)
        unlock(visitor)
        lock(visitor)


def test_passkey_unlock_ignores_and_keeps_the_passcode_delay(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    for _ in range(4):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
    visitor.page.reload()
    expect(visitor.part("countdown")).to_be_visible()
    unlock(visitor)
    lock(visitor)
    expect(visitor.part("countdown")).to_be_visible()


def test_passkey_unlock_in_another_tab_unlocks_this_tab(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    other = visitor.context.new_page()
    Authenticator(other, visitor.authenticator.credentials)
    other.goto(visitor.server.origin + "/lock")
    other.get_by_role("button", name=visitor.texts("pages.lock.usePasskey")).click()
    visitor.expect_at("/", other)
    visitor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    visitor.expect_at("/")


def test_passkey_removed_elsewhere_leaves_only_the_pad(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    other = visit(address=visitor.address)
    other.sign_in()
    assert other.call("POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})["status"] == 200
    (passkey,) = other.call("GET", "/api/auth/passkeys")["body"]["passkeys"]
    assert other.call("DELETE", f"/api/auth/passkeys/{passkey['id']}")["status"] == 204
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.passkey.none"))
    expect(passkey_button(visitor)).to_have_count(0)
    visitor.unlock()


def test_passkey_does_not_bypass_a_required_reset(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    notice = visitor.server.mail(visitor.address, visitor.texts("emails.events.passcode_set.subject"))
    visitor.call("POST", "/api/auth/disown", {"token": notice.token})
    visitor.sign_in()
    visitor.open("/lock")
    visitor.expect_heading("pages.lock.resetHeading")
    expect(passkey_button(visitor)).to_have_count(0)


def test_passcode_reentry_offers_no_passkey(visit):
    visitor = visit()
    visitor.sign_in_with_passkey()
    for query in ("again", "max_age=300"):
        assert visitor.call("POST", "/api/auth/lock")["status"] == 204
        visitor.open(f"/lock?{query}&next=/activity")
        visitor.page.wait_for_load_state("load")
        expect(passkey_button(visitor)).to_have_count(0)
        visitor.unlock(path="/activity")
        visitor.expect_activity()


def test_browser_without_json_conversion_is_supported(visit):
    visitor = visit()
    visitor.context.add_init_script(CONVERT_NOTHING)
    visitor.stand_locked_after_adding_passkey()
    assert visitor.page.evaluate("'parseRequestOptionsFromJSON' in PublicKeyCredential") is False
    unlock(visitor)


def test_browser_without_passkeys_shows_only_the_pad(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    page = visitor.page = visitor.context.new_page()
    page.add_init_script("delete globalThis.PublicKeyCredential")
    visitor.open("/lock")
    expect(passkey_button(visitor)).to_have_count(0)
    visitor.unlock()
    visitor.open("/settings/security")
    visitor.expect_settings()
    expect(visitor.part("passkey-none")).to_be_visible()


def test_newly_forbidden_passkeys_cannot_unlock(visit, own_server):
    visitor = visit(own_server)
    visitor.stand_locked_with_passkey()
    own_server.restart({"LATCHKEY_BIOMETRICS": "forbidden"})
    passkey_button(visitor).click()
    visitor.expect_says(visitor.texts("scripts.passkey.none"))
    visitor.page.reload()
    visitor.page.wait_for_load_state("load")
    expect(passkey_button(visitor)).to_have_count(0)
    visitor.unlock()
