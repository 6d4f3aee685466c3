"""The return to a page of an application behind the gate, and a form sent while it is locked."""

import json

import pytest
from playwright.sync_api import expect

from harness.visitor import PASSCODE

PATHS = ["/page?x=1#section-7", "/page#/tickets/7", "/page?q=C:\\temp&r=1", "/page?q=" + "a" * 7000 + "#end"]


def lock(visitor):
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    # Otherwise a fragment alone would load nothing.
    visitor.page.goto("about:blank")


def test_unlocking_returns_to_the_complete_url(site, visit):
    visitor = visit(site)
    visitor.sign_in_with_passcode("/page")
    for path in PATHS:
        lock(visitor)
        visitor.open(path)
        expect(visitor.part("pad")).to_be_visible()
        visitor.type(PASSCODE)
        expect(visitor.page).to_have_url(site.origin + path)


def test_sign_in_by_code_returns_to_the_complete_url(site, visit):
    visitor = visit(site)
    visitor.open(PATHS[0])
    visitor.page.get_by_label(visitor.texts("pages.common.email")).fill(visitor.address)
    visitor.button("pages.signIn.send").click()
    code = site.mail(visitor.address, visitor.texts("emails.signIn.subject")).code
    visitor.page.get_by_label(visitor.texts("pages.codeField.label")).fill(code)
    visitor.button("pages.common.signIn").click()
    visitor.expect_at("/set-passcode")
    visitor.type(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(PASSCODE)
    expect(visitor.page).to_have_url(site.origin + PATHS[0])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_reload_after_unlocking_resubmits_the_form(site, visit, language):
    visitor = visit(site, language=language)
    visitor.sign_in_with_passcode("/page")
    page = visitor.page
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    page.evaluate("""() => {
      const form = document.createElement('form');
      [form.method, form.action] = ['post', '/save'];
      form.append(Object.assign(document.createElement('input'), { name: 'note', value: 'Calls back' }));
      document.body.append(form);
      form.submit();
    }""")
    expect(page.locator("h1")).to_have_text(visitor.texts("scripts.unsent.heading"))
    expect(page.locator("html")).to_have_attribute("dir", visitor.texts.direction)
    with visitor.context.expect_page() as opened:
        page.get_by_role("link").click()
    visitor.expect_at("/lock", opened.value)
    opened.value.keyboard.type(PASSCODE)
    visitor.expect_at("/", opened.value)
    page.reload()
    heard = json.loads(page.locator("body").inner_text())
    assert (heard["method"], heard["path"], heard["length"]) == ("POST", "/save", len("note=Calls+back"))
