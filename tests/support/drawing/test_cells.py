"""Cells from plain numbers."""

from math import nan

from fifthstreet.support.drawing import Cell, strategy_cells, value_cells, weight_cells
from fifthstreet.support.drawing.colours import HELD, action_colours, faded, heat_colour


def test_strategies_show_the_most_aggressive_action_first() -> None:
    actions, words = ["k", "b50"], ["check", "bet 50"]
    shares = [[0.75, nan], [0.25, nan]]
    first, second = strategy_cells(["AA", "KK"], actions, words, shares, [0.5, 0.0], ["EV 3", ""])
    check, bet = (faded(colour, 0.5) for colour in action_colours(actions))
    assert first == Cell(
        "AA", "", ((0.25, bet), (0.75, check)), "AA: bet 50 25.0%, check 75.0%; EV 3"
    )
    assert second == Cell("KK")


def test_strategies_without_actions_are_empty() -> None:
    assert strategy_cells(["AA"], [], [], [], [1.0]) == [Cell("AA")]


def test_values_go_from_cold_to_hot() -> None:
    cells = value_cells(["a", "b", "c", "d"], [0, 50, 2000, nan], low=0, high=50, tip_unit=" chips")
    assert [cell.note for cell in cells] == ["0.0", "50.0", "2000", ""]
    assert cells[0].parts == ((1.0, heat_colour(0)),)
    assert cells[1].parts == ((1.0, heat_colour(1)),)
    assert cells[1].tip == "b: 50.00 chips"
    assert cells[3] == Cell("d")
    (constant,) = value_cells(["a"], [5], low=5, high=5)
    assert constant.parts == ((1.0, heat_colour(0.5)),)


def test_weights() -> None:
    full, half, tiny, empty = weight_cells(["a", "b", "c", "d"], [1, 0.5, 0.001, 0])
    assert (full.note, half.note, tiny.note) == ("100%", "50%", "<1%")
    assert half.parts == ((1.0, faded(HELD, 0.5)),)
    assert empty == Cell("d")
