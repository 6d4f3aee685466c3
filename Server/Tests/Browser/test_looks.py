"""Every state of every page at every size and in both themes, in both languages."""

import pytest

from harness.examine import (
    SIZES, THEMES, axe_faults, contrast_with_ground, foreign_sentences, layout_faults, set_size, set_text_size)
from harness.states import STATES
from harness.texts import Texts
from harness.visitor import Visitor

# Where axe-core looks: contrast depends on the theme and not on the language, the size of what is hit on the size.
EXAMINED = {"en": ("phone", "light"), "fr": ("desktop", "dark")}
OTHER = {"en": "fr", "fr": "en"}


@pytest.fixture(scope="module")
def visitors(browser, server):
    # What moves would be seen half way.
    visitors = {language: Visitor(browser, server, language, reduced_motion="reduce") for language in EXAMINED}
    yield visitors
    for visitor in visitors.values():
        visitor.context.close()


@pytest.mark.parametrize("language", EXAMINED)
@pytest.mark.parametrize("name", STATES)
def test_nothing_is_cut_off_unreadable_or_untranslated(visitors, name, language):
    visitor = visitors[language]
    visitor.become_new()
    STATES[name](visitor)
    other = OTHER[language]
    faults = [f"{other}: {words}" for words in foreign_sentences(visitor.page, visitor.texts, Texts(other))]
    faults += visitor.take_complaints()
    set_size(visitor.page, *EXAMINED[language])
    faults += axe_faults(visitor.page)
    for size in SIZES:
        set_size(visitor.page, size)
        faults += [f"{size}: {fault}" for fault in layout_faults(visitor.page)]
    set_size(visitor.page, "desktop")
    set_text_size(visitor.page, 32)
    faults += [f"desktop, large text: {fault}" for fault in layout_faults(visitor.page)]
    set_text_size(visitor.page, 16)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_no_text_stands_out_three_to_one(visit, theme):
    visitor = visit(color_scheme=theme, reduced_motion="reduce")
    seen = {"sign-in": ["#email"], "lock-typing": [".dots i", ".dots i:not(.filled)"],
            "settings": [".choice span", ".choice input:checked + span", ".switch", ".row .button"]}
    for name, selectors in seen.items():
        visitor.become_new()
        STATES[name](visitor)
        for selector in selectors:
            contrast = contrast_with_ground(visitor.page, selector)
            assert contrast >= 3, f"{name}: {selector} has {contrast:.2f}"
