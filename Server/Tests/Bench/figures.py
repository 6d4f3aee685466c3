"""Figures as lines of JSON, in the file that other programs of the bench append to."""

import json
import statistics


class Figures:
    def __init__(self, path):
        self.path = path

    def at_most(self, name, value, unit, bar):
        self._add(name, value, unit, bar, value <= bar)

    def at_least(self, name, value, unit, bar):
        self._add(name, value, unit, bar, value >= bar)

    def told(self, name, value, unit):
        """Explains the others, and has no limit."""
        self._add(name, value, unit, None, None)

    def _add(self, name, value, unit, bar, holds):
        line = {"name": name, "value": value, "unit": unit, "bar": bar, "holds": holds}
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        print(f"  {name}: {value:.4g} {unit}", flush=True)


def percentile(values, share):
    """The value that this share of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


median = statistics.median
