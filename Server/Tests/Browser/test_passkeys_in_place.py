"""A passkey in the lock that guard.js opens over a page of an application."""

from playwright.sync_api import expect

from harness.authenticator import Authenticator
from harness.visitor import PASSCODE
from test_guard import expect_covered, expect_open, lock_frame, type_into_lock
from test_guard_fresh import ASK


def covered_page(visitor):
    """Of the application, with typed text, locked manually."""
    visitor.sign_in_with_passkey("/page")
    page = visitor.page
    expect_open(page)
    page.locator("#note").fill("Called at nine")
    page.evaluate("seen.same = true")
    lock(page)
    return page


def lock(page):
    page.evaluate("fetch('/api/auth/lock', { method: 'POST' })")
    expect_covered(page)


def button(visitor):
    return lock_frame(visitor.page).get_by_role("button", name=visitor.texts("pages.lock.usePasskey"), exact=True)


def test_passkey_unlocks_the_covered_page_without_navigation(site, visit):
    visitor = visit(site, language="fr")
    page = covered_page(visitor)
    expect(button(visitor)).to_be_visible()
    uses = visitor.authenticator.uses
    expect_covered(page)
    assert visitor.authenticator.uses == uses
    button(visitor).click()
    expect_open(page)
    expect(page.locator("#note")).to_have_value("Called at nine")
    assert page.evaluate("seen.same && seen.unlocks") == 1
    # It was used last: Enter is enough.
    lock(page)
    expect(button(visitor)).to_be_focused()
    page.wait_for_function("document.hasFocus()")
    page.keyboard.press("Enter")
    expect_open(page)


def test_pad_on_the_page_works_after_a_cancelled_prompt(site, visit):
    visitor = visit(site)
    page = covered_page(visitor)
    visitor.authenticator.know_its_owner(False)
    button(visitor).click()
    expect(lock_frame(page).locator('[data-part="message"]')).to_have_text(
        visitor.texts("scripts.passkey.unlock.cancelled"))
    expect_covered(page)
    type_into_lock(page, PASSCODE)
    expect_open(page)


def test_passkey_unlock_in_another_tab_uncovers_the_page(site, visit):
    visitor = visit(site)
    page = covered_page(visitor)
    other = visitor.context.new_page()
    Authenticator(other, visitor.authenticator.credentials)
    other.goto(site.origin + "/lock")
    other.get_by_role("button", name=visitor.texts("pages.lock.usePasskey")).click()
    expect_open(page)
    expect(page.locator("#note")).to_have_value("Called at nine")


def test_passkey_does_not_replace_a_recent_passcode(site, visit):
    visitor = visit(site)
    page = covered_page(visitor)
    site.advance_clock(301)
    button(visitor).click()
    expect_open(page)
    assert page.evaluate(ASK) == [401, "passcode-too-old"]
    expect(lock_frame(page).locator('[data-part="pad"]')).to_be_visible()
    expect(button(visitor)).to_have_count(0)
    type_into_lock(page, PASSCODE)
    expect_open(page)
    assert page.evaluate(ASK) == [200, None]


def test_passkey_opens_a_lock_during_a_passcode_request(site, visit):
    visitor = visit(site)
    visitor.sign_in_with_passkey("/page")
    page = visitor.page
    expect_open(page)
    site.advance_clock(301)
    assert page.evaluate(ASK) == [401, "passcode-too-old"]
    expect(lock_frame(page).locator('[data-part="pad"]')).to_be_visible()
    lock(page)
    button(visitor).click()
    expect_open(page)
    # The passcode is still not verified.
    assert page.evaluate("[seen.unlocks, seen.passcodes]") == [1, 0]
    assert page.evaluate(ASK) == [401, "passcode-too-old"]
