"""Invalid input in a real browser: the error beside its field, and no action that would use it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_solve import SMALL, editor


def solve_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Solve", exact=True)


def open_small(visitor: Visitor) -> Page:
    """Open Solve with a spot that can be solved."""
    visitor.spot(SMALL)
    visitor.open("solve")
    expect(solve_button(visitor.page)).to_be_enabled(timeout=PATIENCE)
    return visitor.page


def check_refused(page: Page, control: Locator, message: str | re.Pattern[str]) -> None:
    """Nothing can be started, and the message stands beside its field."""
    expect(control).to_have_attribute("aria-invalid", "true")
    problem = page.locator(f"#{control.get_attribute('aria-describedby')}")
    expect(problem).to_have_text(re.compile(message))
    expect(solve_button(page)).to_be_disabled()
    size = page.get_by_role("region", name="Size of the solve")
    expect(size).to_contain_text("Correct the marked field")
    expect(size.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("wrong", ["nonsense", "!AA", "not AA"])
def test_a_range_that_is_not_understood_cannot_be_solved(visitor: Visitor, wrong: str) -> None:
    page = open_small(visitor)
    field = editor(page, "Out of position (OOP)").get_by_label("Range as text")
    field.fill(f"QQ+, {wrong}")
    # Not even before the server has read it.
    assert solve_button(page).is_disabled()
    field.blur()
    message = f"^a hand or a run of hands must be like .*'{wrong.split()[0]}'"
    check_refused(page, field, message)
    page.reload()
    expect(field).to_have_value(f"QQ+, {wrong}")
    check_refused(page, field, message)
    field.fill("AA,KQs")
    expect(solve_button(page)).to_be_enabled(timeout=PATIENCE)


def test_an_empty_range_cannot_be_solved(visitor: Visitor) -> None:
    page = open_small(visitor)
    editor(page, "In position (IP)").get_by_role("button", name="Clear").click()
    size = page.get_by_role("region", name="Size of the solve")
    expect(size).to_contain_text("The range of IP has no hands yet.")
    expect(solve_button(page)).to_be_disabled()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("QsJhXx7c", "3 to 5 different cards|rank and a suit"),
        ("Qs", "3 to 5 cards"),
        ("QsQs2h", "3 to 5 diff|twice"),
    ],
)
def test_a_board_that_is_not_understood_cannot_be_solved(
    visitor: Visitor, text: str, message: str
) -> None:
    page = open_small(visitor)
    board = page.get_by_label("Board", exact=True)
    board.fill(text)
    assert solve_button(page).is_disabled()
    board.blur()
    check_refused(page, board, message)
    board.fill("QsJh2h7c")
    expect(solve_button(page)).to_be_enabled(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("pot", "0x10", "^pot must be a number of chips"),
        ("pot", "abc", "^pot must be a number of chips"),
        ("stack", "450%bb", "^stack must be a number of chips"),
        ("sizes.turn.ip.bet", "50%, foo", "^a bet size must be like .*'foo'"),
        ("sizes.turn.oop.raise", "-5%", "^a bet size must be like"),
        ("merge", "-1", "at least 0"),
        ("rake.rate", "101", "at most 100"),
    ],
)
def test_chips_and_sizes_are_refused_beside_their_fields(
    visitor: Visitor, field: str, text: str, message: str
) -> None:
    page = open_small(visitor)
    control = page.locator(f"[data-field='{field}']")
    control.fill(text)
    assert solve_button(page).is_disabled()
    check_refused(page, control, message)


def test_settings_of_a_solve_must_be_numbers(visitor: Visitor) -> None:
    page = open_small(visitor)
    limit = page.get_by_label("Time limit, seconds")
    limit.press_sequentially("e")  # a browser gives no value for it
    expect(solve_button(page)).to_be_disabled()
    expect(limit).to_have_attribute("aria-invalid", "true")
    limit.fill("5")
    expect(solve_button(page)).to_be_enabled(timeout=PATIENCE)
    page.get_by_label("Target exploitability").fill("")
    expect(solve_button(page)).to_be_disabled()


def test_flops_wait_for_a_spot_that_is_understood(visitor: Visitor) -> None:
    visitor.spot({**SMALL, "ranges": {"oop": "AA, nonsense", "ip": "KK"}})
    visitor.open("flops")
    form = visitor.page.get_by_role("region", name="New matchup")
    expect(form.get_by_role("alert")).to_contain_text("nonsense")
    expect(form.get_by_role("button", name="Solve these flops")).to_be_disabled()


def test_a_review_waits_for_ranges_that_are_understood(visitor: Visitor) -> None:
    visitor.open("review")
    page = visitor.page
    page.get_by_role("radio", name="Solve the hands").click()
    page.get_by_text("Ranges and bet sizes").click()
    field = page.get_by_label("Range in position")
    field.fill("QQ, nonsense")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_disabled()
