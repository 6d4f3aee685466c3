"""Screenshots of the pages for humans, taken by `scripts/test-pages pictures` and not compared."""

import pathlib

import pytest

from harness.examine import SIZES, THEMES, set_size
from harness.states import STATES, TEAM_STATES
from harness.texts import LANGUAGES

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
GALLERY = REPOSITORY / ".build/gallery"
IMAGES = REPOSITORY / "docs/images"

# The README's pictures: a state, its theme, and whose pages they are.
SHOWN = [
    ("choose-weak", "light", "amira@example.com"), ("lock-typing", "dark", "bruno@example.com"),
    ("desk", "light", "chidi@example.com"), ("settings", "dark", "dana@example.com"),
]


@pytest.mark.parametrize("name, theme, address", SHOWN)
def test_picture_for_the_readme(visit, name, theme, address):
    visitor = visit(
        address=address, size=(360, 640), device_scale_factor=1.5, color_scheme=theme, reduced_motion="reduce")
    STATES[name](visitor)
    visitor.page.screenshot(path=IMAGES / f"{name}.png")


# The others have only the smallest size, where texts fit least.
WHOLE = ("en", "fr", "ar")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*STATES, *TEAM_STATES])
def test_picture_for_the_gallery(visit, request, name, language):
    server = request.getfixturevalue("team_server") if name in TEAM_STATES else None
    visitor = visit(server, language=language, reduced_motion="reduce")
    (STATES | TEAM_STATES)[name](visitor)
    for size in SIZES if language in WHOLE else ["phone"]:
        for theme in THEMES if language in WHOLE else ["light"]:
            set_size(visitor.page, size, theme)
            visitor.page.screenshot(path=GALLERY / language / f"{name}-{size}-{theme}.png", full_page=True)
