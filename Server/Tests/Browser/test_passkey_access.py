"""Passkeys with keyboard and screen reader, and without layout shifts."""

from playwright.sync_api import expect

from harness.authenticator import Authenticator
from harness.examine import SIZES, set_size
from harness.visitor import PASSCODE
from test_keyboard import press, tab_to
from test_passkeys import passkey_button

# The position of everything on the lock page except the passkey's button.
PLACES = """(isHidden) => {
  document.querySelector('.key-passkey').hidden = isHidden;
  return [...document.querySelectorAll('main *:not(.key-passkey, .key-passkey *)')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, x, y, width, height].join(' ');
  });
}"""


def test_layout_is_stable_when_the_passkey_button_appears(visit):
    visitor = visit()
    visitor.stand_locked_with_passkey()
    passkey_button(visitor).wait_for()
    for size in SIZES:
        set_size(visitor.page, size)
        assert visitor.page.evaluate(PLACES, True) == visitor.page.evaluate(PLACES, False), size


def test_passkeys_work_with_the_keyboard_alone(visit):
    visitor = visit(size=SIZES["phone"], reduced_motion="reduce")
    keyboard, texts = visitor.page.keyboard, visitor.texts
    visitor.authenticator = Authenticator(visitor.page)
    visitor.sign_in()
    visitor.open("/set-passcode")
    keyboard.type(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    keyboard.type(PASSCODE)
    visitor.expect_heading("pages.passkeyOffer.heading")
    # A screen reader continues from the heading, like the Tab key.
    expect(visitor.page.locator("h1:visible")).to_be_focused()
    tab_to(visitor, texts("pages.passkeyOffer.later"))
    visitor.page.keyboard.press("Shift+Tab")
    keyboard.press("Space")
    visitor.expect_at("/")
    press(visitor, "Enter", texts("pages.header.lockNow"))
    visitor.expect_at("/lock")
    # Next to the zero, after the nine.
    tab_to(visitor, "9")
    press(visitor, "Space", texts("pages.lock.usePasskey"))
    visitor.expect_at("/")
    press(visitor, "Enter", texts("pages.header.security"))
    visitor.expect_settings()
    press(visitor, "Enter", texts("scripts.passkey.rename", name="Chrome on Linux"))
    keyboard.type("My laptop")
    keyboard.press("Enter")
    visitor.expect_says(texts("scripts.passkey.renamed"), "passkeys-status")
    press(visitor, "Enter", texts("scripts.passkey.remove", name="My laptop"))
    visitor.expect_says(texts("scripts.passkey.removed"), "passkeys-status")
    # The passcode was not verified since the lock, and is required.
    press(visitor, "Enter", texts("pages.security.addPasskey"))
    visitor.part("passcode-dialog").wait_for()
    keyboard.type(PASSCODE)
    visitor.expect_says(texts("scripts.passkey.added"), "passkeys-status")


def test_screen_readers_announce_controls_and_results(visit):
    visitor = visit(language="fr")
    texts, role = visitor.texts, visitor.page.get_by_role
    visitor.stand_locked_with_passkey()
    pad = role("group", name=texts("pages.numberPad.label"))
    expect(pad.get_by_role("button", name=texts("pages.lock.usePasskey"), exact=True)).to_be_visible()
    visitor.authenticator.know_its_owner(False)
    passkey_button(visitor).click()
    expect(role("alert").filter(has_text=texts("scripts.passkey.unlock.cancelled"))).to_be_visible()
    visitor.unlock()
    visitor.open("/settings/security")
    visitor.expect_settings()
    region = role("region", name=texts("pages.security.passkeys"), exact=True)
    expect(region.get_by_role("listitem")).to_have_count(1)
    name = region.locator(".passkey-name").text_content()
    buttons = [texts("scripts.passkey.rename", name=name), texts("scripts.passkey.remove", name=name),
               texts("pages.security.addPasskey")]
    for button in buttons:
        expect(region.get_by_role("button", name=button, exact=True)).to_be_visible()
    visitor.button("pages.security.addPasskey").click()
    expect(region.get_by_role("alert")).to_have_text(texts("scripts.passkey.add.cancelled"))
    region.get_by_role("button", name=buttons[0]).click()
    dialog = role("dialog", name=texts("pages.security.renameTitle"))
    expect(dialog.get_by_role("textbox", name=texts("pages.security.passkeyName"), exact=True)).to_be_focused()
    dialog.get_by_role("button", name=texts("pages.common.cancel")).click()
    region.get_by_role("button", name=buttons[1]).click()
    expect(region.get_by_role("status")).to_have_text(texts("scripts.passkey.removed"))
