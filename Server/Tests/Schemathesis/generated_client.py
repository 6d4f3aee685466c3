"""Makes a Python client from the document, and unlocks a session with it: what a team gets that generates its client.

    python Server/Tests/Schemathesis/generated_client.py FOLDER

FOLDER is scratch. Run by scripts/check-api, which sets LATCHKEY_ORIGIN and LATCHKEY_DATA_DIR of a server in
development.
"""

import importlib
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
ORIGIN = os.environ["LATCHKEY_ORIGIN"]
OUTBOX = pathlib.Path(os.environ["LATCHKEY_DATA_DIR"]) / "outbox"
ADDRESS = "client@example.com"
PASSCODE = "739105"


def generate(folder):
    """Packages the client, which must cover the document and be importable."""
    settings = folder / "client.yaml"
    settings.write_text("post_hooks: []\n")
    run = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--path", ROOT / "Server/openapi.yaml",
         "--meta", "none", "--output-path", folder / "latchkey_client", "--config", settings],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    # The document itself is YAML, without generated code.
    omitted = re.findall(r"^(?:WARNING parsing|ERROR parsing|Unable to process schema) .*$", run.stdout, re.MULTILINE)
    if run.returncode or omitted != ["WARNING parsing GET /openapi.yaml within pages."]:
        sys.exit(f"generated_client: {run.stdout}")
    sys.path.insert(0, str(folder))
    package = importlib.import_module("latchkey_client")
    for module in pkgutil.walk_packages(package.__path__, "latchkey_client."):
        importlib.import_module(module.name)


def mailed_code():
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for file in OUTBOX.glob("*.eml"):
            text = file.read_text(encoding="utf-8").replace("\r", "")
            code = re.search(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$", text, re.MULTILINE)
            if code and f"To: {ADDRESS}\n" in text:
                return code.group()
        time.sleep(0.01)
    sys.exit(f"generated_client: no email to {ADDRESS}")


def expect(response, status):
    if response.status_code != status or (status != 204 and response.parsed is None):
        sys.exit(f"generated_client: {int(response.status_code)} in the place of {status}: {response.content.decode()}")
    return response.parsed


def unlock():
    from latchkey_client import AuthenticatedClient, Client, models
    from latchkey_client.api.passcode import set_passcode, verify_passcode
    from latchkey_client.api.session import lock
    from latchkey_client.api.sign_in import ask_for_sign_in, sign_in

    def holding(session):
        return AuthenticatedClient(ORIGIN, session.access_token)

    anyone = Client(ORIGIN)
    expect(ask_for_sign_in.sync_detailed(client=anyone, body=models.EmailRequest(ADDRESS)), 202)
    body = models.SignInRequest(email=ADDRESS, code=mailed_code())
    client = holding(expect(sign_in.sync_detailed(client=anyone, body=body), 200))
    client = holding(expect(set_passcode.sync_detailed(client=client, body=models.SetPasscodeBody(PASSCODE)), 200))
    expect(lock.sync_detailed(client=client), 204)
    wrong = expect(verify_passcode.sync_detailed(client=client, body=models.VerifyPasscodeBody("481920")), 403)
    if wrong.attempts_remaining != 9:
        sys.exit(f"generated_client: {wrong.attempts_remaining} attempts remain")
    expect(verify_passcode.sync_detailed(client=client, body=models.VerifyPasscodeBody(PASSCODE)), 200)


generate(pathlib.Path(sys.argv[1]))
unlock()
