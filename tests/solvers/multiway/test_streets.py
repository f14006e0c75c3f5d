"""Flops and turns with three ranges: against every triple of hands on every runout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range, cards_text
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.multiway import (
    MultiwaySolver,
    MultiwaySpot,
    RunoutGame,
    opposing_pairs,
    solve_multiway,
)
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import NO_RAKE, Kind, Rake, Sizes, settle
from fifthstreet.tree.strategy import Lock
from tests.oracles.triple_streets import TripleStreetOracle

STACKS = [(100, 100, 100), (100, 25, 60), (0, 80, 50)]


def random_spot(
    random: np.random.Generator,
    cards: int = 4,
    *,
    hands: int = 3,
    stacks: Any = (100, 25, 60),
    rake: Rake = NO_RAKE,
    **options: Any,
) -> MultiwaySpot:
    """Return a spot with a few hands each, from a small pool, so that they often share cards."""
    board = random.permutation(52)[:cards].tolist()
    mask = np.uint64(sum(1 << card for card in board))
    pool = random.permutation(np.flatnonzero(mask & HOLE_MASKS == 0))[: 3 * hands]
    ranges = []
    for _ in range(3):
        weights = np.zeros(HOLE_COUNT, np.float32)
        weights[random.permutation(pool)[:hands]] = random.integers(1, 17, hands) / 16
        ranges.append(Range(weights))
    betting: dict[str, Any] = {"bets": "60%", "raises": "a", "max_raises": 1, **options}
    return MultiwaySpot.of(cards_text(board), 60, stacks, ranges, rake=rake, **betting)


def oracle_of(game: RunoutGame) -> TripleStreetOracle:
    holes = [of.tolist() for of in game.holes]
    weights = [row[: len(of)].tolist() for row, of in zip(game.weights, holes, strict=True)]
    return TripleStreetOracle(game.tree, game.spot.board, holes, weights, game.spot.rake)


def solved(spot: MultiwaySpot, iterations: int, **options: Any) -> MultiwaySolver:
    """Return a solver after some iterations; random regrets make the strategies different."""
    solver = MultiwaySolver(spot, threads=1, **options)
    solver.iterate(iterations)
    return solver


def check_against_oracle(solver: MultiwaySolver) -> None:
    game, solution = solver.game, solver.solution()
    assert isinstance(game, RunoutGame)
    oracle = oracle_of(game)
    assert game.matchups == pytest.approx(oracle.matchups(), rel=1e-5)

    def strategy(node: int, board: tuple[int, ...]) -> np.ndarray:
        player = int(game.tree.player[node])
        return np.nan_to_num(solution.probabilities(node, board)[:, game.holes[player]])

    tolerance = 2e-5 * game.matchups * game.spot.pot
    won = 0.0
    for player in range(3):
        found = game.first_values(solution.averages, player, threads=2)
        hands = len(game.holes[player])
        for is_best in (False, True):
            expected = oracle.values(player, strategy, is_best=is_best)
            np.testing.assert_allclose(found[int(is_best), 0, :hands], expected, atol=tolerance)
        won += game.chips(player, found[0, 0])
    if not game.spot.rake.rate:
        assert won == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_turns_match_all_triples_on_all_rivers(seed: int) -> None:
    random = np.random.default_rng(seed)
    rake = Rake(0.05, 4) if seed == 1 else NO_RAKE
    spot = random_spot(random, hands=2, stacks=STACKS[seed], rake=rake)
    check_against_oracle(solved(spot, 3, runouts=(1, 16)))


def test_flops_match_all_triples_on_all_runouts() -> None:
    """Bets on the flop only, some of them all-in."""
    random = np.random.default_rng(7)
    menus = Sizes.by_street({1: Sizes.uniform("60%", raises="a").menu(0, 1)})
    spot = random_spot(random, 3, hands=2, stacks=(40, 0, 90), sizes=menus, max_raises=2)
    check_against_oracle(solved(spot, 8, runouts=(7, 12)))


def test_nodes_match_all_triples() -> None:
    spot = random_spot(np.random.default_rng(4), hands=2)
    solver = solved(spot, 6)
    solution, game = solver.solution(), solver.game
    assert isinstance(game, RunoutGame)
    oracle, tree = oracle_of(game), game.tree

    def strategy(node: int, board: tuple[int, ...]) -> np.ndarray:
        player = int(tree.player[node])
        return np.nan_to_num(solution.probabilities(node, board)[:, game.holes[player]])

    river = next(card for card in range(52) if card not in spot.board)
    paths = ["r", "r:k", tree.path(int(np.flatnonzero(tree.kind == Kind.DEAL)[0]))]
    dealt = f"{paths[-1]}:n{cards_text([river])}"
    paths += [dealt, f"{dealt}:k"]
    for path in paths:
        shown = solution.node(path)
        node, cards = tree.find(path)
        board = (*spot.board, *cards)
        reach = [row[of] for row, of in zip(shown.reach, game.holes, strict=True)]
        assert shown.board == board
        for player in range(3):
            opposing = shown.opposing[player][game.holes[player]]
            first, second = (reach[other] for other in range(3) if other != player)
            known = opposing > 1e-3 * first.sum() * second.sum()
            values = oracle.values(
                player, strategy, is_best=False, node=node, reach=reach, board=board
            )
            put_in = float(tree.committed[node, player]) * tree.rules.chip + spot.pot / 3
            possible = ~np.isnan(shown.ev[player][game.holes[player]])
            at = known & possible
            np.testing.assert_allclose(
                shown.ev[player][game.holes[player][at]],
                values[at] / opposing[at] + put_in,
                atol=0.02,
            )
        equity = [
            float(np.nansum(row * reach_ * fit))
            for row, reach_, fit in zip(shown.shares, shown.reach, shown.opposing, strict=True)
        ]
        fit = float(np.nansum(shown.reach[0] * shown.opposing[0]))
        assert sum(equity) == pytest.approx(fit, rel=1e-4)


def test_opposing_pairs_match_loops() -> None:
    random = np.random.default_rng(5)
    rows = np.zeros((2, HOLE_COUNT))
    held = random.permutation(HOLE_COUNT)[:60]
    rows[:, held] = random.random((2, 60))
    found = opposing_pairs(rows[0], rows[1])
    masks = HOLE_MASKS.tolist()
    for hand in held[:10].tolist():
        expected = sum(
            rows[0][one] * rows[1][other]
            for one in held.tolist()
            for other in held.tolist()
            if not (masks[hand] & (masks[one] | masks[other]) or masks[one] & masks[other])
        )
        assert found[hand] == pytest.approx(expected, rel=1e-9)


def test_results_do_not_depend_on_threads_and_resume() -> None:
    spot = random_spot(np.random.default_rng(6), 4, hands=6)
    solvers = [MultiwaySolver(spot, threads=threads, runouts=(1, 48)) for threads in (1, 2, 4)]
    for solver in solvers:
        solver.iterate(4)
    first = solvers[0].state()
    resumed = MultiwaySolver(spot, threads=2, runouts=(1, 48))
    half = MultiwaySolver(spot, threads=1, runouts=(1, 48))
    half.iterate(2)
    resumed.restore(half.state())
    resumed.iterate(2)
    for other in (*solvers[1:], resumed):
        for name, array in other.state().items():
            np.testing.assert_array_equal(array, first[name])
        assert other.exploitability() == solvers[0].exploitability()
    with pytest.raises(InputError, match="different runouts"):
        MultiwaySolver(spot, runouts=(1, 12)).restore(first)


def test_a_flop_does_not_depend_on_threads() -> None:
    spot = random_spot(np.random.default_rng(8), 3, hands=2, stacks=20)
    states = []
    for threads in (1, 3):
        solver = MultiwaySolver(spot, threads=threads, runouts=(7, 16))
        solver.iterate(3)
        states.append(solver.state())
    for name, array in states[0].items():
        np.testing.assert_array_equal(array, states[1][name])


def test_gains_fall_with_sampled_rivers_as_with_all() -> None:
    ranges = ["AA,KK,AQs,T9s", "QQ,AJs,KQs,87s", "88,77,AKo"]
    spot = MultiwaySpot.of("QsJh2h7c", 90, [200, 120, 200], ranges, bets="75%", raises="")
    gains = []
    for dealt, iterations in ((48, 40), (12, 160)):
        solver = MultiwaySolver(spot, threads=1, runouts=(1, dealt))
        solver.iterate(iterations)
        gains.append(max(solver.exploitability().gains or ()))
    assert max(gains) < 0.03 * spot.pot
    # The pot at the start is shared in equal parts.
    assert sum(solver.exploitability().values or ()) == pytest.approx(0, abs=1e-2)


def test_a_player_without_chips_leaves_the_two_player_game() -> None:
    """With a hand that always loses, they change nothing for the two others."""
    board, dead = "Kh8d5s9c", "3c2c"
    ranges = ["AA,QQ,KJs", "JJ,TT,KQs,AKs"]
    spot = MultiwaySpot.of(board, 60, [90, 90, 0], [*ranges, dead], bets="60%", raises="a")
    solution = solve_multiway(spot, target_pot_percent=0.1, progress=False, threads=1)
    # Hands of the two players that hold the third player's cards cannot be dealt.
    without = [Range.parse(text).without((1 << 0) | (1 << 4)) for text in ranges]
    pair = Spot.of(board, 60, 90, oop=without[0], ip=without[1], bets="60%", raises="a")
    expected = fs.solve(pair, target_pot_percent=0.1, progress=False, threads=1)
    assert solution.ev[:2] == pytest.approx(expected.ev, abs=0.15)
    assert solution.ev[2] == pytest.approx(0, abs=0.01)


def test_locks_apply_to_all_rivers_or_to_one() -> None:
    spot = random_spot(np.random.default_rng(9), hands=4, stacks=100)
    deal = spot.tree.path(int(np.flatnonzero(spot.tree.kind == Kind.DEAL)[0]))
    cards = [card for card in range(52) if card not in spot.board][:2]
    one, other = (f"{deal}:n{cards_text([card])}" for card in cards)
    every = Lock(f"{deal}:n", {"k": 1.0})
    only = Lock(one, {"k": 0.25, spot.tree.actions(spot.tree.find(one)[0])[1]: 0.75})
    locked = MultiwaySpot(spot.board, spot.ranges, spot.rules, locks=(every, only))
    solution = solved(locked, 2).solution()
    for path, share in ((one, 0.25), (other, 1.0)):
        checks = solution.node(path).strategy[0]
        np.testing.assert_allclose(checks[~np.isnan(checks)], share)


def test_a_solution_and_its_file(tmp_path: Any) -> None:
    spot = random_spot(np.random.default_rng(10), hands=4)
    solver = solved(spot, 4)
    solution = solver.solution()
    before = solution.averages[0].copy()
    solver.iterate(2)
    np.testing.assert_array_equal(solution.averages[0], before)
    assert sum(solution.ev) == pytest.approx(spot.pot, abs=1e-3)
    path = tmp_path / "turn.solution"
    solution.save(path)
    again = fs.solvers.multiway.open_multiway(path)
    assert again.ev == solution.ev
    river = next(card for card in range(52) if card not in spot.board)
    deal = spot.tree.path(int(np.flatnonzero(spot.tree.kind == Kind.DEAL)[0]), [river])
    deal = f"{deal}:n{cards_text([river])}"
    np.testing.assert_array_equal(again.node(deal).strategy, solution.node(deal).strategy)
    for wrong, message in (
        (deal.rpartition(":")[0] + ":n", "path must name the card of each deal"),
        (deal.rpartition(":")[0] + f":n{cards_text(spot.board[:1])}", "is on the board"),
    ):
        with pytest.raises(InputError, match=message):
            solution.node(wrong)


@pytest.mark.parametrize(
    ("cards", "options", "message"),
    [
        (4, {"runouts": (1, 7)}, "runouts: rivers must divide 48, got 7"),
        (3, {"runouts": (8, 8)}, "runouts: turns must divide 49, got 8"),
        (5, {"runouts": (1, 48)}, "runouts must be omitted on a river"),
        (4, {"seed": -1}, "seed must be"),
    ],
)
def test_wrong_options_are_refused(cards: int, options: dict[str, Any], message: str) -> None:
    spot = random_spot(np.random.default_rng(0), cards)
    with pytest.raises(InputError, match=message):
        MultiwaySolver(spot, **options)


def test_tables_that_do_not_fit_say_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.multiway.solver.available_bytes", lambda: 1_000)
    with pytest.raises(NotEnoughMemoryError, match="Use fewer bet sizes"):
        MultiwaySolver(random_spot(np.random.default_rng(0), 3))


def test_settlements_are_shared_with_the_tree() -> None:
    """A fold before the river pays what `settle` says."""
    spot = random_spot(np.random.default_rng(11), stacks=100)
    solution = solved(spot, 1).solution()
    end = int(np.flatnonzero(spot.tree.kind == Kind.FOLD)[0])
    shown = solution.node(spot.tree.path(end))
    won = settle(spot.tree, end, [0, 0, 0])
    winner = shown.has_folded.index(False)
    put_in = float(spot.tree.committed[end, winner]) + spot.pot / 3
    assert np.nanmax(shown.ev[winner]) == pytest.approx(won[winner] + put_in, rel=1e-4)
