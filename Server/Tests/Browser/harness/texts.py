"""The texts of a language, from the server's files."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "Sources/LatchkeyServer/Language/Texts"


# English first.
LANGUAGES = sorted((file.stem for file in FOLDER.glob("*.json")), key=lambda tag: (tag != "en", tag))


class Texts:
    def __init__(self, language):
        self.language = language
        self.all = json.loads((FOLDER / f"{language}.json").read_text())

    def __call__(self, key, **values):
        """Returns the text of a key such as `pages.lock.heading`, with its placeholders replaced."""
        text = self.all
        for name in key.split("."):
            text = text[name]
        # Scripts isolate values by characters, and templates by elements.
        if self.direction == "rtl" and not key.startswith("pages."):
            values = {name: f"\u2068{value}\u2069" for name, value in values.items()}
        return re.sub(r"\{([a-z]+)\}", lambda place: str(values.get(place[1], place[0])), text)

    @property
    def direction(self):
        return "rtl" if self.language == "ar" else "ltr"

    def counted(self, key, number):
        """Returns the sentence about a number."""
        return self(f"{key}.{self._category(number)}", number=number)

    def _category(self, number):
        """Returns the plural form of a small number, by CLDR."""
        if self.language == "ja":
            return "other"
        if self.language == "pl":
            return "one" if number == 1 else "few" if number in (2, 3, 4) else "many"
        if self.language == "ar":
            return "one" if number == 1 else "two" if number == 2 else "few" if number <= 10 else "many"
        return "one" if number == 1 else "other"

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
