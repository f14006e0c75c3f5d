"""Read and write ranges in the notation that solvers and equity tools share.

    AA  AKs  AKo  AK  AsKh     a pair, suited, offsuit, both, one hand
    Axs  Kxo  Ax               an ace with a lower suited card, and so on; x is any other rank
    A♥x♥  AhXh  A♥x  xhxh      with these suits; x is any rank
    TT+  KTs+                  pairs up to aces; kickers up to the high card
    QQ-88  A5s-A2s  98o-65o    pairs; kickers of one high card; both ranks in step
    random  any  *  100%       every hand
    15%                        the best 15 percent (see `preflop_order.top_holes`)
    none                       no hand
    6max:BTN.open              a preflop range that comes with the package (see `named_ranges`)

`weighted_tokens` describes weights and separators. Ranks and suits may be in upper or lower case,
`10` is a ten and suits may be symbols. If several tokens describe a hand, the last one counts.
Text of 1,326 numbers is a list of weights in hand order, as PioSOLVER writes them.
"""

import re
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import CARD_COUNT, RANKS, parse_card, suit_of
from fifthstreet.cards.holes import (
    CLASS_NAMES,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_COUNT,
    IntArray,
    class_holes,
    hole_text,
    parse_hole,
)
from fifthstreet.cards.named_ranges import RANGE_NAME, range_of_name
from fifthstreet.cards.preflop_ordering import top_holes
from fifthstreet.cards.weighted_tokens import (
    EVERY_HAND,
    NO_HAND,
    NUMBER,
    RANK_SIGN,
    SUIT_SIGN,
    weighted_tokens,
)
from fifthstreet.errors import InputError

WeightArray: TypeAlias = NDArray[np.float32]  # [1326]

_CLASS = re.compile(rf"({RANK_SIGN})({RANK_SIGN})([so]?)", re.IGNORECASE)
_HAND = re.compile(rf"(?:{RANK_SIGN}{SUIT_SIGN}){{2}}", re.IGNORECASE)
_PERCENT = re.compile(rf"({NUMBER})%")
_SIGNED_NUMBER = re.compile(rf"[-+]?{NUMBER}")
_SEPARATORS = re.compile(r"[\s,;]+")

_PLACE = rf"(?:{RANK_SIGN}|x)(?:{SUIT_SIGN})?"
_PATTERN = re.compile(rf"({_PLACE})({_PLACE})", re.IGNORECASE)
_ANY_OTHER = re.compile(rf"({RANK_SIGN})x([so]?)", re.IGNORECASE)

_ACCEPTED = (
    "a hand or a run of hands must be like 'AA', 'AKs', 'AsKh', 'A♥x♥', 'TT+', 'A5s-A2s' or '15%'"
)


def parse_weights(text: str) -> WeightArray:
    """Read the weights of a range; hands that are not named get 0."""
    if (listed := _listed_weights(text)) is not None:
        return listed
    tokens = weighted_tokens(text)
    if not tokens:
        raise InputError(f"a range must have hands like 'AA,AKs', or be 'none', got {text!r}")
    weights = np.zeros(HOLE_COUNT, np.float32)
    for token in tokens:
        if RANGE_NAME.fullmatch(token.body):
            named = parse_weights(range_of_name(token.body))
            weights[named > 0] = named[named > 0] * np.float32(token.weight)
        else:
            weights[holes_of(token.body)] = token.weight
    return weights


def holes_of(token: str) -> IntArray:
    """Return the hands that one token without a weight describes.

    >>> len(holes_of("AKs")), len(holes_of("TT+")), len(holes_of("random"))
    (4, 30, 1326)
    """
    word = token.lower()
    if word in EVERY_HAND:
        return np.arange(HOLE_COUNT)
    if word == NO_HAND:
        return np.empty(0, np.int64)
    if share := _PERCENT.fullmatch(token):
        return top_holes(float(share[1]))
    if _HAND.fullmatch(token) or _CLASS.fullmatch(token):
        return named_holes(token)
    if (described := _described_holes(token)) is not None:
        return described
    first, dash, last = token.partition("-")
    if dash:
        return _holes_in(_between(_group(first, token), _group(last, token), token))
    if token.endswith("+"):
        return _holes_in(_upward(_group(token[:-1], token)))
    raise InputError(f"{_ACCEPTED}, got {token!r}")


