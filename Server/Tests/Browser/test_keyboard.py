"""Everything works without a mouse, and the focus is visible at each step."""

import pytest
from playwright.sync_api import expect

from harness.examine import SIZES
from harness.visitor import PASSCODE, Visitor

FOCUS = """() => {
  const element = document.activeElement;
  const shown = element.matches('.choice input') ? element.nextElementSibling : element;
  const style = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent
    ?? document.getElementById(element.getAttribute('aria-labelledby'))?.textContent ?? element.textContent;
  return {
    label: label.trim(), isBody: element === document.body,
    isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    isInView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""


def tab_to(visitor: Visitor, label):
    """Presses the Tab key until the element with the label has the focus."""
    passed = []
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        focus = visitor.page.evaluate(FOCUS)
        if focus["isBody"]:
            continue
        passed.append(focus["label"])
        assert focus["isMarked"], f"the focus on {focus['label']!r} does not show"
        assert focus["isInView"], f"the focus on {focus['label']!r} is out of view"
        if focus["label"] == label:
            return
    raise AssertionError(f"Tab did not come to {label!r}, only to {passed}")


def press(visitor: Visitor, key, label):
    tab_to(visitor, label)
    visitor.page.keyboard.press(key)


@pytest.mark.parametrize("size, theme, forced", [
    ("phone", "light", "none"), ("desktop", "dark", "none"), ("tablet", "dark", "active")])
def test_pages_work_with_the_keyboard_alone(visit, size, theme, forced):
    visitor = visit(size=SIZES[size], color_scheme=theme, forced_colors=forced, reduced_motion="reduce")
    keyboard, texts = visitor.page.keyboard, visitor.texts
    visitor.open("/sign-in")
    tab_to(visitor, texts("pages.common.email"))
    keyboard.type(visitor.address)
    keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkEmail")
    # The field is already focused.
    keyboard.type(visitor.server.mail(visitor.address, "/sign-in/verify").code)
    keyboard.press("Enter")
    visitor.expect_at("/set-passcode")
    press(visitor, "Enter", "7")
    expect(visitor.page.locator(".dots .filled")).to_have_count(1)
    keyboard.press("Backspace")
    expect(visitor.page.locator(".dots .filled")).to_have_count(0)
    keyboard.type("12")
    keyboard.press("Escape")
    keyboard.type(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.unlock()
    use_settings(visitor)
    press(visitor, "Enter", texts("pages.header.lockNow"))
    visitor.expect_at("/lock")
    visitor.unlock(path="/settings/security")


def use_settings(visitor: Visitor):
    keyboard, texts = visitor.page.keyboard, visitor.texts
    press(visitor, "Enter", texts("pages.header.security"))
    visitor.expect_settings()
    press(visitor, "Space", texts("pages.security.requirePasscode"))
    visitor.part("passcode-dialog").wait_for()
    # The dialog traps the focus, and restores it.
    tab_to(visitor, texts("pages.common.cancel"))
    keyboard.press("Escape")
    visitor.part("passcode-dialog").wait_for(state="hidden")
    assert visitor.page.evaluate(FOCUS)["label"] == texts("pages.security.requirePasscode")
    tab_to(visitor, texts("pages.security.minutes", minutes=15))
    keyboard.press("ArrowLeft")
    visitor.expect_says(texts.counted("scripts.timeoutSaved", 5), "saved")


def test_first_tab_stop_skips_the_header(visit):
    visitor = visit()
    visitor.sign_in_with_passcode("/")
    press(visitor, "Enter", visitor.texts("pages.common.skip"))
    assert visitor.page.evaluate("() => document.activeElement.id") == "main"
