"""CPU time by threads of the server during verifications, as Linux reports it."""

import os

TICKS = os.sysconf("SC_CLK_TCK")
COSTS = ("Argon2id", "the kernel, for its memory", "HTTP", "transactions and tasks", "the client", "idle")


def times(process):
    """CPU seconds of each thread group of a process, in user mode and in the kernel."""
    groups = {"hash": [0, 0], "http": [0, 0], "all": usage(f"/proc/{process}/stat")}
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/comm", encoding="utf-8") as file:
                name = file.read()
            used = usage(f"/proc/{process}/task/{thread}/stat")
        except FileNotFoundError:
            continue
        group = "hash" if name.startswith("TP-") else "http" if name.startswith("NIO-") else None
        if group:
            groups[group] = [sum(pair) for pair in zip(groups[group], used)]
    return groups


def usage(path):
    with open(path, encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return [int(fields[11]) / TICKS, int(fields[12]) / TICKS]


def costs(before, after, run):
    """The shares of the cores' time during the run."""
    whole = run.seconds * os.cpu_count()
    used = {name: [late - early for early, late in zip(before[name], after[name])] for name in before}
    shares = {
        "Argon2id": used["hash"][0], "the kernel, for its memory": used["hash"][1], "HTTP": sum(used["http"]),
        "transactions and tasks": sum(used["all"]) - sum(used["hash"]) - sum(used["http"]),
        "the client": run.processor,
    }
    shares["idle"] = whole - sum(shares.values())
    return {name: seconds / whole for name, seconds in shares.items()}
