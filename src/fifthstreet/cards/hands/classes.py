"""Hand classes on a board: what each of the 1,326 hold'em hands has made, and what it draws to.

A class describes what the hole cards contribute. From straights on, it is the category of the best
five cards; below that, pairs and trips on the board alone do not count:

    set           a pocket pair and a card of the board
    trips         one hole card and a pair on the board
    two pair      both hole cards pair different cards of the board
    overpair      a pocket pair above the board
    top pair      one hole card pairs the highest rank of the board
    second pair   one hole card pairs the second highest rank
    underpair     a pocket pair below the highest card of the board
    low pair      one hole card pairs a lower rank than the second highest
    ace high, king high, high card    no pair, by the highest hole card

Draws need cards to come, so there are none on the river:

    flush draw    four cards of a suit, at least one of them a hole card
    open-ended    two ranks make a straight with a hole card, also as a double gutshot
    gutshot       one rank does
    combo draw    a flush draw and one of these two
    overcards     no pair, and both hole cards above the board
    backdoor flush draw    three cards of a suit on the flop, at least one of them a hole card

Every hand has one made hand and one draw, the first that applies in the order of `MADE_HANDS` and
`DRAWS`. A class by name (`HandClasses.named`) has all hands that fit: `flush draw` includes combo
draws.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import cards_text, mask_of, parse_cards
from fifthstreet.cards.hands.standard import HandCategory, evaluate_masks
from fifthstreet.cards.hands.types import STANDARD_HIGH
from fifthstreet.cards.holes import HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, parse_hole
from fifthstreet.errors import InputError

BoolArray: TypeAlias = NDArray[np.bool_]  # [1326]

MADE_HANDS = (  # strongest first
    "straight flush",
    "quads",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "second pair",
    "underpair",
    "low pair",
    "ace high",
    "king high",
    "high card",
)
DRAWS = (
    "combo draw",
    "flush draw",
    "open-ended",
    "gutshot",
    "overcards",
    "backdoor flush draw",
    "no draw",
)
# Classes that consist of others.
_GROUPS: dict[str, tuple[str, ...]] = {
    "three of a kind": ("set", "trips"),
    "pair": ("overpair", "top pair", "second pair", "underpair", "low pair"),
    "no pair": ("ace high", "king high", "high card"),
    "straight draw": ("open-ended", "gutshot"),
    "draw": ("flush draw", "open-ended", "gutshot"),
}
_OTHER_NAMES = {
    "four of a kind": "quads",
    "boat": "full house",
    "2 pair": "two pair",
    "2nd pair": "second pair",
    "middle pair": "second pair",
    "3rd pair": "low pair",
    "third pair": "low pair",
    "bottom pair": "low pair",
    "one pair": "pair",
    "a high": "ace high",
    "k high": "king high",
    "air": "no pair",
    "nothing": "no pair",
    "fd": "flush draw",
    "nfd": "nut flush draw",
    "bdfd": "backdoor flush draw",
    "oesd": "open-ended",
    "open ended straight draw": "open-ended",
    "open ender": "open-ended",
    "gut shot": "gutshot",
    "gutshot straight draw": "gutshot",
    "two overcards": "overcards",
}
_RIVER_CARDS = 5
_ACE, _KING = 12, 11
_WHEEL = 0b1_0000_0000_1111  # A2345 as a set of ranks
_CATEGORY_MADE = {
    HandCategory.STRAIGHT_FLUSH: "straight flush",
    HandCategory.FOUR_OF_A_KIND: "quads",
    HandCategory.FULL_HOUSE: "full house",
    HandCategory.FLUSH: "flush",
    HandCategory.STRAIGHT: "straight",
}

_HOLE_RANKS = (HOLE_CARDS // 4).astype(np.int64)  # [1326, 2]
_HOLE_SUITS = (HOLE_CARDS % 4).astype(np.int64)
_IS_POCKET_PAIR: BoolArray = _HOLE_RANKS[:, 0] == _HOLE_RANKS[:, 1]


@dataclass(frozen=True, eq=False, repr=False)
class HandClasses:
    """The classes of all hands on a board of three to five cards.

    >>> classes = classify("QsJh2h")
    >>> classes.made_name("QhTh"), classes.draw_name("QhTh")
    ('top pair', 'flush draw')
    >>> classes.made_name("AdKd"), classes.draw_name("AdKd")
    ('ace high', 'gutshot')
    >>> int(classes.named("set").sum())
    9
    """

    board: tuple[int, ...]
    made: NDArray[np.int8]  # [1326] index into `MADE_HANDS`; -1 where the board blocks a hand
    draw: NDArray[np.int8]  # [1326] index into `DRAWS`; -1 where the board blocks a hand
    draws: dict[str, BoolArray]  # hands that have each draw, whatever else they have

    def __repr__(self) -> str:
        return f"<HandClasses on {cards_text(self.board)}>"

    def made_name(self, hand: str) -> str:
        """Return the name of what a hand like `QhTh` has made."""
        return MADE_HANDS[self.made[self._hole(hand)]]

    def draw_name(self, hand: str) -> str:
        """Return the name of what a hand like `QhTh` draws to."""
        return DRAWS[self.draw[self._hole(hand)]]

    def named(self, name: str) -> BoolArray:
        """Return the hands of a class like `top pair`, `flush draw` or `two pair+`.

        A plus means this class of made hands and all better ones. InputError if there is no such
        class.
        """
        word = class_name(name)
        if word is None:
            raise InputError(f"a hand class must be {', '.join(CLASS_WORDS)}, got {name!r}")
        if word.endswith("+"):
            place = MADE_HANDS.index(word[:-1])
            return (self.made >= 0) & (self.made <= place)
        if word in _GROUPS:
            parts = [self.named(part) for part in _GROUPS[word]]
            together: BoolArray = np.logical_or.reduce(parts)
            return together
        if word == "pocket pair":
            return _IS_POCKET_PAIR & (self.made >= 0)
        if word in MADE_HANDS:
            return np.equal(self.made, MADE_HANDS.index(word))
        return self.draws[word]

    def _hole(self, hand: str) -> int:
        hole = parse_hole(hand)
        if self.made[hole] < 0:
            raise InputError(f"hand {hand!r} holds a card of the board {cards_text(self.board)}")
        return hole


# All names of classes as they are written, made hands first.
CLASS_WORDS = (
    *MADE_HANDS,
    "three of a kind",
    "pair",
    "pocket pair",
    "no pair",
    "flush draw",
    "nut flush draw",
    "open-ended",
    "gutshot",
    "straight draw",
    "combo draw",
    "draw",
    "overcards",
    "backdoor flush draw",
    "no draw",
)
_SPACES = re.compile(r"[\s_-]+")
_PLAIN_WORDS = {_SPACES.sub(" ", word): word for word in (*CLASS_WORDS, *_OTHER_NAMES)}


def class_name(text: str) -> str | None:
    """Return the name of a class as it is written here; None if there is no such class.

    >>> class_name("Flush draws"), class_name("middle pair"), class_name("top-pair+")
    ('flush draw', 'second pair', 'top pair+')
    """
    plain = _SPACES.sub(" ", text.strip().lower())
    body = plain.removesuffix("+").strip()
    word = _PLAIN_WORDS.get(body) or _PLAIN_WORDS.get(body.removesuffix("s"))
    if word is None and body.endswith("es"):  # flushes
        word = _PLAIN_WORDS.get(body.removesuffix("es"))
    if word is None:
        return None
    word = _OTHER_NAMES.get(word, word)
    if not plain.endswith("+"):
        return word
    # A group is as good as the weakest of its members.
    word = _GROUPS[word][-1] if word in _GROUPS else word
    return f"{word}+" if word in MADE_HANDS else None


def classify(board: str | Sequence[int]) -> HandClasses:
    """Return the classes of all hands on a board.

    Args:
        board: Three to five cards, as text like `QsJh2h` or as ints.
    """
    cards = tuple(int(card) for card in (parse_cards(board) if isinstance(board, str) else board))
    if not 3 <= len(cards) <= _RIVER_CARDS:
        raise InputError(f"board must have 3 to 5 cards for hand classes, got {len(cards)}")
    return _classify(cards)


@lru_cache(maxsize=256)
def _classify(board: tuple[int, ...]) -> HandClasses:
    board_mask = np.uint64(mask_of(board))
    is_free: BoolArray = HOLE_MASKS & board_mask == 0
    category = np.full(HOLE_COUNT, -1)
    strengths = evaluate_masks(HOLE_MASKS[is_free], board_mask)
    category[is_free] = _categories()[strengths]
    made = np.where(is_free, _made_by_ranks(board), -1)
    for high_category, name in _CATEGORY_MADE.items():
        made[category == high_category] = MADE_HANDS.index(name)
    has_no_pair = made >= MADE_HANDS.index("ace high")
    draws = _draws(board, category, has_no_pair)
    draw = np.full(HOLE_COUNT, DRAWS.index("no draw"))
    for place, name in reversed(list(enumerate(DRAWS[:-1]))):
        draw[draws[name]] = place
    draw[~is_free] = -1
    draws["no draw"] = draw == DRAWS.index("no draw")
    for array in draws.values():
        array.flags.writeable = False
    return HandClasses(board, made.astype(np.int8), draw.astype(np.int8), draws)


@cache
def _categories() -> NDArray[np.int64]:
    """Return the category of each strength; entry 0 is unused."""
    return np.array([HandCategory[label.name] for label in STANDARD_HIGH.labels], np.int64)


def _made_by_ranks(board: tuple[int, ...]) -> NDArray[np.int64]:
    """Return what hands make without straights, flushes and full houses, as `MADE_HANDS`."""
    counts = np.bincount([card // 4 for card in board], minlength=13)
    by_rank = np.flatnonzero(counts)[::-1]  # ranks of the board, highest first
    top = by_rank[0]
    first, second = _HOLE_RANKS.T  # in no order
    high = np.maximum(first, second)
    paired = counts[_HOLE_RANKS]  # [1326, 2] how often the board has the rank of each card
    pair_rank = np.where(paired[:, 0] > 0, first, second)
    place = np.searchsorted(-by_rank, -pair_rank)  # of the pair among the board's ranks

    def of(name: str) -> int:
        return MADE_HANDS.index(name)

    pocket_made = np.where(first > top, of("overpair"), of("underpair"))
    pocket_made = np.where(paired[:, 0] == 1, of("set"), pocket_made)
    one_pair = np.select(
        [place == 0, place == 1], [of("top pair"), of("second pair")], of("low pair")
    )
    no_pair = np.select(
        [high == _ACE, high == _KING], [of("ace high"), of("king high")], of("high card")
    )
    made = np.select(
        [
            _IS_POCKET_PAIR,
            (paired == 2).any(axis=1),
            (paired == 1).all(axis=1),
            (paired == 1).any(axis=1),
        ],
        [
            pocket_made,
            np.full(HOLE_COUNT, of("trips")),
            np.full(HOLE_COUNT, of("two pair")),
            one_pair,
        ],
        no_pair,
    )
    return made.astype(np.int64)


def _draws(
    board: tuple[int, ...], category: NDArray[np.int64], has_no_pair: BoolArray
) -> dict[str, BoolArray]:
    """Return the hands that have each draw; `category` is -1 where the board blocks a hand."""
    is_free = category >= 0
    top = max(card // 4 for card in board)
    is_over: BoolArray = has_no_pair & np.greater(_HOLE_RANKS, top).all(axis=1)
    none = np.zeros(HOLE_COUNT, np.bool_)
    flush_draw, nut_draw, backdoor, open_ended, gutshot = (none.copy() for _ in range(5))
    if len(board) < _RIVER_CARDS:
        for suit in range(4):
            on_board = [card for card in board if card % 4 == suit]
            held = np.equal(_HOLE_SUITS, suit).sum(axis=1)
            total = len(on_board) + held
            has_draw = (held > 0) & (total == 4) & (category < HandCategory.FLUSH)
            flush_draw |= has_draw
            best = max(card for card in range(suit, 52, 4) if card not in on_board)
            nut_draw |= has_draw & np.equal(HOLE_CARDS, best).any(axis=1)
            if len(board) == 3:
                backdoor |= (held > 0) & (total == 3)
        outs = _straight_outs(board)
        can_draw = category < HandCategory.STRAIGHT
        open_ended, gutshot = (outs >= 2) & can_draw, (outs == 1) & can_draw
    return {
        "combo draw": flush_draw & (open_ended | gutshot) & is_free,
        "flush draw": flush_draw & is_free,
        "nut flush draw": nut_draw & is_free,
        "open-ended": open_ended & is_free,
        "gutshot": gutshot & is_free,
        "overcards": is_over & is_free,
        "backdoor flush draw": backdoor & is_free,
    }


def _straight_outs(board: tuple[int, ...]) -> NDArray[np.int64]:
    """Return how many ranks give each hand a straight that the board alone does not make."""
    on_board = 0
    for card in board:
        on_board |= 1 << card // 4
    held = (1 << _HOLE_RANKS[:, 0]) | (1 << _HOLE_RANKS[:, 1]) | on_board
    outs = np.zeros(HOLE_COUNT, np.int64)
    straights = _straights()
    for rank in range(13):
        outs += straights[held | 1 << rank] > straights[on_board | 1 << rank]
    return outs


def _highest_straight(ranks: int) -> int:
    """Return 1 for a wheel up to 10 for a straight to the ace, or 0 for none."""
    for low in range(8, -1, -1):
        if ranks >> low & 0b11111 == 0b11111:
            return low + 2
    return int(ranks & _WHEEL == _WHEEL)


@cache
def _straights() -> NDArray[np.int8]:
    """Return the highest straight of each set of ranks."""
    return np.array([_highest_straight(ranks) for ranks in range(1 << 13)], np.int8)
