"""Browse in a real browser: one screen, the line with its frequencies, maps of cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from fifthstreet.solvers.postflop import Solution, card_report
from tests.web.browser.pages import Visitor


@pytest.mark.parametrize("tab", ["grids", "distribution"])
def test_a_node_needs_no_scrolling(visitor: Visitor, tab: str) -> None:
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    visitor.open(f"browse?solution=turn&path=r:k&tab={tab}")
    visitor.page.wait_for_load_state("networkidle")
    if tab == "grids":
        visitor.page.locator(".class-cell[data-class='AJs']").first.click()
        expect(visitor.page.locator(".hand-tile").first).to_be_visible()
    height = visitor.page.evaluate("document.documentElement.scrollHeight")
    assert height <= 900


def test_the_line_shows_how_often_each_action_is_taken(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    visitor.walk("r")
    page.locator(".node-bar [data-path='r:k']").click()
    visitor.walk("r:k")
    for path in ("r", "r:k"):
        node = turn.node(path)
        for step, frequency in zip(node.actions, node.frequencies, strict=True):
            action = page.locator(f".node-bar [data-path='{path}:{step}']")
            expect(action).to_contain_text(f"{100 * frequency:.0f}%")


def test_the_map_of_cards_shows_strategies_in_words(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn&path=r:k:k")
    page = visitor.page
    report = card_report(turn, "r:k:k")
    cards = page.get_by_role("group", name="Map of cards").get_by_role("button")
    expect(cards).to_have_count(48)
    card = report[0]
    words = f"check {100 * card.frequencies[0]:.0f}%"
    expect(cards.and_(page.get_by_label(re.compile(f"{words}, ")))).not_to_have_count(0)
    choices = page.get_by_role("radiogroup", name="What the map shows")
    expect(choices.get_by_role("radio", name="Strategy")).to_have_attribute("aria-checked", "true")
    expect(choices).not_to_contain_text(re.compile(r"\bk\b|\bb\d"))  # no codes
    choices.get_by_role("radio", name="EV OOP").click()
    expect(cards.first).to_contain_text(".")


def test_one_view_at_a_time(visitor: Visitor) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    grid = page.get_by_label("OOP: grid of hands")
    expect(grid).to_be_visible()
    page.get_by_role("radio", name="Hands", exact=True).click()
    expect(grid).to_be_hidden()
    expect(page.get_by_role("region", name="Details").locator("table")).to_be_visible()
    page.get_by_role("radio", name="Grids").click()
    expect(grid).to_be_visible()
