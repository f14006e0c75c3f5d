"""What translation asks of a state's set-up: streets, blinds, who opens, what a chip is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from fifthstreet.game.state import State
from fifthstreet.translate.ledger import Ledger
from fifthstreet.tree.rules import TreeRules

_STREETS = {0: 0, 3: 1, 4: 2, 5: 3}  # by cards on the board of hold'em games
_STRADDLE_ABOVE = 1 + 1e-9  # times the big blind


class Terms:
    """Terms of a real hand beside those of a tree."""

    def __init__(self, rules: TreeRules, unit: float | None) -> None:
        """Terms of a tree; the hand's come with `read`."""
        if unit is not None and not 0 < unit < inf:
            raise ValueError(f"a unit of {unit:g} chips; want more than 0, or None")
        self._unit: float | None = unit
        self._chip: float = float(rules.chip)
        self._tree_blind: float = _big_blind(rules.blinds) or max([0.0, *map(float, rules.antes)])
        largest = max([0.0, *map(float, rules.blinds)])
        self._tree_straddles: bool = largest > _big_blind(rules.blinds) * _STRADDLE_ABOVE
        self._starts_preflop: bool = rules.first_street == 0
        self.per_chip: float = 1.0  # value in real chips of 1 in the tree's arrays
        self.first_street: int = 0
        self.last_street: int = 3
        self.big_blind: float = 0.0
        self._signs: list[int] = []
        self._given: tuple[Any, ...] = ()

    def read(self, state: State) -> None:
        """Take over the terms of a hand; those of the hand before cost nothing."""
        given = (state.streets, state.blinds_or_straddles, state.antes, state.player_count)
        if given == self._given:
            return
        self._given = given
        streets = _street_numbers(state)
        self.first_street = streets[0]
        self.last_street = streets[-1]
        blinds = state.blinds_or_straddles
        self.big_blind = _big_blind(blinds)
        by_seat = list(reversed(blinds)) if state.player_count == 2 else list(blinds)
        self._signs = [1 if blind > 0 else (-1 if blind < 0 else 0) for blind in by_seat]
        if self._unit is not None:
            self.per_chip = self._unit * self._chip
        elif self._starts_preflop and self._tree_blind > 0:
            real = self.big_blind or float(max(state.antes))
            self.per_chip = real / (self._tree_blind / self._chip)
        else:
            self.per_chip = self._chip

    def is_straddle(self, player: int, amount: float) -> bool:
        """Whether a posted bet is a blind raise that the tree does not have."""
        return (
            not self._tree_straddles
            and self._signs[player] > 0
            and amount > self.big_blind * _STRADDLE_ABOVE
        )

    def opener(self, ledger: Ledger) -> int:
        """The player after the largest blind, the last one of equals; late posts do not count."""
        last = 0
        largest = -inf
        for player in range(ledger.players):
            counted = ledger.bets[player] * self._signs[player]
            if counted >= largest:
                largest = counted
                last = player
        return (last + 1) % ledger.players


def _big_blind(blinds: Sequence[Any]) -> float:
    """The larger of the first two blinds, or where there are none the largest."""
    posts = [abs(float(blind)) for blind in blinds]
    return max([0.0, *posts[:2]]) or max([0.0, *posts])


def _street_numbers(state: State) -> list[int]:
    """0 preflop to 3 river by the cards on the board; in other games streets in order."""
    cards = 0
    numbers: list[int] = []
    for street in state.streets:
        cards += street.board_dealing_count
        numbers.append(_STREETS.get(cards, -1))
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] >= 0:
        return numbers
    if len(numbers) > 4:
        raise ValueError(f"a game of {len(numbers)} streets; want at most 4")
    return list(range(len(numbers)))
