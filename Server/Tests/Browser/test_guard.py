"""guard.js in an application behind the gate: Tests/Application behind nginx."""

import itertools
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from harness.server import wait_for
from harness.visitor import PASSCODE, WRONG_PASSCODE, Visitor

NOTE = "Called at nine, calls back"
SECRETS = ("Owes 480", "Ms Ayadi", "4471")


def expect_covered(page):
    """The application is invisible, including its title, and receives no data."""
    expect(page.locator("latchkey-guard")).to_be_visible()
    expect(page).to_have_title(re.compile("locked|verrouillée"))
    expect(page.locator("#data")).to_be_hidden()
    shown = page.evaluate("document.documentElement.innerText")
    assert not [secret for secret in SECRETS if secret in shown]
    state = page.evaluate("""() => {
      const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      return [at.localName, getComputedStyle(document.body).display, seen.locks];
    }""")
    assert state[:2] == ["latchkey-guard", "none"]


def expect_severed(page):
    page.wait_for_function("seen.socket.readyState >= 2 && seen.slow === 'AbortError' && seen.request === 0")
    assert page.evaluate("seen.locks") == 1


def expect_open(page):
    expect(page.locator("latchkey-guard")).to_have_count(0)
    expect(page.locator("#data")).to_be_visible()
    expect(page).to_have_title("Ledger of Ms Ayadi")


def lock_frame(page):
    return page.frame_locator("latchkey-guard iframe")


def type_into_lock(page, passcode):
    """Waits until the lock's frame has the focus, so that keys go to it."""
    page.wait_for_function("""() => {
      const lock = document.querySelector('latchkey-guard')?.shadowRoot.querySelector('iframe')?.contentDocument;
      return /\\/lock\\?(again&)?in-place$/.test(lock?.URL) && lock.readyState !== 'loading' && lock.hasFocus();
    }""")
    page.keyboard.type(passcode)


def unlock(page):
    type_into_lock(page, PASSCODE)
    expect_open(page)


def unlock_as(page, title):
    """For a page whose title has changed."""
    type_into_lock(page, PASSCODE)
    expect(page.locator("latchkey-guard")).to_have_count(0)
    expect(page).to_have_title(title)


def connect(page, site):
    """Waits for all requests of the application, before the gate locks."""
    before = site.heard("/slow")
    page.evaluate("connect()")
    page.wait_for_function("seen.said === 'open'")
    wait_for("requests at the application", lambda: site.heard("/slow") == before + 2)


def tabs(visitor: Visitor, count=2):
    """Opens pages of the application, with typed text and connections."""
    visitor.sign_in_with_passcode("/page")
    pages = [visitor.page] + [visitor.context.new_page() for _ in range(count - 1)]
    for page in pages:
        if page is not visitor.page:
            page.goto(visitor.server.origin + "/page")
        expect_open(page)
        expect(page.locator("#note")).to_be_focused()
        page.keyboard.type(NOTE)
        page.evaluate("seen.same = true")
        connect(page, visitor.server)
    return pages


def expect_kept(page):
    expect(page.locator("#note")).to_have_value(NOTE)
    expect(page.locator("#note")).to_be_focused()
    assert page.evaluate("seen.same && seen.unlocks") == 1


def test_lock_covers_all_tabs_and_keeps_typed_text(site, visit):
    visitor = visit(site)
    first, second = tabs(visitor)
    assert second.evaluate("fetch('/api/auth/lock', { method: 'POST' }).then((response) => response.status)") == 204
    for page in (first, second):
        expect_covered(page)
        expect_severed(page)
    # Neither the application's keys nor its dialogs work.
    keys = second.evaluate("seen.keys")
    second.evaluate("document.querySelector('#dialog').showModal()")
    expect(second.locator("#dialog")).to_be_hidden()
    type_into_lock(second, WRONG_PASSCODE)
    expect(lock_frame(second).locator('[data-part="message"]')).not_to_be_empty()
    expect_covered(second)
    assert second.evaluate("seen.keys") == keys
    second.evaluate("document.querySelector('#dialog').close()")
    unlock(second)
    expect_open(first)
    for page in (first, second):
        expect_kept(page)
        connect(page, site)


def test_title_changes_of_a_locked_application_are_hidden(site, visit):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    page.evaluate("fetch('/api/auth/lock', { method: 'POST' })")
    expect_covered(page)
    for change in ("document.title = '(2) Ms Ayadi'",
                   "document.querySelector('title').firstChild.data = '(3) Ms Ayadi'"):
        page.evaluate(change)
        # Observers of the page have been called.
        assert "Ayadi" not in page.evaluate("Promise.resolve().then(() => document.title)")
    unlock_as(page, "(3) Ms Ayadi")
    page.evaluate("document.title = 'Ledger of Ms Ayadi'")
    expect_open(page)


