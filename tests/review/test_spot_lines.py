"""Positions and pots of spots follow from their ranges."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.review import PreflopLine, bundled, line_of_spot, preflop_lines
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.spot.spot_file import make_spot
from fifthstreet.views import line_spot

SIX_MAX = preflop_lines(bundled(6)[0])


def spot_of(line: PreflopLine, board: str = "QsJh2h") -> Spot:
    """Return the spot that Solve makes of a template."""
    fields = line_spot(line.ranges, line.pot, line.stack)
    sizes = {street: {"bet": "50%", "raise": ""} for street in ("flop", "turn", "river")}
    return make_spot({"board": board, "sizes": sizes, **fields})


@pytest.mark.parametrize("players", [2, 6, 9])
def test_templates_have_their_positions(players: int) -> None:
    for file in bundled(players):
        for line in islice(preflop_lines(file), 0, None, 9):
            found = line_of_spot(spot_of(line))
            assert found is not None
            assert line.oop in found.positions[0].split(" or ")
            assert line.ip in found.positions[1].split(" or ")
            assert found.lines[0].kind == line.kind


@pytest.mark.parametrize("board", ["AsKs2d", "AsKs2d7c", "AsKs2d7c9h"])
def test_hands_that_the_board_blocks_do_not_count(board: str) -> None:
    line = next(each for each in SIX_MAX if (each.oop, each.ip) == ("BB", "BTN"))
    found = line_of_spot(spot_of(line, board))
    assert found is not None
    assert found.positions == ("BB", "BTN")
    assert found.pot == "single-raised pot"
    assert found.table == ("LJ", "HJ", "CO", "BTN", "SB", "BB")


def test_the_sizes_of_raises_do_not_count() -> None:
    line = next(each for each in SIX_MAX if each.kind == "3-bet")
    found = line_of_spot(spot_of(line).with_rules(pot=1500.0, stacks=(9000.0, 9000.0)))
    assert found is not None
    assert found.pot == "3-bet pot"


def test_lines_with_the_same_ranges_are_all_named(monkeypatch: pytest.MonkeyPatch) -> None:
    line = next(each for each in SIX_MAX if (each.oop, each.ip) == ("LJ", "HJ"))
    lines = [(6, line), (6, replace(line, ip="CO", title="LJ raises to 2.5, CO calls"))]
    ranges = np.array([[range_.weights for range_ in line.ranges]] * 2, np.float32)
    monkeypatch.setattr("fifthstreet.review.spot_lines._known_lines", lambda: (lines, ranges))
    found = line_of_spot(spot_of(line))
    assert found is not None
    assert found.positions == ("LJ", "HJ or CO")
    assert found.table == found.positions
    assert found.title is None


def test_other_ranges_have_no_positions() -> None:
    oop, ip = SIX_MAX[0].ranges
    weights = oop.weights.copy()
    weights[weights.argmax()] = 0.5
    changed = Spot.of("2s3s4s", 100, 900, oop=Range(weights), ip=ip)
    assert line_of_spot(changed) is None
    assert line_of_spot(Spot.of("QsJh2h", 100, 900, oop="AA", ip="KK")) is None
