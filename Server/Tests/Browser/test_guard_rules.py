"""guard.js when a team starts to require a passcode."""

from playwright.sync_api import expect

from harness.states import TEAM_RULES
from harness.visitor import PASSCODE
from test_guard import NOTE, connect, expect_covered, expect_kept, expect_open, expect_severed


def test_newly_required_passcode_is_set_in_another_tab(own_site, visit):
    visitor = visit(own_site, language="fr")
    visitor.sign_in()
    visitor.open("/page")
    page = visitor.page
    expect_open(page)
    page.keyboard.type(NOTE)
    page.evaluate("seen.same = true")
    connect(page, own_site)
    own_site.server.restart({**own_site.server.settings, **TEAM_RULES})
    response = page.evaluate("""fetch('/data').then((response) =>
      [response.status, response.headers.get('X-Latchkey-Reason')])""")
    assert response == [401, "passcode-required"]
    expect_covered(page)
    expect_severed(page)
    expect(page.get_by_role("alert")).to_contain_text(visitor.texts("scripts.guard.passcodeRequired"))
    with visitor.context.expect_page() as opened:
        page.get_by_role("link", name=visitor.texts("scripts.guard.setPasscode")).click()
    visitor.page = opened.value
    visitor.expect_at("/set-passcode")
    expect_covered(page)
    visitor.tap(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.tap(PASSCODE)
    visitor.page.wait_for_url(lambda url: "/set-passcode" not in url)
    page.bring_to_front()
    expect_open(page)
    expect_kept(page)


def test_page_from_before_the_rule_is_not_restored(own_site, visit):
    visitor = visit(own_site)
    visitor.sign_in()
    visitor.open("/page")
    expect_open(visitor.page)
    kept = visitor.page.content()
    own_site.server.restart({**own_site.server.settings, **TEAM_RULES})
    # As from a cache: the gate itself redirects.
    page = visitor.context.new_page()
    page.route("**/page", lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.goto(own_site.origin + "/page")
    expect_covered(page)
    expect(page.get_by_role("alert")).to_contain_text(visitor.texts("scripts.guard.passcodeRequired"))
