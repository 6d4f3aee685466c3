"""The programs of the bench: baselines for the server, and the client in C."""

import collections
import os
import subprocess

FLAGS = {"ask.c": ["-lm"], "wait-hash.c": ["-shared", "-fPIC"]}

# Evaluations a second of all threads together, and of one the seconds (median and 99 %) and CPU seconds.
Bare = collections.namedtuple("Bare", "rate seconds slowest processor")
# The responses: `responses` are (status, seconds), `processor` is the client's own CPU time.
Run = collections.namedtuple("Run", ["seconds", "processor", "skipped", "responses"])


def bench(arguments, *words):
    """The lines that a subcommand of latchkey-bench prints."""
    command = [arguments.bench, *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def bare(arguments, threads, seconds=1, *options):
    """Argon2id with the server's library on a number of concurrent threads, by default with the server's parameters."""
    return Bare(*map(float, bench(arguments, "bare-hash", threads, seconds, *options)[0].split()))


def compiled(build, name):
    """The program, or the library for LD_PRELOAD, of a C source."""
    result = os.path.join(build, name.removesuffix(".c"))
    if not os.path.exists(result):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        subprocess.run(["cc", "-O2", "-o", result, source, *FLAGS[name]], check=True)
    return result


def ask(build, port, path, body, headers, seconds, *mode):
    """Posts `body` by a session for each of `headers`, a list that then has their newest tokens."""
    command = [compiled(build, "ask.c"), str(port), path, body, str(seconds), *(str(word) for word in mode)]
    output = subprocess.run(command, check=True, capture_output=True, text=True, input="\n".join(headers)).stdout
    lines = [line.split(" ", 1) for line in output.splitlines()]
    headers[:] = [rest for kind, rest in lines if kind == "session"]
    responses = [(int(rest.split()[0]), float(rest.split()[1])) for kind, rest in lines if kind == "response"]
    took, processor, skipped = next(rest for kind, rest in lines if kind == "run").split()
    return Run(float(took), float(processor), int(skipped), responses)
