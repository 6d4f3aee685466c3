"""Measures latchkey-server, and appends its figures to a file: `python Server/Tests/Bench --help`."""

import argparse
import asyncio
import importlib.util
import shutil
import tempfile

import flood
import gate
import several
import sign_in
import start
import verify
from figures import Figures


async def main():
    parser = argparse.ArgumentParser(prog="Server/Tests/Bench")
    parser.add_argument("server", help="the program latchkey-server, a release build")
    parser.add_argument("bare", help="the program bare-hummingbird, a release build")
    parser.add_argument("figures", help="the file to append to")
    parser.add_argument("--plot", metavar="FILE", help="draws throughput and latency against load, as SVG")
    parser.add_argument("--flood", metavar="SECONDS", type=int, default=30, help="how long it is flooded (30)")
    arguments = parser.parse_args()
    figures = Figures(arguments.figures)
    with tempfile.TemporaryDirectory(prefix="latchkey-bench-") as arguments.build:
        await start.measure(figures, arguments)
        verifies = await verify.measure(figures, arguments)
        await flood.measure(figures, arguments)
        await sign_in.measure(figures, arguments)
        if importlib.util.find_spec("cryptography"):
            import unlock
            await unlock.measure(figures, arguments, verifies)
        else:
            print("  there is no cryptography: unlocks by passkeys are not measured")
        if not shutil.which("wrk"):
            return print("  there is no wrk: the gate is not measured")
        gates = await gate.measure(figures, arguments)
        await several.measure(figures, arguments)
        if not importlib.util.find_spec("django"):
            return print("  there is no Django: nothing is measured beside it")
        import rival
        await rival.measure(figures, arguments, verifies, gates)


asyncio.run(main())
