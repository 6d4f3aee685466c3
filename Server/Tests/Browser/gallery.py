"""Makes a picture of every state of every page at every size in both themes; scripts/screenshots runs it."""

import os
import pathlib

import pytest

from harness.examine import SIZES, THEMES, set_size
from harness.states import STATES

FOLDER = pathlib.Path(os.environ.get("LATCHKEY_GALLERY", ".build/gallery"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", STATES)
def test_picture(visit, name, language):
    visitor = visit(language=language, reduced_motion="reduce")
    STATES[name](visitor)
    for size in SIZES:
        for theme in THEMES:
            set_size(visitor.page, size, theme)
            file = FOLDER / language / f"{name}-{size}-{theme}.png"
            visitor.page.screenshot(path=file, full_page=True, animations="disabled")
