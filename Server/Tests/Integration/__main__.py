"""Types the commands of docs/integration.md, and looks for what it shows below them.

    python Server/Tests/Integration FOLDER PRODUCTS TOOLS

in a network namespace of its own, whose ports are free; as root in a mount namespace too, whose /etc it may change.
FOLDER is scratch, PRODUCTS has the server, and TOOLS the programs of scripts/python-packages.txt.
"""

import contextlib
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Server/Tests/HighAvailability"))

from guide import Guide  # noqa: E402
from terminal import Missing, Terminal  # noqa: E402

GUIDE = ROOT / "docs/integration.md"
PROXY = "4. A web application behind a proxy"

# Replaces what this namespace lacks: packages are already installed, and there is no systemd.
APT_GET = """#!/bin/sh
shift 2
exec dpkg-query --show "$@" >/dev/null
"""
# The old processes respond for a moment more, which a script would notice.
SYSTEMCTL = """#!/bin/sh
[ "$*" = "reload-or-restart nginx" ] || exit 1
[ -s /run/nginx.pid ] || exec nginx
old=$(pgrep -P "$(cat /run/nginx.pid)")
nginx -q -s reload
for process in $old; do while kill -0 "$process" 2>/dev/null; do sleep 0.02; done; done
"""


def desk(folder, products, tools):
    """A directory like that of a developer who has built the server, with an empty `data`."""
    place = folder / "latchkey"
    for name, target in {
        "Backend": ROOT / "Backend", "Examples": ROOT / "Examples", "deploy": ROOT / "deploy",
        "Server/.build/debug": products, ".build/test-tools": tools,
    }.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).symlink_to(target)
    programs = folder / "bin"
    programs.mkdir()
    (programs / "aiosmtpd").symlink_to(tools / "bin/aiosmtpd")
    for name, script in {"apt-get": APT_GET, "systemctl": SYSTEMCTL}.items():
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    return {
        "PATH": f"{programs}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1",
    }


def lend(folder):
    """Replaces files that the section behind a proxy changes by copies, which end with the namespace."""
    for name in ["/etc", "/var/lib/nginx", "/var/log/nginx", "/run"]:
        copy = folder / name[1:].replace("/", "-")
        if name == "/run":
            copy.mkdir()
        else:
            subprocess.run(["cp", "-a", name, copy], check=True)
        subprocess.run(["mount", "--bind", copy, name], check=True)


def walk(section, folder, environment):
    terminals = {}
    with contextlib.ExitStack() as stack:
        for step in Guide(GUIDE, re.escape(section)).steps():
            if step.place not in terminals:
                terminals[step.place] = Terminal(step.place, folder, environment)
                stack.callback(terminals[step.place].close)
            terminals[step.place].type(step)
        check_files(folder / "latchkey/data")
    shutil.rmtree(folder / "latchkey/data")


def check_files(data):
    """Files with keys or personal data are not readable by others."""
    for path in [*data.glob("login/*"), *data.glob("*/latchkey.sqlite"), *data.glob("*/secret-keys")]:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Missing(f"{path.name} can be read by others")


def main(folder, products, tools):
    folder = pathlib.Path(folder)
    environment = desk(folder, pathlib.Path(products), pathlib.Path(tools))
    sections = re.findall(r"^## ([0-9]\. .*)$", GUIDE.read_text(encoding="utf-8"), re.M)
    assert len(sections) == 5 and PROXY in sections, sections
    status = 0
    for section in sections:
        if section == PROXY:
            if os.environ.get("LATCHKEY_WALK_AS") != "root":
                print("check-integration: SKIPPED, walk 4 was not typed: it requires root", file=sys.stderr)
                continue
            lend(folder)
        begin = time.monotonic()
        try:
            walk(section, folder, environment)
        except Missing as missing:
            print(f"docs/integration.md, {section}: {missing}", file=sys.stderr)
            for log in folder.glob("*.output"):
                print(f"--- {log.stem}\n" + log.read_text(errors="replace")[-3000:], file=sys.stderr)
            shutil.rmtree(folder / "latchkey/data", ignore_errors=True)
            status = 1
        else:
            print(f"check-integration: {section}: as the guide shows ({time.monotonic() - begin:.0f} s)")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
