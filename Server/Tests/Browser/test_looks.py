"""Every state of every page: in the language with the longest texts at every size and in both themes, in Arabic and one
other language on a phone with large text."""

import functools
import itertools
import os
import re

import pytest
from playwright.sync_api import expect

from harness.examine import (
    SIZES, THEMES, VISUAL_RULES, axe_faults, contrast_of_fills, contrast_of_text, contrast_with_ground,
    foreign_sentences, layout_faults, set_size, set_text_size)
from harness.states import STATES, TEAM_STATES
from harness.texts import LANGUAGES, Texts
from harness.visitor import Visitor

# axe-core runs here.
EXAMINED = (("phone", "light", None), ("desktop", "dark", VISUAL_RULES))

# A dialog clips what it scrolls to.
OUT_OF_VIEW = """() => {
  const frame = document.querySelector('dialog[open]')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  return [...document.querySelectorAll('.dots, .pad .message, .key, [open] .actions')].filter((element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && (box.top < frame.top - .5 || box.bottom > frame.bottom + .5);
  }).map((element) => element.dataset.key ?? element.className);
}"""


@pytest.fixture(scope="module")
def visitors(browser, server):
    """Returns the visitor of a language."""
    # Animations would be captured half way.
    yield functools.cache(lambda language: Visitor(browser, server, language, reduced_motion="reduce"))
    for context in browser.contexts:
        context.close()


LONGEST = max(LANGUAGES, key=lambda language: sum(map(len, Texts(language).sentences())))
OTHERS = [language for language in LANGUAGES if language not in (LONGEST, "ar")]


@pytest.mark.parametrize("name", STATES)
def test_nothing_is_cut_off_unreadable_or_untranslated(visitors, name):
    examine(visitors(LONGEST), STATES[name])


def turns(states):
    """Each state in Arabic and one other language. With LATCHKEY_TEST_TIER=soak, each language has each state."""
    if os.environ.get("LATCHKEY_TEST_TIER") == "soak":
        return [(name, language) for language in LANGUAGES for name in states]
    return [(name, "ar") for name in states] + [
        (name, OTHERS[turn % len(OTHERS)]) for turn, name in enumerate(states)]


@pytest.mark.parametrize("name, language", turns(STATES))
def test_each_language_fits_a_phone_with_large_text(visitors, name, language):
    examine_on_phone(visitors(language), STATES[name])


@pytest.mark.parametrize("name, language", turns(TEAM_STATES))
def test_each_language_fits_under_team_rules(browser, team_server, name, language):
    visitor = Visitor(browser, team_server, language, reduced_motion="reduce")
    examine_on_phone(visitor, TEAM_STATES[name])
    visitor.context.close()


def examine_on_phone(visitor, reach):
    visitor.become_new()
    reach(visitor)
    faults = wrong_language(visitor) + visitor.take_complaints()
    set_size(visitor.page, "phone")
    faults += [f"phone: {fault}" for fault in layout_faults(visitor.page)]
    visitor.page.set_viewport_size({"width": 360, "height": 800})
    set_text_size(visitor.page, 32)
    faults += [f"phone of 360 px, large text: {fault}" for fault in layout_faults(visitor.page)]
    set_text_size(visitor.page, 16)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_rows_follow_the_text_direction_but_the_pad_does_not(visitors, language):
    visitor = visitors(language)
    visitor.become_new()
    STATES["settings-asking"](visitor)
    left = "(element) => element.getBoundingClientRect().left"
    assert visitor.page.evaluate("() => document.dir") == visitor.texts.direction
    keys = [visitor.page.locator(f'[data-key="{key}"]').evaluate(left) for key in "123"]
    assert keys == sorted(keys)
    # The label comes first, then the switch.
    label, switch = (visitor.page.locator(f"[data-part='settings'] {part}").first.evaluate(left)
                     for part in (".row > div", ".switch"))
    assert (label < switch) == (visitor.texts.direction == "ltr")


# Positions of the first and the last letter of an address that starts with digits, and of the space around it.
ADDRESS = """(element) => {
  const text = element.firstChild;
  text.data = '0612345678@example.com';
  const edge = (index) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().left;
  };
  const [box, line] = [element.parentElement, element].map((one) => one.getBoundingClientRect());
  const end = edge(text.data.length - 1);
  return { edges: [edge(0), edge(10), end], before: edge(0) - box.left, after: box.right - end };
}"""


@pytest.mark.parametrize("name", ["lock", "person", "settings"])
def test_addresses_in_arabic_text_run_from_left_to_right(visitors, name):
    visitor = visitors("ar")
    visitor.become_new()
    STATES[name](visitor)
    set_size(visitor.page, "desktop")
    shown = visitor.page.locator(".address:visible").first.evaluate(ADDRESS)
    assert shown["edges"] == sorted(shown["edges"])
    # A heading remains on the right.
    assert name != "person" or shown["after"] < shown["before"]


@pytest.mark.parametrize("language, locale, pattern", [
    ("en", "en-GB", r"\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d"),
    ("en", "en-US", r"[A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M"),
    # In the calendar and with the digits of emails.
    ("ar", "ar-SA", r"[^\u0660-\u0669]*20\d\d[^\u0660-\u0669]*"),
])
def test_times_follow_the_region_of_the_browser(visit, language, locale, pattern):
    visitor = visit(language=language, locale=locale)
    STATES["activity"](visitor)
    expect(visitor.page.locator(".event-when").first).to_have_text(re.compile(f"^{pattern}$"))


