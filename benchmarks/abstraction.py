"""Indices and exact features of hands, against plain NumPy with phevaluator, and against limits."""

import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import phevaluator
from numpy.typing import NDArray

from benchmarks.measure import Figure, at_least, at_most, cpu_seconds, faster_than
from benchmarks.workloads import random_hands
from fifthstreet.abstraction import (
    RECIPES,
    CardAbstraction,
    HandIndex,
    build_abstraction,
    flop_strengths,
    hand_strengths,
    hold_em_index,
    make_flop_subset,
    strength_blocks,
)
from fifthstreet.cards import (
    HOLE_CARDS,
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    canonical_boards,
    cards_of,
    permute_mask,
)

ROUNDS = (2, 3, 1, 1)
DEALS = 1_000_000
PEER_DEALS = 50_000
SAMPLE = 2_000  # boards, one in 67
THREADS = 2
POSTFLOP = {"flop": 3, "turn": 4, "river": 5}  # cards of the board
# Sizes of flop subsets, and the errors they had when they took up to 92 seconds: RMS of the mean
# strength of hand classes, in percentage points.
SUBSETS = {10: 1.73, 25: 0.717, 50: 0.422, 100: 0.172, 184: 0.0892, 500: 0.0161, 1_000: 0.01}


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    yield from _indices()
    yield from _river_strengths()
    yield from _look_ups()
    yield from _whole_streets()
    yield from _flop_subsets()
    yield from _recipes()


