"""The number pad under fast fingers."""

import pytest
from playwright.sync_api import expect

from harness.visitor import PASSCODE, WRONG_PASSCODE

VERIFY = "**/api/auth/verify-passcode"
LONGEST = """(words) => {
  const [message, countdown] = ['message', 'countdown'].map((name) => document.querySelector(`[data-part="${name}"]`));
  const place = () => document.querySelector('.keys').getBoundingClientRect().top;
  const before = place();
  return words.filter(([text, count]) => {
    message.textContent = text;
    countdown.textContent = count;
    return place() !== before;
  });
}"""
# In one task of the event loop, without a pause; the dots are read after each.
BURST = """(digits) => [...digits].map((key) => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return document.querySelectorAll('.dots .filled').length;
})"""

# The zero of each script: full-width, Arabic, Persian, Devanagari, and two of mathematics.
SCRIPTS = {
    name: {ord(str(value)): zero + value for value in range(10)} for name, zero in {
        "full-width": 0xFF10, "Arabic": 0x660, "Persian": 0x6F0, "Devanagari": 0x966, "bold": 0x1D7CE,
        "monospace": 0x1D7F6}.items()}
AZERTY = "à&é\"'(-è_ç"
PASTED = [
    f"{PASSCODE[:3]}\u2013{PASSCODE[3:]}", "\u2011".join(PASSCODE), f"{PASSCODE[:3]}\u2212{PASSCODE[3:]}",
    f"\u200e{PASSCODE}", f"\u2068{PASSCODE}\u2069", "\u200b".join(PASSCODE), f"\u00a0{PASSCODE[:3]} {PASSCODE[3:]}\r\n",
    *(PASSCODE.translate(digits) for digits in SCRIPTS.values())]

PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def sent(request):
    """The passcodes sent; none reaches the server."""
    return []


def record(visitor, sent):
    def respond(route):
        sent.append(route.request.post_data_json["passcode"])
        route.abort()
    visitor.route(VERIFY, respond)


def test_six_rapid_keys_all_arrive_and_fill_dots(visit, sent):
    """NIST-3.1.1.2-23 ASVS-6.2.6: Six keys in one moment all arrive and each fills its dot."""
    visitor = visit()
    visitor.stand_locked()
    record(visitor, sent)
    assert visitor.page.evaluate(BURST, PASSCODE) == [1, 2, 3, 4, 5, 6]
    visitor.expect_says(visitor.texts("scripts.network"))
    assert sent == [PASSCODE]
    assert visitor.page.locator(".dots i").first.evaluate("(dot) => getComputedStyle(dot).transitionDuration") == "0s"


def test_only_six_digits_can_be_pasted(visit, sent):
    """NIST-3.1.1.2-21 NIST-3.1.1.2-22 ASVS-6.2.7: Six digits can be pasted and nothing else."""
    visitor = visit()
    visitor.stand_locked()
    record(visitor, sent)
    for text in (PASSCODE[:5], PASSCODE + "1", "abcdef", f"a{PASSCODE}", f"{PASSCODE}\u00b2"):
        visitor.page.evaluate(PASTE, text)
        visitor.expect_says(visitor.texts("scripts.pasteSix"))
    visitor.page.evaluate(PASTE, f"{PASSCODE[:3]} {PASSCODE[3:]}")
    visitor.expect_says(visitor.texts("scripts.network"))
    assert sent == [PASSCODE]


def test_pasted_passcode_may_have_separators_and_digits_of_any_script(visit, sent):
    visitor = visit()
    visitor.stand_locked()
    record(visitor, sent)
    for pasted in PASTED:
        visitor.page.evaluate(PASTE, pasted)
        visitor.expect_says(visitor.texts("scripts.network"))
        assert sent.pop() == PASSCODE and not sent, ascii(pasted)


def test_keys_of_any_script_are_digits(visit):
    visitor = visit()
    visitor.stand_locked()
    for script, digits in SCRIPTS.items():
        assert visitor.page.evaluate(BURST, PASSCODE.translate(digits)[:5]) == [1, 2, 3, 4, 5], script
        visitor.page.keyboard.press("Escape")


