"""Three to six ranges by sampled deals: against the exact solver, and what is measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway import (
    MultiwaySpot,
    RiverGame,
    SampledSolution,
    SampledSolver,
    solve_sampled,
)
from fifthstreet.tree.strategy import Lock

BOARD = "QsJh2h7c4d"
RANGES = ["AA,KQs,T9s", "QQ,AJs,98s", "88,KJs,65s", "TT,A5s,QTs"]


def spot(players: int = 4, board: str = BOARD, **options: Any) -> MultiwaySpot:
    betting = {"bets": "75%", "raises": "", **options}
    return MultiwaySpot.of(board, 90, [120, 60, 120, 90][:players], RANGES[:players], **betting)


def test_three_ranges_agree_with_the_exact_measure() -> None:
    """Averages of sampled deals lose little to exact best responses on a river."""
    solver = SampledSolver(spot(3), threads=1, deals=10)
    solver.iterate(8)
    strategy = solver.average()
    game = RiverGame(solver.spot)
    averages = game.empty_tables()
    for node, rows in game.rows.items():
        player = int(game.tree.player[node])
        holes = game.hands[player].holes
        averages[player][rows, : len(holes)] = strategy.probabilities(node, game.spot.board)[
            :, holes
        ]
    values, gains = [], []
    for player in range(3):
        mean, best = game.first_values(averages, player, threads=1)
        values.append(game.chips(player, mean[0]))
        gains.append(game.chips(player, best[0]) - values[-1])
    assert max(gains) < 0.03 * game.spot.pot
    assert min(gains) > -1e-3
    # What the strategy wins in sampled deals is what it wins.
    found = fs.solvers.blueprint.seat_gains(strategy, deals=50, seed=3)
    np.testing.assert_allclose(found.values, values, atol=0.2 * game.spot.pot)


def test_results_do_not_depend_on_threads_and_resume() -> None:
    first, second = (SampledSolver(spot(), threads=threads, deals=4) for threads in (1, 3))
    first.iterate(2)
    second.iterate(1)
    resumed = SampledSolver(spot(), threads=2, deals=4)
    resumed.restore(second.state())
    resumed.iterate(1)
    np.testing.assert_array_equal(
        resumed.average().probabilities(0, resumed.spot.board),
        first.average().probabilities(0, first.spot.board),
    )
    assert resumed.exploitability() == first.exploitability()


def test_solve_chooses_sampling_for_four_ranges() -> None:
    chosen = fs.solve(spot(), max_iterations=1, threads=1, progress=False)
    assert isinstance(chosen, SampledSolution)
    assert "external sampling" in str(chosen.record.method)
    assert "4 players" in repr(chosen)
    assert chosen.exploitability.is_lower_bound
    assert chosen.record.is_stopped_early


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h7c"])
def test_earlier_streets_and_more_players(board: str) -> None:
    ranges = [*RANGES, "A9s,KTs", "66,55"]
    six = MultiwaySpot.of(board, 90, 60, ranges, bets="75%", raises="", max_raises=1)
    solution = solve_sampled(six, max_iterations=1, threads=1, deals=2)
    assert len(solution.gains.errors) == len(solution.exploitability.gains or ()) == 6
    node = solution.node("r:k")
    held = node.reach > 0
    np.testing.assert_allclose(node.strategy[:, held].sum(axis=0), 1)
    assert node.frequencies.sum() == pytest.approx(1)
    assert solution.ranges == six.ranges
    assert solution.rake == six.rake


def test_the_best_hand_does_not_fold() -> None:
    ranges = ["KhTh", "QQ", "JJ", "88"]  # a straight, the best hand on this board
    best = MultiwaySpot.of("QsJh9h7c4d", 90, 120, ranges, bets="75%", raises="")
    solver = SampledSolver(best, threads=1, deals=2)
    solver.iterate(4)
    node = solver.solution().node("r:k:b68:f:f")
    assert best.tree.actions(best.tree.find("r:k:b68:f:f")[0])[0] == "f"
    assert float(np.nanmax(node.strategy[0])) < 0.05


def test_wrong_options_are_refused() -> None:
    locked = MultiwaySpot(spot().board, spot().ranges, spot().rules, locks=(Lock("r", {"k": 1.0}),))
    with pytest.raises(InputError, match="locks require three ranges"):
        SampledSolver(locked)
    with pytest.raises(InputError, match="deals must be"):
        SampledSolver(spot(), deals=1)
    with pytest.raises(InputError, match="does not apply to four ranges: omit it"):
        fs.solve(spot(), schedule="cfr+")
    with pytest.raises(InputError, match="path must name the card"):
        solve_sampled(spot(board="QsJh2h7c"), max_iterations=1, threads=1, deals=2).node(
            "r:k:k:k:k:n"
        )
    with pytest.raises(InputError, match="ranges must be 3 for vectors, got 4"):
        fs.solvers.multiway.MultiwaySolver(spot())
