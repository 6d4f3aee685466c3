"""Gives schemathesis an unlocked session for each request, whatever the requests before did to the last one, and the
webhooks and the backend's question their passwords.

Loaded by scripts/check-api, which sets LATCHKEY_ORIGIN, LATCHKEY_DATA_DIR, LATCHKEY_WEBHOOK_SECRET and
LATCHKEY_INTROSPECTION_SECRET of a server in development.
"""

import base64
import json
import os
import pathlib
import re
import time
import urllib.error
import urllib.request

import schemathesis

ORIGIN = os.environ["LATCHKEY_ORIGIN"]
DATA = pathlib.Path(os.environ["LATCHKEY_DATA_DIR"])
# The same as in the document's examples.
PASSCODE = "739105"
WEBHOOKS = "^/webhooks/"
INTROSPECTION = "^/api/auth/introspect$"


def call(method, path, body=None, token=None):
    request = urllib.request.Request(ORIGIN + path, method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.loads(response.read() or b"null")


def mailed_token(address):
    """Waits for the sign-in email, and deletes all others, so that the directory stays small."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for file in (DATA / "outbox").glob("*.eml"):
            text = file.read_text(encoding="utf-8")
            file.unlink()
            link = re.search(r"^https?://.*#token=(\S+)", text, re.MULTILINE)
            if link and f"To: {address}\n" in text.replace("\r", "") and "/sign-in/" in link.group(0):
                return link.group(1)
        time.sleep(0.01)
    raise RuntimeError("no email to " + address)


class Password:
    secret = None

    def get(self, case, context):
        return base64.b64encode(b"anyone:" + os.environ[self.secret].encode()).decode()

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": "Basic " + data}


@schemathesis.auth(refresh_interval=None).apply_to(path_regex=WEBHOOKS)
class WebhookPassword(Password):
    secret = "LATCHKEY_WEBHOOK_SECRET"


@schemathesis.auth(refresh_interval=None).apply_to(path_regex=INTROSPECTION)
class IntrospectionPassword(Password):
    secret = "LATCHKEY_INTROSPECTION_SECRET"


@schemathesis.auth(refresh_interval=None).skip_for(path_regex=f"{WEBHOOKS}|{INTROSPECTION}")
class UnlockedSession:
    def __init__(self):
        self.count = 0
        self.token = None

    def get(self, case, context):
        if not self.works():
            self.token = self.sign_in()
        return self.token

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": "Bearer " + data}

    def works(self):
        """Whether the session is unlocked, and its passcode can be verified and is that of the examples."""
        if not self.token:
            return False
        try:
            self.token = call("POST", "/api/auth/verify-passcode", {"passcode": PASSCODE}, self.token)["access_token"]
            return True
        except urllib.error.HTTPError:
            return False

    def sign_in(self):
        self.count += 1
        # An hour later the email limits are reset.
        (DATA / "clock-offset").write_text(str(3600 * self.count))
        address = f"user{self.count}@example.com"
        call("POST", "/api/auth/magic-link", {"email": address})
        session = call("POST", "/api/auth/magic-link/verify", {"token": mailed_token(address)})
        return call("POST", "/api/auth/set-passcode", {"passcode": PASSCODE}, session["access_token"])["access_token"]
