"""Tables before the flop: solves, what they show, files, and resuming."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.cards import HOLE_CLASS, class_index
from fifthstreet.errors import InputError
from fifthstreet.review import load_blueprint, preflop_charts
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.ring import (
    RingStrategy,
    open_ring,
    resume_ring,
    ring_bytes,
    ring_game_of,
)
from fifthstreet.solvers.ring.leaf_values import RingLeaves, sample_boards
from fifthstreet.solvers.ring.payoffs import ring_payoffs
from fifthstreet.solvers.search.preflop import PreflopSolver, game_of
from fifthstreet.tree import Kind, Move

JAM: dict[str, Any] = {
    "stack": 10,
    "sizes": {"preflop": {"raise": "a"}},
    "tree": {"max_raises": 1, "cold_calls": [0, 10]},
}


def solved(recipe: dict[str, Any], **options: Any) -> RingStrategy:
    strategy = fs.solve_preflop(recipe, after="checked-down", **options)
    assert isinstance(strategy, RingStrategy)
    return strategy


def test_two_seats_agree_with_the_heads_up_solver() -> None:
    mine = solved({**JAM, "seats": 2}, target_pot_percent=0.001)
    heads_up = {"stack": 10, "sizes": {"preflop": {"raise": "a"}}, "tree": {"removed": ["r:c"]}}
    other = PreflopSolver(game_of(heads_up, depth="street"))
    other.run(target_pot_percent=0.001)
    expected = other.strategy()
    assert mine.exploitability.values == pytest.approx(expected.blind_values, abs=2e-4)
    node = mine.tree.find("r")[0]
    assert mine.at(node, ()).frequencies == pytest.approx(other.frequencies()[0], abs=0.01)


@pytest.fixture(scope="module")
def three() -> RingStrategy:
    return solved({"seats": 3, "stack": 20}, target_pot_percent=0.1)


def test_a_table_of_three(three: RingStrategy) -> None:
    known = three.exploitability
    assert known.pot_percent <= 0.1
    assert known.gains is not None
    assert min(known.gains) > -1e-5
    assert known.values is not None
    # Independent hands of opponents are an approximation: chips are not quite conserved.
    assert sum(known.values) == pytest.approx(0, abs=0.02)
    titles = [chart.title for chart in preflop_charts(three)]
    assert titles[0] == "BTN first to act"
    aces, worst = class_index("AA"), class_index("72o")
    for node in three.decisions:
        folds = [c for c in three.tree.children(node) if three.tree.move[c] == Move.FOLD]
        reach = three.reach(node, ())
        others = np.delete(reach, int(three.tree.player[node]), axis=0)
        own = reach[int(three.tree.player[node])][aces == HOLE_CLASS].max()
        if folds and own > 0.05 and others.mean(axis=1).prod() > 0.001:
            assert three.shares(node)[0, aces] < 0.01
    assert three.shares(0)[0, worst] > 0.99


def test_values_of_actions(three: RingStrategy) -> None:
    values, shares = three.class_values(0), three.shares(0)
    mean = np.nansum(shares * values, axis=0)
    best = np.nanmax(values, axis=0)
    assert (best - mean).max() < 0.05
    assert values[0] == pytest.approx(0, abs=1e-3)  # the button has put in nothing
    assert values[1, class_index("AA")] > 1


def test_the_order_of_seats_and_sizes_by_position() -> None:
    game = ring_game_of({"seats": 6, "stack": 100})
    tree = game.tree
    at = tree.find("r:f:f:f:f")[0]
    assert tree.player[at] == 0
    assert tree.actions(at) == ("f", "b3")
    assert tree.actions(0) == ("f", "b2.5")
    assert tree.actions(tree.find("r:b2.5:f:f:f")[0]) == ("f", "c", "b10")
    own = ring_game_of({"seats": 3, "positions": {"BTN": {"raise": "2x"}}})
    assert own.tree.actions(0) == ("f", "b2")


def test_straddles_antes_and_unequal_stacks() -> None:
    game = ring_game_of({"stacks": [20, 15, 8, 20], "blinds": [0.5, 1, 2], "ante": 0.1})
    assert game.tree.player[0] == 3
    assert game.pot == pytest.approx(3.9)
    assert game.seats == 4


def test_rake_is_taken_on_flops_only() -> None:
    free = solved({"seats": 3, "stack": 20}, target_pot_percent=0.3)
    raked = solved(
        {"seats": 3, "stack": 20, "rake": {"rate": 0.1, "cap": 1}}, target_pot_percent=0.3
    )
    assert raked.exploitability.values is not None
    assert free.exploitability.values is not None
    assert sum(raked.exploitability.values) < sum(free.exploitability.values) - 0.02
    game = raked.game
    folded = np.flatnonzero(game.tree.kind == Kind.FOLD)[0]
    payoffs = [ring_payoffs(each.game)[folded, 1] for each in (free, raked)]
    assert payoffs[0] == payoffs[1]


def test_prizes_make_players_careful() -> None:
    chips = solved({**JAM, "seats": 3}, target_pot_percent=0.05)
    prizes = solved({**JAM, "seats": 3, "payouts": [50, 30, 20]}, target_pot_percent=0.05)
    node = chips.tree.find("r:a:f")[0]
    calls = [each.at(node, ()).frequencies[1] for each in (chips, prizes)]
    assert calls[1] < 0.8 * calls[0]


def test_files(three: RingStrategy, tmp_path: Path) -> None:
    three.save(tmp_path / "three.ring")
    again = open_ring(tmp_path / "three.ring")
    assert again.record == three.record
    assert again.tree.same_as(three.tree)
    assert again.shares(5) == pytest.approx(three.shares(5), abs=1e-3)
    loaded = load_blueprint(tmp_path / "three.ring")
    assert isinstance(loaded, RingStrategy)
    with pytest.raises(InputError, match="must have the tables of its solve"):
        resume_ring(tmp_path / "three.ring", ring_solver)


def test_a_resumed_solve_is_the_same_as_one_without_a_break(tmp_path: Path) -> None:
    recipe = {"seats": 3, "stack": 20}
    first, whole = (ring_solver(recipe, after="checked-down", boards=20) for _ in range(2))
    first.iterate(13)
    first.save(tmp_path / "part.ring")
    resumed = resume_ring(tmp_path / "part.ring", ring_solver)
    resumed.iterate(12)
    whole.iterate(25)
    assert np.array_equal(resumed._averages, whole._averages)
    assert np.array_equal(resumed._regrets, whole._regrets)


def test_the_network_gives_values_on_flops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.values.preflop_leaves._FLOPS", 10)
    strategy = fs.solve_preflop({"seats": 3, "stack": 100}, max_iterations=40)
    assert isinstance(strategy, RingStrategy)
    assert strategy.record.after == "network for preflop"
    assert strategy.record.leaf_error_pot_percent == pytest.approx(1.05, abs=0.2)
    assert strategy.shares(0)[0, class_index("AA")] < 0.01


def test_shares_of_three_against_dealt_hands() -> None:
    game = ring_game_of({"seats": 3, "stack": 20})
    rng = np.random.default_rng(5)
    held = rng.random((1, 3, 169)) ** 4
    many = RingLeaves(game, None, boards=2000, seed=1)._equity(held)
    few = [RingLeaves(game, None, boards=120, seed=seed)._equity(held) for seed in range(4)]
    assert np.std(few, axis=0).mean() < 0.008
    assert np.abs(np.mean(few, axis=0) - many).mean() < 0.006


def test_sampled_boards() -> None:
    boards = sample_boards(25, 3)
    assert len(boards) == 25
    assert {int(board).bit_count() for board in boards} == {5}
    assert int(np.bitwise_or.reduce(boards[:10])).bit_count() == 50
    assert not np.array_equal(boards, sample_boards(25, 4))


def test_limits_of_cold_calls() -> None:
    tree = ring_game_of({}).tree
    assert "c" not in tree.actions(0)  # no limps
    assert "c" in tree.actions(tree.find("r:b2.5:c")[0])
    assert "c" not in tree.actions(tree.find("r:b2.5:c:c")[0])  # two have called cold
    assert "c" in tree.actions(tree.find("r:b2.5:b7.5")[0])
    assert "c" not in tree.actions(tree.find("r:b2.5:b7.5:c")[0])
    assert "c" in tree.actions(tree.find("r:b2.5:b7.5:f:f:f:f")[0])  # who is in may call
    jam = ring_game_of(JAM | {"seats": 4, "tree": {"max_raises": 1, "cold_calls": [0]}}).tree
    assert jam.actions(jam.find("r:a:c:c")[0]) == ("f", "c")  # a player who cannot raise may call


def test_memory_is_estimated() -> None:
    assert 10e6 < ring_bytes(ring_game_of({})) < 200e6
