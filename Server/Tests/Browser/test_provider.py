"""The way to a provider that others wrote, oidc-provider-mock, and back."""

import json
import pathlib
import re
import subprocess
import sys
import urllib.request

import pytest
from playwright.sync_api import expect

from harness.server import Server, wait_for

PROGRAM = pathlib.Path(sys.executable).with_name("oidc-provider-mock")


@pytest.fixture
def provider(tmp_path):
    """Its issuer."""
    log = tmp_path / "provider"
    with log.open("wb") as output:
        process = subprocess.Popen([PROGRAM, "--port", "0"], stdout=output, stderr=output)
    try:
        yield wait_for("provider", lambda: re.search(r"http://127\.0\.0\.1:[0-9]+", log.read_text()), timeout=60)[0]
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def team(provider, tmp_path):
    """A server whose team has the provider."""
    folder = tmp_path / "team"
    folder.mkdir()
    server = Server(
        folder, LATCHKEY_IDENTITY_ISSUER=provider, LATCHKEY_IDENTITY_CLIENT_ID="pages",
        LATCHKEY_IDENTITY_CLIENT_SECRET="secret", LATCHKEY_IDENTITY_NAME="Desk", LATCHKEY_MAIL_SIGN_IN="off")
    yield server
    server.stop()


def go_to_provider(visitor, provider, path):
    # The provider's own page has a style from elsewhere.
    visitor.context.route("https://cdn.jsdelivr.net/**", lambda route: route.abort())
    visitor.open(path)
    visitor.page.get_by_role("link", name=visitor.texts("pages.signIn.provider", name="Desk")).click()
    expect(visitor.page).to_have_url(re.compile(re.escape(provider)))


def test_the_way_leads_to_the_page_that_was_wanted(visit, team, provider):
    visitor = visit(server=team)
    claims = json.dumps({"email": visitor.address, "email_verified": True}).encode()
    urllib.request.urlopen(urllib.request.Request(
        f"{provider}/users/amira", claims, {"Content-Type": "application/json"}, method="PUT"))
    go_to_provider(visitor, provider, "/settings/security")
    visitor.page.locator("[name=sub]").fill("amira")
    visitor.page.get_by_role("button", name="Authorize").click()
    visitor.expect_settings()
    expect(visitor.page.locator("body")).to_contain_text(visitor.address)
    # The way is over, and cannot be gone again.
    names = {cookie["name"] for cookie in visitor.context.cookies()}
    assert names == {"__Host-latchkey"}


def test_whoever_says_no_is_told_so_and_has_no_session(visit, team, provider):
    visitor = visit(server=team)
    go_to_provider(visitor, provider, "/sign-in")
    visitor.page.get_by_role("button", name="Deny").click()
    expect(visitor.page.locator("h1:visible")).to_have_text(visitor.texts("problems.invalid-token.title"))
    visitor.open("/activity")
    visitor.expect_at("/sign-in")
