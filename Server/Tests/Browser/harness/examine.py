"""Checks for every page in every state."""

import pathlib
import re

import axe_playwright_python
from playwright.sync_api import Page

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN_AXE = "(rules) => axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) })"
# The rules whose result depends on theme and size: neither hides an element of a page.
VISUAL_RULES = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]

SIZES = {
    "phone": (320, 568), "tablet": (768, 1024), "desktop": (1440, 900),
    # 1280 × 800 at 200 % has half as many pixels, each of twice the size (WCAG 2.2, 1.4.4 and 1.4.10).
    "zoomed": (640, 400),
}
THEMES = ("light", "dark")

LAYOUT = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`scrolls sideways: ${root.scrollWidth} px in ${innerWidth}`);
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim()}"`;
  const seen = [...document.querySelectorAll('body *')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, .skip, svg'));
  for (const element of seen) {
    const box = element.getBoundingClientRect();
    if (box.left < -.5 || box.right > innerWidth + .5) faults.push(`out of the page: ${name(element)}`);
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      && !element.matches('input')) faults.push(`cut or spilt: ${name(element)}`);
    // WCAG 2.2, 2.5.8: links within a sentence may be smaller.
    if (element.matches('button, input, .link, .button, nav a') && Math.min(box.width, box.height) < 24) {
      faults.push(`too small to hit: ${name(element)}`);
    }
  }
  return faults;
}"""

# The emails of the development mailbox are in their recipients' languages.
WORDS = """() => [document.title,
  document.body.innerText.replace(document.querySelector('.emails')?.innerText ?? '', ''),
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')]
    .filter((element) => element.checkVisibility())
    .map((element) => ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)).join('\\n')),
].join('\\n')"""


def set_size(page: Page, size, theme="light"):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)


def set_text_size(page: Page, pixels):
    """Sets the browser's font size; 16 is usual."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    session.detach()


def layout_faults(page: Page):
    """Elements that are outside the page, clipped, or too small to touch."""
    return page.evaluate(LAYOUT)


def axe_faults(page: Page, rules=None):
    """All findings of axe-core, or those of some rules."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    violations = page.evaluate(RUN_AXE, rules)["violations"]
    return [
        f"{found['id']} ({found['impact']}): {node['html'][:160]}: {node['failureSummary']}"
        for found in violations for node in found["nodes"]
    ]


def foreign_sentences(page: Page, texts, others):
    """Sentences on the page from another language."""
    shown = {line.strip() for line in page.evaluate(WORDS).splitlines()}
    return sorted(shown & (others.sentences() - texts.sentences()))


COLOURS = """(element) => {
  let behind = element.parentElement;
  const paints = (one) => !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(one).backgroundColor);
  while (!paints(behind)) behind = behind.parentElement;
  const style = getComputedStyle(element);
  const shown = paints(element) ? style.backgroundColor : style.borderTopColor;
  return [shown, style.borderTopColor, getComputedStyle(behind).backgroundColor];
}"""


def contrast_with_ground(page: Page, selector):
    """The contrast of an element's border or fill, whichever is higher (WCAG 2.2, 1.4.11)."""
    fill, border, ground = page.locator(selector).first.evaluate(COLOURS)
    return max(_contrast(fill, ground), _contrast(border, ground))


FILL = """(element) => {
  const paints = (one) => !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(one).backgroundColor);
  while (!paints(element)) element = element.parentElement;
  return getComputedStyle(element).backgroundColor;
}"""


def contrast_of_fills(page: Page, selector, other):
    """The contrast of two elements' fills; an element without a fill shows its background."""
    return _contrast(*(page.locator(one).first.evaluate(FILL) for one in (selector, other)))


def contrast_of_text(page: Page, selector):
    """The contrast of an element's text."""
    element = page.locator(selector).first
    return _contrast(element.evaluate("(element) => getComputedStyle(element).color"), element.evaluate(FILL))


def _contrast(one, other):
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour):
    # https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(number) / 255 for number in re.findall(r"\d+", colour)[:3]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
