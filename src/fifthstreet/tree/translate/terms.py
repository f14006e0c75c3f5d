"""The set-up of a real hand compared with a tree: streets, blinds, opener, scale of the chips."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game import ActionKind, State, street_name
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.rules import TreeRules
from fifthstreet.tree.translate.counted_hand import CountedHand

_STRADDLE_ABOVE = 1 + 1e-9  # times the big blind


class TreeTerms:
    """Set-up of a real hand, and its scale against a tree."""

    def __init__(self, rules: TreeRules, unit: float | None) -> None:
        """Prepare for hands in a tree; `unit` is the value of 1 in the tree in real chips."""
        if unit is not None and not 0 < unit < inf:
            raise InputError(f"unit must be more than 0 chips, or None, got {unit:g}")
        self._unit: float | None = unit
        self._chip: float = float(rules.chip)
        self._tree_blind: float = _big_blind(rules.blinds) or max([0.0, *map(float, rules.antes)])
        largest = max([0.0, *map(float, rules.blinds)])
        self._tree_straddles: bool = largest > _big_blind(rules.blinds) * _STRADDLE_ABOVE
        self._starts_preflop: bool = rules.first_street == 0
        self.per_chip: float = 1.0  # value in real chips of 1 in the tree's arrays
        self.first_street: int = 0
        self.big_blind: float = 0.0
        self._straddlers: list[bool] = []  # by seat, as are late posts
        self._late: list[bool] = []
        self.blinds: list[float] = []  # full size by seat, 0 for late posts
        self._set_up: tuple[Any, ...] = ()  # of the last hand

    def read(self, state: State) -> None:
        """Read the set-up of a hand, unless it is the same as in the last hand."""
        set_up = (state.streets, state.blinds_or_straddles, state.antes, state.player_count)
        if set_up == self._set_up:
            return
        self._set_up = set_up
        self.first_street = _first_street(state)
        self.big_blind = _big_blind(state.blinds_or_straddles)
        posts = [state.blind_name(player) for player in range(state.player_count)]
        self._straddlers = [post == ActionKind.STRADDLE for post in posts]
        self._late = [post == ActionKind.LATE_POST for post in posts]
        self.blinds = [max(0.0, float(blind)) for blind in state.blinds_or_straddles]
        if state.player_count == 2:
            self.blinds.reverse()  # heads-up the order is reversed
        if self._unit is not None:
            self.per_chip = self._unit * self._chip
        elif self._starts_preflop and self._tree_blind > 0:
            real = self.big_blind or float(max(state.antes))
            self.per_chip = real / (self._tree_blind / self._chip)
        else:
            self.per_chip = self._chip

    def is_straddle(self, player: int, amount: float) -> bool:
        """Return whether a posted bet is a blind raise that the tree does not have."""
        return (
            not self._tree_straddles
            and self._straddlers[player]
            and amount > self.big_blind * _STRADDLE_ABOVE
        )

    def opener(self, hand: CountedHand) -> int:
        """Return the player after the (last) largest blind; late posts are ignored."""
        last = 0
        largest = -inf
        for player in range(hand.players):
            counted = -hand.bets[player] if self._late[player] else hand.bets[player]
            if counted >= largest:
                largest = counted
                last = player
        return (last + 1) % hand.players


def _big_blind(blinds: Sequence[Any]) -> float:
    """Return the larger of the first two blinds; if they are 0, the largest of all."""
    posts = [abs(float(blind)) for blind in blinds]
    return max([0.0, *posts[:2]]) or max([0.0, *posts])


def _first_street(state: State) -> int:
    """Return the number of a game's first street: 0 preflop to 3 river in hold'em, else 0."""
    names = tuple(street_name(state, street) for street in range(len(state.streets)))
    first = STREET_NAMES.index(names[0]) if names[0] in STREET_NAMES else 0
    if names == STREET_NAMES[first : first + len(names)]:
        return first
    if len(names) > 4:
        raise InputError(f"a game must have at most 4 streets, got {len(names)}")
    return 0
