"""Targets for cards, ranges, hands and amounts of chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.cards import (
    Range,
    cards_text,
    parse_cards,
    parse_hands,
    parse_hole,
)
from fifthstreet.cards.hands import matching_hands
from fifthstreet.game.chips import chips_text, parse_chips
from fifthstreet.solvers.postflop.spot.spot import parse_board
from fifthstreet.support.options import option_value
from fuzz.target import Target, text_target

TEXTS = Path(__file__).parent.parent / "tests/faults/corpus"


def example_texts(name: str) -> Callable[[], Iterator[str]]:
    """Return the function that yields the examples of a parser's tests."""

    def texts() -> Iterator[str]:
        for path in sorted(TEXTS.glob(f"{name}*.txt")):
            yield from path.read_text(encoding="utf-8").split("\n---\n")

    return texts


def _check_cards(text: str) -> None:
    cards = parse_cards(text)
    assert parse_cards(cards_text(cards)) == cards


def _check_range(text: str) -> None:
    weights = Range.parse(text)
    again = Range.parse(weights.text())
    np.testing.assert_allclose(again.weights, weights.weights, atol=1e-4)


def _check_hands(text: str) -> None:
    for count in (4, 5, 6):
        hands = parse_hands(text, count)
        assert np.all(hands.weights > 0)


def _check_chips(text: str) -> None:
    kinds: tuple[Any, ...] = (int, float, Fraction, Decimal)
    for kind in kinds:
        try:
            amount = parse_chips(text, kind)
        except ValueError:
            continue
        assert isinstance(amount, kind)
        assert amount == parse_chips(text, kind)
        chips_text(amount)


TARGETS: list[Target] = [
    text_target("cards", _check_cards, example_texts("cards"), 256),
    text_target("range", _check_range, example_texts("range"), 1024),
    text_target("omaha_range", _check_hands, example_texts("omaha"), 64),
    text_target("hole", parse_hole, example_texts("hole"), 64),
    text_target("board", parse_board, example_texts("board"), 64),
    text_target(
        "hand_classes", lambda text: matching_hands(text, "QsJh2h"), example_texts("classes"), 256
    ),
    text_target("chips", _check_chips, example_texts("chips"), 128),
    text_target("option", option_value, example_texts("option"), 256),
]
