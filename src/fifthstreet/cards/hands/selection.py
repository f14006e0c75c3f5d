"""Hands chosen by text: by name, by suits, by class on a board, and by any mix of these.

    AQs   AQ   QQ+   A♥x♥   15%         as in a range; also names like 6max:BTN.open
    top pair   flush draw   two pair+   classes on the board, see `classes`
    set, top pair & flush draw          a comma joins, an ampersand requires both
    A♥x♥ & not flush                    all except flushes

A list has no part that only leaves out hands: `22+, not AA` would be all hands, so it is refused.
`or` may be written for the comma, `and` or `with` for the ampersand, and `!` for `not`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from fifthstreet.cards.card import mask_of, parse_cards
from fifthstreet.cards.hands.classes import CLASS_WORDS, BoolArray, class_name, classify
from fifthstreet.cards.holes import HOLE_MASKS
from fifthstreet.cards.named_ranges import RANGE_NAME
from fifthstreet.cards.ranges import Range
from fifthstreet.errors import InputError

_EITHER = re.compile(r"[,;]|\bor\b", re.IGNORECASE)
_BOTH = re.compile(r"&|\band\b|\bwith\b", re.IGNORECASE)
_NOT = re.compile(r"(?:!|not\s)\s*", re.IGNORECASE)
# Text that can only be a range; every name of a class has other letters.
_RANGE = re.compile(
    r"(?:random|any|none|[\dtjqkaxcdhso♣♧♦♢♥♡♠♤\ufe0e\ufe0f%.:@+*\s,;\[\]/‐‑‒–—−-])*", re.IGNORECASE
)


def matching_hands(text: str, board: str | Sequence[int] = ()) -> Range:
    """Return the hands that text describes.

    Args:
        text: A range like `QQ+,A♥x♥:0.5`, or names and classes combined, like `set, A♥x♥ & flush`.
            Only a range keeps its weights; otherwise they are 1.
        board: Three to five cards, as text or ints, which classes need. Hands that share a card
            with the board are left out, unless the text is a range.

    Raises:
        InputError: If the text cannot be read, names a class and there is no board, or has a part
            with only `not` in a list.

    >>> matching_hands("AQs, KK").combos
    10.0
    >>> matching_hands("top pair & A♥x♥", "QsJh2h")
    Range('AhQh')
    >>> matching_hands("set, overpair & not KK", "QsJh2h").combos
    15.0
    """
    cards = tuple(parse_cards(board)) if isinstance(board, str) else tuple(board)
    if is_range_text(text):
        return Range(text)
    either = _EITHER.split(text)
    if len(either) > 1:
        _check_list(either)
    chosen = [_demanded(part, cards) for part in either]
    is_chosen: BoolArray = np.logical_or.reduce(chosen)
    is_free = (HOLE_MASKS & np.uint64(mask_of(cards))) == 0
    return Range((is_chosen & is_free).astype(np.float32))


def is_range_text(text: str) -> bool:
    """Return whether text can only be a range, not hands by class.

    Args:
        text: Hands as in `matching_hands`; it may still have mistakes.

    >>> is_range_text("QQ+,A♥x♥:0.5"), is_range_text("QQ+, set")
    (True, False)
    """
    return _RANGE.fullmatch(RANGE_NAME.sub("", text)) is not None


def _check_list(parts: Sequence[str]) -> None:
    """Refuse parts that only leave out hands: joined to others, they would add all the rest."""
    for part in parts:
        if all(_NOT.match(each.strip()) for each in _BOTH.split(part)):
            raise InputError(
                f"a part of a list must name hands, like '22+ & not AA', got {part.strip()!r}"
            )


def _demanded(text: str, board: tuple[int, ...]) -> BoolArray:
    parts = [_one(part.strip(), text, board) for part in _BOTH.split(text)]
    chosen: BoolArray = np.logical_and.reduce(parts)
    return chosen


def _one(text: str, whole: str, board: tuple[int, ...]) -> BoolArray:
    """Return the hands of one class or of names of hands, either of them after `not`."""
    if match := _NOT.match(text):
        return ~_one(text[match.end() :], whole, board)
    if not text:
        raise InputError(f"{_ACCEPTED}, got {whole.strip()!r}")
    if class_name(text) is not None:
        if not board:
            raise InputError(f"{text!r} requires a board")
        return classify(board).named(text)
    if not is_range_text(text):
        raise InputError(f"{_ACCEPTED}, got {text!r}")
    is_held: BoolArray = Range(text).weights > 0
    return is_held


_ACCEPTED = (
    "hands must be like 'AQs', 'QQ+' or 'A♥x♥', or a class "
    f"({', '.join(CLASS_WORDS[:-1])} or {CLASS_WORDS[-1]})"
)
