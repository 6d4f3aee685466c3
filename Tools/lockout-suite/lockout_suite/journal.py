"""A journal of requests and responses without secrets, which limits their number."""

import collections
import re
import threading
import time


class OutOfBounds(Exception):
    """The run has reached its limit of requests or time."""


# Possible tokens in paths: long pieces, and shorter ones with a digit.
TOKEN = re.compile(r"[A-Za-z0-9_~.-]{24,}|(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_~-]{12,}")


def without_secrets(path):
    """Returns the path without query values and possible tokens."""
    path, _, query = path.partition("?")
    names = sorted(part.partition("=")[0] for part in query.split("&") if part)
    pieces = [TOKEN.sub("…", piece) for piece in path.split("/")]
    return "/".join(pieces) + ("?" + "&".join(f"{name}=…" for name in names) if names else "")


class Journal:
    """Counts equal exchanges. Receives no values of bodies, cookies or tokens."""

    def __init__(self, most_requests=4000, most_seconds=600, clock=time.monotonic):
        self.most_requests, self.most_seconds, self.clock = most_requests, most_seconds, clock
        self.began, self.requests = clock(), 0
        self._lock = threading.Lock()
        self._seen, self._notes = collections.Counter(), collections.Counter()

    def begin(self):
        """Starts the evidence of a check."""
        with self._lock:
            self._seen, self._notes = collections.Counter(), collections.Counter()

    def allow(self):
        """Counts a request before it is sent. Raises OutOfBounds at the limits."""
        with self._lock:
            if self.requests >= self.most_requests:
                raise OutOfBounds(f"the limit of {self.most_requests} requests was reached (--requests)")
            if self.clock() - self.began >= self.most_seconds:
                raise OutOfBounds(f"the limit of {self.most_seconds:g} seconds was reached (--seconds)")
            self.requests += 1

    def record(self, method, path, fields, headers, outcome):
        """`fields` are the names of body members. `headers` are those set by a check, never secrets."""
        said = "".join(f" {name}: {value};" for name, value in sorted(headers.items()))
        names = f" ({', '.join(fields)})" if fields else ""
        with self._lock:
            self._seen[f"{method} {without_secrets(path)}{names}{said}", str(outcome)] += 1

    def note(self, text):
        """Records a step other than a request, such as a restart or a clock change."""
        with self._lock:
            self._notes[text] += 1

    def evidence(self):
        """Returns distinct requests with their numbers and outcomes, in order of first occurrence."""
        with self._lock:
            sent = {}
            for (request, outcome), count in self._seen.items():
                sent.setdefault(request, []).append((outcome, count))
            return [
                {"sent": request, "times": sum(count for _, count in seen),
                 "seen": ", ".join(f"{count} × {outcome}" for outcome, count in seen)}
                for request, seen in sent.items()
            ] + [{"sent": note, "times": count, "seen": ""} for note, count in self._notes.items()]
