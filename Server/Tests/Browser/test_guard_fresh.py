"""guard.js if the gate requires a recent passcode, and if it cannot cover the page."""

import http.server
import pathlib
import threading

import pytest
from playwright.sync_api import expect

from harness.visitor import PASSCODE, WRONG_PASSCODE
from test_guard import (
    NOTE, SECRETS, expect_covered, expect_open, expect_severed, lock_frame, tabs, type_into_lock)

ASK = "fetch('/fresh').then((response) => [response.status, response.headers.get('X-Latchkey-Reason')])"
PAGE = pathlib.Path(__file__).parent.parent / "Application/page.html"


def asked(visitor):
    """A page with typed text and connections, rejected because its passcode is too old."""
    (page,) = tabs(visitor, 1)
    assert page.evaluate(ASK) == [200, None]
    visitor.server.advance_clock(301)
    assert page.evaluate(ASK) == [401, "passcode-too-old"]
    expect(page.locator("latchkey-guard iframe")).to_be_visible()
    return page


def expect_asking(page):
    """Covered, but nothing was stopped."""
    expect(lock_frame(page).locator('[data-part="pad"]')).to_be_visible()
    shown = page.evaluate("document.documentElement.innerText")
    assert not [secret for secret in SECRETS if secret in shown]
    assert page.evaluate("getComputedStyle(document.body).display") == "none"
    assert page.evaluate("[seen.locks, seen.unlocks, seen.passcodes, seen.socket.readyState]") == [0, 0, 0, 1]


def expect_as_left(page):
    expect_open(page)
    expect(page.locator("#note")).to_have_value(NOTE)
    expect(page.locator("#note")).to_be_focused()
    assert page.evaluate("seen.same && seen.socket.readyState === 1")


def test_outdated_passcode_is_requested_on_the_page(site, visit):
    visitor = visit(site)
    page = asked(visitor)
    expect_asking(page)
    # An unlocked session is not enough, whatever makes the page check.
    with page.expect_response("**/api/auth/me"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_response("**/api/auth/me"):
        page.evaluate("const other = new BroadcastChannel('latchkey'); other.postMessage({ lastActivity: Date.now() })")
    type_into_lock(page, WRONG_PASSCODE)
    expect(lock_frame(page).locator('[data-part="message"]')).not_to_be_empty()
    expect_asking(page)
    page.keyboard.type(PASSCODE)
    expect_as_left(page)
    assert page.evaluate("[seen.locks, seen.unlocks, seen.passcodes]") == [0, 0, 1]
    assert page.evaluate(ASK) == [200, None]


def test_xmlhttprequest_also_requests_the_passcode(site, visit):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    site.advance_clock(301)
    page.evaluate("""() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/fresh');
      request.send();
    }""")
    expect(page.locator("latchkey-guard iframe")).to_be_visible()
    expect_asking(page)
    type_into_lock(page, PASSCODE)
    expect_as_left(page)


def test_cancelled_passcode_request_returns_to_the_page(site, visit):
    visitor = visit(site, language="fr")
    page = asked(visitor)
    page.get_by_role("button", name=visitor.texts("scripts.guard.back"), exact=True).click()
    expect_as_left(page)
    assert page.evaluate("seen.passcodes") == 0
    assert page.evaluate(ASK) == [401, "passcode-too-old"]
    expect_asking(page)


def test_lock_during_a_passcode_request_locks_the_page(site, visit):
    visitor = visit(site)
    page = asked(visitor)
    assert visitor.context.request.post(
        site.origin + "/api/auth/lock", headers={"Sec-Fetch-Site": "same-origin"}).status == 204
    page.evaluate("const other = new BroadcastChannel('latchkey'); other.postMessage({ lock: true })")
    expect_severed(page)
    expect_covered(page)
    expect(page.get_by_role("button", name=visitor.texts("scripts.guard.back"), exact=True)).to_have_count(0)
    type_into_lock(page, PASSCODE)
    expect_open(page)
    expect(page.locator("#note")).to_have_value(NOTE)
    assert page.evaluate("[seen.unlocks, seen.passcodes]") == [1, 0]


def test_user_without_a_passcode_gets_a_link_to_set_it(site, visit):
    visitor = visit(site)
    visitor.sign_in()
    visitor.open("/page")
    expect_open(visitor.page)
    assert visitor.page.evaluate(ASK) == [401, "passcode-too-old"]
    expect(visitor.page.get_by_role("alert")).to_contain_text(visitor.texts("scripts.guard.noPasscode"))
    link = visitor.page.get_by_role("link", name=visitor.texts("scripts.guard.setPasscode"))
    expect(link).to_have_attribute("target", "_blank")
    visitor.page.get_by_role("button", name=visitor.texts("scripts.guard.back"), exact=True).click()
    expect_open(visitor.page)


def expect_rejected(page, visitor, source, origin):
    expect(page.locator("latchkey-guard")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(visitor.texts("scripts.guard.unreachable"))
    assert page.evaluate("getComputedStyle(document.body).display") == "none"
    complaints = [text for text in visitor.take_complaints() if "guard.js" in text]
    words = visitor.texts("scripts.guard.misplaced", source=source, page=origin)
    assert complaints and all(words in text for text in complaints), complaints


@pytest.fixture
def other(site):
    """Another port, whose page uses the site's guard."""
    body = PAGE.read_text().replace('src="/assets/', f'src="{site.origin}/assets/').encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield site.origin.replace(site.origin.rsplit(":", 1)[1], str(server.server_port))
    server.shutdown()
    server.server_close()


def test_page_of_another_origin_stays_covered_with_a_console_error(site, visit, other):
    visitor = visit(site)
    visitor.sign_in_with_passcode("/page")
    page = visitor.context.new_page()
    page.goto(other + "/page")
    expect_rejected(page, visitor, site.origin, other)


@pytest.mark.parametrize("status", [200, 404])
def test_lock_of_another_origin_causes_a_console_error(site, visit, status):
    visitor = visit(site)
    visitor.sign_in_with_passcode("/page")
    page = visitor.context.new_page()
    # Like an application that serves one page for every path.
    page.route("**/api/auth/me", lambda route: route.fulfill(status=status, body="<p>Ledger", content_type="text/html"))
    page.goto(site.origin + "/page")
    expect_rejected(page, visitor, site.origin, site.origin)
