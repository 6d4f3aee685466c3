"""CPU time by threads of the server during verifications, and CPU time and memory of processes, as Linux reports
them."""

import contextlib
import os
import re

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


def family(process):
    """The process IDs of a process and its children, and the CPU seconds of all, including ended ones."""
    processes, ticks = [], 0
    for folder in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            with open(f"/proc/{folder}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
            if process in (int(folder), int(fields[1])):
                processes.append(folder)
                # After its own time is that of ended children.
                ticks += sum(map(int, fields[11:15 if process == int(folder) else 13]))
    return processes, ticks / TICKS


def memory(process):
    """MiB of a process and its children. Of a page that several share, each has its part."""
    sizes = 0
    for each in family(process)[0]:
        with open(f"/proc/{each}/smaps_rollup", encoding="utf-8") as file:
            sizes += int(re.search(r"^Pss: +(\d+)", file.read(), re.MULTILINE).group(1))
    return sizes / 1024


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
