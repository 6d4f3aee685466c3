"""A device that keeps passkeys: Chromium's virtual authenticator, which asks no one and shows nothing.

https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
"""

OPTIONS = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}
FAULTS = ("isBogusSignature", "isBadUV", "isBadUP")


class Authenticator:
    """Of one tab: another one has its own, with copies of the passkeys."""

    def __init__(self, page, credentials=()):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": OPTIONS})["authenticatorId"]
        for credential in credentials:
            self._send("addCredential", credential=credential)

    def _send(self, command, **parameters):
        return self.session.send(f"WebAuthn.{command}", {"authenticatorId": self.id, **parameters})

    @property
    def credentials(self):
        return self._send("getCredentials")["credentials"]

    @property
    def uses(self):
        """How often each passkey has signed."""
        return [credential["signCount"] for credential in self.credentials]

    def know_its_owner(self, is_known):
        """Whether the finger or face is its owner's. Otherwise it is as if the person had cancelled."""
        self._send("setUserVerified", isUserVerified=is_known)

    def answer_wrongly(self, fault=None):
        """With one of the faults; without one, rightly again."""
        self._send("setResponseOverrideBits", **{name: name == fault for name in FAULTS})

    def wait_for_a_touch(self, waits):
        """Whether it answers only when it is touched, which it never is."""
        self._send("setAutomaticPresenceSimulation", enabled=not waits)

    def remove(self):
        """It goes with its session."""
        self.session.detach()
