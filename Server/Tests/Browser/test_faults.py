"""An absent or busy server, fast repeated actions, and the browser's back and reload."""

from playwright.sync_api import expect

from harness.visitor import PASSCODE, WRONG_PASSCODE

FIRE = "([type, persisted]) => dispatchEvent(new PageTransitionEvent(type, { persisted }))"


def test_passcode_typed_while_offline_spends_no_attempt(visit, own_server):
    visitor = visit(own_server)
    visitor.stand_locked()
    own_server.stop()
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.network"))
    expect(visitor.page.locator(".dots .filled")).to_have_count(0)
    own_server.start()
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts.counted("scripts.incorrectRemaining", 9))
    visitor.unlock()


def test_page_hides_itself_at_an_offline_timeout(visit, own_server):
    """ASVS-14.3.1: A page that times out while the server is down hides itself."""
    visitor = visit(own_server, clock=True)
    visitor.sign_in_with_passcode("/")
    own_server.stop()
    visitor.wait(3600)
    expect(visitor.page.get_by_role("alert").filter(has_text=visitor.texts("scripts.veiled"))).to_be_visible()
    expect(visitor.page.locator("main")).to_be_hidden()
    own_server.start()
    visitor.button("scripts.tryAgain").click()
    visitor.expect_at("/lock")


def test_busy_server_allows_another_entry_of_the_passcode(visit):
    visitor = visit()
    visitor.stand_locked()
    texts, body = visitor.texts, '{"type":"/problems/temporarily-unavailable"}'
    responses = iter([{"Retry-After": "7"}, {}])
    visitor.route(
        "**/verify-passcode", lambda route: route.fulfill(status=503, headers=next(responses), body=body))
    for words in (texts.counted("scripts.unavailableFor", 7), texts("scripts.unavailable")):
        visitor.type(PASSCODE)
        visitor.expect_says(words)
    visitor.page.unroute("**/verify-passcode")
    visitor.unlock()


def test_delay_from_another_tab_is_counted_down(visit):
    visitor = visit(clock=True)
    visitor.stand_locked()
    for _ in range(4):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
    visitor.type(PASSCODE)
    visitor.expect_says(visitor.texts("scripts.tooManyAttempts"))
    expect(visitor.part("countdown")).to_be_visible()
    expect(visitor.page.locator('[data-key][aria-disabled="true"]')).to_have_count(11)
    visitor.wait(31)
    visitor.unlock()


def test_tenth_wrong_passcode_ends_the_session_with_a_reason(visit):
    visitor = visit(clock=True)
    visitor.stand_locked()
    for wait in (0, 0, 0, 30, 60, 120, 240, 480, 960):
        visitor.call("POST", "/api/auth/verify-passcode", {"passcode": WRONG_PASSCODE})
        visitor.wait(wait + 1)
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.signInReasons.too-many-attempts"), "reason")


def test_double_click_sends_one_request(visit):
    visitor = visit()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    visitor.open("/sign-in")
    visitor.page.locator("#email").fill(visitor.address)
    visitor.button("pages.signIn.send").dblclick()
    visitor.expect_heading("pages.common.checkEmail")
    visitor.page.goto(visitor.server.mail(visitor.address, "/sign-in/verify").link)
    visitor.button("pages.common.signIn").dblclick()
    visitor.expect_at("/set-passcode")
    mail = f"{visitor.server.origin}/api/auth/magic-link"
    assert asked == [mail, f"{mail}/verify"]


def test_back_button_after_the_lock_shows_no_content(visit):
    """ASVS-14.3.1: Back after the lock shows nothing."""
    visitor = visit()
    visitor.sign_in_with_passcode("/")
    visitor.button("pages.header.activity").click()
    visitor.expect_activity()
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    visitor.page.go_back()
    visitor.expect_at("/lock")
    visitor.expect_heading("pages.lock.heading")


def test_restored_page_is_hidden_until_the_server_confirms(visit):
    visitor = visit()
    visitor.sign_in_with_passcode("/")
    tickets = visitor.page.locator(".tickets")
    visitor.page.evaluate(FIRE, ["pagehide", True])
    expect(tickets).to_be_hidden()
    visitor.page.evaluate(FIRE, ["pageshow", True])
    expect(tickets).to_be_visible()
    visitor.page.evaluate(FIRE, ["pagehide", True])
    visitor.call("POST", "/api/auth/lock")
    visitor.page.evaluate(FIRE, ["pageshow", True])
    visitor.expect_at("/lock")


def test_locking_one_tab_locks_the_other(visit):
    """NIST-5.1-19 ASVS-7.4.4: Locking one tab locks the other."""
    visitor = visit()
    visitor.sign_in_with_passcode("/")
    other = visitor.context.new_page()
    other.goto(visitor.server.origin + "/activity")
    other.locator(".event").first.wait_for()
    visitor.button("pages.header.lockNow").click()
    visitor.expect_at("/lock")
    visitor.expect_at("/lock", other)


def test_unnotified_page_opens_the_lock_at_the_next_action(visit):
    visitor = visit()
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    visitor.call("POST", "/api/auth/lock")
    visitor.page.get_by_label(visitor.texts("pages.security.minutes", minutes=1), exact=True).click(force=True)
    visitor.expect_at("/lock")
    visitor.unlock(path="/settings/security")


def test_page_without_scripts_shows_a_notice_and_sends_nothing(visit):
    """ASVS-3.7.5: Without scripts the page explains the problem and sends nothing."""
    visitor = visit(java_script_enabled=False)
    visitor.open("/sign-in")
    expect(visitor.page.locator("noscript .notice")).to_have_text(visitor.texts("pages.common.noscript"))
    visitor.page.locator("#email").fill(visitor.address)
    visitor.page.keyboard.press("Enter")
    assert visitor.page.url == visitor.server.origin + "/sign-in"
