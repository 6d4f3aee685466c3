"""What a sign-in by a provider's token costs beside the bare check of its signature, in the same run.

`python Server/Tests/Bench/identity.py PROGRAM FIGURES` measures it alone; PROGRAM is identity-bench, a release
build."""

import subprocess
import sys

from figures import Figures, median

SECONDS = 1
ROUNDS = 7


def measure(figures, program):
    words = [program, str(SECONDS), str(ROUNDS)]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    rounds = [tuple(float(word) for word in line.split()) for line in text.splitlines()]
    figures.told("sign-in by token: validations with keys that are kept", median(whole for whole, _ in rounds), "/s")
    figures.told("RS256 alone, 2048 bits", median(bare for _, bare in rounds), "/s")
    figures.at_least("sign-in by token ÷ bare RS256 check", median(whole / bare for whole, bare in rounds), "", 0.5)


if __name__ == "__main__":
    measure(Figures(sys.argv[2]), sys.argv[1])
