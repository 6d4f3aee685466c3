"""Django's own auth (`django.contrib.auth.urls` under /accounts/): passwords and cookies, resets by email, no lock."""

import re

from ..adapter import Adapter, Verdict

FORM = "/accounts/password_change/"


class Django(Adapter):
    name = "Django's auth"
    asks = {"login": "fail_to_sign_in", "reset email": "ask_reset"}
    pages = ("/accounts/login/", "/accounts/password_reset/")

    def __init__(self, world):
        super().__init__(world)
        self.numbers = {}

    def new_secret(self, number):
        return f"correct-horse-{number}"

    def send(self, client, path, **form):
        """Sends a form like a browser, after opening its page for the CSRF token if needed."""
        if "csrftoken" not in client.cookies:
            client.get(path)
        return client.post(path, form={"csrfmiddlewaretoken": client.cookies.get("csrftoken", ""), **form})

    def verdict(self, response):
        # 200 is the form with an error message, and 403 a form without a CSRF token.
        return {302: Verdict.RIGHT, 200: Verdict.WRONG, 429: Verdict.REFUSED}.get(response.status, Verdict.UNCLEAR)

    def session(self, account):
        client = self.world.client()
        client.get("/accounts/login/")
        return client

    def guess(self, client, account, secret):
        return self.send(client, "/accounts/login/", username=account.name, password=secret)

    def fail_to_sign_in(self, client, name):
        return self.send(client, "/accounts/login/", username=name, password="not-the-password")

    def inside(self, client):
        return client.get(FORM)

    def sign_out(self, client):
        return self.send(client, "/accounts/logout/")

    def change(self, client, account, secret):
        return self.send(client, FORM, old_password=account.secret, new_password1=secret, new_password2=secret)

    def ask_reset(self, client, name):
        return self.send(client, "/accounts/password_reset/", email=name)

    def mailed_reset(self, account):
        link = self.world.mail(account.name, r"(/accounts/reset/\S+)")
        self.numbers[account.name] = link.split("/")[3]
        return link

    def wrong_code(self, link):
        return link[:-2] + ("a" if link[-2] != "a" else "b") + link[-1]

    def reset(self, client, account, link, secret):
        """Opens the link, after replacing its account with the one under test, and sends the form."""
        path = re.sub(r"(?<=/reset/)[^/]+", self.numbers[account.name], link)
        page = client.get(path)
        if page.status != 302:
            return page
        return self.send(client, page.header("Location"), new_password1=secret, new_password2=secret)

    def forge(self, client, headers, kind):
        types = {"json": "application/json", "text": "text/plain", "form": "application/x-www-form-urlencoded"}
        return client.send("POST", "/accounts/logout/", body="", headers={"Content-Type": types[kind], **headers})

    def own_page(self, client):
        return self.sign_out(client)
