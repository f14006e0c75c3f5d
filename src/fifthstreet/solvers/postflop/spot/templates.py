"""Spots as they arise before the flop: pots of six players, 100 big blinds deep, by position."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fifthstreet.errors import InputError

_CHART = "6max"
_STACK = 100.0  # big blinds
_POSITIONS = ("SB", "BB", "LJ", "HJ", "CO", "BTN")  # in the order in which they act after the flop
_BLINDS = {"SB": 0.5, "BB": 1.0}
_OPEN = {"SB": 3.0}  # big blinds; other positions raise to
_USUAL_OPEN = 2.5
_THREE_BET = {True: 3.0, False: 4.0}  # times the first raise, in and out of position
_FOUR_BET = {True: 2.2, False: 2.4}  # times the second raise
# Who calls or raises whom: the positions for which the charts have ranges, and players ask.
_CALLERS = {
    "LJ": ("BB", "BTN"),
    "HJ": ("BB", "BTN"),
    "CO": ("BB", "BTN"),
    "BTN": ("BB",),
    "SB": ("BB",),
}
_THREE_BETTORS = {
    "LJ": ("BB", "SB", "BTN"),
    "HJ": ("BB", "SB", "BTN"),
    "CO": ("BB", "SB", "BTN"),
    "BTN": ("BB", "SB"),
    "SB": ("BB",),
}

# Bet sizes by name: one size on each street, or two.
_TREES: dict[str, dict[str, Any]] = {
    "fast": {
        "sizes": {
            "flop": {"bet": "33%", "raise": "60%"},
            "turn": {"bet": "75%", "raise": "60%"},
            "river": {"bet": "75%", "raise": "60%"},
        },
        "tree": {"add_allin": 1, "force_allin": 0.2, "merge": 0.1, "max_raises": 2},
    },
    "full": {
        "sizes": {
            "flop": {"bet": "33%, 75%", "raise": "60%"},
            "turn": {"bet": "50%, 100%", "raise": "60%"},
            "river": {"bet": "50%, 100%", "raise": "60%"},
        },
        "tree": {"add_allin": 1.5, "force_allin": 0.2, "merge": 0.1, "max_raises": 3},
    },
}


@dataclass(frozen=True)
class SpotTemplate:
    """A pot before its flop: the players' ranges, the pot and the stacks."""

    kind: str  # "single-raised", "3-bet" or "4-bet"
    name: str  # who did what, in words
    oop: str  # the position, and the name of its range
    oop_range: str
    ip: str
    ip_range: str
    pot: float  # big blinds
    stack: float  # behind, in big blinds

    def fields(self, tree: str = "fast") -> dict[str, Any]:
        """Return the fields of a spot file without its board; `make_spot` makes a spot of both.

        Args:
            tree: `fast` for one bet size on each street, `full` for two.

        Raises:
            InputError: If there is no such tree.
        """
        if tree not in _TREES:
            raise InputError(f"a tree must be one of {', '.join(_TREES)}, got {tree!r}")
        return {
            "pot": f"{self.pot:g}bb",
            "stack": f"{self.stack:g}bb",
            "ranges": {"oop": self.oop_range, "ip": self.ip_range},
            **copy.deepcopy(_TREES[tree]),
        }


def spot_templates() -> list[SpotTemplate]:
    """Return all templates: single-raised, 3-bet and 4-bet pots, from the first position on.

    >>> found = {template.name: template for template in spot_templates()}
    >>> button = found["BTN raises, BB calls"]
    >>> button.oop_range, button.ip_range, button.pot, button.stack
    ('6max:BB.call.BTN', '6max:BTN.open', 5.5, 97.5)
    >>> found["BTN raises, BB 3-bets, BTN calls"].fields("full")["pot"]
    '20.5bb'
    """
    return [*_single_raised(), *_three_bet(), *_four_bet()]


def _single_raised() -> Iterator[SpotTemplate]:
    for opener, callers in _CALLERS.items():
        for caller in callers:
            ranges = {opener: f"{opener}.open", caller: f"{caller}.call.{opener}"}
            words = f"{opener} raises, {caller} calls"
            yield _template("single-raised", words, ranges, _open(opener))


def _three_bet() -> Iterator[SpotTemplate]:
    for opener, raisers in _THREE_BETTORS.items():
        for raiser in raisers:
            ranges = {opener: f"{opener}.call_3bet", raiser: f"{raiser}.three_bet.{opener}"}
            words = f"{opener} raises, {raiser} 3-bets, {opener} calls"
            yield _template("3-bet", words, ranges, _second_raise(opener, raiser))


def _four_bet() -> Iterator[SpotTemplate]:
    for opener, raisers in _THREE_BETTORS.items():
        for raiser in raisers:
            ranges = {opener: f"{opener}.four_bet", raiser: f"{raiser}.call_4bet.{opener}"}
            words = f"{opener} raises, {raiser} 3-bets, {opener} 4-bets, {raiser} calls"
            third = _second_raise(opener, raiser) * _FOUR_BET[_is_in_position(opener, raiser)]
            yield _template("4-bet", words, ranges, round(2 * third) / 2)


def _open(opener: str) -> float:
    return _OPEN.get(opener, _USUAL_OPEN)


def _second_raise(opener: str, raiser: str) -> float:
    return _open(opener) * _THREE_BET[_is_in_position(raiser, opener)]


def _is_in_position(player: str, other: str) -> bool:
    return _POSITIONS.index(player) > _POSITIONS.index(other)


def _template(kind: str, words: str, ranges: dict[str, str], paid: float) -> SpotTemplate:
    """Return a template in which both players have paid the same."""
    oop, ip = sorted(ranges, key=_POSITIONS.index)
    dead = sum(blind for position, blind in _BLINDS.items() if position not in ranges)
    return SpotTemplate(
        kind=kind,
        name=words,
        oop=oop,
        oop_range=f"{_CHART}:{ranges[oop]}",
        ip=ip,
        ip_range=f"{_CHART}:{ranges[ip]}",
        pot=2 * paid + dead,
        stack=_STACK - paid,
    )
