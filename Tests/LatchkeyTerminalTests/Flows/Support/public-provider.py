"""oidc-provider-mock with public clients alone (RFC 6749, 2.1), of which it wants PKCE by S256 (RFC 7636)."""

import base64
import hashlib
import sys

import flask
from authlib.oauth2.rfc6749.errors import InvalidGrantError
from oidc_provider_mock import _app
from oidc_provider_mock.__main__ import run

grant = _app.AuthorizationCodeGrant
grant.TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
save, validate = grant.save_authorization_code, grant.validate_token_request
challenges = {}


def save_with_challenge(self, code, request):
    if flask.request.args.get("code_challenge_method") == "S256":
        challenges[code] = flask.request.args.get("code_challenge")
    save(self, code, request)


def validate_with_verifier(self):
    validate(self)
    digest = hashlib.sha256(flask.request.form.get("code_verifier", "").encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    if challenges.pop(flask.request.form["code"], None) != challenge:
        raise InvalidGrantError("the code_verifier is not that of the code_challenge")


grant.save_authorization_code = save_with_challenge
grant.validate_token_request = validate_with_verifier

sys.exit(run())
