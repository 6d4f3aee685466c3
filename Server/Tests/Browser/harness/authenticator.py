"""A device that keeps passkeys: Chromium's virtual authenticator, which prompts no one and shows nothing.

https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
"""

OPTIONS = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}
FAULTS = ("isBogusSignature", "isBadUV", "isBadUP")


class Authenticator:
    """Of one tab: another one has copies of the passkeys."""

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
        """The number of signatures of each passkey."""
        return [credential["signCount"] for credential in self.credentials]

    def know_its_owner(self, is_known):
        """Whether user verification succeeds. Otherwise it is as if the user had cancelled."""
        self._send("setUserVerified", isUserVerified=is_known)

    def respond_wrongly(self, fault=None):
        """Enables a fault; without one, disables it."""
        self._send("setResponseOverrideBits", **{name: name == fault for name in FAULTS})

    def wait_for_a_touch(self, waits):
        """Whether it waits for a touch, which never happens."""
        self._send("setAutomaticPresenceSimulation", enabled=not waits)

    def remove(self):
        """It ends with its session."""
        self.session.detach()