def _described_holes(token: str) -> IntArray | None:
    """Return the hands of a pattern with suits or `x`; None if the token is not a pattern.

    >>> len(_described_holes("A♥x♥")), len(_described_holes("Axs")), len(_described_holes("Ahx"))
    (12, 48, 51)
    """
    if match := _ANY_OTHER.fullmatch(token):  # 'Axs' is suited: an ace and any spade is 'Ax♠'
        rank = _rank(match[1])
        others = [(max(rank, low), min(rank, low), match[2].lower()) for low in range(13)]
        return _holes_in([group for group in others if group[0] != group[1]])
    match = _PATTERN.fullmatch(token)
    # Without an x, such as 'AhK', it is more likely a hand with a letter missing.
    if match is None or "x" not in token.lower() or token.lower() == "xx":
        return None
    first, second = (_cards_like(place) for place in match.group(1, 2))
    low, high = HOLE_CARDS.T
    is_held = (first[low] & second[high]) | (first[high] & second[low])
    return np.flatnonzero(is_held)


def _cards_like(place: str) -> NDArray[np.bool_]:
    """Return which of the 52 cards fit a place of a pattern: `Ah`, `A`, `xh` or `x`."""
    ranks, suits = np.arange(CARD_COUNT) // 4, np.arange(CARD_COUNT) % 4
    fits = np.ones(CARD_COUNT, np.bool_)
    rank = "10" if place.startswith("10") else place[0]
    if rank.lower() != "x":
        fits &= ranks == _rank(rank)
    if suit := place[len(rank) :]:
        fits &= suits == suit_of(parse_card("A" + suit))
    return fits


def _rank(sign: str) -> int:
    return RANKS.index("T" if sign == "10" else sign.upper())


def named_holes(name: str) -> IntArray:
    """Return the hands with this name: a single hand or all hands of two ranks.

    >>> len(named_holes("AsKh")), len(named_holes("AKs")), len(named_holes("AK"))
    (1, 4, 16)
    """
    if _HAND.fullmatch(name):
        return np.array([parse_hole(name)])
    if _CLASS.fullmatch(name):
        return _holes_in([_group(name, name)])
    raise InputError(f"a hand must be like 'AsKh', 'AA', 'AKs' or 'AK', got {name!r}")


def _listed_weights(text: str) -> WeightArray | None:
    """Read a list of 1,326 weights; return None for any other text."""
    words = [word for word in _SEPARATORS.split(text) if word]
    # '22 33' is two hands, so a list of weights is longer than any list of hand classes.
    if len(words) <= 169 or not all(map(_SIGNED_NUMBER.fullmatch, words)):
        return None
    if len(words) != HOLE_COUNT:
        raise InputError(f"a list of weights must have {HOLE_COUNT} numbers, got {len(words)}")
    return np.array(words, np.float64).astype(np.float32)


def _group(text: str, token: str) -> tuple[int, int, str]:
    """Split text like 'AKs' into higher rank, lower rank and 's', 'o' or ''."""
    match = _CLASS.fullmatch(text)
    if match is None:
        raise InputError(f"{_ACCEPTED}, got {token!r}")
    ranks = [_rank(sign) for sign in match.group(1, 2)]
    suffix = match[3].lower()
    if suffix and ranks[0] == ranks[1]:
        raise InputError(f"a pair must have no 's' or 'o', like '{text[:-1]}', got {token!r}")
    return max(ranks), min(ranks), suffix


def _upward(group: tuple[int, int, str]) -> list[tuple[int, int, str]]:
    high, low, suffix = group
    if high == low:
        return [(rank, rank, "") for rank in range(high, 13)]
    return [(high, kicker, suffix) for kicker in range(low, high)]