@pytest.mark.parametrize("style", [
    # Like a component library with its own style sheets.
    "document.adoptedStyleSheets = [new CSSStyleSheet()]",
    "document.styleSheets[0].insertRule('body:not(#a):not(#b) { display: block !important }')",
    # Not hidden, but under the cover.
    "document.body.style.setProperty('display', 'block', 'important')",
])
def test_popovers_of_a_locked_application_are_covered(site, visit, style):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    page.evaluate("""() => {
      document.head.append(document.createElement('style'));
      const notice = document.body.appendChild(document.createElement('p'));
      [notice.id, notice.popover, notice.textContent] = ['notice', 'manual', 'Owes 480'];
    }""")
    page.evaluate("fetch('/api/auth/lock', { method: 'POST' })")
    expect_covered(page)
    # The lock is already open.
    type_into_lock(page, "")
    expect(lock_frame(page).locator("h1").first).to_be_visible()
    covered = page.screenshot()
    page.evaluate(style)
    if "body.style" not in style:
        expect_covered(page)
    for show in ("showPopover()", "togglePopover(false)", "togglePopover(true)"):
        page.evaluate(f"notice.{show}")
        assert page.screenshot() == covered
    page.evaluate("notice.hidePopover()")
    unlock(page)


def test_locking_from_a_latchkey_page_covers_the_application(site, visit):
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    visitor.page = visitor.context.new_page()
    visitor.open("/activity")
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    expect_covered(page)
    visitor.page.keyboard.type(PASSCODE)
    expect_open(page)
    expect_kept(page)


def test_guard_accepts_messages_of_its_own_frame_only(site, visit):
    """ASVS-3.5.5: Only messages of the lock's own frame are accepted."""
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    asks = itertools.count(1)
    # The guard requests the session before it opens the lock, and again after the lock's page is loaded.
    with page.expect_request_finished(lambda request: request.url.endswith("/api/auth/me") and next(asks) == 2):
        assert page.evaluate("fetch('/api/auth/lock', { method: 'POST' }).then((response) => response.status)") == 204
    expect_covered(page)
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    # The picture is requested after the effects of the message.
    page.evaluate("""async () => {
      const heard = new Promise((done) => addEventListener('message', done, { once: true }));
      postMessage('latchkey', origin);
      await heard;
      await new Promise((done) => { const picture = new Image(); picture.onerror = done; picture.src = '/assets/1'; });
    }""")
    assert asked == ["/assets/1"]
    frame = next(frame for frame in page.frames if frame.url.endswith("/lock?in-place"))
    with page.expect_request("**/api/auth/me"):
        frame.evaluate("parent.postMessage('latchkey', origin)")


def test_cached_page_of_a_locked_session_is_never_shown(site, visit):
    visitor = visit(site)
    visitor.sign_in_with_passcode("/page")
    expect_open(visitor.page)
    kept = visitor.page.content()
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    # As from a cache.
    page = visitor.context.new_page()
    page.route("**/page", lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.add_init_script("""globalThis.shown = [];
      (function look() {
        shown.push(document.querySelector('#data')?.checkVisibility());
        requestAnimationFrame(look);
      })();""")
    page.goto(site.origin + "/page")
    expect_covered(page)
    assert True not in page.evaluate("shown")
    unlock(page)


def test_rejected_request_covers_the_page(site, visit):
    visitor = visit(site)
    first, second = tabs(visitor)
    site.advance_clock(3601)
    response = first.evaluate("""fetch('/data').then((response) =>
      [response.status, response.headers.get('X-Latchkey-Reason'), response.redirected])""")
    assert response == [401, "locked", False]
    expect_covered(first)
    expect_covered(second)
    unlock(first)
    expect_open(second)


def test_lock_event_lets_the_application_close_its_windows(site, visit):
    """As in docs/operations.md: the guard knows of neither."""
    visitor = visit(site)
    (page,) = tabs(visitor, 1)
    with page.expect_popup() as opened:
        page.evaluate("""() => {
          const popup = window.open('about:blank');
          popup.document.write('Owes 480');
          const frame = document.body.appendChild(document.createElement('iframe'));
          const address = location.origin.replace('http', 'ws') + '/socket';
          const connect = () => {
            seen.framed = new frame.contentWindow.WebSocket(address);
            seen.framed.addEventListener('open', () => { seen.connected = (seen.connected ?? 0) + 1; });
          };
          connect();
          addEventListener('latchkey-lock', () => { popup.close(); seen.framed.close(); });
          addEventListener('latchkey-unlock', connect);
        }""")
    page.wait_for_function("seen.connected === 1")
    with opened.value.expect_event("close"):
        page.evaluate("fetch('/api/auth/lock', { method: 'POST' })")
    expect_covered(page)
    page.wait_for_function("seen.framed.readyState === WebSocket.CLOSED")
    unlock(page)
    page.wait_for_function("seen.connected === 2")
