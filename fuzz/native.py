"""Targets for valid calls of the native core, compared with the slow versions in tests/oracles.

Most are properties of Hypothesis, whose choices are the fuzzer's bytes, drawn as in the tests of
the same part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.abstraction.test_clustering import test_the_result_is_that_of_the_slow_version
from tests.cards.equity.test_equity import check_against_oracle
from tests.envs.games import random_game
from tests.envs.twin import Twin
from tests.formats.draws import spots as solver_spots
from tests.oracles.cfr import Cfr
from tests.oracles.dealing import hand_pairs
from tests.oracles.naive_hands import NAIVE_TYPES, naive_score
from tests.oracles.naive_isomorphism import in_rounds, representative
from tests.oracles.spots import spots
from tests.solvers.cfr.small_games import RandomGame
from tests.solvers.cfr.test_sampling_against_oracle import test_random_games
from tests.tree.test_against_oracle import (
    test_added_and_removed_lines_match_the_oracle,
    test_every_node_matches_the_oracle,
)

from fifthstreet.abstraction import HandIndex
from fifthstreet.cards.equity import GAMES
from fifthstreet.cards.hands.types import HAND_TYPES
from fifthstreet.solvers.cfr import FullSolver
from fifthstreet.solvers.common import Vanilla
from fifthstreet.solvers.postflop import Solver, Spot
from fuzz.target import ByteGenerator, Bytes, Target, accepted

_GAMES = ("holdem", "short-deck", "greek", "holdem-8", "omaha")


def _one(_: int) -> float:
    return 1.0


@given(st.sampled_from(sorted(NAIVE_TYPES)), st.data())
def check_evaluators(name: str, data: st.DataObject) -> None:
    """Two hands of any type compare as the slow version says."""
    hand_type = HAND_TYPES[name]
    hole, board = data.draw(st.sampled_from([(5, 0), (7, 0), (2, 5), (4, 5), (3, 0), (1, 2)]))
    if len(hand_type.deck) < 2 * hole + board or not hand_type.evaluator:
        return
    first, second, shared = data.draw(hand_pairs(hand_type.deck, hole, board))
    ours = [accepted(hand_type.strength, hand, shared) for hand in (first, second)]
    if None in ours:
        return
    theirs = [naive_score(name, tuple(sorted(hand)), shared) for hand in (first, second)]
    assert (ours[0] < ours[1]) == (theirs[0] < theirs[1])  # type: ignore[operator]
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])


@given(st.sampled_from(_GAMES), st.data())
def check_equity(name: str, data: st.DataObject) -> None:
    """Equities on turns and rivers equal the slow version's."""
    hole = GAMES[name].hole_cards
    boards = st.integers(4 if hole == 2 else 5, 5)
    drawn = spots(GAMES[name].deck, hole, players=st.integers(2, 3), boards=boards, most_hands=3)
    check_against_oracle(data.draw(drawn), name)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.permutations(range(52)))
def check_hand_index(rounds: list[int], deck: list[int]) -> None:
    """Deals have the same index exactly if relabelled suits make them the same."""
    index = accepted(HandIndex, tuple(rounds))
    if index is None:
        return
    deals = np.array([deck[: sum(rounds)], deck[52 - sum(rounds) :]], np.uint8)
    numbers = index.index(deals)
    shown = index.unindex(len(rounds) - 1, numbers)
    np.testing.assert_array_equal(index.index(shown), numbers)
    for deal, back in zip(deals.tolist(), shown.tolist(), strict=True):
        assert representative(in_rounds(deal, rounds)) == representative(in_rounds(back, rounds))


@given(
    st.builds(
        RandomGame,
        seed=st.integers(0, 10**6),
        players=st.integers(2, 4),
        depth=st.integers(1, 5),
        zero_sum=st.booleans(),
    ),
    st.integers(1, 4),
)
def check_full_cfr(game: RandomGame, iterations: int) -> None:
    """Regrets and averages equal the slow version's."""
    solver = FullSolver(game, schedule=Vanilla())
    oracle = Cfr(game, _one, _one, _one)
    for _ in range(iterations):
        oracle.iterate()
    solver.iterate(iterations)
    for table, other in ((solver.regrets, oracle.regrets), (solver.averages, oracle.averages)):
        flat = [number for key in solver.tree.keys for number in other[key]]
        np.testing.assert_allclose(table, flat, atol=1e-12, rtol=1e-12)


@given(solver_spots(), st.sampled_from(["float32", "int16"]), st.integers(1, 3))
@settings(deadline=None)
def check_range_solver(spot: Spot, precision: str, iterations: int) -> None:
    """The players win the pot, less the rake, and never more by a best response."""
    if spot.street < 3 and len(spot.tree) > 40:
        return
    solver = accepted(lambda: Solver(spot, precision=precision, threads=1))
    if solver is None:
        return
    solver.iterate(iterations)
    values = solver.solution().ev
    assert np.all(np.isfinite(values))
    assert sum(values) <= spot.pot * (1 + 1e-3)
    if not spot.rake.rate:
        np.testing.assert_allclose(sum(values), spot.pot, rtol=1e-3)


def _check_tables(data: bytes) -> None:
    """A batch of tables plays as the rules engine does."""
    rng: Any = ByteGenerator(Bytes(data))
    game = accepted(random_game, rng)
    if game is not None:
        twin = Twin(game, 2, int(rng.integers(2**32)))
        twin.rng = rng
        twin.play(12)


def _given(name: str, test: Callable[..., None]) -> Target:
    one_input = test.hypothesis.fuzz_one_input  # type: ignore[attr-defined]
    return Target(name, one_input, _seeds, is_native=True)


def _seeds() -> Iterator[bytes]:
    for seed in range(8):
        yield np.random.default_rng(seed).bytes(600)


TARGETS: list[Target] = [
    _given("evaluators", check_evaluators),
    _given("equity", check_equity),
    _given("hand_index", check_hand_index),
    _given("trees", test_every_node_matches_the_oracle),
    _given("tree_lines", test_added_and_removed_lines_match_the_oracle),
    _given("full_cfr", check_full_cfr),
    _given("sampled_cfr", test_random_games),
    _given("range_solver", check_range_solver),
    _given("clusters", test_the_result_is_that_of_the_slow_version),
    Target("tables", _check_tables, _seeds, is_native=True),
]
