"""Latchkey: sessions signed in by email, with a lock of six digits.

`--set clock=DATA_DIR/clock-offset` names the file that moves the clock of a development server, and
`--set administrator=EMAIL` an administrator without a passcode, as of `users add --administrator EMAIL`.
"""

import pathlib
import re

from ..adapter import Account, Adapter, Budget, Mailed, NotOffered, Verdict

SIGN_IN_CODE = r"^([0-9A-Z]{4}-[0-9A-Z]{4})\s[\s\S]*/sign-in/verify#"
RESET_CODE = r"^([0-9A-Z]{4}-[0-9A-Z]{4})\s[\s\S]*/reset-passcode#"
# The base point of P-384, as a device's input.
POINT = "A6qHyiK-iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw"
SAME = {"Sec-Fetch-Site": "same-origin"}


class Latchkey(Adapter):
    name = "Latchkey"
    # The 4th failure in a session starts a delay of 30 s; after the 30th, an account requires a reset.
    budget = Budget(session=4, account=30)
    mailed = Mailed(tries=5, seconds=600, ends_older=True)
    idle_seconds = 300
    asks = {"sign-in email": "ask_sign_in", "reset email": "ask_reset", "wrong code": "give_wrong_code"}
    pages = ("/sign-in", "/reset-passcode", "/disown")
    declared = {
        "lock-when-idle-and-refresh":
            "a refresh ends the idle lock of an app that has verified its passcode; the app keeps the token sealed"
            " behind its own lock (V13). No refresh ends a manual lock",
    }

    def keep(self, client, response):
        if "access_token" in response.json:
            client.headers["Authorization"] = f"Bearer {response.json['access_token']}"
            client.memory["refresh"] = response.json["refresh_token"]
        return response

    def sign_in(self, name, **more):
        try:
            self.let_time_pass(61)  # After five emails, one more per minute.
        except NotOffered:
            pass
        client = self.world.client()
        self.ask_sign_in(client, name)
        values = {"email": name, "code": self.world.mail(name, SIGN_IN_CODE), **more}
        self.keep(client, client.post("/api/auth/magic-link/verify", values, headers=SAME))
        return client

    def account(self):
        account = self.world.new_account(self)
        client = self.prepare(account)
        client.send("PATCH", "/api/auth/passcode-settings", {"passcode_timeout_minutes": self.idle_seconds // 60})
        return account

    def prepare(self, account):
        client = self.sign_in(account.name)
        while self.verdict(self.set(client, passcode=account.secret)) is not Verdict.RIGHT:
            account.secret = self.world.new_secret(self)  # The secret was too easy to guess.
        return client

    def session(self, account):
        return self.sign_in(account.name)

    def browser(self, account):
        client = self.sign_in(account.name, transport="cookie")
        client.post("/api/auth/verify-passcode", {"passcode": account.secret}, headers=SAME)
        return client

    def guess(self, client, account, secret):
        return self.keep(client, client.post("/api/auth/verify-passcode", {"passcode": secret}))

    def verdict(self, response):
        return Verdict.REFUSED if response.status == 401 else super().verdict(response)  # The session has ended.

    def inside(self, client):
        return client.get("/api/auth/sessions")

    def lock(self, client):
        return client.post("/api/auth/lock")

    def sign_out(self, client):
        return client.post("/api/auth/logout")

    def refresh(self, client):
        return self.keep(client, client.post("/api/auth/refresh", {"refresh_token": client.memory["refresh"]}))

    def set(self, client, **values):
        return self.keep(client, client.post("/api/auth/set-passcode", values))

    def change(self, client, account, secret):
        return self.set(client, passcode=secret, current_passcode=account.secret)

    def ask_sign_in(self, client, name):
        return client.post("/api/auth/magic-link", {"email": name})

    def ask_reset(self, client, name):
        return client.post("/api/auth/reset-passcode-request", {"email": name})

    def give_wrong_code(self, client, name):
        return client.post("/api/auth/magic-link/verify", {"email": name, "code": "0000-0000"})

    def mailed_reset(self, account):
        return self.world.mail(account.name, RESET_CODE)

    def reset(self, client, account, code, secret):
        return client.post("/api/auth/reset-passcode", {"email": account.name, "code": code, "new_passcode": secret})

    def forge(self, client, headers, kind):
        types = {"json": "application/json", "text": "text/plain", "form": "application/x-www-form-urlencoded"}
        return client.send("POST", "/api/auth/lock", body="{}", headers={"Content-Type": types[kind], **headers})

    def own_page(self, client):
        return client.post("/api/auth/lock", headers=SAME)

    def administrator(self):
        if "administrator" not in self.world.options:
            raise NotOffered("no administrator was given (--set administrator=EMAIL)")
        account = Account(self.world.options["administrator"], self.world.new_secret(self))
        client = self.prepare(account)
        client.memory["secret"] = account.secret
        return client

    def administer(self, client, account, secret):
        people = "/api/admin/people"
        found = client.get(f"{people}?query={account.name}").json.get("people")
        if not found:
            raise NotOffered("the administrator did not find the account")
        person, device = f"{people}/{found[0]['id']}", self.device(account)
        session = client.get(person).json["sessions"][0]["id"]
        values = {"email": account.name, "id": found[0]["id"], "passcode": secret, "new_passcode": secret,
                  "code": "0000-0000"}
        # A removed account is not tried: the next sign-in with its address creates another one.
        calls = [("GET", person), ("GET", "/api/admin/log"), ("POST", people), ("POST", "/api/auth/set-passcode"),
                 ("POST", "/api/auth/reset-passcode"), ("POST", f"{person}/grant"), ("POST", f"{person}/revoke"),
                 ("DELETE", f"{person}/unlock-keys/{device}"), ("DELETE", f"{person}/sessions/{session}"),
                 ("POST", f"{person}/suspend"), ("POST", f"{person}/resume"), ("DELETE", f"{person}/sessions"),
                 ("POST", f"{person}/require-reset")]
        for method, path in calls:
            # Acts require a recent passcode.
            self.guess(client, None, client.memory["secret"])
            other = client.copy()
            name = f"{method} {re.sub('[0-9a-f]{32}', '{id}', path)}"
            response = self.keep(other, other.send(method, path, None if method == "GET" else values))
            yield name, other, response
            if path.startswith(person) and response.status != 200:
                raise NotOffered(f"{name} returned {response.status}")
            if "/unlock-keys/" in path and response.json["unlock_keys"]:
                raise NotOffered("the device was not shut")

    def device(self, account):
        """Registers a device of the account, and returns the ID of its unlock key."""
        client = self.open_session(account)
        key = client.post("/api/auth/unlock-keys", {"blinded": POINT}).json.get("id")
        if client.send("PUT", f"/api/auth/unlock-keys/{key}", {"tag": "A" * 43}).status != 204:
            raise NotOffered("the account's device was not registered")
        return key

    def owner(self, client):
        return client.get("/api/auth/me").json.get("email")

    def let_time_pass(self, seconds):
        if "clock" not in self.world.options:
            raise NotOffered("the server's clock cannot be moved (--set clock=FILE)")
        file = pathlib.Path(self.world.options["clock"])
        ahead = int(file.read_text()) if file.exists() else 0
        new = file.with_suffix(".new")
        new.write_text(f"{ahead + int(seconds)}\n")
        new.replace(file)
        self.world.journal.note(f"the server's clock was moved by {int(seconds)} s")
