"""Fixtures: Debian's Chromium, a server, and visitors."""

import os
import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from harness.server import Server
from harness.site import NGINX, Site
from harness.states import TEAM_RULES
from harness.visitor import TIMEOUT_MS, Visitor

expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # Debian's, so that Playwright downloads none. Root, as in a container, has no sandbox.
        browser = playwright.chromium.launch(
            executable_path=os.environ["LATCHKEY_CHROMIUM"], chromium_sandbox=os.getuid() != 0,
            args=["--disable-dev-shm-usage", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """For all tests that do not stop it; each uses its own addresses."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def team_server(tmp_path_factory):
    """A server with team rules."""
    server = Server(tmp_path_factory.mktemp("team-server"), **TEAM_RULES)
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path):
    """For a test that stops it."""
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """An application behind the gate, for all tests that do not stop its server."""
    yield from run_site(tmp_path_factory.mktemp("site"))


@pytest.fixture
def own_site(tmp_path):
    """For a test that stops its server."""
    yield from run_site(tmp_path)


def run_site(folder):
    if NGINX is None:
        pytest.skip("nginx is absent")
    site = Site(folder)
    yield site
    site.stop()


@pytest.fixture
def visit(browser, request):
    """Creates visitors. Their consoles must be empty at the end."""
    visitors = []

    def make(server=None, **options):
        visitors.append(Visitor(browser, server or request.getfixturevalue("server"), **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert not complaints, "\n".join(complaints)
