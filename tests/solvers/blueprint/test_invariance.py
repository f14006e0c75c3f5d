"""What results may depend on: the seed and the batch, never threads or how a run is cut."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import cards_text, hole_permutation, parse_cards
from fifthstreet.solvers.blueprint.deals import DealsSolver
from fifthstreet.solvers.cfr.schemes import Pruning
from tests.solvers.blueprint.small_spots import FLOP, TURN

OPTIONS: list[dict[str, Any]] = [
    {},
    {"precision": "bfloat16"},
    {"pruning": Pruning(below=-2.0, share=0.7)},
    {"any_board": True},
]


def same(first: DealsSolver, second: DealsSolver) -> bool:
    one, other = first.state(), second.state()
    return one["facts"] == other["facts"] and all(
        np.array_equal(one[name], other[name]) for name in ("rows", "shard_words")
    )


@pytest.mark.parametrize("options", OPTIONS)
def test_the_same_bits_on_any_number_of_threads(options: dict[str, Any]) -> None:
    solvers = [DealsSolver(FLOP, batch=100, threads=n, seed=3, **options) for n in (1, 2, 3)]
    for solver in solvers:
        solver.run(iterations=3_000)
    assert same(solvers[0], solvers[1])
    assert same(solvers[0], solvers[2])
    assert solvers[0].iteration == 3_000


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5), st.sampled_from(OPTIONS))
def test_the_same_bits_however_a_run_is_cut(cuts: list[int], options: dict[str, Any]) -> None:
    whole, parts = (DealsSolver(FLOP, batch=16, **options) for _ in range(2))
    whole.run(iterations=16 * sum(cuts))
    for cut in cuts:
        parts.run(iterations=16 * cut)
    assert same(whole, parts)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_restored_state_goes_on_to_the_same_bits(options: dict[str, Any]) -> None:
    first, second = (DealsSolver(FLOP, batch=64, **options) for _ in range(2))
    first.run(iterations=1_000)
    second.restore(first.state())
    assert same(first, second)
    assert second.table_bytes == first.table_bytes
    for solver in (first, second):
        solver.run(iterations=1_000)
    assert same(first, second)


def test_another_seed_is_another_result() -> None:
    first, second = (DealsSolver(TURN, seed=seed) for seed in (1, 2))
    for solver in (first, second):
        solver.run(iterations=1_000)
    assert not same(first, second)


def test_whole_batches_are_run() -> None:
    solver = DealsSolver(TURN, batch=100)
    solver.run(iterations=101)
    assert solver.iteration == 200


def test_strategies_are_the_same_up_to_suits() -> None:
    # On a board of spades, clubs, diamonds and hearts may be swapped.
    solver = DealsSolver(FLOP, batch=64)
    solver.run(iterations=30_000)
    perm = (2, 0, 1, 3)
    cards = tuple(int(card) for card in parse_cards("Js7s2s9h4d"))
    images = tuple(card // 4 * 4 + perm[card % 4] for card in cards)
    for path in ("r", "r:k", "r:k:k:n", "r:k:k:n:k:k:n", "r:k:k:n:k:k:n:k"):
        seen = 3 + path.count("n")
        here = solver.node(path, cards_text(cards[:seen]))
        there = solver.node(path, cards_text(images[:seen]))
        np.testing.assert_array_equal(here, there[:, hole_permutation(perm)])
    assert np.nanstd(solver.node("r")) > 0


def test_symmetric_suits_save_rows() -> None:
    plain = DealsSolver(FLOP, batch=64, runout="9h4d")
    plain.run(iterations=5_000)
    one_suit = DealsSolver(FLOP, batch=64, runout="9s4s")
    one_suit.run(iterations=5_000)
    # Four suits that differ, against three that are alike.
    assert one_suit.information_sets < 0.5 * plain.information_sets
