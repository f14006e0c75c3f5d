"""Solve and lock in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from fifthstreet.cards import Range
from fifthstreet.solvers.postflop import Solution, open_solution
from tests.web.browser.pages import PATIENCE, Visitor, drag

SMALL: dict[str, Any] = {
    "board": "QsJh2h7c",
    "pot": 100,
    "stack": 200,
    "ranges": {"oop": "AA,KQs,JTs,T9s:0.5", "ip": "QQ,AJs,T9s,K9s"},
    "sizes": {
        "turn": {"bet": "50%, a", "raise": "60%"},
        "river": {"bet": "50%, a", "raise": "60%"},
    },
    "tree": {},
}
# Takes half a minute, so that a reload and a pause come in its middle.
LONG = {
    **SMALL,
    "board": "QsJh2h",
    "ranges": {"oop": "30%", "ip": "30%"},
    "sizes": {street: {"bet": "50%", "raise": "60%"} for street in ("flop", "turn", "river")},
    "tree": {"max_raises": 1},
}


def editor(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def test_a_range_is_built_by_dragging(visitor: Visitor) -> None:
    visitor.open("solve")
    page = visitor.page
    oop = editor(page, "Out of position (OOP)")
    text = oop.get_by_label("Range as text")
    oop.get_by_role("button", name="Clear").click()
    expect(text).to_have_value("")
    oop.get_by_role("grid").evaluate("grid => grid.scrollIntoView({block: 'center'})")
    drag(page, oop.get_by_role("grid"), "AKs", "A9s")
    expect(text).to_have_value(Range.parse("AKs-A9s").text())
    oop.get_by_role("button", name="50%", exact=True).click()
    drag(page, oop.get_by_role("grid"), "QQ", "QQ")
    expect(text).to_have_value(Range.parse("QQ:0.5,AKs-A9s").text())
    expect(oop).to_contain_text("23 combos")
    # A drag that starts on a painted cell erases.
    oop.get_by_role("button", name="100%", exact=True).click()
    drag(page, oop.get_by_role("grid"), "AKs", "AQs")
    expect(text).to_have_value(Range.parse("QQ:0.5,AJs-A9s").text())
    # Single suits, by the keyboard.
    oop.locator("[data-class='KK']").focus()
    page.keyboard.press("Enter")
    expect(text).to_have_value(Range.parse("KK,QQ:0.5,AJs-A9s").text())
    oop.get_by_role("button", name=re.compile("^KsKh")).click()
    expect(text).not_to_have_value(Range.parse("KK,QQ:0.5,AJs-A9s").text())
    assert Range.parse(text.input_value()).combos == 5 + 3 + 12
    # Text works the other way round, and says what is wrong with it.
    text.fill("77+, nonsense")
    text.blur()
    expect(oop.get_by_role("alert")).to_contain_text("nonsense")
    text.fill("77+")
    text.blur()
    expect(oop.locator("[data-class='99']")).to_have_attribute("aria-label", "99: weight 1.00")


@pytest.mark.slow
def test_named_ranges_are_saved_and_loaded(visitor: Visitor) -> None:
    visitor.open("solve")
    page = visitor.page
    oop, ip = (editor(page, name) for name in ("Out of position (OOP)", "In position (IP)"))
    oop.get_by_label("Range as text").fill("AA,KK:0.25")
    oop.get_by_label("Range as text").blur()
    expect(oop).to_contain_text("7.5 combos")
    oop.get_by_role("button", name="Save as").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("big pairs")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    visitor.page.reload()
    ip.get_by_label("Named ranges for In position (IP)").select_option("big pairs")
    expect(ip.get_by_label("Range as text")).to_have_value("AA,KK:0.25")


def test_a_spot_is_solved_and_read(visitor: Visitor) -> None:
    visitor.spot(SMALL)
    visitor.open("solve")
    page = visitor.page
    expect(page.get_by_role("region", name="Size of the solve")).to_contain_text("nodes")
    page.get_by_label("Name", exact=True).fill("by hand")
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.locator("#live-jobs article").first
    expect(job).to_have_attribute("data-state", "done", timeout=PATIENCE)
    expect(job).to_contain_text("exploitability in % of the pot")
    job.get_by_role("link", name="Browse").click()
    visitor.walk("r")
    solution = open_solution(visitor.server.settings.library / "solutions/by hand.solution")
    assert solution.exploitability.pot_percent <= 0.3
    _check_numbers(page, solution, "r")


def test_the_line_to_a_river_node_shows_the_numbers_of_the_solution(
    visitor: Visitor, turn: Solution
) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    visitor.walk("r")
    page.get_by_role("region", name="Node").locator("[data-step='k']").click()
    visitor.walk("r:k")
    page.get_by_role("region", name="Node").locator("[data-step='k']").click()
    visitor.walk("r:k:k")
    page.get_by_role("group", name="Map of cards").locator("[data-card='8c']").click()
    visitor.walk("r:k:k:n8c")
    _check_numbers(page, turn, "r:k:k:n8c")
    page.locator(".node-bar [data-path='r:k:k:n8c:b50']").click()
    visitor.walk("r:k:k:n8c:b50")
    _check_numbers(page, turn, "r:k:k:n8c:b50")


def _check_numbers(page: Page, solution: Solution, path: str) -> None:
    """Compare what the page shows with the Python API."""
    node = solution.node(path)
    rows = page.get_by_role("region", name="Node").locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(len(node.actions))
    for row, frequency in enumerate(node.frequencies):
        expect(rows.nth(row)).to_contain_text(f"{100 * frequency:.1f}%")
    ranges = page.get_by_role("region", name="Node").locator("table").nth(1).locator("tbody tr")
    for seat in (0, 1):
        expect(ranges.nth(seat)).to_contain_text(f"{node.range_ev[seat]:.2f}")
        expect(ranges.nth(seat)).to_contain_text(f"{100 * node.range_equity[seat]:.1f}%")
    known = solution.exploitability.pot_percent
    expect(page.locator("#basis")).to_contain_text(f"exploitability {known:.3f}% of the starting")


@pytest.mark.slow
def test_keys_walk_the_tree(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    visitor.walk("r")
    page.keyboard.press("1")
    visitor.walk("r:k")
    page.keyboard.press("ArrowLeft")
    visitor.walk("r")
    page.keyboard.press("ArrowRight")
    best = turn.root.actions[int(turn.root.frequencies.argmax())]
    visitor.walk(f"r:{best}")
    page.keyboard.press("ArrowDown")
    steps = turn.root.actions
    visitor.walk(f"r:{steps[(steps.index(best) + 1) % len(steps)]}")
    page.keyboard.press("Home")
    visitor.walk("r")


def test_the_tree_locks_all_hands_alike_and_says_so(visitor: Visitor) -> None:
    by_hand = {"path": "r", "strategy": {"k": "AA:0.25,KQs", "b50": "AA:0.75"}}
    visitor.spot({**SMALL, "lock": [by_hand]})
    visitor.open("solve")
    page = visitor.page
    page.get_by_text("Betting tree: add, remove and lock lines").click()
    changes = page.locator(".changes")
    expect(changes).to_contain_text("locked: k, b50, each hand with its own mix r")
    page.get_by_role("button", name="lock", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Every hand plays this, strong or weak")
    for step, share in (("k", "60"), ("b50", "20")):
        dialog.locator(f"input[data-step='{step}']").fill(share)
    dialog.get_by_role("button", name="Lock", exact=True).click()
    expect(changes).to_contain_text("locked: k 75%, b50 25% r")
    expect(changes.locator("li")).to_have_count(1)


def test_a_reload_in_the_middle_of_a_solve_loses_nothing(visitor: Visitor) -> None:
    visitor.spot(LONG)
    visitor.open("solve")
    page = visitor.page
    page.get_by_label("Target exploitability").fill("0.001")
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.locator("#live-jobs article").first
    expect(job).to_contain_text("iteration", timeout=PATIENCE)
    page.reload()
    expect(job).to_have_attribute("data-state", "running", timeout=PATIENCE)
    expect(job).to_contain_text("iteration", timeout=PATIENCE)
    job.get_by_role("button", name="Pause").click()
    expect(job).to_have_attribute("data-state", "paused", timeout=PATIENCE)
    page.reload()
    job.get_by_role("button", name="Resume").click()
    expect(job).to_have_attribute("data-state", "running", timeout=PATIENCE)
    job.get_by_role("button", name="Stop and save").click()
    expect(job).to_have_attribute("data-state", "done", timeout=PATIENCE)
    job.get_by_role("link", name="Browse").click()
    visitor.walk("r")
    expect(page.locator("#basis")).to_contain_text("stopped early")


def test_a_press_on_a_button_of_a_job_is_not_lost(visitor: Visitor) -> None:
    """Lists of jobs are drawn again while a pointer presses a button, which lost the click."""
    visitor.spot(LONG)
    visitor.open("solve")
    page = visitor.page
    page.get_by_label("Target exploitability").fill("0.001")
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.locator("#live-jobs article").first
    expect(job).to_contain_text("iteration", timeout=PATIENCE)
    job.get_by_role("button", name="Cancel").hover()
    page.mouse.down()
    page.wait_for_timeout(2_500)  # the job goes on meanwhile
    page.mouse.up()
    expect(job).to_have_attribute("data-state", "cancelled", timeout=PATIENCE)


@pytest.mark.slow
def test_a_tree_that_is_too_large_gets_a_smaller_one_offered(visitor: Visitor) -> None:
    large = {
        **LONG,
        "stack": 20_000,
        "sizes": {
            s: {"bet": "25%, 33%, 50%, 75%, 100%, 150%, a", "raise": "50%, 100%, a"}
            for s in ("flop", "turn", "river")
        },
        "tree": {},
    }
    visitor.spot(large)
    visitor.open("solve")
    page = visitor.page
    size = page.get_by_role("region", name="Size of the solve")
    expect(size).to_contain_text("does not fit", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    size.get_by_text("Best answer for a budget", exact=True).click()
    size.get_by_role("button", name="Find the best way").click()
    expect(size).to_contain_text("without:", timeout=PATIENCE)
    size.get_by_role("button", name="Use this way").click()
    expect(size).not_to_contain_text("does not fit", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
