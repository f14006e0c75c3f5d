"""Paths of betting as text, like `r:k:b94:c:n8c:b55`.

Steps are joined by colons: `r` the root, `k` check, `c` call, `f` fold, `b94` bet or raise to 94
on this street, `a` all-in, `n` a deal; `n8c` names the card that comes, `nQsJh2h` a flop.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from math import isfinite

from fifthstreet.cards import parse_cards


class Move(IntEnum):
    """What led to a node. BET is a bet or a raise, ALL_IN one of all that can be called."""

    ROOT = 0
    FOLD = 1
    CHECK = 2
    CALL = 3
    BET = 4
    ALL_IN = 5
    DEAL = 6


LETTERS = {
    Move.ROOT: "r",
    Move.FOLD: "f",
    Move.CHECK: "k",
    Move.CALL: "c",
    Move.BET: "b",
    Move.ALL_IN: "a",
    Move.DEAL: "n",
}
_MOVES = {letter: move for move, letter in LETTERS.items()}
_AMOUNT = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_WANTED = "want k, c, f, b and an amount, a, or n and cards"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path: a move, the amount of a bet in chips, cards of a deal that names them."""

    text: str
    move: Move
    amount: float = 0.0
    cards: tuple[int, ...] = ()


def parse_path(path: str) -> tuple[Step, ...]:
    """Steps of a path after the root.

    >>> [step.move.name for step in parse_path("r:k:b94:c:n8c")]
    ['CHECK', 'BET', 'CALL', 'DEAL']
    """
    root, *rest = path.strip().split(":")
    if root != "r":
        raise ValueError(f"path {path!r} starts with {root!r}; want r, like 'r:k:b94:c'")
    return tuple(_parse_step(text, path) for text in rest)


def whole_chips(value: float, chip: float) -> int | None:
    """A value counted in chips, or None if it is not a whole number of them."""
    count = value / chip
    if not isfinite(count):
        return None
    whole = round(count)
    return whole if abs(count - whole) <= 1e-9 * max(1.0, abs(count)) else None


def chips_text(count: int, chip: float) -> str:
    """A number of chips as a value, without needless digits."""
    return format(Decimal(f"{count * chip:.15g}"), "f")


def _parse_step(text: str, path: str) -> Step:
    move = _MOVES.get(text[:1])
    rest = text[1:]
    wrong = f"not a step: {text!r} in {path!r}; {_WANTED}"
    if move is None or move == Move.ROOT:
        raise ValueError(wrong)
    if move == Move.BET:
        if _AMOUNT.fullmatch(rest) is None:
            raise ValueError(wrong)
        return Step(text, move, amount=float(rest))
    if move == Move.DEAL and rest:
        try:
            cards = tuple(int(card) for card in parse_cards(rest))
        except ValueError as error:
            raise ValueError(f"step {text!r} in {path!r}: {error}") from None
        return Step(text, move, cards=cards)
    if rest:
        raise ValueError(wrong)
    return Step(text, move)
