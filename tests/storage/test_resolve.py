"""Streets that a file leaves out are solved again, to what they were."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.solvers.postflop import Lock, Node, Rake, Solution, Spot, solve
from fifthstreet.solvers.postflop.subgames import _ranges
from fifthstreet.storage import open_solution, save_solution
from fifthstreet.tree import Kind, subtree
from tests.storage.conftest import FLOP, LOCKED, TURN
from tests.storage.same import assert_same_bits


def assert_close(node: Node, full: Node, chips: float) -> None:
    """The same place, reached in the same way up to there, worth about the same."""
    assert (node.path, node.kind, node.board) == (full.path, full.kind, full.board)
    assert (node.player, node.actions, node.street) == (full.player, full.actions, full.street)
    assert node.pot == pytest.approx(full.pot)
    assert node.stacks == pytest.approx(full.stacks)
    assert node.strategy.shape == full.strategy.shape
    assert node.range_ev == pytest.approx(full.range_ev, abs=chips)
    assert node.range_equity == pytest.approx(full.range_equity, abs=0.02)
    assert node.frequencies == pytest.approx(full.frequencies, abs=0.12)


@pytest.mark.parametrize("path", ["r:k:k:n8c", "r:k:k:nAs:k", "r:b12.5:c:n2c", "r:k:k:n8c:k:k"])
def test_rivers_of_a_turn(path: str, turn: Solution, tmp_path: Path) -> None:
    full = save_solution(turn, tmp_path / "full")
    size = save_solution(turn, tmp_path / "file", last_street=2)
    assert size.bytes < full.bytes / 10
    opened = open_solution(tmp_path / "file", verify=True)
    assert opened.last_street == 2
    for stored in ("r", "r:k", "r:k:k"):
        assert_same_bits(opened.node(stored), turn.node(stored))
    assert_close(opened.node(path), turn.node(path), chips=0.03 * turn.spot.pot)


def test_reach_where_a_street_begins_is_that_of_the_solution(
    turn: Solution, tmp_path: Path
) -> None:
    save_solution(turn, tmp_path / "file", last_street=2)
    node = open_solution(tmp_path / "file").node("r:b12.5:c:n2c")
    for mine, theirs in zip(node.reach, turn.node("r:b12.5:c:n2c").reach, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6, atol=1e-9)


def test_values_of_a_missing_street_agree_with_the_stored_ones(
    turn: Solution, tmp_path: Path
) -> None:
    save_solution(turn, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    reports = opened.report("r:k:k")
    assert sum(report.probability for report in reports) == pytest.approx(1)
    before = turn.node("r:k:k").range_ev
    for player in (0, 1):
        mean = sum(report.probability * report.ev[player] for report in reports)
        assert mean == pytest.approx(before[player], abs=0.005 * turn.spot.pot)


@pytest.mark.parametrize("last_street", [1, 2])
def test_streets_of_a_flop(last_street: int, flop: Solution, tmp_path: Path) -> None:
    save_solution(flop, tmp_path / "file", last_street=last_street)
    opened = open_solution(tmp_path / "file")
    for path in ("r", "r:b15", "r:k:k"):
        assert_same_bits(opened.node(path), flop.node(path))
    # Only places that many hands get to: elsewhere an equilibrium leaves much open.
    for path in ("r:k:k:n3c", "r:k:k:n3c:k", "r:k:k:nTs", "r:k:k:n3c:k:k:n4d"):
        assert_close(opened.node(path), flop.node(path), chips=0.05 * flop.spot.pot)


def test_reports_below_a_missing_street(flop: Solution, tmp_path: Path) -> None:
    save_solution(flop, tmp_path / "file", last_street=1)
    opened = open_solution(tmp_path / "file")
    mine, theirs = (each.report("r:k:k:n3c:k:k") for each in (opened, flop))
    assert [report.card for report in mine] == [report.card for report in theirs]
    for one, other in zip(mine, theirs, strict=True):
        assert one.probability == pytest.approx(other.probability, abs=0.01)
        assert one.equity == pytest.approx(other.equity, abs=0.05, nan_ok=True)


def test_a_street_is_solved_once(turn: Solution, tmp_path: Path) -> None:
    save_solution(turn, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    assert_same_bits(opened.node("r:k:k:n8c:k"), opened.node("r:k:k:n8c:k"))
    assert len(opened._subgames._solved) == 1


def test_games_that_are_too_many_are_forgotten(
    turn: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.solvers.postflop.subgames._MOST_BYTES", 1)
    save_solution(turn, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    first = opened.node("r:k:k:n8c")
    opened.node("r:k:k:n8d")
    assert len(opened._subgames._solved) == 1
    assert_same_bits(opened.node("r:k:k:n8c"), first)


def test_locks_hold_on_streets_that_are_solved_again(tmp_path: Path) -> None:
    """Those that name the card, those that name none, and not those of another card."""
    full = solve(LOCKED, target_pot_percent=0.1)
    save_solution(full, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    for path in ("r:k:k:n2c", "r:k:k:n3c", "r:k:k:n2c:k", "r:k:k:n3c:k"):
        assert_close(opened.node(path), full.node(path), chips=0.05 * LOCKED.pot)
    assert opened.node("r:k:k:n2c").frequencies[0] == 1
    assert opened.node("r:k:k:n3c").frequencies[0] < 1
    after_check = opened.node("r:k:k:n3c:k")
    assert after_check.frequencies[after_check.actions.index("b12")] == 1


def test_rake_is_counted_from_the_whole_pot(tmp_path: Path) -> None:
    full = solve(replace(TURN, rake=Rake(0.05, 2.0)), target_pot_percent=0.2)
    save_solution(full, tmp_path / "file", last_street=2)
    node, whole = (each.node("r:b12.5:c:n2c") for each in (open_solution(tmp_path / "file"), full))
    assert sum(node.range_ev) == pytest.approx(sum(whole.range_ev), abs=0.2)
    assert sum(node.range_ev) < node.pot - 1.0


def test_where_nobody_gets_to(tmp_path: Path) -> None:
    """A line that is never played, and a card that a range cannot do without."""
    locks = (Lock("r", {"k": 1.0}), Lock("r:k", {"k": 1.0}))
    spot = Spot.of("Td9d6hQc", 20, 60, oop="AsAh", ip="KK", bets="60%", locks=locks)
    full = solve(spot, target_pot_percent=0.1)
    save_solution(full, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    for path in ("r:b12:c:n2c", "r:k:k:nAs", "r:k:k:nAs:k", "r:b12:c:n2c:k:k"):
        node, whole = opened.node(path), full.node(path)
        assert node.actions == whole.actions
        assert np.isnan(node.range_ev).all()
        np.testing.assert_array_equal(np.isnan(node.strategy), np.isnan(whole.strategy))
        for row in node.strategy:
            assert np.nan_to_num(row, nan=0.5) == pytest.approx(0.5)
    assert len(opened.report("r:k:k")) == 48


def test_what_needs_all_streets_says_so(turn: Solution, tmp_path: Path) -> None:
    save_solution(turn, tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    with pytest.raises(ValueError, match="ends with the turn; want a solution that was saved with"):
        _ = opened.backend
    with pytest.raises(ValueError, match=r"last_street is 3; want 2 \(turn\)$"):
        save_solution(opened, tmp_path / "again", last_street=3)
    save_solution(opened, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "file").read_bytes()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("r:k:k:n", "names 0 of 1 cards dealt; want all"),
        ("r:k:k:nTd", "Td in 'r:k:k:nTd' is on the board"),
        ("r:k:k:n8c:b1", "no 'b1' in 'r:k:k:n8c:b1'"),
    ],
)
def test_bad_paths(path: str, message: str, turn: Solution, tmp_path: Path) -> None:
    save_solution(turn, tmp_path / "file", last_street=2)
    with pytest.raises(ValueError, match=message):
        open_solution(tmp_path / "file").node(path)


@pytest.mark.parametrize("spot", [TURN, FLOP])
def test_a_subtree_is_the_tree_below(spot: Spot) -> None:
    tree = spot.tree
    for deal in np.flatnonzero(tree.kind == Kind.DEAL):
        entry = int(tree.first_child[deal])
        below = subtree(tree, entry)
        pairs = [(entry, 0)]
        for node, mine in pairs:
            assert below.kind[mine] == tree.kind[node]
            assert below.player[mine] == tree.player[node]
            assert below.pot(mine) == tree.pot(node)
            assert below.stacks(mine) == tree.stacks(node)
            assert below.actions(mine) == tree.actions(node)
            assert f"{tree.path(entry)}{below.path(mine)[1:]}" == tree.path(node)
            pairs += zip(tree.children(node), below.children(mine), strict=True)
        assert len(pairs) == len(below)


def test_hands_that_get_there_but_never_meet() -> None:
    """Sums of weights are rounded: cards decide, not a sum that is nearly 0."""
    weights = Range.parse("AsKs:0.1,AsQs:0.2,AsJs:0.7").weights.astype(np.float64)
    other = Range.parse("AsAh:0.3").weights.astype(np.float64)
    assert _ranges((weights, other)) is None
    assert _ranges((weights, other * 0)) is None
    ranges = _ranges((weights, Range.parse("KhKd:0.3").weights.astype(np.float64)))
    assert ranges is not None
    assert [range_.weights.max() for range_ in ranges] == [1, 1]
