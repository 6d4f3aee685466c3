"""V20: A page's own requests do not keep a session unlocked; user actions do."""

from playwright.sync_api import expect

from test_guard import expect_covered, expect_open

# Like a dashboard that polls.
POLL = """async () => {
  const opened = (source) => new Promise((done) => {
    source.addEventListener('open', () => { source.close(); done('open'); });
    source.addEventListener('error', () => done('error'));
  });
  const request = new XMLHttpRequest();
  request.open('GET', '/data/request');
  request.send();
  return Promise.all([
    fetch('/data/fetch').then((response) => response.status),
    new Promise((done) => request.addEventListener('loadend', () => done(request.status))),
    opened(new WebSocket(location.origin.replace('http', 'ws') + '/socket')),
    opened(new EventSource('/events')),
    new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.addEventListener('load', () => {
        done(frame.contentDocument.contentType);
        frame.remove();
      });
      frame.src = '/data/frame';
      document.body.append(frame);
    }),
  ]);
}"""
RESPONSES = [200, 200, "open", "open", "application/json"]


def open_with_a_minute(visitor, path):
    """Opens a page of the application, in a session that locks after a minute."""
    visitor.sign_in_with_passcode(path)
    assert visitor.call("PATCH", "/api/auth/passcode-settings", {"passcode_timeout_minutes": 1})["status"] == 200
    visitor.open(path)


def test_polling_page_locks_after_a_minute(site, visit):
    visitor = visit(site, clock=True)
    open_with_a_minute(visitor, "/page")
    page = visitor.page
    other = visitor.context.new_page()
    other.goto(site.origin + "/page")
    for tab in (page, other):
        expect_open(tab)
    for _ in range(4):
        visitor.wait(10)
        assert page.evaluate(POLL) == RESPONSES
    visitor.wait(21)
    for tab in (page, other):
        expect_covered(tab)
    # Not from a page: the guard of a locked session ends its requests.
    assert visitor.context.request.get(site.origin + "/api/auth/me").json()["locked"]


def test_polling_page_without_the_guard_locks_after_a_minute(site, visit):
    visitor = visit(site, clock=True)
    open_with_a_minute(visitor, "/data")
    for _ in range(4):
        visitor.wait(10)
        assert visitor.page.evaluate(POLL) == RESPONSES
    visitor.wait(21)
    response = visitor.page.evaluate("""fetch('/data').then((response) =>
      [response.status, response.headers.get('X-Latchkey-Reason')])""")
    assert response == [401, "locked"]


def test_typing_keeps_the_page_open(site, visit):
    visitor = visit(site, clock=True)
    open_with_a_minute(visitor, "/page")
    page = visitor.page
    expect_open(page)
    for _ in range(4):
        visitor.wait(20)
        with page.expect_response(lambda response: response.url.endswith("/api/auth/gate?activity=any")):
            page.keyboard.type("x")
        expect_open(page)
    expect(page.locator("#note")).to_have_value("xxxx")


def test_navigation_without_the_guard_keeps_the_session_open(site, visit):
    visitor = visit(site, clock=True)
    open_with_a_minute(visitor, "/data")
    for _ in range(3):
        visitor.wait(30)
        visitor.open("/data")
        assert visitor.page.evaluate("fetch('/data').then((response) => response.status)") == 200
