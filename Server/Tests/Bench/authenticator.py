"""A passkey in memory with the responses of a browser and its authenticator (WebAuthn Level 3, section 5.1)."""

import base64
import hashlib
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

USER_PRESENT, USER_VERIFIED, ATTESTED_CREDENTIAL = 0x01, 0x04, 0x40


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Passkey:
    """ES256, for the pages of one origin."""

    def __init__(self, origin):
        self.origin = origin
        self.host = origin.split("://")[1].split(":")[0]
        self.id = os.urandom(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.counter = 0

    def register(self, challenge):
        """The result of `create()`, in the server's format."""
        data = self._data(ATTESTED_CREDENTIAL) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._cose()
        return self._credential(
            clientDataJSON=text(self._client("webauthn.create", challenge)), authenticatorData=text(data),
            transports=["internal"])

    def sign(self, challenge):
        """The result of `get()`."""
        self.counter += 1
        client, data = self._client("webauthn.get", challenge), self._data()
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=text(client), authenticatorData=text(data), signature=text(signature))

    def _credential(self, **response):
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def _client(self, ceremony, challenge):
        members = {"type": ceremony, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(members, separators=(",", ":")).encode()

    def _data(self, flags=0):
        flags |= USER_PRESENT | USER_VERIFIED
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _cose(self):
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return bytes.fromhex("a5010203262001215820") + x + bytes.fromhex("225820") + y
