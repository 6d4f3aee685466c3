"""A team's login, made of Authlib, for what oidc-provider-mock does not do: it has sessions, supports `prompt`,
`max_age` and `auth_time`, requires PKCE (RFC 7636), names itself in its responses (RFC 9207), signs in on another
device (RFC 8628), and signs out by OpenID Connect Back-Channel Logout 1.0. `python -m harness.login` serves it on a
free port of the loopback, and prints its issuer."""

import dataclasses
import re
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc.core import AuthorizationCodeMixin
from authlib.oidc.core.grants import OpenIDCode
from joserfc import jwt
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
KEY = RSAKey.generate_key(2048, {"use": "sig", "kid": "login-1"})

app = flask.Flask(__name__)
app.secret_key = secrets.token_bytes(16)
people, codes, devices, sessions = {}, {}, {}, {}
# `lazy` is the age of the login in seconds, for a provider that never prompts twice, whatever the request specifies.
state = {"issuer": "", "redirect": "", "logout": "", "lazy": None}


@dataclasses.dataclass
class Code(AuthorizationCodeMixin):
    code: str
    redirect_uri: str
    scope: str
    nonce: str
    code_challenge: str
    code_challenge_method: str
    sid: str

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return sessions[self.sid]["asked"] - (state["lazy"] or 0)

    def get_acr(self):
        return None

    def get_amr(self):
        return None


@dataclasses.dataclass
class Device(Code):
    user_code: str = ""
    client_id: str = ""
    # The user's decision; None before it is made.
    said: bool | None = None

    def get_client_id(self):
        return self.client_id

    def get_user_code(self):
        return self.user_code

    def is_expired(self):
        return False


class Pages(ClientMixin):
    """The client with a secret: a server's pages."""

    def get_client_id(self):
        return "pages"

    def get_default_redirect_uri(self):
        return state["redirect"]

    def get_allowed_scope(self, scope):
        return scope

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == state["redirect"]

    def check_client_secret(self, client_secret):
        return client_secret == "secret"

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


class Terminal(Pages):
    """The public one (RFC 6749, 2.1), with any port of the loopback (RFC 8252, 7.3)."""

    def get_client_id(self):
        return "terminal"

    def check_redirect_uri(self, redirect_uri):
        return re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/sign-in/return", redirect_uri) is not None

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", DeviceCodeGrant.GRANT_TYPE)


CLIENTS = {client.get_client_id(): client for client in (Pages(), Terminal())}


class CodeGrant(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "none"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            code, request.payload.redirect_uri, request.payload.scope, data.get("nonce"), data.get("code_challenge"),
            data.get("code_challenge_method"), request.user)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        del codes[authorization_code.code]

    def authenticate_user(self, authorization_code):
        return authorization_code.sid


class DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def query_device_credential(self, device_code):
        device = devices.get(device_code)
        self.request.authorization_code = device
        return device

    def query_user_grant(self, user_code):
        device = next(device for device in devices.values() if device.user_code == user_code)
        return None if device.said is None else (device.sid, device.said)

    def should_slow_down(self, credential):
        return False


class DeviceCodes(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]
    INTERVAL = 1

    def get_verification_uri(self):
        return f"{state['issuer']}/device"

    def save_device_credential(self, client_id, scope, data):
        code = data["device_code"]
        devices[code] = Device(code, "", scope, None, "", "", "", data["user_code"], client_id)


