"""The commands of a section of docs/operations.md, by the headings in it."""

import re


class Block:
    """Commands, and where they are typed: `# on db1, db2 and db3` is their first line."""

    def __init__(self, text):
        first, _, self.commands = text.partition("\n")
        self.place = first.removeprefix("# ").removeprefix("on ")

    @property
    def names(self):
        return re.split(r", | and ", self.place)


class Guide:
    def __init__(self, file, section):
        with open(file, encoding="utf-8") as page:
            text = page.read()
        text = re.search(rf"^## {section}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
        parts = re.split(r"^### (.*)$", text, flags=re.M)
        self._parts = dict(zip(parts[1::2], parts[2::2]))
        self._walked = set()

    def blocks(self, heading):
        self._walked.add(heading)
        return [Block(text) for text in re.findall(r"^```\n(# .*?)^```$", self._parts[heading], re.M | re.S)]

    @property
    def left_out(self):
        """Headings whose commands were not asked for."""
        return [heading for heading in self._parts if heading not in self._walked and self.blocks(heading)]
