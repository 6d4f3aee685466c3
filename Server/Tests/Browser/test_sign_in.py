"""Signing in by email."""

import pytest
from playwright.sync_api import expect

from harness.visitor import OTHER_PASSCODE

VERIFY = "**/api/auth/magic-link/verify"
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
ARABIC = {ord("0") + value: 0x660 + value for value in range(10)}


def ask_for_code(visitor):
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_heading("pages.common.checkEmail")
    return visitor.server.mail(visitor.address, visitor.texts("emails.signIn.subject"))


def paste_code(visitor, text):
    visitor.page.locator("#code").fill("")
    # Like a paste, limited to the field's length.
    visitor.page.keyboard.insert_text(text)
    visitor.page.keyboard.press("Enter")


def test_code_of_any_width_and_script_is_accepted(visit):
    visitor = visit()
    code = ask_for_code(visitor).code
    sent = []

    def respond(route):
        sent.append(route.request.post_data_json["code"])
        route.abort()
    visitor.route(VERIFY, respond)
    texts = [
        code.translate(FULL_WIDTH), code.lower().translate(FULL_WIDTH), code.translate(ARABIC),
        code.replace("-", "\u2011"), f"\u2068{code}\u2069", f" Code:\u00a0{' '.join(code)} ",
    ]
    for text in texts:
        with visitor.page.expect_request(VERIFY):
            paste_code(visitor, text)
        visitor.expect_says(visitor.texts("scripts.network"), part="code-message")
    assert sent == [code.replace("-", "")] * len(texts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whole_line_of_the_email_signs_in(visit, language):
    visitor = visit(language=language)
    mail = ask_for_code(visitor)
    paste_code(visitor, next(line for line in mail.text.splitlines() if mail.code in line))
    visitor.expect_at("/set-passcode")


def forget_cookies(visitor, url):
    """The server's cookies disappear immediately, as in a browser without cookies."""
    def respond(route):
        response = route.fetch()
        visitor.context.clear_cookies()
        headers = {name: value for name, value in response.headers.items() if name != "set-cookie"}
        route.fulfill(status=response.status, headers=headers, body=response.body())
    visitor.route(url, respond)


def test_first_sign_in_sets_the_browsers_time_zone(visit):
    visitor = visit()
    paste_code(visitor, ask_for_code(visitor).code)
    visitor.expect_at("/set-passcode")
    assert visitor.call("GET", "/api/auth/me")["body"]["time_zone"] == "Europe/Paris"


def test_security_settings_set_the_browsers_time_zone(visit):
    visitor = visit()
    visitor.sign_in_with_passcode()
    settings = "/api/auth/passcode-settings"
    assert visitor.call("PATCH", settings, {"time_zone": "Asia/Tokyo"})["body"]["time_zone"] == "Asia/Tokyo"
    with visitor.page.expect_response(f"**{settings}") as response:
        visitor.open("/settings/security")
    assert response.value.json()["time_zone"] == "Europe/Paris"


def test_browser_without_cookies_gets_an_error_after_the_code(visit):
    visitor = visit()
    code = ask_for_code(visitor).code
    forget_cookies(visitor, VERIFY)
    paste_code(visitor, code)
    visitor.expect_says(visitor.texts("scripts.noCookies"), part="code-message")
    visitor.expect_at("/sign-in")


def test_browser_without_cookies_gets_an_error_after_the_link(visit):
    visitor = visit()
    link = ask_for_code(visitor).link
    forget_cookies(visitor, VERIFY)
    visitor.page.goto(link)
    visitor.page.locator("[data-part=confirm]").click()
    visitor.expect_says(visitor.texts("scripts.noCookies"))


def test_browser_without_cookies_gets_an_error_after_the_reset(visit):
    visitor = visit()
    visitor.stand_locked()
    visitor.call("POST", "/api/auth/reset-passcode-request", {})
    link = visitor.server.mail(visitor.address, "/reset-passcode").link
    forget_cookies(visitor, "**/api/auth/reset-passcode")
    visitor.page.goto(link)
    visitor.expect_heading("scripts.chooseNew")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.noCookies"))


@pytest.mark.parametrize("path, part", [("/sign-in", "reason"), ("/sign-in/verify#token=unused", "message")])
def test_blocked_cookies_cause_an_error_before_a_code_is_used(visit, path, part):
    visitor = visit()
    visitor.open(path)
    expect(visitor.page.locator(f'[data-part="{part}"]')).to_be_empty()
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    # The page has removed the link's token from its address.
    visitor.page.goto("about:blank")
    visitor.open(path)
    visitor.expect_says(visitor.texts("scripts.noCookies"), part=part)
