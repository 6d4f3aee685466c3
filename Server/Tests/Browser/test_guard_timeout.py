"""guard.js when the user is idle, the server cannot be reached, or the session has ended."""

from playwright.sync_api import expect

from harness.visitor import PASSCODE, new_address
from test_guard import connect, expect_covered, expect_kept, expect_open, expect_severed, tabs, unlock


def test_idle_page_is_covered_in_all_tabs(site, visit):
    visitor = visit(site, clock=True)
    first, second = tabs(visitor)
    settings = '{"passcode_timeout_minutes": 1}'
    # A shorter timeout; the pages learn it with their next request.
    assert first.evaluate("""(body) => fetch('/api/auth/passcode-settings', {
      method: 'PATCH', body, headers: { 'Content-Type': 'application/json' } }).then((response) => response.status)""",
                          settings) == 200
    for page in (first, second):
        page.reload()
        expect_open(page)
        connect(page, site)
    # Typing is activity, in all tabs.
    visitor.wait(40)
    with first.expect_response(lambda response: "/api/auth/gate?" in response.url):
        first.keyboard.type("x")
    visitor.wait(40)
    expect_open(first)
    expect_open(second)
    visitor.wait(61)
    for page in (first, second):
        expect_covered(page)
        expect_severed(page)


def test_page_stays_covered_while_the_server_is_unreachable(own_site, visit):
    visitor = visit(own_site, clock=True, language="fr")
    (page,) = tabs(visitor, 1)
    own_site.server.stop()
    page.clock.fast_forward(3601_000)
    expect_covered(page)
    expect_severed(page)
    expect(page.get_by_role("alert")).to_contain_text(visitor.texts("scripts.guard.unreachable"))
    retry = page.get_by_role("button", name=visitor.texts("scripts.guard.tryAgain"))
    retry.click()
    expect_covered(page)
    own_site.server.start()
    retry.click()
    expect_open(page)
    expect_kept(page)


def test_offline_page_is_covered_at_its_timeout(site, visit):
    visitor = visit(site, clock=True)
    (page,) = tabs(visitor, 1)
    visitor.context.set_offline(True)
    page.clock.fast_forward(890_000)
    expect_open(page)
    page.clock.fast_forward(11_000)
    expect_covered(page)
    expect_severed(page)
    site.advance_clock(3601)
    visitor.context.set_offline(False)
    unlock(page)
    expect_kept(page)


def test_typed_text_is_kept_after_the_session_ends(site, visit):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    visitor.page = visitor.context.new_page()
    visitor.open("/problems/locked")
    assert visitor.call("POST", "/api/auth/logout")["status"] == 204
    assert page.evaluate("fetch('/data').then((response) => response.headers.get('X-Latchkey-Reason'))") == (
        "unauthenticated")
    expect_covered(page)
    expect_severed(page)
    link = page.get_by_role("link", name=visitor.texts("scripts.guard.signIn"))
    expect(link).to_have_attribute("target", "_blank")
    visitor.sign_in()
    assert visitor.call("POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})["status"] == 200
    # Like a page of Latchkey notifies others.
    visitor.page.evaluate("new BroadcastChannel('latchkey').postMessage({ lastActivity: Date.now() })")
    expect_open(page)
    expect_kept(page)


def test_another_user_does_not_see_typed_text(site, visit):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    page.evaluate("fetch('/api/auth/logout', { method: 'POST' })")
    expect_covered(page)
    visitor.address = new_address()
    visitor.page = visitor.context.new_page()
    visitor.sign_in()
    visitor.page.evaluate("new BroadcastChannel('latchkey').postMessage({ lastActivity: Date.now() })")
    page.wait_for_function("globalThis.seen && !seen.same")
    expect_open(page)
    expect(page.locator("#note")).to_have_value("")
