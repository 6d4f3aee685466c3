"""The programs in C of the bench: what the server is measured against, and the client that asks it."""

import collections
import os
import subprocess

LIBRARIES = {"bare-hash": ["-lsodium", "-lpthread"], "ask": ["-lm"]}

# Evaluations a second of all threads together, seconds of one (median), and seconds of a processor for one.
Bare = collections.namedtuple("Bare", "rate seconds processor")
# What the sessions were answered: `answers` are of (status, seconds), `processor` is the client's own time.
Run = collections.namedtuple("Run", "seconds processor skipped answers")


def compiled(build, name):
    program = os.path.join(build, name)
    if not os.path.exists(program):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".c")
        subprocess.run(["cc", "-O2", "-o", program, source, *LIBRARIES[name]], check=True)
    return program


def shared(build, name):
    """A library for LD_PRELOAD."""
    library = os.path.join(build, name + ".so")
    if not os.path.exists(library):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def bare(build, threads, seconds=1):
    """Argon2id by the server's library with the server's parameters, on a number of threads at once."""
    command = [compiled(build, "bare-hash"), str(threads), str(seconds)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Bare(*(float(word) for word in output.split()))


def ask(build, port, path, body, headers, seconds, *mode):
    """Posts `body` by a session for each of `headers`, a list that then has their newest tokens."""
    command = [compiled(build, "ask"), str(port), path, body, str(seconds), *(str(word) for word in mode)]
    output = subprocess.run(command, check=True, capture_output=True, text=True, input="\n".join(headers)).stdout
    lines = [line.split(" ", 1) for line in output.splitlines()]
    headers[:] = [rest for kind, rest in lines if kind == "session"]
    answers = [(int(rest.split()[0]), float(rest.split()[1])) for kind, rest in lines if kind == "answer"]
    took, processor, skipped = next(rest for kind, rest in lines if kind == "run").split()
    return Run(float(took), float(processor), int(skipped), answers)
