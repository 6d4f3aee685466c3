"""The commands of a guide or a section, by heading, and their expected output."""

import re


class Block:
    """Commands, and their machines: `# on db1, db2 and db3` is the first line."""

    def __init__(self, text, seen=""):
        first, _, self.commands = text.partition("\n")
        self.seen = seen
        self.place = first.removeprefix("# ").removeprefix("on ")

    @property
    def names(self):
        return re.split(r", | and ", self.place)


class Guide:
    def __init__(self, file, section=None):
        with open(file, encoding="utf-8") as page:
            text = page.read()
        if section:
            text = re.search(rf"^## {section}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
        # Text before the first heading is under "".
        parts = ["", *re.split(r"^### (.*)$" if section else "^## (.*)$", text, flags=re.M)]
        self._parts = dict(zip(parts[::2], parts[1::2]))
        self._walked = set()

    def blocks(self, heading):
        self._walked.add(heading)
        return [Block(text) for text in re.findall(r"^```\n(# .*?)^```$", self._parts[heading], re.M | re.S)]

    def steps(self):
        """All blocks of the section, each with the output that the guide shows."""
        steps = []
        for heading, part in self._parts.items():
            self._walked.add(heading)
            for language, text in re.findall(r"^```(text)?\n(.*?)^```$", part, re.M | re.S):
                if language:
                    steps[-1].seen = text
                elif text.startswith("# "):
                    steps.append(Block(text))
        return steps

    @property
    def left_out(self):
        """Headings whose commands were not used, or do not name their machines."""
        return [
            heading for heading, part in self._parts.items()
            if any(heading not in self._walked or not text.startswith("# ")
                   for text in re.findall(r"^```\w*\n(.*?)^```$", part, re.M | re.S))]
