"""A user with a browser."""

import itertools
import re

from playwright.sync_api import expect

from harness.authenticator import Authenticator
from harness.server import wait_for
from harness.texts import Texts

PASSCODE = "739105"
OTHER_PASSCODE = "840216"
WRONG_PASSCODE = "739106"

# The page is notified of policy violations.
WATCH = """addEventListener('securitypolicyviolation', (event) => console.error(
  `policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`));"""
CALL = """([method, path, body]) => fetch(path, {
  method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body && JSON.stringify(body),
}).then(async (response) => ({ status: response.status, body: await response.json().catch(() => null) }))"""
CREATE = """async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, rawId, type, response } = (await navigator.credentials.create({ publicKey })).toJSON();
  const { clientDataJSON, authenticatorData, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, transports } };
}"""

TIMEOUT_MS = 15_000
# Without scripts, and on the site, so that the next page needs no new process.
PLAIN_PAGE = "/problems/locked"
numbers = itertools.count(1)
# The base point of P-384, as an input to evaluate.
POINT = "A6qHyiK-iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw"


def new_address():
    return f"amira{next(numbers)}@example.com"


class Visitor:
    """A browser profile with a watched console, and an email address."""

    def __init__(
            self, browser, server, language="en", address=None, size=(1024, 768), clock=False, locale=None, **options):
        """With `clock`, `wait` also advances the browser's clock. The options are those of a browser context."""
        self.server, self.texts, self.complaints = server, Texts(language), []
        self.address = address or new_address()
        self.context = context = browser.new_context(
            locale=locale or self.texts("language.locale"), timezone_id="Europe/Paris",
            viewport={"width": size[0], "height": size[1]}, **options)
        context.set_default_timeout(TIMEOUT_MS)
        if clock:
            context.clock.install()
        context.add_init_script(WATCH)
        context.on("console", self._note_console)
        context.on("weberror", lambda event: self.complaints.append(f"error: {event.error}"))
        self.page = context.new_page()
        self.authenticator = None

    def _note_console(self, message):
        # The browser reports each 4xx and each unreachable server.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource: "):
            self.complaints.append(f"{message.type}: {message.text}")

    @property
    def subject(self):
        """The identifier at a provider."""
        return self.address.partition("@")[0]

    def become_new(self):
        """Clears cookies and the address; cheaper than another browser profile."""
        self.page.unroute_all()
        if self.authenticator:
            self.authenticator.remove()
            self.authenticator = None
        self.lose_cookies()
        self.address = new_address()

    def lose_cookies(self):
        """Leaves any page, which a pending response would redirect to sign-in."""
        self.open(PLAIN_PAGE)
        self.context.clear_cookies()

    def route(self, url, respond):
        """Like a page's, for the page that is open: Chromium intercepts its requests a while after it reports so."""
        self.page.route(url, respond)
        self.page.route("**/intercepted", lambda route: route.fulfill(status=204))
        wait_for("interception", lambda: self.call("GET", "/intercepted")["status"] == 204)

    def take_complaints(self):
        """The console's messages since the last call."""
        complaints, self.complaints = self.complaints, []
        return complaints

    # Navigation

    def open(self, path):
        self.page.goto(self.server.origin + path)

    def expect_at(self, path, page=None):
        """Waits for the page at the path with its scripts, whatever its query."""
        page = page or self.page
        expect(page).to_have_url(re.compile(re.escape(self.server.origin + path) + r"(\?.*)?$"))
        page.wait_for_load_state("load")

    def expect_activity(self):
        """Waits for the events: a pending response would leave the page after the session ended."""
        self.expect_at("/activity")
        expect(self.page.locator('[data-part="events"][aria-busy="false"]')).to_be_attached()

    def expect_settings(self):
        """Waits for the settings with the lists that their script fetches: a pending response would leave the page
        after the session locked."""
        self.expect_at("/settings/security")
        expect(self.page.locator('[data-part="sessions"][aria-busy="false"]')).to_be_attached()
        for part in ("passkeys", "devices"):
            expect(self.page.locator(f'[data-part="{part}"][aria-busy="true"]')).to_have_count(0)

    def expect_people(self):
        """Waits for the list of accounts."""
        expect(self.page).to_have_url(re.compile(re.escape(self.server.origin) + r"/people(#.*)?$"))
        expect(self.page.locator('[data-part="people"][aria-busy="false"]')).to_be_attached()

    def expect_says(self, words, part="message"):
        expect(self.part(part)).to_have_text(words)

    def expect_heading(self, key, **values):
        expect(self.page.locator("h1:visible")).to_have_text(self.texts(key, **values))

    def part(self, name):
        return self.page.locator(f'[data-part="{name}"]:visible')

    def button(self, key):
        """The button or link with the text of the key."""
        words = self.texts(key)
        role = self.page.get_by_role
        return role("button", name=words, exact=True).or_(role("link", name=words, exact=True)).filter(visible=True)

    # Actions

    def type(self, digits):
        self.page.keyboard.type(digits)

    def tap(self, digits):
        for digit in digits:
            self.page.locator(f'[data-key="{digit}"]:visible').click()

    def set_up_later(self):
        """Declines the passcode that is offered after a sign-in."""
        self.expect_at("/set-passcode")
        self.button("pages.setPasscode.later").click()

    def unlock(self, passcode=PASSCODE, path="/"):
        self.type(passcode)
        self.expect_at(path)

    def wait(self, seconds):
        """Advances the server's clock, and the browser's, which must be installed, by seconds."""
        self.server.advance_clock(seconds)
        self.page.clock.fast_forward(seconds * 1000)

    # Shortcuts to the start of a test

    def call(self, method, path, body=None):
        """Calls the API like a page of the server."""
        return self.page.evaluate(CALL, [method, path, body])

    def sign_in(self, device="Firefox on Linux", transport="cookie"):
        # Calls require a page of the site; any will do.
        if not self.page.url.startswith(self.server.origin):
            self.open(PLAIN_PAGE)
        assert self.call("POST", "/api/auth/magic-link", {"email": self.address})["status"] == 202
        token = self.server.mail(self.address, "/sign-in/verify").token
        body = {"token": token, "transport": transport, "device_name": device, "time_zone": "Europe/Paris"}
        assert self.call("POST", "/api/auth/magic-link/verify", body)["status"] == 200

    def sign_in_with_passcode(self, path=None):
        """Then opens the path, if any, unlocked."""
        self.sign_in()
        assert self.call("POST", "/api/auth/set-passcode", {"passcode": PASSCODE})["status"] == 200
        if path:
            self.open(path)

    def administer(self, path=None):
        """Signs in as an administrator, then opens the path, if any."""
        self.sign_in_with_passcode()
        self.server.users("grant", self.address)
        if path:
            self.open(path)

    def person(self, address):
        """The path of an account's page, for an administrator."""
        people = self.call("GET", f"/api/admin/people?query={address}")["body"]["people"]
        return f"/people/{people[0]['id']}"

    def sign_in_with_passkey(self, path=None):
        """On a device with a passkey. Then opens the path, if any, unlocked."""
        self.authenticator = Authenticator(self.page)
        self.sign_in_with_passcode()
        options = self.call("POST", "/api/auth/passkeys/options")["body"]["public_key"]
        body = {"name": "Chrome on Linux", "credential": self.page.evaluate(CREATE, options)}
        assert self.call("POST", "/api/auth/passkeys", body)["status"] == 201
        if path:
            self.open(path)

    def stand_locked_after_adding_passkey(self):
        """Like `stand_locked_with_passkey`, with a passkey added in the settings."""
        self.authenticator = Authenticator(self.page)
        self.sign_in_with_passcode("/settings/security")
        self.expect_settings()
        self.add_passkey()
        self.lock()

    def register_device(self):
        """Registers an app's device, and returns its unlock key."""
        response = self.call("POST", "/api/auth/unlock-keys", {"blinded": POINT})
        assert response["status"] == 201, response
        key = response["body"]
        assert self.call("PUT", f"/api/auth/unlock-keys/{key['id']}", {"tag": "A" * 43})["status"] == 204
        return key

    def add_passkey(self):
        self.button("pages.security.addPasskey").click()
        self.expect_says(self.texts("scripts.passkey.added"), "passkeys-status")

    def stand_locked_with_passkey(self):
        self.sign_in_with_passkey()
        self.lock()

    def stand_locked(self):
        self.sign_in_with_passcode()
        self.lock()

    def lock(self):
        assert self.call("POST", "/api/auth/lock")["status"] == 204
        self.open("/lock")