def test_unshifted_keys_of_a_french_keyboard_are_digits(visit, sent):
    visitor = visit()
    visitor.stand_locked()
    record(visitor, sent)
    session = visitor.context.new_cdp_session(visitor.page)

    def press(digit, key, modifiers=0):
        event = {"key": key, "code": f"Digit{digit}", "windowsVirtualKeyCode": ord(digit), "modifiers": modifiers}
        session.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": key, **event})
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    # With Alt, Control, Command or Shift it is another key.
    for modifier in (1, 2, 4, 8):
        press("4", "{", modifier)
    # The same applies to AltGr, which is a different modifier on Linux.
    visitor.page.evaluate("""() => document.body.dispatchEvent(new KeyboardEvent('keydown', {
      key: '{', code: 'Digit4', modifierAltGraph: true, bubbles: true, cancelable: true }))""")
    expect(visitor.page.locator(".dots .filled")).to_have_count(0)
    for digit in PASSCODE:
        press(digit, AZERTY[int(digit)])
    visitor.expect_says(visitor.texts("scripts.network"))
    assert sent == [PASSCODE]


def test_keys_before_the_pad_has_loaded_are_kept(visit, sent):
    visitor = visit()
    visitor.stand_locked()
    record(visitor, sent)
    held = []
    visitor.route("**/number-pad.js", lambda route: held.append(route))
    visitor.page.goto(visitor.server.origin + "/lock", wait_until="commit")
    visitor.page.locator('[data-key="0"]').wait_for()
    visitor.page.keyboard.type(PASSCODE[:4])
    for digit in PASSCODE[4:]:
        visitor.page.locator(f'[data-key="{digit}"]').click()
    assert sent == []
    held[0].continue_()
    visitor.expect_says(visitor.texts("scripts.network"))
    assert sent == [PASSCODE]


def test_overlapping_touches_press_each_key(visit, sent):
    visitor = visit(has_touch=True)
    visitor.stand_locked()
    record(visitor, sent)
    session = visitor.context.new_cdp_session(visitor.page)
    down = []
    for number, digit in enumerate(PASSCODE):
        box = visitor.page.locator(f'[data-key="{digit}"]').bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}
        # The next finger is down before the previous one is up.
        down.append(point)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": list(down)})
        if len(down) == 2:
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [down.pop(0)]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.expect_says(visitor.texts("scripts.network"))
    assert sent == [PASSCODE]


def test_double_click_on_a_key_enters_two_digits(visit):
    visitor = visit()
    visitor.stand_locked()
    visitor.page.locator('[data-key="7"]').dblclick()
    expect(visitor.page.locator(".dots .filled")).to_have_count(2)


def test_keys_during_verification_are_not_sent(visit):
    visitor = visit()
    visitor.stand_locked()
    visitor.page.evaluate(BURST, WRONG_PASSCODE * 2)
    texts = visitor.texts
    visitor.expect_says(texts.counted("scripts.incorrectRemaining", 9))
    visitor.unlock()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_messages_do_not_move_the_keys(visit, language):
    visitor = visit(language=language, size=(320, 568))
    visitor.stand_locked()
    texts = visitor.texts
    said = [texts(f"scripts.{key}") for key in ("network", "unexpected", "crossSite", "lockedMeanwhile", "mismatch")]
    said += [texts(f"scripts.weak.{reason}") for reason in texts.all["scripts"]["weak"]]
    said.append(texts.counted("scripts.unavailableFor", 30))
    words = [[text, ""] for text in said]
    words += [
        [texts.counted("scripts.incorrectRemaining", 6), texts("scripts.countdownMinutes", time=count)]
        for count in ("1:11", "16:00")
    ]
    assert visitor.page.evaluate(LONGEST, words) == []


def test_countdown_digits_have_equal_width(visit):
    visitor = visit()
    visitor.stand_locked()
    width = """(text) => {
      const element = document.querySelector('[data-part="countdown"]');
      element.textContent = text;
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    }"""
    assert visitor.page.evaluate(width, "1:11") == visitor.page.evaluate(width, "4:00")
    numeric = "(element) => getComputedStyle(element).fontVariantNumeric"
    for place in ('[data-part="countdown"]', "[data-key]"):
        assert visitor.page.locator(place).first.evaluate(numeric) == "tabular-nums"
