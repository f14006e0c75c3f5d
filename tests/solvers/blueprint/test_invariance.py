"""Results depend on the seed and the batch, never on threads or on how a run is split."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import cards_text, hole_permutation, parse_hole
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr.schemes import Pruning
from tests.solvers.blueprint.small_spots import (
    FLOP,
    SIX_PREFLOP,
    THREE_TO_THE_FLOP,
    TURN,
    SmallGame,
    board_of,
)
from tests.thoroughness import examples

CASES: list[tuple[SmallGame, dict[str, Any]]] = [
    (FLOP, {}),
    (FLOP, {"precision": "bfloat16"}),
    (FLOP, {"pruning": Pruning(below=-2.0, share=0.7)}),
    (FLOP, {"board": ()}),
    (THREE_TO_THE_FLOP, {}),
    (THREE_TO_THE_FLOP, {"precision": "bfloat16", "pruning": Pruning(below=-2.0, share=0.7)}),
    (SIX_PREFLOP, {}),
]


def same_state(first: BlueprintSolver, second: BlueprintSolver) -> bool:
    one, other = first.state(), second.state()
    return one["facts"] == other["facts"] and all(
        np.array_equal(one[name], other[name]) for name in ("rows", "shard_words")
    )


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_same_bits_on_any_number_of_threads(game: SmallGame, options: dict[str, Any]) -> None:
    solvers = [game.solver(batch=100, threads=threads, seed=3, **options) for threads in (1, 2, 3)]
    for solver in solvers:
        solver.iterate(3_000)
    assert same_state(solvers[0], solvers[1])
    assert same_state(solvers[0], solvers[2])
    assert solvers[0].iteration == 3_000


@settings(max_examples=examples(15), deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5), st.sampled_from(CASES))
def test_the_same_bits_however_a_run_is_split(
    cuts: list[int], case: tuple[SmallGame, dict[str, Any]]
) -> None:
    game, options = case
    whole, parts = (game.solver(batch=16, **options) for _ in range(2))
    whole.iterate(16 * sum(cuts))
    for batches in cuts:
        parts.iterate(16 * batches)
    assert same_state(whole, parts)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_restored_state_is_resumed_to_the_same_bits(
    game: SmallGame, options: dict[str, Any]
) -> None:
    first, second = (game.solver(batch=64, **options) for _ in range(2))
    first.iterate(1_000)
    second.restore(first.state())
    assert same_state(first, second)
    assert second.iteration == first.iteration
    assert second.table_bytes == first.table_bytes
    for solver in (first, second):
        solver.iterate(1_000)
    assert same_state(first, second)


def test_a_restored_state_has_the_curve() -> None:
    first, second = (TURN.solver(batch=64) for _ in range(2))
    first.run(iterations=1_000)
    second.restore(first.state())
    assert second.curve == first.curve
    assert len(second.curve) == 2


def test_another_seed_gives_another_result() -> None:
    first, second = (TURN.solver(seed=seed) for seed in (1, 2))
    for solver in (first, second):
        solver.iterate(1_000)
    assert not same_state(first, second)


def test_only_whole_batches_are_run() -> None:
    solver = TURN.solver(batch=100)
    solver.iterate(101)
    assert solver.iteration == 200


def test_strategies_are_the_same_up_to_suits() -> None:
    # On a board of three spades the other suits may be swapped.
    solver = FLOP.solver(batch=64)
    solver.iterate(30_000)
    strategy = solver.average()
    perm = (2, 0, 1, 3)
    cards = board_of("Js7s2s9h4d")
    images = tuple(card // 4 * 4 + perm[card % 4] for card in cards)
    for path in ("r", "r:k", "r:k:k:n", "r:k:k:n:k:k:n", "r:k:k:n:k:k:n:k"):
        count = 3 + path.count("n")
        shares = strategy.node(path, cards_text(cards[:count]))
        image_shares = strategy.node(path, cards_text(images[:count]))
        np.testing.assert_array_equal(shares, image_shares[:, hole_permutation(perm)])
    assert np.nanstd(strategy.node("r")) > 0


def test_preflop_strategies_are_the_same_for_all_hands_of_a_class() -> None:
    solver = SIX_PREFLOP.solver(batch=64)
    solver.iterate(5_000)
    shares = solver.average().node("r")
    for hand, other in (("AsKs", "AhKh"), ("9c9d", "9h9s"), ("Td9d", "Ts9s")):
        np.testing.assert_array_equal(shares[:, parse_hole(hand)], shares[:, parse_hole(other)])
    assert np.std(shares) > 0


def test_symmetric_suits_save_rows() -> None:
    plain = FLOP.solver(batch=64, runout=board_of("9h4d"))
    plain.iterate(5_000)
    one_suit = FLOP.solver(batch=64, runout=board_of("9s4s"))
    one_suit.iterate(5_000)
    # Three suits are alike on a board of spades; on the other board all four differ.
    assert one_suit.information_sets < 0.5 * plain.information_sets
