"""Nodes, solutions, reports and flops in notebooks: numbers agree and come with their error."""

from typing import Any

import numpy as np
import pytest
from tests.support.drawing.markup_checks import all_text, cell_title, cell_widths, grids_of, parsed

from fifthstreet.cards import CLASS_NAMES, class_holes, class_index
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    FlopGroup,
    FlopResult,
    Solution,
    Spot,
    card_report,
    group_flops,
    solve,
)
from fifthstreet.solvers.postflop.solution.basis import error_text
from fifthstreet.support.drawing import number
from fifthstreet.support.drawing.grids import CELL_WIDTH
from fifthstreet.tree import choice_words
from fifthstreet.views.pictures.nodes import (
    GRIDS,
    grid_kind,
    node_cells,
    node_grid,
    node_html,
    node_line,
)
from fifthstreet.views.pictures.reports import (
    card_ev_cells,
    card_strategy_cells,
    group_table,
    report_table,
)

PATHS = ["r", "r:k", "r:b50", "r:k:k", "r:b50:f", "r:k:k:n8c:k:k", "r:k:b50:c:n8c"]


@pytest.fixture(scope="module")
def solution() -> Solution:
    spot = Spot.of(
        "QsJh2h7c",
        100,
        400,
        oop="AA,KQs,JTs,T9s:0.5,A3s",
        ip="QQ,AJs,T9s,K9s",
        bets="50%, a",
        raises="60%",
        max_raises=2,
    )
    return solve(spot, target_pot_percent=0.5)


@pytest.mark.parametrize("path", PATHS)
def test_a_node_in_a_notebook(solution: Solution, path: str) -> None:
    node = solution.node(path)
    html = node._repr_html_()
    assert html == solution.node(path)._repr_html_()
    assert len(html) < 120_000
    root = parsed(html)
    grids = grids_of(root)
    assert [len(cells) for cells in grids] == ([169] if node.player >= 0 else [169, 169])
    for cells in grids:
        assert {round(cell_widths(cell), 6) for cell in cells} == {CELL_WIDTH}
    text = all_text(root)
    assert f"pot {node.pot:g}" in text
    for ev in node.range_ev:
        assert number(ev, 2) in text
    for frequency in node.frequencies:
        assert f"{100 * frequency:.1f}%" in text
    assert "exploitability" in text


def test_a_node_shows_the_error_of_its_solution(solution: Solution) -> None:
    for each in (solution, solution.rounded()):
        error = each.exploitability
        line = f"{error.pot_percent:.3f}% of the starting pot ({error.chips:.3g} chips)"
        text = all_text(parsed(each.node("r")._repr_html_()))
        assert f"exploitability {line}" in text
        assert text == all_text(parsed(node_html(each.node("r"))))
    assert error_text(None) == "exploitability unknown"


def test_a_solution_in_a_notebook(solution: Solution) -> None:
    html = solution._repr_html_()
    text = all_text(parsed(html))
    record = solution.record
    assert f"exploitability {record.exploitability.pot_percent:.3f}%" in text
    assert f"{record.iterations:,} iterations" in text
    for words in choice_words(solution.spot.tree, 0):
        assert words in text
    assert len(html) < 120_000


def test_cells_are_means_over_the_hands_of_a_class(solution: Solution) -> None:
    node = solution.root
    cells = node_cells(node, 0, "strategy")
    index = class_index("JTs")
    holes = [hole for hole in class_holes(index).tolist() if node.reach[0][hole] > 0]
    means = [np.mean([row[hole] for hole in holes]) for row in node.strategy]
    assert [share for share, _ in cells[index].parts] == pytest.approx(means[::-1])
    values = node_cells(node, 0, "ev")
    assert values[index].note == f"{np.mean([node.ev[0][hole] for hole in holes]):.1f}"
    reach = node_cells(node, 0, "reach")
    assert reach[class_index("T9s")].note == "50%"
    assert [bool(cell.parts) for cell in cells] == [bool(cell.parts) for cell in reach]


