"""The adapter for the small server."""

from lockout_suite.adapter import Adapter, Budget, Mailed, Verdict
from small_server import ACCOUNT_BUDGET, CODE_SECONDS, CODE_TRIES, IDLE_SECONDS, SESSION_BUDGET


class Small(Adapter):
    name = "small server"
    budget = Budget(SESSION_BUDGET, ACCOUNT_BUDGET)
    mailed = Mailed(CODE_TRIES, CODE_SECONDS, ends_older=True)
    idle_seconds = IDLE_SECONDS
    asks = {"reset email": "ask_reset"}
    pages = ("/page",)
    # The in-process server, set by tests.
    small = None

    def keep(self, client, response):
        if "access" in response.json:
            client.headers["Authorization"] = f"Bearer {response.json['access']}"
            client.memory["refresh"] = response.json["refresh"]
        return response

    def account(self):
        account = self.world.new_account(self)
        self.small.issued.add(account.secret)
        self.small.accounts[account.name] = account.secret
        return account

    def session(self, account, **more):
        client = self.world.client()
        self.keep(client, client.post("/begin", {"name": account.name, **more}))
        return client

    def browser(self, account):
        client = self.session(account, cookie=True)
        client.post("/guess", {"secret": account.secret}, headers={"Sec-Fetch-Site": "same-origin"})
        return client

    def guess(self, client, account, secret):
        return self.keep(client, client.post("/guess", {"secret": secret}))

    def verdict(self, response):
        return Verdict.REFUSED if response.status == 401 else super().verdict(response)

    def inside(self, client):
        return client.get("/inside")

    def lock(self, client):
        return self.keep(client, client.post("/lock"))

    def sign_out(self, client):
        return client.post("/sign-out")

    def refresh(self, client):
        return self.keep(client, client.post("/refresh", {"refresh": client.memory["refresh"]}))

    def change(self, client, account, secret):
        return self.keep(client, client.post("/change", {"old": account.secret, "secret": secret}))

    def ask_reset(self, client, name):
        return client.post("/ask-reset", {"name": name})

    def mailed_reset(self, account):
        return self.world.mail(account.name, r"^Code: (\d+)")

    def wrong_code(self, code):
        return f"{(int(code) + 1) % 10 ** 8:08d}"

    def reset(self, client, account, code, secret):
        return client.post("/reset", {"name": account.name, "code": code, "secret": secret})

    def forge(self, client, headers, kind):
        types = {"json": "application/json", "text": "text/plain", "form": "application/x-www-form-urlencoded"}
        return client.send("POST", "/lock", body="{}", headers={"Content-Type": types[kind], **headers})

    def own_page(self, client):
        return client.post("/lock", headers={"Sec-Fetch-Site": "same-origin"})

    def administrator(self):
        account = self.account()
        self.small.administrators.add(account.name)
        return self.open_session(account)

    def administer(self, client, account, secret):
        for act in ("show", "unlock", "become", "choose", "end-sessions", "require-reset"):
            other = client.copy()
            yield act, other, self.keep(
                other, other.post("/administer", {"act": act, "name": account.name, "secret": secret}))

    def owner(self, client):
        return self.inside(client).json.get("name")

    def let_time_pass(self, seconds):
        self.small.pass_time(seconds)

    def restart(self):
        self.small.restart()