def test_arabic_device_name_does_not_reorder_english_text(visit):
    visitor = visit()
    visitor.sign_in("\u0647\u0627\u062a\u0641")
    visitor.open("/activity")
    visitor.expect_activity()
    name, address = visitor.page.locator(".event-where").first.evaluate("""(element) => {
      const text = element.firstChild;
      return [/[\\u0600-\\u06ff]/, /[0-9]/].map((kind) => {
        const range = new Range();
        range.setStart(text, text.data.search(kind));
        range.setEnd(text, range.startOffset + 1);
        return range.getBoundingClientRect().left;
      });
    }""")
    assert name < address


@pytest.mark.parametrize("name", TEAM_STATES)
def test_pages_under_team_rules_pass_the_same_checks(browser, team_server, name):
    visitor = Visitor(browser, team_server, LONGEST, reduced_motion="reduce")
    examine(visitor, TEAM_STATES[name])
    visitor.context.close()


def wrong_language(visitor):
    """Sentences in English, or in French on a page in English."""
    other = "fr" if visitor.texts.language == "en" else "en"
    return [f"{other}: {words}" for words in foreign_sentences(visitor.page, visitor.texts, Texts(other))]


def examine(visitor, reach):
    visitor.become_new()
    reach(visitor)
    faults = wrong_language(visitor) + visitor.take_complaints()
    for size, theme, rules in EXAMINED:
        set_size(visitor.page, size, theme)
        faults += [f"{size}, {theme}: {fault}" for fault in axe_faults(visitor.page, rules)]
    for size in SIZES:
        set_size(visitor.page, size)
        faults += [f"{size}: {fault}" for fault in layout_faults(visitor.page)]
    set_size(visitor.page, "desktop")
    set_text_size(visitor.page, 32)
    faults += [f"desktop, large text: {fault}" for fault in layout_faults(visitor.page)]
    for width in (360, 390):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        faults += [f"phone of {width} px, large text: {fault}" for fault in layout_faults(visitor.page)]
    set_text_size(visitor.page, 16)
    assert not faults, "\n".join(faults)


def test_controls_have_a_contrast_of_three_to_one(visit):
    visitor = visit(reduced_motion="reduce")
    seen = {"sign-in": ["#email"], "lock-typing": [".dots i", ".dots i:not(.filled)"],
            "settings": [".choice span", ".choice input:checked + span", ".switch", ".row .button"]}
    for name, selectors in seen.items():
        visitor.become_new()
        STATES[name](visitor)
        for theme, selector in itertools.product(THEMES, selectors):
            visitor.page.emulate_media(color_scheme=theme)
            contrast = contrast_with_ground(visitor.page, selector)
            assert contrast >= 3, f"{name}, {theme}: {selector} has {contrast:.2f}"


def test_forced_colors_keep_selections_visible(visit):
    visitor = visit(forced_colors="active", reduced_motion="reduce")
    chosen, other = ".choice input:checked + span", ".choice input:not(:checked) + span"
    switch = (".switch span", ".switch")
    seen = {
        "lock-typing": [(".dots .filled", ".dots i:not(.filled)")], "settings": [(chosen, other), switch],
        "settings-switched-off": [switch], "activity": [(".event-alarming .event-mark", ".event")],
    }
    for name, pairs in seen.items():
        visitor.become_new()
        STATES[name](visitor)
        for theme in THEMES:
            visitor.page.emulate_media(color_scheme=theme)
            expect_visible_selections(visitor.page, f"{name}, {theme}", pairs, (".key", ".choice span", chosen))


def expect_visible_selections(page, name, pairs, selectors):
    for marked, plain in pairs:
        contrast = contrast_of_fills(page, marked, plain)
        assert contrast >= 3, f"{name}: {marked} has {contrast:.2f} on {plain}"
    for selector in selectors:
        if page.locator(selector).first.is_visible():
            assert contrast_of_text(page, selector) >= 4.5, f"{name}: {selector}"
            assert contrast_with_ground(page, selector) >= 3, f"{name}: the edge of {selector}"


@pytest.mark.parametrize("name", ["lock-wrong", "choose-weak", "change", "reset-choose", "settings-asking"])
def test_whole_pad_fits_the_screen(visitors, name):
    visitor = visitors("fr")
    visitor.become_new()
    STATES[name](visitor)
    for size in SIZES:
        set_size(visitor.page, size)
        hidden = visitor.page.evaluate(OUT_OF_VIEW)
        assert not hidden, f"{size}: out of view: {hidden}"


def test_desk_statuses_are_aligned(visitors):
    visitor = visitors("en")
    visitor.become_new()
    STATES["desk"](visitor)
    for size in SIZES:
        set_size(visitor.page, size)
        edges = visitor.page.locator(".pill").evaluate_all("""(pills) => ['left', 'right'].map((edge) =>
          new Set(pills.map((pill) => Math.round(pill.getBoundingClientRect()[edge]))).size)""")
        assert 1 in edges, f"{size}: {edges} different edges, left and right"