@pytest.mark.parametrize("kind", GRIDS)
def test_every_grid(solution: Solution, kind: str) -> None:
    (cells,) = grids_of(parsed(node_grid(solution.root, 0, kind).svg()))
    held = {CLASS_NAMES[index] for index in map(class_index, ("AA", "KQs", "JTs", "T9s", "A3s"))}
    assert {cell_title(cell).partition(":")[0] for cell in cells if ":" in cell_title(cell)} == held


def test_only_the_player_to_act_has_a_strategy(solution: Solution) -> None:
    node = solution.root
    assert (grid_kind(node, 0, None), grid_kind(node, 1, None)) == ("strategy", "reach")
    with pytest.raises(InputError, match="no strategy of IP at 'r': it is not their turn"):
        grid_kind(node, 1, "strategy")
    with pytest.raises(InputError, match=r"grid must be one of strategy, ev.*, got 'heat'"):
        grid_kind(node, 0, "heat")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("r", "OOP to act"),
        ("r:k", "IP to act"),
        ("r:b50:f", "OOP wins"),
        ("r:k:b50:f", "IP wins"),
        ("r:k:k:n8c:b50:f", "OOP wins"),
        ("r:k:k:n8c:k:b50:f", "IP wins"),
        ("r:k:k", "a card is dealt"),
        ("r:a:c", "showdown"),
    ],
)
def test_a_line_says_what_happens_at_a_node(solution: Solution, path: str, words: str) -> None:
    line = node_line(solution.node(path))
    assert line[-1].text == words
    tree = solution.spot.tree
    if words.endswith("wins"):
        assert words == f"{('OOP', 'IP')[tree.player[tree.find(path)[0]]]} wins"


def test_values_of_actions_add_up(solution: Solution) -> None:
    """The EV of a range is that of its actions, weighted by their frequencies."""
    node = solution.root
    values = list(node.range_action_ev)
    taken = [
        value * frequency
        for value, frequency in zip(values, node.frequencies.tolist(), strict=True)
        if frequency > 0
    ]
    assert sum(taken) == pytest.approx(node.range_ev[0], abs=0.05)


# Reports.


def test_cards_of_a_report(solution: Solution) -> None:
    cards = card_report(solution, "r:k:k")
    table = report_table(cards)
    assert len(table.rows) == 49  # the last is the mean
    assert [column.name for column in table.columns][2:4] == ["check", "bet 50 (50%)"]
    cells = card_strategy_cells(cards)
    assert [share for share, _ in cells[51].parts] == list(cards[-1].frequencies)[::-1]
    values = card_ev_cells(cards, 1)
    assert values[51].note == f"{cards[-1].ev[1]:.1f}"
    assert set(values) == {card.card for card in cards}


# Flops.


def flop(board: str, error: float, **changes: Any) -> FlopResult:
    values: dict[str, Any] = {"matchups": 10.0, "ev": (3.0, 5.0), "frequencies": (0.25, 0.75)}
    return FlopResult(
        board, exploitability_pot_percent=error, iterations=10, seconds=1.0, **(values | changes)
    )


def test_groups_have_the_mean_error_of_their_flops() -> None:
    results = [(1, flop("AsKs2s", 0.2)), (3, flop("AsKd2d", 0.4)), (4, flop("7s7d2d", 1.0))]
    groups = group_flops(results)
    errors = {group.name: group.exploitability_pot_percent for group in groups}
    assert errors["all"] == pytest.approx((0.2 + 3 * 0.4 + 4 * 1.0) / 8)
    assert errors["A high"] == pytest.approx((0.2 + 3 * 0.4) / 4)
    assert errors["a pair"] == pytest.approx(1.0)


def test_groups_in_a_notebook() -> None:
    groups = group_flops([(1, flop("AsKs2s", 0.2)), (3, flop("7s7d2d", 0.4))])
    assert isinstance(groups, list)
    assert all(isinstance(group, FlopGroup) for group in groups)
    text = all_text(parsed(groups._repr_html_()))
    for words in ("two suits", "A high", "3.00", "0.35%", "error: mean exploitability"):
        assert words in text
    table = group_table(groups, ["k", "b20"])
    assert [column.name for column in table.columns][5:7] == ["check", "bet 20"]
    assert table.section_ends == frozenset({0, 2, 4})
