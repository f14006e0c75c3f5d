"""Hand evaluation and equity against phevaluator, eval7 and PokerKit."""

import random
import sys
from collections.abc import Iterator
from importlib import import_module

import phevaluator
import pokerkit

from benchmarks.measure import (
    Figure,
    at_least,
    at_most,
    cpu_seconds,
    faster_than,
    wall_seconds,
)
from benchmarks.workloads import random_hands
from fifthstreet.cards import card_text, mask_of
from fifthstreet.cards.equity import equity
from fifthstreet.cards.hands import evaluate, evaluate_cards

BATCH = 2_000_000
PEER_HANDS = 20_000
NEOVERSE_N1_MILLIONS = 80.0


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    yield from _evaluation()
    yield from _equity()


def _evaluation() -> Iterator[Figure]:
    batch = random_hands(BATCH)
    ours = cpu_seconds(lambda: evaluate_cards(batch)) / BATCH
    rows = batch[:PEER_HANDS].tolist()
    by_eval7 = _eval7_seconds(rows)
    by_phevaluator = (
        cpu_seconds(lambda: [phevaluator.evaluate_cards(*row) for row in rows]) / PEER_HANDS
    )
    name = "7 cards, batch, one core"
    yield faster_than(name, ours * 1e9, "phevaluator in a loop", by_phevaluator * 1e9, "ns", 100)
    if by_eval7 is not None:
        yield faster_than(name, ours * 1e9, "eval7 in a loop", by_eval7 * 1e9, "ns", 50)
    yield at_least(name, 1e-6 / ours, NEOVERSE_N1_MILLIONS, "M/s")

    masks = [(mask_of(row[:2]), mask_of(row[2:])) for row in rows]
    call = cpu_seconds(lambda: [evaluate(hand, board) for hand, board in masks]) / PEER_HANDS
    if by_eval7 is not None:
        yield faster_than("7 cards, one call", call * 1e9, "eval7", by_eval7 * 1e9, "ns", 1)
    yield faster_than("7 cards, one call", call * 1e9, "phevaluator", by_phevaluator * 1e9, "ns", 1)


def _eval7_seconds(rows: list[list[int]]) -> float | None:
    """Return eval7's seconds per hand; None, with a message, if it is not installed."""
    try:
        eval7 = import_module("eval7")
    except ImportError:
        print("eval7 is left out: it has no build for this platform", file=sys.stderr)
        return None
    # Cards are converted to its own objects beforehand, so that only evaluation is measured.
    hands = [[eval7.Card(card_text(card)) for card in row] for row in rows]
    return cpu_seconds(lambda: [eval7.evaluate(hand) for hand in hands]) / len(hands)


def _equity() -> Iterator[Figure]:
    every_board = cpu_seconds(lambda: equity("AsAh", "KsKh", dead="2c", method="exact", threads=1))
    yield at_most("AsAh v KsKh without 2c preflop, every board, one core", every_board, 0.05, "s")
    from_table = cpu_seconds(lambda: equity("random", "random", method="exact", threads=1))
    yield at_most("1,326 v 1,326 preflop, from the table, one core", from_table, 0.3, "s")
    wall = wall_seconds(
        lambda: equity("random", "random", board="QsJh2h", method="exact", threads=2)
    )
    yield at_most("1,326 v 1,326 on a flop, exact, two threads", wall, 2.0, "s")

    samples = 1 << 18
    # Single hands, because PokerKit lists every combination of the ranges' hands before it samples.
    hands = ["AsKs", "QhQd", "JcTc", "9h9s", "Ad5d", "8h7h"]
    ours = cpu_seconds(
        lambda: equity(*hands, method="sample", samples=samples, threads=1), repeats=3
    )
    random.seed(1)
    peer_ranges = [list(pokerkit.parse_range(hand)) for hand in hands]
    peer_samples = 200
    theirs = cpu_seconds(
        lambda: pokerkit.calculate_equities(
            peer_ranges,
            (),
            2,
            5,
            pokerkit.Deck.STANDARD,
            (pokerkit.StandardHighHand,),
            sample_count=peer_samples,
        ),
        repeats=3,
    )
    yield faster_than(
        "sampling, 6 players, per deal",
        ours / samples * 1e6,
        "PokerKit",
        theirs / peer_samples * 1e6,
        "us",
        1000,
    )