def _between(
    first: tuple[int, int, str], last: tuple[int, int, str], token: str
) -> list[tuple[int, int, str]]:
    if first[2] != last[2]:
        raise InputError(f"the ends of {token!r} must have the same suits: 's', 'o' or neither")
    (bottom_high, bottom_low, suffix), (top_high, top_low, _) = sorted((first, last))
    if bottom_high - bottom_low == top_high - top_low:
        steps = top_low - bottom_low + 1
        return [(bottom_high + step, bottom_low + step, suffix) for step in range(steps)]
    if bottom_high == top_high and bottom_low != bottom_high and top_low != top_high:
        return [(top_high, kicker, suffix) for kicker in range(bottom_low, top_low + 1)]
    raise InputError(
        f"the ends of {token!r} must be pairs, share the high card, or have the same gap"
    )


def _holes_in(groups: list[tuple[int, int, str]]) -> IntArray:
    return np.concatenate([class_holes(index) for group in groups for index in _classes(*group)])


def _classes(high: int, low: int, suffix: str) -> list[int]:
    row, column = 12 - high, 12 - low
    suited, offsuit = row * 13 + column, column * 13 + row
    if high == low or suffix == "s":
        return [suited]
    return [offsuit] if suffix == "o" else [suited, offsuit]


def format_weights(weights: WeightArray) -> str:
    """Return a range in its shortest usual form, which reads back as exactly the same weights.

    Classes whose hands all have the same weight come first, as runs of pairs and of kickers, then
    the hands of the other classes one by one.

    Args:
        weights: Weight of each hand, 0 to 1 [1326].

    >>> format_weights(parse_weights("AKo AKs KK AA 76s:0.25"))
    'KK+,AK,76s:0.25'
    """
    if bool((weights == weights[0]).all()):
        return _weighted("random", float(weights[0])) if weights[0] else NO_HAND
    levels = _class_levels(weights)
    parts = [
        _weighted(_run_text(first, last, 12, "pair"), weight)
        for first, last, weight in _runs([levels[(12 - rank) * 14] for rank in range(13)])
    ]
    for high in range(12, 0, -1):
        row = 12 - high
        suited = _runs([levels[row * 13 + 12 - low] for low in range(high)])
        offsuit = _runs([levels[(12 - low) * 13 + row] for low in range(high)])
        both = [run for run in suited if run in offsuit]
        for suffix, runs in (("", both), ("s", suited), ("o", offsuit)):
            parts += [
                _weighted(_run_text(first, last, high - 1, RANKS[high], suffix), weight)
                for first, last, weight in runs
                if not suffix or (first, last, weight) not in both
            ]
    mixed = np.flatnonzero((levels[HOLE_CLASS] < 0) & (weights > 0))
    parts += [_weighted(hole_text(int(hole)), float(weights[hole])) for hole in mixed[::-1]]
    return ",".join(parts)


# Hands sorted by class, and the start of each class, for `reduceat`.
_BY_CLASS = np.argsort(HOLE_CLASS, kind="stable")
_CLASS_STARTS = np.searchsorted(HOLE_CLASS[_BY_CLASS], np.arange(len(CLASS_NAMES)))


def _class_levels(weights: WeightArray) -> NDArray[np.float32]:
    """Return the weight that all hands of a class share, or -1 where they differ.  [169]"""
    by_class = weights[_BY_CLASS]
    lowest = np.minimum.reduceat(by_class, _CLASS_STARTS)
    highest = np.maximum.reduceat(by_class, _CLASS_STARTS)
    return np.where(lowest == highest, lowest, np.float32(-1))


def _runs(levels: list[np.float32]) -> list[tuple[int, int, float]]:
    """Find the runs (top rank, bottom rank, weight) of equal positive weights, highest first."""
    runs = []
    for level, ranks in groupby(reversed(range(len(levels))), key=lambda rank: levels[rank]):
        if level > 0:
            members = list(ranks)
            runs.append((members[0], members[-1], float(level)))
    return runs


def _run_text(first: int, last: int, top: int, high: str, suffix: str = "") -> str:
    """Write a run from its top rank down; `high` is the high card, or 'pair'."""

    def name(rank: int) -> str:
        return RANKS[rank] * 2 if high == "pair" else high + RANKS[rank] + suffix

    if first == last:
        return name(first)
    return f"{name(last)}+" if first == top else f"{name(first)}-{name(last)}"


def _weighted(body: str, weight: float) -> str:
    if weight == 1.0:
        return body
    # The shortest decimal that reads back as this float32.
    return f"{body}:{np.format_float_positional(np.float32(weight), unique=True, trim='-')}"
