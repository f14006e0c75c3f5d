"""Browse in a real browser: one screen, the line with its frequencies, maps of cards."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, hole_cards
from fifthstreet.solvers.postflop import Node, Solution, card_report, open_solution, solve
from fifthstreet.support.drawing import action_colours
from fifthstreet.views import breakdown_data
from tests.cli.small_spot import spot_on
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.conftest import BOARDS


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


_COLOURS = """(canvas, place) => {
  const [row, column] = [Math.floor(place / 13), place % 13];
  const [width, height] = [canvas.width / 13, canvas.height / 13];
  const pen = canvas.getContext("2d");
  const left = Math.round(width * column);
  const bottom = Math.round(height * (row + 1)) - 2;
  const { data } = pen.getImageData(left, bottom, Math.floor(width) - 1, 1);
  const counts = {};
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    counts[colour] = (counts[colour] ?? 0) + 4 / data.length;
  }
  return counts;
}"""


_CORNER = "canvas => [...canvas.getContext('2d').getImageData(canvas.width - 1, 1, 1, 1).data]"


def test_the_picture_of_a_grid_has_the_colours_of_the_strategy(
    visitor: Visitor, turn: Solution
) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    canvas = page.get_by_label("OOP: grid of hands").locator("canvas")
    page.wait_for_function("canvas => canvas.width > 300", arg=canvas.element_handle())
    node = turn.node("r")
    colours = [",".join(map(str, colour)) for colour in action_colours(node.actions)]
    names = ("AA", "KK", "AKs", "JTs", "AKo")
    held = [name for name in names if reach_of(node, name) > 0]
    assert held
    for name in held:
        shares = node[name].strategy
        found = canvas.evaluate(_COLOURS, CLASS_NAMES.index(name))
        for action, colour in zip(node.actions, colours, strict=True):
            assert found.get(colour, 0) == pytest.approx(shares[action], abs=0.08), (name, found)
    empty = next(name for name in CLASS_NAMES if reach_of(node, name) == 0)
    assert len(canvas.evaluate(_COLOURS, CLASS_NAMES.index(empty))) == 1
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert tuple(canvas.evaluate(_CORNER)[:3]) == (0x17, 0x1B, 0x21)


def reach_of(node: Node, name: str) -> float:
    """Return how much of a hand class OOP holds."""
    return float(node.reach[0][np.array(HOLE_CLASS) == CLASS_NAMES.index(name)].sum())


def test_the_picture_of_a_grid_follows_the_theme(visitor: Visitor) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    canvas = page.get_by_label("OOP: grid of hands").locator("canvas")
    page.wait_for_function("canvas => canvas.width > 300", arg=canvas.element_handle())
    seen = set()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate("new Promise(requestAnimationFrame)")
        seen.add(tuple(canvas.evaluate(_CORNER)[:3]))
    assert seen == {(255, 255, 255), (0x17, 0x1B, 0x21)}


def test_the_player_to_act_comes_first(visitor: Visitor) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    for path, seats in (("r", ["OOP", "IP"]), ("r:k", ["IP", "OOP"])):
        page.goto(f"{visitor.server.address}/#/browse?solution=turn&path={path}")
        visitor.walk(path)
        grids = page.locator(".grid-row").get_by_role("grid")
        for place, seat in enumerate(seats):
            expect(grids.nth(place)).to_have_attribute("aria-label", f"{seat}: grid of hands")
    grids.first.locator("[data-class='KQs']").click()
    expect(page.get_by_label("Hands of the class")).to_contain_text("KQs of IP")
    expect(grids.first.locator("[data-class='KQs']")).to_have_class("class-cell is-chosen")


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


def test_totals_count_only_the_hands_that_pass_the_filter(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn&suit=pair")
    node = turn.node("r")
    panel = visitor.page.get_by_label("Node", exact=True)
    expect(panel).to_contain_text("Only the hands that pass the filter")
    pairs = [hole for hole in np.flatnonzero(node.reach[0]) if is_pair(int(hole))]
    weights = (node.reach[0] * node.opposing_reach[0])[pairs]
    shares = node.strategy[:, pairs] @ weights / weights.sum()
    for place, share in enumerate(shares):
        expect(panel.locator("tbody tr").nth(place)).to_contain_text(f"{100 * share:.1f}%")
    own = panel.get_by_role("row", name=re.compile("^OOP"))
    expect(own).to_contain_text(f"{node.reach[0][pairs].sum():.1f}")
    visitor.page.locator("[data-filter=suit]").select_option("")
    expect(own).to_contain_text(f"{node.combos[0]:.1f}")
    expect(panel).not_to_contain_text("pass the filter")


def is_pair(hole: int) -> bool:
    high, low = hole_cards(hole)
    return high // 4 == low // 4


def test_a_bet_says_what_a_call_costs_and_needs(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn&path=r:b50")
    pot = turn.node("r:b50").pot
    words = f"50 to call, needs {100 * 50 / (pot + 50):.1f}% equity"
    expect(visitor.page.locator(".node-title")).to_contain_text(words)
    visitor.open("browse?solution=turn&path=r:k")
    expect(visitor.page.locator(".node-title")).not_to_contain_text("to call")
    visitor.page.locator("#unit-button").click()  # but the big blind is not known
    expect(visitor.page.locator(".node-title")).to_contain_text("amounts are in chips")
    expect(visitor.page.locator(".node-bar")).to_contain_text("bet 50 (50%)")


def test_both_ranges_and_how_they_hit_the_board(visitor: Visitor, turn: Solution) -> None:
    visitor.open("browse?solution=turn&tab=classes")
    table = visitor.page.locator("table.hits").first
    expect(table.get_by_role("columnheader")).to_have_text(["Made hands", "OOP", "IP"])
    rows = breakdown_data(turn.node("r"), 1)["made"]
    row = table.get_by_role("row", name=re.compile(f"^{rows[0]['name']}"))
    expect(row).to_contain_text(f"{100 * rows[0]['share']:.1f}%")


@pytest.mark.parametrize(
    ("unit", "bet", "pot", "title"),
    [("bb", "bet 5 bb (50%)", "pot 10 bb", "EV, bb"), ("pot", "bet 50%", "pot 100%", "EV, % of")],
)
def test_amounts_in_big_blinds_or_shares_of_the_pot(
    own_visitor: Visitor, library: Path, unit: str, bet: str, pot: str, title: str
) -> None:
    page = own_visitor.page
    old = spot_on(BOARDS["river"])
    spot = replace(old, rules=replace(old.rules, min_bet=10.0))
    solve(spot, max_iterations=20).save(library / "solutions/blinds.solution")
    own_visitor.open("browse?solution=blinds")
    control = page.locator("#unit-button")
    expect(control).to_have_text("Amounts: chips")
    expect(page.locator(".node-bar")).to_contain_text("bet 50 (50%)")
    control.click()
    if unit == "pot":
        control.click()
    expect(page.locator(".node-bar")).to_contain_text(bet)
    expect(page.locator(".node-title")).to_contain_text(pot)
    expect(page.get_by_label("Node", exact=True)).to_contain_text(title)
    page.reload()  # the unit stays
    expect(page.locator(".node-bar")).to_contain_text(bet)


def test_a_solution_is_solved_further(own_visitor: Visitor, library: Path) -> None:
    page = own_visitor.page
    before = open_solution(library / "solutions/turn.solution").exploitability.pot_percent
    own_visitor.open("browse?solution=turn")
    basis = page.locator("#basis")
    old = basis.inner_text()
    page.get_by_role("button", name="Solve further").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Target exploitability, % of the pot").fill(str(before))
    dialog.get_by_role("button", name="Solve", exact=True).click()
    expect(dialog).to_contain_text("target must be below")
    dialog.get_by_label("Target exploitability, % of the pot").fill(str(before / 2))
    dialog.get_by_role("button", name="Solve", exact=True).click()
    expect(basis).not_to_have_text(old, timeout=PATIENCE)
    after = open_solution(library / "solutions/turn.solution").exploitability.pot_percent
    assert after <= before / 2
    expect(basis).to_contain_text(f"{after:.3f}%")


def test_on_a_phone_a_hand_opens_a_sheet_at_the_bottom(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 360, "height": 740})
    visitor.open("browse?solution=turn")
    sheet = page.get_by_label("Hands of the class")
    expect(sheet).to_be_hidden()
    cell = page.get_by_label("OOP: grid of hands").locator("[data-class='KQs']")
    cell.click()
    expect(sheet).to_be_in_viewport()
    box = sheet.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == pytest.approx(740, abs=1)
    assert (box["x"], box["width"]) == pytest.approx((0, 360), abs=1)
    expect(sheet).to_contain_text("KQs of OOP")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
