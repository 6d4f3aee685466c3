"""Sign-in with a login that has sessions, requests new logins, and logs users out."""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from harness.server import Server, wait_for
from harness.visitor import OTHER_PASSCODE, PASSCODE

HERE = pathlib.Path(__file__).parent


class Login:
    def __init__(self, folder):
        log = folder / "login"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "harness.login"], cwd=HERE, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**os.environ, "AUTHLIB_INSECURE_TRANSPORT": "1"})
        self.issuer = wait_for(
            "login", lambda: re.search(r"http://127\.0\.0\.1:[0-9]+", log.read_text()), timeout=60)[0]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.issuer + path, json.dumps(body or {}).encode(), {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)


@pytest.fixture(scope="module")
def login(tmp_path_factory):
    login = Login(tmp_path_factory.mktemp("login"))
    yield login
    login.process.kill()
    login.process.wait()


@pytest.fixture(scope="module")
def team(login, tmp_path_factory):
    """A server whose team has the login."""
    server = Server(
        tmp_path_factory.mktemp("team"), LATCHKEY_IDENTITY_ISSUER=login.issuer, LATCHKEY_IDENTITY_CLIENT_ID="pages",
        LATCHKEY_IDENTITY_CLIENT_SECRET="secret", LATCHKEY_IDENTITY_NAME="Desk", LATCHKEY_MAIL_SIGN_IN="off")
    login.ask("PUT", "/settings", {
        "redirect": f"{server.origin}/sign-in/provider/return",
        "logout": f"{server.origin}/api/auth/backchannel-logout"})
    yield server
    server.stop()


@pytest.fixture
def visitor(visit, team, login):
    visitor = visit(server=team)
    login.ask("PUT", "/settings", {"lazy": None})
    login.ask("PUT", f"/people/{visitor.subject}", {"email": visitor.address, "email_verified": True})
    return visitor


def go_out(visitor, path="/activity"):
    visitor.open(path)
    visitor.page.get_by_role("link", name=visitor.texts("pages.signIn.provider", name="Desk")).click()


def authorize(visitor):
    visitor.page.locator("[name=sub]").fill(visitor.subject)
    visitor.page.get_by_role("button", name="Authorize").click()


def sign_in(visitor):
    go_out(visitor)
    authorize(visitor)
    visitor.set_up_later()
    visitor.expect_activity()


def lock(visitor):
    assert visitor.call("POST", "/api/auth/set-passcode", {"passcode": PASSCODE})["status"] == 200
    assert visitor.call("POST", "/api/auth/lock")["status"] == 204
    visitor.open("/lock?next=/activity")


def test_existing_provider_session_signs_in_but_cannot_reset(visitor, login):
    sign_in(visitor)
    assert visitor.call("POST", "/api/auth/logout")["status"] == 204
    # The login does not prompt again.
    go_out(visitor)
    visitor.set_up_later()
    visitor.expect_activity()
    lock(visitor)
    visitor.button("pages.common.forgot").click()
    expect(visitor.page).to_have_url(re.compile(re.escape(login.issuer)))
    authorize(visitor)
    visitor.expect_at("/reset-passcode")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_heading("scripts.repeat")
    visitor.type(OTHER_PASSCODE)
    visitor.expect_activity()


def test_login_without_reauthentication_cannot_reset(visitor, login):
    sign_in(visitor)
    lock(visitor)
    login.ask("PUT", "/settings", {"lazy": 90})
    visitor.button("pages.common.forgot").click()
    expect(visitor.page.locator("h1:visible")).to_have_text(visitor.texts("problems.invalid-token.title"))
    visitor.open("/lock?next=/activity")
    visitor.unlock(path="/activity")


def test_sign_out_at_the_provider_ends_the_session(visitor, login):
    sign_in(visitor)
    # The token is single-use.
    assert login.ask("POST", f"/people/{visitor.subject}/logout")["answers"] == [[200, 400]]
    visitor.open("/activity")
    visitor.expect_at("/sign-in")
    sign_in(visitor)


def test_response_without_the_correct_issuer_is_rejected(team, login):
    login.ask("PUT", "/people/amira", {"email": "amira@example.com", "email_verified": True})
    for issuer in (None, "https://other.example", login.issuer + "/", login.issuer):
        out = respond(team.origin, "GET", "/sign-in/provider")
        cookie = out.getheader("Set-Cookie").partition(";")[0]
        asked = urllib.parse.urlsplit(out.getheader("Location"))
        back = respond(login.issuer, "POST", f"{asked.path}?{asked.query}", {}, "sub=amira")
        path, _, query = back.getheader("Location").removeprefix(team.origin).partition("?")
        fields = dict(urllib.parse.parse_qsl(query))
        assert fields.pop("iss") == login.issuer
        forged = urllib.parse.urlencode({**fields, "iss": issuer} if issuer else fields)
        # The second one finds the attempt consumed.
        responses = [respond(team.origin, "GET", f"{path}?{each}", {"Cookie": cookie}) for each in (forged, query)]
        assert responses[0].status == (303 if issuer == login.issuer else 400)
        assert [signs_in(each) for each in responses] == [issuer == login.issuer, False]


def signs_in(response):
    return any(each.startswith("__Host-latchkey=") for each in response.headers.get_all("Set-Cookie") or [])


def respond(origin, method, path, headers=None, form=None):
    """One response; redirects are not followed."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(origin).netloc, timeout=15)
    form_type = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    connection.request(method, path, form, {**form_type, **(headers or {})})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response
