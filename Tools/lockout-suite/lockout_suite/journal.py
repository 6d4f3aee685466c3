"""What was sent and seen, without secrets, and how much may be."""

import collections
import re
import threading
import time


class OutOfBounds(Exception):
    """The run has used up its requests or its time."""


# Of a path, what may be a token: a long piece, or a long one with a digit in it.
TOKEN = re.compile(r"[A-Za-z0-9_~.-]{24,}|(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_~-]{12,}")


def without_secrets(path):
    """The path with names of the query alone, and without pieces that may be tokens."""
    path, _, query = path.partition("?")
    names = sorted(part.partition("=")[0] for part in query.split("&") if part)
    pieces = [TOKEN.sub("…", piece) for piece in path.split("/")]
    return "/".join(pieces) + ("?" + "&".join(f"{name}=…" for name in names) if names else "")


class Journal:
    """Counts exchanges by what they are alike in. Values of bodies, cookies and tokens never get here."""

    def __init__(self, most_requests=4000, most_seconds=600, clock=time.monotonic):
        self.most_requests, self.most_seconds, self.clock = most_requests, most_seconds, clock
        self.began, self.requests = clock(), 0
        self._lock = threading.Lock()
        self._seen, self._notes = collections.Counter(), collections.Counter()

    def begin(self):
        """Starts the evidence of the next check."""
        with self._lock:
            self._seen, self._notes = collections.Counter(), collections.Counter()

    def allow(self):
        """Counts a request that is about to be sent."""
        with self._lock:
            if self.requests >= self.most_requests:
                raise OutOfBounds(f"the run's {self.most_requests} requests are used up (--requests)")
            if self.clock() - self.began >= self.most_seconds:
                raise OutOfBounds(f"the run's {self.most_seconds:g} seconds are used up (--seconds)")
            self.requests += 1

    def record(self, method, path, fields, headers, outcome):
        """`fields` are the names in the body; `headers` what a check has set, which is never a secret."""
        said = "".join(f" {name}: {value};" for name, value in sorted(headers.items()))
        names = f" ({', '.join(fields)})" if fields else ""
        with self._lock:
            self._seen[f"{method} {without_secrets(path)}{names}{said}", str(outcome)] += 1

    def note(self, text):
        """A step that is no request: a restart, time that passes."""
        with self._lock:
            self._notes[text] += 1

    def evidence(self):
        """Lines of what was sent, with how often, and what was seen for it, in the order of the first of each."""
        with self._lock:
            sent = {}
            for (request, outcome), count in self._seen.items():
                sent.setdefault(request, []).append((outcome, count))
            return [
                {"sent": request, "times": sum(count for _, count in seen),
                 "seen": ", ".join(f"{count} × {outcome}" for outcome, count in seen)}
                for request, seen in sent.items()
            ] + [{"sent": note, "times": count, "seen": ""} for note, count in self._notes.items()]
