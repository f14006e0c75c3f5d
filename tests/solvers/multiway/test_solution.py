"""Solutions of three players: nodes against every triple of hands, files, words."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.multiway import (
    MultiwaySolution,
    MultiwaySolver,
    RiverGame,
    is_multiway,
    multiway_basis_data,
    multiway_basis_lines,
    multiway_error_lines,
    open_multiway,
    solve_multiway,
)
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.tree import Kind, Rake, settle
from fifthstreet.tree.strategy import Lock
from tests.solvers.multiway.samples import oracle_of, random_spot, strategies_of

RANGES = ["22+,A2s+,KQs", "A9+,KQ,T9s", "K9s+,88+,QJo"]
SPOT = fs.MultiwaySpot.of("QsJh2h7c4d", 90, [200, 60, 120], RANGES, bets="75%", raises="a")


@pytest.fixture(scope="module")
def solution() -> MultiwaySolution:
    return solve_multiway(SPOT, target_pot_percent=0.3, progress=False)


@pytest.mark.parametrize("seed", range(3))
def test_nodes_match_all_triples(seed: int) -> None:
    """Values and equities at a node belong to the hands that get there."""
    solver = MultiwaySolver(random_spot(np.random.default_rng(seed), hands=4, rake=Rake(0.05)))
    solver.iterate(5)
    solution, game = solver.solution(), solver.game
    assert isinstance(game, RiverGame)
    oracle, tree = oracle_of(game), game.tree
    strategies = strategies_of(game, solution.averages)
    share = game.spot.pot / 3
    for node in range(len(tree)):
        shown = solution.node(tree.path(node))
        reach = [row[hands.holes] for row, hands in zip(shown.reach, game.hands, strict=True)]
        for player in range(3):
            if shown.has_folded[player]:
                assert (shown.ev[player][game.hands[player].holes] == 0).all()
                assert (shown.equities[player][game.hands[player].holes] == 0).all()
                continue
            first, second = (other for other in range(3) if other != player)
            opposing = np.zeros(len(reach[player]))
            won = np.zeros(len(reach[player]))
            for triple in oracle.triples():
                weight = reach[first][triple[first]] * reach[second][triple[second]]
                strengths = [
                    0 if shown.has_folded[who] else oracle.strengths[who][hand]
                    for who, hand in enumerate(triple)
                ]
                opposing[triple[player]] += weight
                if strengths[player] == max(strengths):
                    won[triple[player]] += weight / strengths.count(max(strengths))
            known = opposing > 1e-3 * reach[first].sum() * reach[second].sum()
            values = oracle.values(player, strategies, reach, node)[node]
            put_in = float(tree.committed[node, player])
            expected = values[known] / opposing[known] + put_in + share
            holes = game.hands[player].holes[known]
            np.testing.assert_allclose(shown.ev[player][holes], expected, atol=0.05)
            np.testing.assert_allclose(
                shown.equities[player][holes], won[known] / opposing[known], atol=1e-3
            )


def test_a_node(solution: MultiwaySolution) -> None:
    node = solution.node("r:k:k")
    assert (node.player, node.kind, node.pot) == (2, Kind.ACTION, 90)
    assert node.actions == ("k", "b68")
    held = node.reach[2] > 0
    np.testing.assert_allclose(node.strategy[:, held].sum(0), 1, atol=1e-5)
    assert np.isnan(node.strategy[:, ~held]).all()
    assert node.frequencies.sum() == pytest.approx(1)
    assert sum(node.range_equity) == pytest.approx(1, abs=1e-4)
    # The value of a hand is the mean of its actions' values.
    mean = (node.strategy * node.action_ev).sum(0)[held]
    np.testing.assert_allclose(node.ev[2][held], mean, atol=0.01)
    assert len(node.range_action_ev) == 2
    assert "player 2 acts" in repr(node)
    end = solution.node("r:b68:f:f")
    assert (end.kind, end.player, end.actions) == (Kind.FOLD, -1, ())
    assert end.has_folded == (False, True, True)
    assert end.range_ev == pytest.approx((90 + 68, 0, 0))
    assert "fold" in repr(end)
    assert settle(solution.tree, solution.tree.find("r:b68:f:f")[0], [0, 0, 0]) == [60, -30, -30]


def test_hands_of_a_node(solution: MultiwaySolution) -> None:
    node = solution.node("r:k:k")
    summary = node["KK"]
    held = node.held("KK", 2)
    weights = (node.reach[2] * node.opposing_reach[2])[held]
    assert summary.ev == pytest.approx(np.average(node.ev[2][held], weights=weights))
    assert repr(summary).startswith("<player 2 KK: EV ")
    assert node.hand("AQ", 0).strategy == {}
    frame = node.to_frame()
    assert set(frame["player"]) == {0, 1, 2}
    assert frame.attrs["is_equilibrium_guaranteed"] is False
    row = frame[(frame["player"] == 2) & (frame["hand"] == "KhKc")].iloc[0]
    assert row["k"] + row["b68"] == pytest.approx(1)


def test_the_interface_of_strategies(solution: MultiwaySolution) -> None:
    at = solution.at(0, solution.board)
    np.testing.assert_allclose(at.frequencies, solution.root.frequencies, atol=0.05)
    reach = solution.reach(solution.tree.find("r:k:k")[0], solution.board)
    np.testing.assert_allclose(reach[0], solution.node("r:k:k").reach[0], rtol=1e-4, atol=1e-6)
    assert solution.ranges == SPOT.ranges
    assert solution.rake == SPOT.rake
    with pytest.raises(InputError, match="node must be a decision"):
        solution.probabilities(len(solution.tree) - 1, solution.board)


def test_locked_hands_play_their_lock_and_others_are_free() -> None:
    lock = Lock("r", {"k": 0.25, "b68": 0.75}, fs.Range("AA,KK"))
    locked = fs.MultiwaySpot(SPOT.board, SPOT.ranges, SPOT.rules, locks=(lock,))
    solution = solve_multiway(locked, max_iterations=50, progress=False)
    strategy = solution.root.strategy
    is_locked = fs.Range("AA,KK").weights > 0
    held = solution.root.reach[0] > 0
    np.testing.assert_allclose(strategy[0, held & is_locked], 0.25)
    assert np.nanstd(strategy[0, held & ~is_locked]) > 0.05


def test_a_file_has_the_same_solution(solution: MultiwaySolution, tmp_path: Path) -> None:
    path = tmp_path / "three.solution"
    assert solution.save(path) == path.stat().st_size
    again = open_multiway(path)
    assert is_multiway(path)
    assert not is_multiway(tmp_path / "missing")
    assert again.record == solution.record
    assert again.ev == solution.ev
    np.testing.assert_array_equal(again.node("r:k").strategy, solution.node("r:k").strategy)
    with pytest.raises(DamagedFileError, match="must be a solution, got a multiway_solution"):
        open_solution(path)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedFileError):
        open_multiway(path)


def test_a_pickled_solution_is_the_same(solution: MultiwaySolution) -> None:
    again = pickle.loads(pickle.dumps(solution))
    assert again.ev == solution.ev
    assert again.record == solution.record


def test_words_say_what_is_not_guaranteed(solution: MultiwaySolution) -> None:
    lines = multiway_basis_lines(solution)
    assert any("no guarantee of an equilibrium" in line for line in lines)
    gains = solution.exploitability.gains
    assert gains is not None
    assert f"player 2 {100 * gains[2] / 90:.3f}%" in lines[1]
    assert lines[-1].startswith("tree: pot 90, stacks 200, 60, 120, ")
    data = multiway_basis_data(solution)
    assert data["gains"] == list(gains)
    assert data["is_equilibrium_guaranteed"] is False
    early = solve_multiway(SPOT, target_pot_percent=0.01, max_iterations=5, progress=False)
    assert multiway_error_lines(early)[-1].startswith(
        "stopped early, before the target of 0.01% of the pot"
    )
    assert "MultiwaySolution on QsJh2h7c4d" in repr(solution)
    raked = fs.MultiwaySpot.of(
        "QsJh2h7c4d",
        90,
        60,
        [*RANGES[:2], "random"],
        sizes=_sizes_by_player(),
        rake=Rake(0.05, 4),
        locks=(Lock("r", {"k": 1.0}),),
    )
    line = multiway_basis_lines(solve_multiway(raked, max_iterations=1, progress=False))[-1]
    assert "player 1 bet 75%; raise ; rake 5% up to 4; locked: r" in line.replace(
        "player 2 bet 75%; raise ; ", ""
    )


def _sizes_by_player() -> fs.Sizes:
    menus = [fs.Sizes.uniform(bets) for bets in ("50%", "75%", "75%")]
    return fs.Sizes.by_player(menus)


def test_fs_solve_chooses_the_solver() -> None:
    solution = fs.solve(SPOT, target_pot_percent=0.5, progress=False)
    assert isinstance(solution, MultiwaySolution)
    assert solution.exploitability.pot_percent <= 0.5
    refused: list[dict[str, Any]] = [
        {"precision": "int16"},
        {"backend": "cuda"},
        {"river_buckets": 10},
        {"isomorphism": False},
        {"table_folder": "tables"},
    ]
    for options in refused:
        with pytest.raises(InputError, match="does not apply to three ranges"):
            fs.solve(SPOT, **options)
    with pytest.raises(InputError, match="depth='street' does not apply to three ranges"):
        fs.solve(SPOT, depth="street")  # type: ignore[call-overload]
