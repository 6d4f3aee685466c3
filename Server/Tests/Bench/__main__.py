"""Measures latchkey-server, and appends its figures to a file: `python Server/Tests/Bench --help`."""

import argparse
import asyncio
import importlib.util
import os
import shutil
import tempfile

import administration
import devices
import flood
import gate
import lemonldap
import postgres
import several
import sign_in
import signatures
import verify
from figures import Figures

PARTS = ["start", "verify", "flood", "sign-in", "unlock", "devices", "gate", "several", "rival", "lemonldap",
         "signatures", "reads", "administration"]


async def main():
    parser = argparse.ArgumentParser(prog="Server/Tests/Bench")
    parser.add_argument("products", help="the folder with latchkey-server and latchkey-bench, release builds")
    parser.add_argument("figures", help="the file to append to")
    parser.add_argument("--plot", metavar="FILE", help="draws throughput and latency against load, as SVG")
    parser.add_argument("--flood", metavar="SECONDS", type=int, default=30, help="how long it is flooded (30)")
    parser.add_argument("--only", metavar="PART", nargs="+", choices=PARTS, default=PARTS, help=", ".join(PARTS))
    arguments = parser.parse_args()
    arguments.server = os.path.join(arguments.products, "latchkey-server")
    arguments.bench = os.path.join(arguments.products, "latchkey-bench")
    figures, only = Figures(arguments.figures), set(arguments.only)

    def wanted(part, lacks=None):
        if part in only and lacks:
            print(f"  there is no {lacks}: {part} is not measured")
        return part in only and not lacks

    wrk = None if shutil.which("wrk") else "wrk"
    cryptography, django = (
        None if importlib.util.find_spec(name) else name for name in ("cryptography", "django"))
    with tempfile.TemporaryDirectory(prefix="latchkey-bench-") as arguments.build:
        if wanted("start"):
            await verify.measure_start(figures, arguments)
        if only & {"verify", "unlock", "devices", "rival"}:
            verifies = await verify.measure(figures, arguments)
        if wanted("flood"):
            await flood.measure(figures, arguments)
        if wanted("sign-in"):
            await sign_in.measure(figures, arguments)
        if wanted("unlock", cryptography):
            import unlock
            await unlock.measure(figures, arguments, verifies)
        if wanted("devices"):
            await devices.measure(figures, arguments, verifies)
        if wanted("gate", wrk):
            await gate.measure(figures, arguments)
        if wanted("several", wrk or postgres.absence()):
            await several.measure(figures, arguments)
        if wanted("rival", wrk or django):
            import rival
            await rival.measure(figures, arguments, verifies)
        if wanted("lemonldap", lemonldap.absence()):
            await lemonldap.measure(figures, arguments)
        if wanted("signatures"):
            signatures.measure(figures, arguments)
        if wanted("reads", postgres.absence()):
            postgres.measure(figures, arguments)
        if wanted("administration"):
            await administration.measure(figures, arguments)


asyncio.run(main())
