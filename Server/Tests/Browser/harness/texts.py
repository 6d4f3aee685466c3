"""The texts of a language, from the server's files."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "Sources/LatchkeyServer/Language/Texts"


class Texts:
    def __init__(self, language):
        self.all = json.loads((FOLDER / f"{language}.json").read_text())

    def __call__(self, key, **values):
        """Returns the text of a key such as `pages.lock.heading`, with its placeholders replaced."""
        text = self.all
        for name in key.split("."):
            text = text[name]
        return re.sub(r"\{([a-z]+)\}", lambda place: str(values.get(place[1], place[0])), text)

    def counted(self, key, number):
        """Returns the sentence about a number."""
        return self(f"{key}.{'one' if number == 1 else 'other'}", number=number)

    def sentences(self):
        """What a page may show: every text for users, split at placeholders."""
        parts = set()
        for kind in ("pages", "problems", "scripts"):
            for text in _leaves(self.all[kind]):
                parts.update(piece.strip() for piece in re.split(r"\{[^}]*\}", text))
        return {part for part in parts if re.search(r"\w{3}", part)}


def _leaves(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
