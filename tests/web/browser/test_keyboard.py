"""Solve and Browse by the keyboard alone, always with a focus that can be seen."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from fifthstreet.cards import Range
from fifthstreet.solvers.postflop import Solution
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_solve import SMALL

_TABS = 120  # at most, until a control is reached
_RING = """() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
}"""


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until a control has the focus, which must be visible wherever it is."""
    for _ in range(_TABS):
        page.keyboard.press("Tab")
        assert page.evaluate(_RING), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if control.evaluate("control => control === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {control}")


def test_browse(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    visitor.walk("r")
    page.keyboard.press("1")
    visitor.walk("r:k")
    page.keyboard.press("ArrowRight")
    best = turn.node("r:k")
    step = best.actions[int(best.frequencies.argmax())]
    visitor.walk(f"r:k:{step}")
    page.keyboard.press("Home")
    visitor.walk("r")
    grid = page.get_by_label("OOP: grid of hands")
    tab_to(page, grid.locator("[tabindex='0']"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # from AA down and right: KK
    expect(page.get_by_label("Hands of the class")).to_contain_text("KK of OOP")
    expect(page).to_have_url(re.compile(r"class=oop\+KK"))
    tab_to(page, page.locator("[data-filter=suit]"))
    page.keyboard.type("p")  # pairs
    expect(page.get_by_label("Node", exact=True)).to_contain_text("pass the filter")


def test_solve(own_visitor: Visitor) -> None:
    page = own_visitor.page
    own_visitor.spot({**SMALL, "ranges": {"oop": "AA", "ip": "QQ"}})
    own_visitor.open("solve")
    oop = page.get_by_role("region", name="Out of position (OOP)")
    text = oop.get_by_label("Range as text")
    expect(text).to_have_value("AA")
    tab_to(page, oop.get_by_role("grid").locator("[tabindex='0']"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(text).to_have_value(Range.parse("KK+").text())
    tab_to(page, page.locator("#pot"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("120")
    start = page.locator(".run-bar").get_by_role("button", name="Solve")
    expect(start).to_be_enabled(timeout=PATIENCE)
    tab_to(page, start)
    page.keyboard.press("Enter")
    done = page.get_by_role("link", name=re.compile("Browse|Open|Show")).filter(visible=True)
    expect(page.locator("body")).to_contain_text("done", timeout=PATIENCE)
    expect(done).not_to_have_count(0)
    with own_visitor.server.client() as client:
        rows = client.get("/solutions").json()
    assert 120.0 in [row["pot"] for row in rows]
