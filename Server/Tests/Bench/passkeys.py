"""What an unlock by a passkey costs beside the bare check of its signature by libfido2, in the same run.

`python Server/Tests/Bench/passkeys.py PROGRAM FIGURES` measures it alone; PROGRAM is passkey-bench, a release
build."""

import collections
import subprocess
import sys

from figures import Figures, median

SECONDS = 1
ROUNDS = 7


def measure(figures, program):
    words = [program, str(SECONDS), str(ROUNDS)]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    rounds = collections.defaultdict(list)
    for name, whole, bare in map(str.split, text.splitlines()):
        rounds[name].append((float(whole), float(bare)))
    for name, rates in rounds.items():
        figures.told(f"passkey, {name}: checks of an assertion", median(whole for whole, _ in rates), "/s")
        figures.told(f"passkey, {name}: libfido2's check of its signature", median(bare for _, bare in rates), "/s")
        figures.at_least(
            f"passkey, {name}: assertion ÷ bare signature", median(whole / bare for whole, bare in rates), "", 0.5)


if __name__ == "__main__":
    measure(Figures(sys.argv[2]), sys.argv[1])
