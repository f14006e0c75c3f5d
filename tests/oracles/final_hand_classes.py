"""SF and K classes of hands by definition; docs/reference/python/agents.md has the words.

Nothing here uses the package's tables; a card is an int, `rank * 4 + suit`, deuce to ace.
"""

from collections.abc import Collection
from typing import Literal, TypeAlias

_Shape: TypeAlias = Literal["", "O3", "I4", "O4", "S"]

_ACE = 12
_FLUSH = 5  # cards
_RUNS: tuple[tuple[_Shape, tuple[tuple[int, ...], ...]], ...] = (  # distances from the lowest rank
    ("S", ((0, 1, 2, 3, 4),)),
    ("O4", ((0, 1, 2, 3),)),
    ("I4", ((0, 1, 2, 4), (0, 1, 3, 4), (0, 2, 3, 4))),
    ("O3", ((0, 1, 2),)),
)


def k_class(cards: Collection[int]) -> str:
    """Return the K class of a hand, by how often its ranks repeat."""
    ranks = [card // 4 for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] == 4:
        return "quads"
    if counts[0] == 3:
        return "full house" if counts[1] >= 2 else "trips"
    if counts[0] == 2:
        return "two pair" if counts[1] == 2 else "pair"
    return "none"


def sf_class(cards: Collection[int]) -> str:
    """Return the SF class of a hand: the best straight or flush, made or drawing."""
    suits = [{card // 4 for card in cards if card % 4 == suit} for suit in range(4)]
    shapes: tuple[_Shape, ...] = ("", "O3", "I4", "O4", "S")
    flush = max(suits, key=lambda suit: (min(len(suit), _FLUSH), shapes.index(_shape(suit))))
    suited, shape = _shape(flush), _shape(set.union(*suits))
    if suited == "S":
        return "SF"
    if len(flush) >= _FLUSH:
        return "F"
    if shape == "S":
        return "S"
    if suited in ("O4", "I4"):
        return f"SF{suited}"
    is_draw = shape in ("O4", "I4")  # to a straight, with one card to come
    if suited == "O3" and len(flush) == 3:
        return f"SFO3&S{shape}" if is_draw else "SFO3"
    parts = [f"S{shape}"] if shape else []
    if suited == "O3" and not is_draw:
        parts = ["SFO3"]
    if len(flush) >= 3:
        parts.append(f"F{len(flush)}")
    return "&".join(parts) or "J"


def _shape(ranks: set[int]) -> _Shape:
    """Return the best straight or draw to a straight in a set of ranks."""
    with_low_ace = ranks | {-1} if _ACE in ranks else ranks
    for shape, runs in _RUNS:
        for run in runs:
            if any({low + step for step in run} <= with_low_ace for low in with_low_ace):
                return shape
    return ""
