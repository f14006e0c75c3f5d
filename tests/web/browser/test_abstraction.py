"""Abstraction in a real browser: the size of a game, and buckets of hands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from fifthstreet.solvers.game_size import game_size
from fifthstreet.solvers.postflop import Solution
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_quality import overflow, violations


def test_sizes_and_buckets_of_a_solution(visitor: Visitor, turn: Solution) -> None:
    page = visitor.page
    visitor.open("abstraction?solution=turn&buckets=5")
    expect(page.get_by_role("heading", name="Buckets of hands on")).to_contain_text("Q♠J♥2♥7♣")
    exact = page.locator("[data-step='action menu']").first
    expect(exact).to_contain_text(f"{game_size(turn.spot).information_sets:,}")
    page.get_by_label("Method").select_option("emd")
    expect(page.locator("[data-bucket]")).to_have_count(5)
    page.get_by_role("radio", name="IP", exact=True).click()
    cell = page.locator("[data-class='QQ']")
    expect(cell).to_have_attribute("aria-label", re.compile("QQ: bucket 5 100%"))
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hand-buckets li").first).to_contain_text("bucket 5, strength")
    for part in ("method=emd", "player=ip", "class=QQ"):
        expect(page).to_have_url(re.compile(part))
    assert violations(page) == []
    assert overflow(page, 360) <= 0
    assert overflow(page, 2560) <= 0


def test_a_typed_board_changes_the_methods(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("abstraction?solution=turn&method=emd&buckets=3")
    expect(page.locator("[data-bucket]")).to_have_count(3)
    page.get_by_label("Board").fill("QsJh2h7c4d")
    expect(page.get_by_role("heading", name="Buckets of hands on")).to_contain_text("4♦")
    expect(page.get_by_label("Method")).to_have_value("ehs")
    expect(page).not_to_have_url(re.compile("solution"))
    expect(page.locator("[data-way]")).to_have_count(1)
    page.get_by_label("Range of OOP").fill("AA,XX")
    expect(page.locator("[data-field='ranges.oop']")).to_have_attribute("aria-invalid", "true")


@pytest.mark.slow
def test_time_and_error_are_measured(visitor: Visitor) -> None:
    page = visitor.page
    page.emulate_media(color_scheme="dark")
    visitor.open("abstraction?solution=turn")
    page.get_by_role("button", name="Measure time and error").click()
    expect(page.locator("[data-way='15']")).to_contain_text(
        re.compile(" to .* s"), timeout=PATIENCE
    )
    assert violations(page) == []