class IDToken(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def resolve_client_private_key(self, client):
        return KEY

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": KEY.kid, "typ": "JWT"}

    def get_client_claims(self, client):
        return {"iss": state["issuer"], "aud": [client.get_client_id()]}

    def generate_user_info(self, user, scope):
        sub = sessions[user]["sub"]
        return {"sub": sub, "sid": user, **people[sub]}


class Issuer(IssuerParameter):
    def get_issuer(self):
        return state["issuer"]


server = AuthorizationServer(app, query_client=CLIENTS.get, save_token=lambda token, request: None)
server.register_grant(CodeGrant, [IDToken(require_nonce=True), CodeChallenge(required=True)])
server.register_grant(DeviceGrant, [IDToken()])
server.register_endpoint(DeviceCodes)
server.register_extension(Issuer())


@app.get("/.well-known/openid-configuration")
def configuration():
    issuer = state["issuer"]
    return {
        "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
        "jwks_uri": f"{issuer}/keys", "authorization_response_iss_parameter_supported": True,
        "backchannel_logout_supported": True, "backchannel_logout_session_supported": True,
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "none"],
        "device_authorization_endpoint": f"{issuer}/devices",
    }


@app.get("/keys")
def keys():
    return {"keys": [KEY.as_dict(private=False)]}


def session_that_is_enough():
    """Returns the browser's session, unless a new login is required."""
    sid, asked = flask.session.get("sid"), flask.request.args
    if sid not in sessions or state["lazy"] is not None:
        return sid if sid in sessions else None
    age = time.time() - sessions[sid]["asked"]
    if "login" in asked.get("prompt", "").split() or age >= int(asked.get("max_age", 86_400)):
        return None
    return sid


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    if flask.request.method == "POST":
        sid = secrets.token_urlsafe(16)
        sessions[sid] = {"sub": flask.request.form["sub"], "asked": int(time.time())}
        flask.session["sid"] = sid
    else:
        sid = session_that_is_enough()
    if sid is None:
        return "<!doctype html><title>Login</title><form method=post><input name=sub><button>Authorize</button></form>"
    return server.create_authorization_response(grant=server.get_consent_grant(end_user=sid), grant_user=sid)


@app.post("/devices")
def device_codes():
    return server.create_endpoint_response(DeviceCodes.ENDPOINT_NAME)


@app.route("/device", methods=["GET", "POST"])
def device():
    """The page on which a user signs in a device by its code."""
    form = flask.request.form
    if flask.request.method == "GET":
        return "<!doctype html><title>Device</title><form method=post><input name=user_code><input name=sub></form>"
    asked = [device for device in devices.values() if device.user_code == form["user_code"]]
    if not asked:
        return "No device has this code.", 404
    sid = secrets.token_urlsafe(16)
    sessions[sid] = {"sub": form["sub"], "asked": int(time.time())}
    asked[0].sid, asked[0].said = sid, form.get("action") != "deny"
    return "Go back to the device."


@app.post("/token")
def token():
    return server.create_token_response()


@app.route("/settings", methods=["PUT", "POST"])
def settings():
    state.update(flask.request.json)
    return {}


@app.route("/people/<sub>", methods=["PUT", "POST"])
def person(sub):
    people[sub] = flask.request.json
    return {}


@app.post("/people/<sub>/logout")
def logout(sub):
    """Ends the sessions here, sends the client each logout token twice, and returns its responses."""
    responses = []
    for sid in [sid for sid, session in sessions.items() if session["sub"] == sub]:
        del sessions[sid]
        now = int(time.time())
        claims = {
            "iss": state["issuer"], "aud": "pages", "sub": sub, "sid": sid, "iat": now, "exp": now + 120,
            "jti": secrets.token_urlsafe(16), "events": {LOGOUT: {}},
        }
        signed = jwt.encode({"alg": "RS256", "kid": KEY.kid, "typ": "logout+jwt"}, claims, KEY)
        responses.append([post(state["logout"], {"logout_token": signed}) for _ in range(2)])
    return {"answers": responses}


def post(url, fields):
    try:
        return urllib.request.urlopen(url, urllib.parse.urlencode(fields).encode(), timeout=15).status
    except urllib.error.HTTPError as error:
        return error.code


if __name__ == "__main__":
    listener = make_server("127.0.0.1", 0, app, threaded=True)
    state["issuer"] = f"http://127.0.0.1:{listener.server_port}"
    print(state["issuer"], flush=True)
    sys.stdin.close()
    listener.serve_forever()
