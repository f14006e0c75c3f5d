"""Preflop lines after which two players see a flop: their ranges, the pot and the stack.

Files of ranges have no sizes of raises. The sizes here are common ones: raises to 2.5 big
blinds (3 from the small blind), 3-bets to 3 times that in position and 4 times out of position,
4-bets to 2.25 times the 3-bet, raises of a limp to 4 big blinds; all rounded to half a big blind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fifthstreet.cards import Range
from fifthstreet.review.preflop import RangeFile
from fifthstreet.tree import POSITIONS

_BLINDS = {"SB": 0.5, "BB": 1.0}
_RAISE, _SMALL_BLIND_RAISE, _LIMP_RAISE = 2.5, 3.0, 4.0
_THREE_BET, _THREE_BET_OUT_OF_POSITION, _FOUR_BET = 3.0, 4.0, 2.25


@dataclass(frozen=True)
class PreflopLine:
    """A line before the flop that leaves two players; amounts are in big blinds."""

    kind: str  # raised, 3-bet, 4-bet, limped or raised limp
    title: str
    oop: str  # positions
    ip: str
    ranges: tuple[Range, Range]  # OOP first
    pot: float
    stack: float  # that each player has behind


def usual_raise(
    raises: int,
    last: float,
    *,
    is_small_blind: bool = False,
    is_limped: bool = False,
    acts_first: bool = False,
) -> float:
    """Return what a player usually raises to, in big blinds.

    Args:
        raises: Number of raises so far.
        last: What the last of them was to, in big blinds.
        is_small_blind: Whether the player has the small blind of more than two players.
        is_limped: Whether others have limped.
        acts_first: Whether the player acts before the first raiser after the flop.

    >>> usual_raise(0, 1), usual_raise(1, 2.5), usual_raise(2, 7.5)
    (2.5, 7.5, 17.0)
    """
    if raises == 0 and is_limped:
        return _LIMP_RAISE
    if raises == 0:
        return _SMALL_BLIND_RAISE if is_small_blind else _RAISE
    if raises == 1:
        return last * (_THREE_BET_OUT_OF_POSITION if acts_first else _THREE_BET)
    return round(2 * last * _FOUR_BET) / 2


def preflop_lines(file: RangeFile) -> list[PreflopLine]:
    """Return the lines of a file to heads-up flops, single raised pots first.

    Args:
        file: Preflop ranges; its stack is what each player starts with.

    >>> from fifthstreet.review.preflop import bundled
    >>> line = preflop_lines(bundled(6)[0])[0]
    >>> line.title, line.pot, line.stack
    ('LJ raises to 2.5, HJ calls', 6.5, 97.5)
    """
    lines = [line for line in _lines(file) if line.stack > 0]
    order = ("raised", "3-bet", "4-bet", "limped", "raised limp")
    return sorted(lines, key=lambda line: order.index(line.kind))


def is_out_of_position(position: str, other: str, players: int) -> bool:
    """Return whether a position acts before another one after the flop.

    >>> is_out_of_position("BB", "BTN", 2), is_out_of_position("CO", "SB", 6)
    (True, False)
    """
    before = POSITIONS[players]
    order = [each for each in _BLINDS if each in before]
    order += [each for each in before if each not in order]
    return order.index(position) < order.index(other)


def _lines(file: RangeFile) -> Iterator[PreflopLine]:
    positions = POSITIONS[file.players]
    for at, first in enumerate(positions):
        raised = usual_raise(0, 1.0, is_small_blind=first == "SB")
        for second in positions[at + 1 :]:
            is_behind = is_out_of_position(second, first, file.players)
            three_bet = usual_raise(1, raised, acts_first=is_behind)
            four_bet = usual_raise(2, three_bet)
            opening = f"{first} raises to {raised:g}, {second}"
            for kind, actions, amount, title in (
                ("raised", ("open", f"call.{first}"), raised, f"{opening} calls"),
                (
                    "3-bet",
                    ("call_3bet", f"three_bet.{first}"),
                    three_bet,
                    f"{opening} 3-bets to {three_bet:g}, {first} calls",
                ),
                (
                    "4-bet",
                    ("four_bet", f"call_4bet.{first}"),
                    four_bet,
                    f"{opening} 3-bets to {three_bet:g}, {first} 4-bets to {four_bet:g}, "
                    f"{second} calls",
                ),
                ("limped", ("limp", "check"), 1.0, f"{first} limps, {second} checks"),
                (
                    "raised limp",
                    ("limp_call", "raise_limp"),
                    _LIMP_RAISE,
                    f"{first} limps, {second} raises to {_LIMP_RAISE:g}, {first} calls",
                ),
            ):
                keys = ((actions[0], first), (actions[1], second))
                if all(key in file.ranges for key in keys):
                    ranges = {first: file.ranges[keys[0]], second: file.ranges[keys[1]]}
                    yield _line(file, kind, title, ranges, amount)


def _line(
    file: RangeFile, kind: str, title: str, ranges: dict[str, Range], amount: float
) -> PreflopLine:
    """Return a line in which both players have put in the same amount."""
    first, second = ranges
    is_first = is_out_of_position(first, second, file.players)
    oop, ip = (first, second) if is_first else (second, first)
    folded = sum(blind for name, blind in _BLINDS.items() if name not in ranges)
    # Heads-up, the button has the small blind.
    dead = 0.0 if file.players == 2 else folded
    return PreflopLine(
        kind=kind,
        title=title,
        oop=oop,
        ip=ip,
        ranges=(ranges[oop], ranges[ip]),
        pot=2 * amount + dead,
        stack=file.stack - amount,
    )
