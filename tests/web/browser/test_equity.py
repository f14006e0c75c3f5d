"""Equity in a real browser: ranges against each other while they are painted."""

from __future__ import annotations

from playwright.sync_api import expect

from fifthstreet.cards.equity import equity
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_quality import overflow, violations

ADDRESS = "equity?first=QQ,AKs&second=JTs,22&board=QsJh2h"


def test_equities_follow_what_is_painted(visitor: Visitor) -> None:
    visitor.open(ADDRESS)
    result = visitor.page.get_by_role("region", name="Equity")
    first = equity("QQ,AKs", "JTs,22", board="QsJh2h").players[0].equity
    expect(result).to_contain_text(f"{100 * first:.2f}%", timeout=PATIENCE)
    expect(result).to_contain_text("set")
    editor = visitor.page.get_by_role("region", name="Second player")
    editor.locator("[data-class='AA']").click()
    second = equity("QQ,AKs", "JTs,22,AA", board="QsJh2h").players[0].equity
    expect(result).to_contain_text(f"{100 * second:.2f}%", timeout=PATIENCE)
    visitor.page.reload()  # the address has what is shown
    expect(result).to_contain_text(f"{100 * second:.2f}%", timeout=PATIENCE)


def test_what_is_not_a_range_has_no_equity(visitor: Visitor) -> None:
    visitor.open(ADDRESS)
    result = visitor.page.get_by_role("region", name="Equity")
    expect(result).to_contain_text("Wins", timeout=PATIENCE)
    text = visitor.page.get_by_role("region", name="Second player").get_by_label("Range as text")
    text.fill("22+,!AA")
    expect(result).to_contain_text("Correct the marked field")
    expect(result).not_to_contain_text("Wins")


def test_prizes_of_a_tournament(visitor: Visitor) -> None:
    visitor.open("equity")
    panel = visitor.page.get_by_role("region", name="Prizes in a tournament")
    panel.get_by_label("Stacks").fill("50, 30, 20")
    panel.get_by_label("Payouts, first place first").fill("70, 30")
    panel.get_by_role("button", name="Prizes").click()
    expect(panel).to_contain_text("45.18")
    panel.get_by_label("Stacks").fill("50, x")
    panel.get_by_role("button", name="Prizes").click()
    expect(panel.get_by_role("alert")).to_contain_text("Stacks must be numbers")
    expect(panel).not_to_contain_text("45.18")


def test_the_screen_is_accessible_and_fits(visitor: Visitor) -> None:
    visitor.open(ADDRESS)
    expect(visitor.page.get_by_role("region", name="Equity")).to_contain_text("Wins")
    assert violations(visitor.page) == []
    assert overflow(visitor.page, 360) <= 0
