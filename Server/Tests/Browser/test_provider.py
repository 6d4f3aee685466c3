"""Sign-in with an independent provider, oidc-provider-mock."""

import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from harness.examine import axe_faults
from harness.server import Server, wait_for
from harness.visitor import OTHER_PASSCODE, PASSCODE

PROGRAM = pathlib.Path(sys.executable).with_name("oidc-provider-mock")


class Provider:
    """A process on a fixed port."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, "0", None
        self.start()

    def start(self):
        log = self.folder / "provider"
        with log.open("wb") as output:
            self.process = subprocess.Popen([PROGRAM, "--port", self.port], stdout=output, stderr=output)
        self.issuer = wait_for(
            "provider", lambda: re.search(r"http://127\.0\.0\.1:[0-9]+", log.read_text()), timeout=60)[0]
        self.port = self.issuer.rsplit(":", 1)[1]

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def process(tmp_path_factory):
    """For all tests: one that stops it also restarts it."""
    provider = Provider(tmp_path_factory.mktemp("provider"))
    yield provider
    provider.stop()


@pytest.fixture(scope="module")
def provider(process):
    """Its issuer."""
    return process.issuer


@pytest.fixture(scope="module")
def team(provider, tmp_path_factory):
    """A server whose team has the provider."""
    server = Server(
        tmp_path_factory.mktemp("team"), LATCHKEY_IDENTITY_ISSUER=provider, LATCHKEY_IDENTITY_CLIENT_ID="pages",
        LATCHKEY_IDENTITY_CLIENT_SECRET="secret", LATCHKEY_IDENTITY_NAME="Desk", LATCHKEY_MAIL_SIGN_IN="off")
    yield server
    server.stop()


def go_to_provider(visitor, provider, path):
    # The provider's own page loads an external style.
    visitor.context.route("https://cdn.jsdelivr.net/**", lambda route: route.abort())
    visitor.open(path)
    visitor.page.get_by_role("link", name=visitor.texts("pages.signIn.provider", name="Desk")).click()
    expect(visitor.page).to_have_url(re.compile(re.escape(provider)))


def add_person(visitor, provider, asked=0):
    """Adds a user to the provider with the age of the login, which the provider does not record."""
    claims = {"email": visitor.address, "email_verified": True, "auth_time": int(time.time()) - asked}
    urllib.request.urlopen(urllib.request.Request(
        f"{provider}/users/{visitor.subject}", json.dumps(claims).encode(), {"Content-Type": "application/json"},
        method="PUT"))


def authorize(visitor):
    visitor.page.locator("input[name=sub]").fill(visitor.subject)
    visitor.page.get_by_role("button", name="Authorize").click()


def stand_locked(visitor, provider):
    """Locked, in a session started with the provider."""
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/activity")
    authorize(visitor)
    visitor.expect_at("/set-passcode")
    visitor.type(PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(PASSCODE)
    visitor.expect_activity()
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    visitor.open("/lock?next=/activity")


def test_provider_sign_in_returns_to_the_requested_page(visit, team, provider):
    visitor = visit(server=team)
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/settings/security")
    authorize(visitor)
    visitor.set_up_later()
    visitor.expect_settings()
    expect(visitor.page.locator("body")).to_contain_text(visitor.address)
    # A reload of the consumed redirect leads to the page by this cookie.
    names = {cookie["name"] for cookie in visitor.context.cookies()}
    assert {name for name in names if not name.startswith("__Host-latchkey-provider-")} == {"__Host-latchkey"}


def test_provider_sign_in_sets_the_browsers_time_zone(visit, team, provider):
    visitor = visit(server=team)
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/activity")
    authorize(visitor)
    visitor.expect_at("/set-passcode")
    assert visitor.call("GET", "/api/auth/me")["body"]["time_zone"] == "Europe/Paris"


def test_passcode_is_offered_once_per_sign_in(visit, team, provider):
    visitor = visit(server=team)
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/activity")
    with visitor.page.expect_request(re.compile("/sign-in/provider/return")) as way_back:
        authorize(visitor)
    visitor.expect_at("/set-passcode")
    visitor.expect_heading("pages.setPasscode.headingSet")
    assert not axe_faults(visitor.page)
    visitor.set_up_later()
    visitor.expect_activity()
    # "Set up later" holds: on the pages, on the sign-in page, and at a reload of the way back.
    for path in ("/sign-in?next=/activity", way_back.value.url.removeprefix(team.origin)):
        visitor.open(path)
        visitor.expect_activity()
    visitor.lose_cookies()
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/activity")
    authorize(visitor)
    visitor.expect_at("/set-passcode")


def test_provider_sign_in_keeps_fragments_and_long_paths(visit, team, provider):
    visitor = visit(server=team)
    add_person(visitor, provider)
    # The attempt's cookie has no room for the second.
    for path in ("/activity#x", "/activity?a=" + "b" * 2000):
        visitor.lose_cookies()
        go_to_provider(visitor, provider, "/sign-in?next=" + path)
        authorize(visitor)
        visitor.set_up_later()
        expect(visitor.page).to_have_url(team.origin + path)


def test_denied_provider_sign_in_shows_an_error(visit, team, provider):
    visitor = visit(server=team)
    go_to_provider(visitor, provider, "/sign-in")
    visitor.page.get_by_role("button", name="Deny").click()
    expect(visitor.page.locator("h1:visible")).to_have_text(visitor.texts("problems.invalid-token.title"))
    visitor.open("/activity")
    visitor.expect_at("/sign-in")


def test_provider_sign_in_resets_a_forgotten_passcode(visit, team, provider):
    visitor = visit(server=team)
    stand_locked(visitor, provider)
    visitor.button("pages.common.forgot").click()
    expect(visitor.page).to_have_url(re.compile(re.escape(provider) + ".*prompt=login&max_age=0"))
    # Nothing has changed yet.
    add_person(visitor, provider)
    authorize(visitor)
    visitor.expect_at("/reset-passcode")
    visitor.expect_heading("pages.resetPasscode.chooseHeading")
    assert not axe_faults(visitor.page)
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_activity()
    names = {cookie["name"] for cookie in visitor.context.cookies()}
    assert {name for name in names if not name.startswith("__Host-latchkey-provider-")} == {"__Host-latchkey"}
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    visitor.open("/lock?next=/activity")
    visitor.unlock(OTHER_PASSCODE, "/activity")


def test_old_provider_session_cannot_reset(visit, team, provider):
    visitor = visit(server=team)
    stand_locked(visitor, provider)
    visitor.button("pages.common.forgot").click()
    # Only an old session at the provider.
    add_person(visitor, provider, asked=90)
    authorize(visitor)
    expect(visitor.page.locator("h1:visible")).to_have_text(visitor.texts("problems.invalid-token.title"))
    visitor.open("/lock?next=/activity")
    visitor.unlock(path="/activity")


def test_unlinked_account_without_email_requires_the_administrator(visit, team, provider):
    team.restart({**team.settings, "LATCHKEY_MAIL_SIGN_IN": "on"})
    visitor = visit(server=team, language="fr")
    visitor.sign_in_with_passcode()
    team.restart({**team.settings, "LATCHKEY_MAIL_SIGN_IN": "off"})
    visitor.lose_cookies()
    add_person(visitor, provider)
    go_to_provider(visitor, provider, "/activity")
    authorize(visitor)
    visitor.expect_at("/lock")
    visitor.button("pages.common.forgot").click()
    visitor.expect_heading("pages.lock.resetHeadingUnavailable")
    expect(visitor.page.locator('[data-stage="reset"]')).to_contain_text(
        visitor.texts("pages.lock.resetLeadUnavailable", name="Desk"))
    assert not axe_faults(visitor.page)
    visitor.button("pages.lock.back").click()
    visitor.unlock(path="/activity")
    # Linked to the user from here on.
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    visitor.open("/lock")
    visitor.button("pages.common.forgot").click()
    expect(visitor.page).to_have_url(re.compile(re.escape(provider)))


def test_expired_reset_requires_another_provider_sign_in(visit, team, provider):
    visitor = visit(server=team)
    stand_locked(visitor, provider)
    visitor.button("pages.common.forgot").click()
    add_person(visitor, provider)
    authorize(visitor)
    visitor.expect_at("/reset-passcode")
    visitor.context.clear_cookies(name="__Host-latchkey-reset")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.providerAgain"), "provider-message")
    assert not axe_faults(visitor.page)
    visitor.button("pages.common.cancel").click()
    visitor.expect_at("/lock")
    visitor.unlock()


def test_unlocking_works_while_the_provider_is_down(visit, team, process, provider):
    visitor = visit(server=team)
    stand_locked(visitor, provider)
    process.stop()
    # Without the cached documents of the provider.
    team.stop()
    team.start()
    visitor.open("/lock?next=/activity")
    visitor.unlock(path="/activity")
    log = team.folder / "log"
    told = "sign-in by the team's provider stopped"
    wait_for("line of the log", lambda: told in log.read_text())
    other = visit(server=team)
    other.open("/sign-in")
    link = other.page.get_by_role("link", name=other.texts("pages.signIn.provider", name="Desk"))
    link.click()
    expect(other.page.locator("h1:visible")).to_have_text(other.texts("pages.providerDown.title"))
    expect(other.page.locator("body")).to_contain_text(other.texts("pages.providerDown.remedy"))
    assert not axe_faults(other.page)
    lines = [line for line in log.read_text().splitlines() if told in line]
    assert len(lines) == 1 and "LATCHKEY_IDENTITY_ISSUER" in lines[0] and provider in lines[0]
    process.start()

    def leads_out():
        response = other.context.request.get(f"{team.origin}/sign-in/provider", max_redirects=0)
        return response.status == 303
    wait_for("way to the provider", leads_out)
    wait_for("line of the log", lambda: "sign-in by the team's provider works again" in log.read_text())
