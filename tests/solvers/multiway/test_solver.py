"""The multiway solver: against the two-player solver, and against its algorithm in NumPy."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.common import STEADY
from fifthstreet.solvers.multiway import MultiwaySolver, MultiwaySpot, RiverGame, solve_multiway
from fifthstreet.tree import Kind, Rake
from fifthstreet.tree.strategy import Lock
from tests.solvers.multiway.samples import oracle_of, random_spot, strategies_of

BOARD, POT, STACK = "AsKd9c7h4s", 60.0, 120.0
# The third player's hand loses to all of these, which do not have its cards.
LOSER = "3c2d"
RANGES = ("AA,99,A4s+,K9s+,QQ,JJ,T9s", "KK,77,A7o+,KQ,TT,88,98s,87s")
BETS: dict[str, Any] = {"bets": "75%", "raises": "a", "max_raises": 2}
TARGET = 0.05  # percent of the pot


def heads_up(rake: Rake) -> postflop.Solution:
    oop, ip = RANGES
    spot = postflop.Spot.of(BOARD, POT, STACK, oop=oop, ip=ip, rake=rake, **BETS)
    return postflop.solve(spot, target_pot_percent=TARGET, progress=False)


def with_loser(seat: int, stack: float, rake: Rake) -> MultiwaySpot:
    """Return the same spot with a third player, who has a hand that always loses."""
    ranges, stacks = list(RANGES), [STACK, STACK]
    ranges.insert(seat, LOSER)
    stacks.insert(seat, stack)
    return MultiwaySpot.of(BOARD, POT, stacks, ranges, rake=rake, **BETS)


@pytest.mark.parametrize("rake", [Rake(), Rake(0.05, 8)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_loser_without_chips_makes_it_heads_up(seat: int, rake: Rake) -> None:
    expected = heads_up(rake)
    solution = solve_multiway(
        with_loser(seat, 0, rake), target_pot_percent=TARGET / 2, progress=False
    )
    players = [player for player in range(3) if player != seat]
    tolerance = 4 * TARGET / 100 * POT
    assert solution.ev[seat] == pytest.approx(0, abs=1e-3)
    for player, ev in zip(players, expected.ev, strict=True):
        assert solution.ev[player] == pytest.approx(ev, abs=tolerance)
    first = solution.node("r").frequencies
    np.testing.assert_allclose(first, expected.node("r").frequencies, atol=0.1)


def test_a_loser_who_always_folds_makes_it_heads_up() -> None:
    spot = with_loser(2, STACK, Rake())
    tree = spot.tree
    locks = tuple(
        Lock(tree.path(node), {"f" if "f" in tree.actions(node) else "k": 1.0})
        for node in np.flatnonzero((tree.kind == Kind.ACTION) & (tree.player == 2)).tolist()
    )
    locked = MultiwaySpot(spot.board, spot.ranges, spot.rules, locks=locks)
    solution = solve_multiway(locked, target_pot_percent=TARGET / 2, progress=False)
    assert solution.exploitability.gains is not None
    assert solution.exploitability.gains[2] == pytest.approx(0, abs=1e-3)
    for player, ev in enumerate(heads_up(Rake()).ev):
        assert solution.ev[player] == pytest.approx(ev, abs=4 * TARGET / 100 * POT)
    folds = solution.node("r:b45:f")
    assert folds.player == 2
    assert folds.frequencies[0] == pytest.approx(1)


@pytest.mark.parametrize("seed", [0, 1])
def test_iterations_match_the_algorithm_in_numpy(seed: int) -> None:
    random = np.random.default_rng(seed)
    solver = MultiwaySolver(random_spot(random, hands=4, rake=Rake(0.05)), threads=2)
    game, count = solver.game, 6
    assert isinstance(game, RiverGame)
    oracle, discounts = oracle_of(game), STEADY.discounts(count)
    regrets = [np.zeros(table.shape) for table in game.empty_tables()]
    averages = [np.zeros(table.shape) for table in game.empty_tables()]
    for iteration in range(1, count + 1):
        for player in range(3):
            current = strategies_of(game, [np.maximum(table, 0) for table in regrets])
            values = oracle.values(player, current, oracle.weights)
            hands = len(game.hands[player].holes)
            for node, rows in game.rows.items():
                if game.tree.player[node] != player:
                    continue
                below = np.array([values[child] for child in game.tree.children(node)])
                table = regrets[player][rows, :hands]
                factors = discounts.positive[iteration], discounts.negative[iteration]
                table *= np.where(table > 0, *factors)
                table += below - values[node]
            changed = strategies_of(game, [np.maximum(table, 0) for table in regrets])[player]
            reach = {0: oracle.weights[player]}
            for node in range(len(game.tree)):
                for action, child in enumerate(game.tree.children(node)):
                    reach[child] = reach[node]
                    if game.tree.player[node] == player:
                        reach[child] = reach[node] * changed[node][action]
                        row = averages[player][game.rows[node].start + action]
                        row[:hands] = discounts.keep[iteration] * row[:hands] + reach[child]
    solver.iterate(count)
    found = solver.state()
    scale = game.matchups * game.spot.pot
    for player in range(3):
        np.testing.assert_allclose(found[f"regrets/{player}"], regrets[player], atol=1e-5 * scale)
    for node, rows in game.rows.items():
        player = int(game.tree.player[node])
        # Where all actions are worth the same to a hand, rounding chooses among them.
        decided = np.ptp(regrets[player][rows], axis=0) > 1e-4 * scale
        np.testing.assert_allclose(
            found[f"averages/{player}"][rows][:, decided],
            averages[player][rows][:, decided],
            atol=1e-2,
        )


def test_runs_reach_their_target_and_measure_each_player() -> None:
    spot = MultiwaySpot.of("QsJh2h7c4d", 90, [200, 60, 120], ["22+,A2s+", "A2+", "K9+,88+"])
    solver = MultiwaySolver(spot)
    progress = solver.run(target_pot_percent=0.2, max_iterations=2_000)
    known = progress.exploitability
    assert known.pot_percent <= 0.2
    assert known.gains is not None
    assert min(known.gains) > -1e-3
    assert sum(known.gains) == pytest.approx(3 * known.chips)
    # The pot at the start is shared in equal parts.
    assert sum(known.values or ()) == pytest.approx(0, abs=1e-3)
    assert sum(solver.solution().ev) == pytest.approx(spot.pot, abs=1e-3)


def test_results_do_not_depend_on_threads_and_resume() -> None:
    spot = random_spot(np.random.default_rng(5), hands=20)
    first, second = MultiwaySolver(spot, threads=1), MultiwaySolver(spot, threads=3)
    first.iterate(30)
    second.iterate(10)
    resumed = MultiwaySolver(spot)
    resumed.restore(second.state())
    resumed.iterate(20)
    expected = first.state()
    for name, array in resumed.state().items():
        np.testing.assert_array_equal(array, expected[name])
    with pytest.raises(InputError, match="different spot"):
        MultiwaySolver(random_spot(np.random.default_rng(6))).restore(first.state())


def test_a_solution_keeps_its_strategies() -> None:
    solver = MultiwaySolver(random_spot(np.random.default_rng(7), hands=20))
    solver.iterate(20)
    solution = solver.solution()
    before = solution.probabilities(0, solution.board).copy()
    solver.iterate(20)
    np.testing.assert_array_equal(solution.probabilities(0, solution.board), before)
    assert not np.array_equal(solver.average().probabilities(0, solution.board), before)


def test_tables_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.multiway.solver.available_bytes", lambda: 1_000)
    with pytest.raises(NotEnoughMemoryError, match="not enough memory: needs "):
        MultiwaySolver(random_spot(np.random.default_rng(0)))


def test_predictive_schedules_are_refused() -> None:
    with pytest.raises(InputError, match="must not be predictive"):
        MultiwaySolver(random_spot(np.random.default_rng(0)), schedule="predictive")