def _indices() -> Iterator[Figure]:
    index = HandIndex(ROUNDS)
    deals = random_hands(DEALS)
    ours = cpu_seconds(lambda: index.index(deals)) / DEALS
    few = deals[:PEER_DEALS]
    theirs = cpu_seconds(lambda: _numpy_representatives(few), repeats=3) / PEER_DEALS
    name = "index of four rounds, one core"
    yield at_least(name, 1e-6 / ours, 5.0, "M/s")
    yield faster_than(name, ours * 1e9, "NumPy, 24 relabellings", theirs * 1e9, "ns", 10)
    numbers = index.index(deals)
    back = cpu_seconds(lambda: index.unindex(3, numbers), repeats=3) / DEALS
    yield at_least("un-index of four rounds, one core", 1e-6 / back, 1.0, "M/s")
    boards = canonical_boards(5)[0][:: 134_459 // SAMPLE]
    rows = cpu_seconds(lambda: hold_em_index(5).index_holes(boards)) / len(boards) / 1081
    yield at_least("index of all hands on a board, one core", 1e-6 / rows, 20.0, "M/s")


def _numpy_representatives(deals: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the smallest of all relabellings of each deal, as one mask per round."""
    bits = np.uint64(1) << deals.astype(np.uint64)
    rounds = np.split(bits, np.cumsum(ROUNDS)[:-1], axis=1)
    masks = np.stack([cards.sum(axis=1, dtype=np.uint64) for cards in rounds])  # [rounds, N]
    best = masks.copy()
    for perm in SUIT_PERMUTATIONS:
        image = permute_mask(masks, perm)
        is_less = np.zeros(masks.shape[1], np.bool_)
        for ours, theirs in zip(image[::-1], best[::-1], strict=True):
            is_less = (ours < theirs) | ((ours == theirs) & is_less)
        np.copyto(best, image, where=is_less)
    return best


def _river_strengths() -> Iterator[Figure]:
    """Compare the strengths of all hands on a board, and check that they are the same."""
    number = 70_000
    board = canonical_boards(5)[0][number]
    theirs = cpu_seconds(lambda: _numpy_strengths(int(board)), repeats=3)
    (block,) = strength_blocks(5, boards=slice(number, number + 1))
    expected = _numpy_strengths(int(board))[block.hands]
    if not np.allclose(block.strengths.ehs, expected, atol=1e-6):
        raise ValueError("the strengths of the two sides differ")
    some = slice(None, None, 134_459 // SAMPLE)
    count = len(range(134_459)[some])
    ours = cpu_seconds(lambda: [*strength_blocks(5, boards=some, threads=1)], repeats=3) / count
    name = "strengths on a complete board"
    yield faster_than(name, ours * 1e6, "NumPy and phevaluator", theirs * 1e6, "us", 50)


def _numpy_strengths(board: int) -> NDArray[np.float64]:
    """Return the strength of each of the 1,326 hands on a board; arbitrary for blocked hands."""
    known = cards_of(board)
    is_free = HOLE_MASKS & np.uint64(board) == 0
    ranks = np.full(len(HOLE_MASKS), 9999)  # the lowest number is the best hand
    for hand in np.flatnonzero(is_free):
        ranks[hand] = phevaluator.evaluate_cards(*HOLE_CARDS[hand].tolist(), *known)
    can_meet = (HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0) & is_free
    won = (can_meet & (ranks[:, None] < ranks[None, :])).sum(axis=1)
    tied = (can_meet & (ranks[:, None] == ranks[None, :])).sum(axis=1)
    strengths: NDArray[np.float64] = (won + tied / 2) / np.maximum(can_meet.sum(axis=1), 1)
    return strengths


def _whole_streets() -> Iterator[Figure]:
    """Measure whole streets once: they take many seconds."""
    for name, board_cards, bins, limit in (
        ("EHS of all 123,156,254 river hands, two threads", 5, None, 60.0),
        ("EHS, 50 bins of all 1,286,792 flop hands, two threads", 3, 50, 180.0),
    ):
        start = time.perf_counter()
        hand_strengths(board_cards, bins=bins, threads=THREADS)
        yield at_most(name, time.perf_counter() - start, limit, "s")


def _look_ups() -> Iterator[Figure]:
    """Measure look-ups of random hands on random boards, in tables that no cache holds."""
    sizes = {name: hold_em_index(cards).size(1) for name, cards in POSTFLOP.items()}
    tables = {name: (np.arange(size) % 200).astype(np.uint8) for name, size in sizes.items()}
    abstraction = CardAbstraction(tables, dict.fromkeys(tables, 200))
    deals = random_hands(DEALS)
    for name, cards in POSTFLOP.items():
        some = np.ascontiguousarray(deals[:, : 2 + cards])
        seconds = cpu_seconds(partial(abstraction.buckets_of_cards, some)) / DEALS
        yield at_least(f"look-ups of buckets, {name}, one core", 1e-6 / seconds, 10.0, "M/s")
        boards = canonical_boards(cards)[0][:: max(sizes[name] // 1_000_000, 1)][:SAMPLE]
        seconds = cpu_seconds(partial(abstraction.buckets_of_boards, boards))
        rate = 1e-6 * len(boards) * len(HOLE_CARDS) / seconds
        yield at_least(f"look-ups of all hands on a board, {name}, one core", rate, 20.0, "M/s")


def _flop_subsets() -> Iterator[Figure]:
    """Choose subsets once, and compare their errors with limits."""
    strengths = flop_strengths(threads=THREADS)
    for count, limit in SUBSETS.items():
        start = time.process_time()
        subset = make_flop_subset(count, strengths, threads=1)
        seconds = time.process_time() - start
        yield at_most(f"subset of {count:,} flops, one core", seconds, 60.0, "s")
        points = 100 * subset.error.ehs_rms
        yield at_most(f"error of a subset of {count:,} flops", points, limit, "points")


def _recipes() -> Iterator[Figure]:
    """Build abstractions once: they take minutes."""
    for name, limit in (("tiny", 180.0), ("medium", 600.0)):
        start = time.perf_counter()
        build_abstraction(RECIPES[name], threads=THREADS)
        seconds = time.perf_counter() - start
        yield at_most(f"{name} abstraction, two threads", seconds, limit, "s")
