"""The frame of the page and its home: where everything is, and three ways to begin."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from tests.web.browser.pages import Visitor

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_the_page_opens_at_home(visitor: Visitor) -> None:
    visitor.page.goto(visitor.server.address)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Home")
    ways = visitor.page.locator(".start strong")
    expect(ways).to_have_text(["Look at a solution", "Solve a spot", "Review your hands"])
    visitor.page.locator(".start").first.click()
    expect(visitor.page.locator(".screen-browse h1")).to_be_visible()


def test_home_lists_what_was_solved_with_its_error(visitor: Visitor) -> None:
    visitor.open("home")
    with visitor.server.client() as client:
        names = {row["name"] for row in client.get("/solutions").json()}
    rows = visitor.page.locator(".solved li")
    expect(rows).to_have_count(min(len(names), 6))
    for row in rows.all():
        expect(row).to_contain_text("% of the pot")
        expect(row.locator("strong")).to_have_text(re.compile("|".join(map(re.escape, names))))


def test_screens_are_in_groups_and_the_shown_one_is_marked(visitor: Visitor) -> None:
    visitor.open("solve")
    rail = visitor.page.get_by_role("navigation", name="Screens")
    expect(rail.get_by_role("heading")).to_have_text(["Study", "Practise", "Analyse", "More"])
    expect(rail.locator("[aria-current]")).to_have_text("Solve")


def test_narrow_windows_keep_the_names_for_screen_readers(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1000, "height": 800})
    visitor.open("home")
    link = visitor.page.get_by_role("link", name="Browse", exact=True)
    box = link.bounding_box()
    assert box is not None
    assert box["width"] < 60
    link.click()
    expect(visitor.page.locator(".screen-browse h1")).to_be_visible()


def test_the_menu_of_phones(visitor: Visitor) -> None:
    visitor.page.set_viewport_size(PHONE)
    visitor.open("home")
    page = visitor.page
    rail = page.locator("#rail")
    expect(rail).to_be_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    expect(rail).to_be_visible()
    page.keyboard.press("Escape")
    expect(rail).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(page.locator(".screen-solve h1")).to_be_visible()
    expect(rail).to_be_hidden()
    expect(page.locator("#screen-name")).to_have_text("Solve")


def test_the_font_is_the_page_s_own(visitor: Visitor) -> None:
    visitor.open("home")
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("document.fonts.check('14px Inter')")
    loaded = "[...document.fonts].filter(each => each.status === 'loaded').length"
    assert visitor.page.evaluate(loaded) == 1


_FONT_PIXELS = """canvas =>
  parseFloat(canvas.getContext("2d").font) * canvas.clientWidth / canvas.width"""


def test_text_in_cells_has_at_least_ten_pixels(visitor: Visitor) -> None:
    for width in (360, 1440, 1920):
        visitor.page.set_viewport_size({"width": width, "height": 900})
        visitor.open("browse?solution=turn&path=r:k")
        canvas = visitor.page.locator(".class-canvas").first
        expect(canvas).to_be_visible()
        visitor.page.wait_for_function("canvas => canvas.width > 300", arg=canvas.element_handle())
        # The font that was used last, the font of the values where there is space for them.
        assert canvas.evaluate(_FONT_PIXELS) >= 10
