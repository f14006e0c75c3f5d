"""Every screen: accessible, narrow and wide, light and dark, and quickly there."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.thoroughness import slow
from tests.web.browser.pages import PATIENCE, SCREENS, Visitor


def violations(page: Page) -> list[str]:
    """Return what axe-core finds: missing labels, low contrast, wrong roles or headings."""
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in results.response["violations"]
        for node in each["nodes"]
    ]


def overflow(page: Page, width: int) -> int:
    """Return the pixels by which the page is wider than the window."""
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(50)
    root = "document.documentElement"
    return int(page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))


_CLIPPED = """() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true });
  const scrolls = element => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll("button, select, input, a.button")]
    .filter(shown)
    .filter(element => {
      const box = element.getBoundingClientRect();
      if (!box.width || element.closest(".visually-hidden, .skip")) return false;
      const isCut = element.tagName === "BUTTON" && element.scrollWidth > element.clientWidth + 1;
      const isOutside = (box.right > innerWidth + 1 || box.left < -1) && !scrolls(element);
      return isCut || isOutside;
    })
    .map(element => element.outerHTML.slice(0, 120));
}"""


def clipped(page: Page, width: int) -> list[str]:
    """Return the controls that are not whole in a window of this width."""
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(100)
    found: list[str] = page.evaluate(_CLIPPED)
    return found


@pytest.mark.parametrize("screen", ["home", "solve", "browse", *slow("compare", "interface")])
def test_screens_are_accessible_and_fit(visitor: Visitor, screen: str) -> None:
    visitor.open(SCREENS[screen])
    visitor.page.wait_for_load_state("networkidle")
    assert violations(visitor.page) == []
    assert overflow(visitor.page, 360) <= 0
    assert overflow(visitor.page, 2560) <= 0
    for width in (360, 1440, 1920):
        assert clipped(visitor.page, width) == []


def test_the_editor_of_locks_is_accessible_and_fits(visitor: Visitor) -> None:
    visitor.open(SCREENS["browse"])
    page = visitor.page
    page.get_by_role("radio", name="Lock and re-solve").click()
    page.get_by_role("button", name="Lock as solved").click()
    page.get_by_role("button", name="Lock this decision").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-class='AJs']").click()
    assert violations(page) == []
    assert overflow(page, 360) <= 0
    assert dialog.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    dialog.get_by_role("button", name="Cancel").click()
    assert violations(page) == []
    assert overflow(page, 360) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_dark_and_narrow_screens_are_accessible(visitor: Visitor, screen: str) -> None:
    visitor.page.emulate_media(color_scheme="dark")
    visitor.open(SCREENS[screen])
    visitor.page.wait_for_load_state("networkidle")
    assert violations(visitor.page) == []
    visitor.page.set_viewport_size({"width": 360, "height": 800})
    assert violations(visitor.page) == []


def test_every_screen_opens(visitor: Visitor) -> None:
    visitor.open("solve")
    for link in visitor.page.locator("#screens a[data-screen]").all():
        link.click()
        name = link.get_attribute("data-screen")
        expect(visitor.page.locator(f".screen-{name} h1").first).to_be_visible(timeout=PATIENCE)
        assert not visitor.page.locator("main .problem:visible").count()


def test_a_screen_that_was_left_does_not_take_the_address_back(visitor: Visitor) -> None:
    """Its last note of the address once came just before the next screen read it."""
    visitor.open("solve")
    visitor.page.evaluate(
        """async () => {
            const { readAddress, screenState, text } = await import(
                new URL("js/address.js", document.baseURI)
            );
            const state = screenState(readAddress(), { solution: text() });
            location.hash = "#/library";
            state.set({ solution: "late" });
        }"""
    )
    expect(visitor.page.locator(".screen-library h1").first).to_be_visible(timeout=PATIENCE)
    visitor.page.get_by_label("Search").fill("turn")
    expect(visitor.page).to_have_url(re.compile(r"#/library\?search=turn$"))


def test_the_first_paint_comes_within_a_second(visitor: Visitor) -> None:
    """The best of ten loads: other programs may use the machine."""
    times = []
    for _ in range(10):
        visitor.open("interface")
        visitor.page.wait_for_load_state("networkidle")
        script = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        times.append(visitor.page.evaluate(script))
        if times[-1] < 1000:
            break
        visitor.page.goto("about:blank")
    assert min(times) < 1000
