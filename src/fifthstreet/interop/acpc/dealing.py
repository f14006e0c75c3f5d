"""Cards as the dealer of the ACPC deals them: the same seed gives the same hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fifthstreet.errors import InputError

_SUITS, _RANKS = "cdhs", "23456789TJQKA"
_DECK = tuple(rank + suit for suit in _SUITS for rank in _RANKS)
_HOLE_CARDS, _BOARD_CARDS = 2, (3, 1, 1)
_SEED_LIMIT = 2**32


@dataclass(frozen=True)
class Deal:
    """All cards of a hand, drawn before it begins."""

    hole_cards: tuple[str, ...]  # by position
    board: tuple[str, ...]  # by street: flop, turn and river


def deals(seed: int, players: int) -> Iterator[Deal]:
    """Return an endless iterator over the cards of hands.

    Cards are drawn by the remainders of 32-bit numbers from the Mersenne Twister. The last card of
    the deck takes the place of the drawn one, as in `dealCards` of project_acpc_server. So these
    are the hands of published matches with the same seed.

    Args:
        seed: 0 to 2^32 - 1.
        players: Number of players.

    >>> next(deals(0, 2))
    Deal(hole_cards=('5d5c', '9hQd'), board=('8dAs8s', '4h', '6d'))
    """
    if not 0 <= seed < _SEED_LIMIT:
        raise InputError(f"seed must be from 0 to {_SEED_LIMIT - 1:,}, got {seed}")
    # The generator of the original, with the same seeds.
    return _hands(np.random.RandomState(seed), players)


def _hands(numbers: np.random.RandomState, players: int) -> Iterator[Deal]:
    count = players * _HOLE_CARDS + sum(_BOARD_CARDS)
    while True:
        cards = _drawn(numbers.randint(0, _SEED_LIMIT, count, dtype=np.uint32).tolist())
        hole_cards = tuple(next(cards) + next(cards) for _ in range(players))
        board = tuple("".join(next(cards) for _ in range(size)) for size in _BOARD_CARDS)
        yield Deal(hole_cards, board)


def _drawn(numbers: list[int]) -> Iterator[str]:
    deck = list(_DECK)
    for number in numbers:
        place = number % len(deck)
        card, last = deck[place], deck.pop()
        if place < len(deck):
            deck[place] = last
        yield card
