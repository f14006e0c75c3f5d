"""Hand types: a ranking, and which hole and board cards may play.

>>> STANDARD_HIGH.hand("AsKs", "QsJsTs2h3d")
Hand('AsKsQsJsTs', straight flush)
>>> OMAHA_HIGH.hand("AsKsQdQc", "QsJsTs2h2d") > OMAHA_HIGH.hand("2c2s9d9c", "QsJsTs2h2d")
True
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property, total_ordering
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.cards import decks
from fifthstreet.cards.card import (
    ALL_CARDS,
    RANKS,
    cards_of,
    cards_text,
    check_mask,
    mask_of,
    mask_text,
    parse_card,
    parse_mask,
)
from fifthstreet.cards.hands import rankings
from fifthstreet.cards.hands.rankings import Label, Ranking
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

CardsLike: TypeAlias = str | int | Iterable[int | str]  # text, a mask, or a sequence of cards

MAX_CARDS = 9

_Integer = TypeVar("_Integer", np.uint8, np.uint64, np.int64)


def to_mask(cards: CardsLike) -> int:
    """Return the mask of cards.

    Args:
        cards: Text like `AsKd`, a mask, or a sequence of cards, each an int or text.

    Raises:
        InputError: If part of the text is not a card, or a card is unknown or appears twice.

    >>> to_mask("AsKd") == to_mask([51, 45]) == to_mask(["As", "Kd"]) == 1 << 51 | 1 << 45
    True
    """
    if isinstance(cards, str):
        return parse_mask(cards)
    if isinstance(cards, int | np.integer):
        return check_mask(int(cards))
    if not isinstance(cards, Iterable):
        raise TypeError(f"cards must be text, a mask or a sequence of cards, got {cards!r}")
    return mask_of([parse_card(card) if isinstance(card, str) else int(card) for card in cards])


@dataclass(frozen=True, repr=False)
class HandType:
    """How a game ranks hands.

    Strengths are ints: higher is better, in low games too, and 0 means that no hand qualifies.
    """

    name: str
    ranking: Ranking
    deck: decks.Deck = decks.STANDARD
    from_hole: int | None = None  # exact number of hole cards that play; None: any cards play
    rainbow: bool = False  # badugi: cards that play have different ranks and suits

    def __repr__(self) -> str:
        return f"<HandType {self.name}>"

    def __getstate__(self) -> dict[str, object]:
        # Evaluators cannot be pickled; copies compute what is cached when they need it.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def evaluator(self) -> _native.Evaluator:
        """Native evaluator, whose tables are computed at first use."""
        if self.rainbow:
            return _native.BadugiEvaluator([RANKS.index(rank) for rank in self.ranking.ranks])
        free = _free_evaluator(self.ranking)
        return free if self.from_hole is None else _native.SplitEvaluator(free, self.from_hole)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Label of each strength; entry 0 is unused."""
        labels = [category.label for category in self.ranking.categories]
        return tuple(labels[index] for index in self.evaluator.categories)

    @property
    def strongest(self) -> int:
        """Highest possible strength."""
        return len(self.labels) - 1

    def label(self, strength: int) -> Label:
        """Return the label of a strength."""
        if not 1 <= strength <= self.strongest:
            raise InputError(
                f"strength of {self.name} must be from 1 to {self.strongest}, got {strength}"
            )
        return self.labels[strength]

    def strength(self, hole: CardsLike, board: CardsLike = 0) -> int:
        """Return the strength of the best hand of hole and board; 0 if none qualifies."""
        hole_mask, board_mask = self._checked(hole, board)
        return self.evaluator.strength(hole_mask, board_mask)

    def best(self, hole: Iterable[int], board: Iterable[int]) -> int | None:
        """Return the strength of the best hand of hole and board, or None if there is none."""
        return self.evaluator.strength(mask_of(hole), mask_of(board)) or None

    def hand(self, hole: CardsLike, board: CardsLike = 0) -> "Hand":
        """Return the best hand of hole and board, with the cards that play."""
        hole_mask, board_mask = self._checked(hole, board)
        strength = self.evaluator.strength(hole_mask, board_mask)
        if strength == 0:
            raise InputError(
                f"no {self.name} hand in {mask_text(hole_mask)} on {mask_text(board_mask) or '-'}"
            )
        return Hand(self, self.evaluator.playing_cards(hole_mask, board_mask), strength)

    def open_hand(self, cards: CardsLike) -> "Hand":
        """Return an incomplete hand, such as the up cards that decide who opens in stud.

        Pairs, trips and quads count; straights and flushes do not.
        """
        mask = self._in_deck(to_mask(cards))
        if not isinstance(self.evaluator, _native.FreeEvaluator) or self.ranking.size == 1:
            raise InputError(f"{self.name} has no open hands")
        strength = self.evaluator.open_strength(mask)
        if strength == 0:
            raise InputError(f"no {self.name} hand in {mask_text(mask)}")
        return Hand(self, mask, strength)

    def evaluate_cards(self, cards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
        """Evaluate each row of a [N, k] array of cards, any of which may play."""
        if self.from_hole is not None:
            raise InputError(
                f"{self.name} distinguishes hole cards from board cards: use evaluate_masks"
            )
        rows = as_integers(cards, np.uint8)
        if rows.ndim != 2:
            raise InputError(f"cards must have shape [N, k], got {rows.shape}")
        out = np.empty(len(rows), np.uint16)
        bad_row = self.evaluator.evaluate_cards(rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(
                f"row {bad_row} must be distinct cards from 0 to 51, got {rows[bad_row]}"
            )
        if self.deck.mask != ALL_CARDS:
            outside = (np.uint64(self.deck.mask) >> rows.astype(np.uint64)) & np.uint64(1) == 0
            self._check_deck(outside.any(axis=1))
        return out

    def evaluate_masks(
        self, holes: ArrayLike, boards: ArrayLike | None = None, *, threads: int = 1
    ) -> NDArray[np.uint16]:
        """Evaluate an array of hands as masks, with a board each, one board for all, or none."""
        hole_masks = as_integers(holes, np.uint64)
        if hole_masks.ndim != 1:
            raise InputError(f"masks must have shape [N], got {hole_masks.shape}")
        board_masks = np.empty(0, np.uint64)
        if boards is not None:
            board_masks = as_integers(boards, np.uint64)
            if board_masks.shape not in ((), (1,), hole_masks.shape):
                raise InputError(
                    f"boards must be one, or one for each of {len(hole_masks)} hands, got shape "
                    f"{board_masks.shape}"
                )
            board_masks = np.ascontiguousarray(np.broadcast_to(board_masks, hole_masks.shape))
        out = np.empty(len(hole_masks), np.uint16)
        bad_row = self.evaluator.evaluate_masks(hole_masks, board_masks, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(f"row {bad_row} must be {self._accepted_cards()}")
        if self.deck.mask != ALL_CARDS:
            outside = np.uint64(ALL_CARDS ^ self.deck.mask)
            is_outside = hole_masks & outside != 0
            if len(board_masks):
                is_outside |= board_masks & outside != 0
            self._check_deck(is_outside)
        return out

    def _check_deck(self, is_outside: NDArray[np.bool_]) -> None:
        """Raise InputError if any row has a card outside the deck."""
        if is_outside.any():
            row = int(np.flatnonzero(is_outside)[0])
            raise InputError(f"row {row} must have only cards in the deck of {self.name}")

    def _accepted_cards(self) -> str:
        if self.from_hole is None:
            return f"{1 if self.rainbow else self.ranking.size} to {MAX_CARDS} distinct cards"
        return (
            f"at least {self.from_hole} distinct hole cards and "
            f"{self.ranking.size - self.from_hole} board cards"
        )

    def _in_deck(self, mask: int) -> int:
        if outside := mask & ~self.deck.mask:
            raise InputError(f"not in the deck of {self.name}: {mask_text(outside)}")
        return mask

    def _checked(self, hole: CardsLike, board: CardsLike) -> tuple[int, int]:
        hole_mask, board_mask = self._in_deck(to_mask(hole)), self._in_deck(to_mask(board))
        if self.from_hole is not None:
            from_board = self.ranking.size - self.from_hole
            if hole_mask.bit_count() < self.from_hole or board_mask.bit_count() < from_board:
                raise InputError(
                    f"{self.name} requires {self.from_hole} hole cards and {from_board} board "
                    f"cards, got {hole_mask.bit_count()} and {board_mask.bit_count()}"
                )
        return hole_mask, board_mask


def as_integers(values: ArrayLike, dtype: type[_Integer]) -> NDArray[_Integer]:
    """Return values as a C-contiguous array of integers.

    Args:
        values: Integers of any type, in any shape.
        dtype: NumPy type of the result.

    Raises:
        InputError: If a value is not an integer, is negative, or does not fit the type.
    """
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise InputError(f"the array must hold integers, got {array.dtype}")
    limits = np.iinfo(dtype)
    if array.size and not 0 <= int(array.min()) <= int(array.max()) <= limits.max:
        raise InputError(f"the values must be from 0 to {limits.max}")
    return np.ascontiguousarray(array, dtype)


_free_evaluators: dict[Ranking, _native.FreeEvaluator] = {}


def _free_evaluator(ranking: Ranking) -> _native.FreeEvaluator:
    """Return the tables of a ranking, shared by all hand types that use it."""
    if ranking not in _free_evaluators:
        _free_evaluators[ranking] = _native.FreeEvaluator(
            ranks=[RANKS.index(rank) for rank in ranking.ranks],
            size=ranking.size,
            categories=[
                (list(category.shape), category.straight, category.suited)
                for category in ranking.categories
            ],
            wheel=ranking.wheel,
            low=ranking.low,
        )
    return _free_evaluators[ranking]


@total_ordering
@dataclass(frozen=True, eq=False)
class Hand:
    """A made hand. Hands of the same type compare by strength."""

    type: HandType = field(repr=False)
    mask: int
    strength: int

    @cached_property
    def is_open(self) -> bool:
        """Whether cards are still missing."""
        return not self.type.rainbow and self.mask.bit_count() < self.type.ranking.size

    @cached_property
    def label(self) -> Label:
        """Category of the hand."""
        if self.is_open:
            evaluator = self.type.evaluator
            assert isinstance(evaluator, _native.FreeEvaluator)
            index = evaluator.open_categories[self.strength]
            return self.type.ranking.categories[index].label
        return self.type.label(self.strength)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Cards that play, largest groups and highest ranks first; a wheel ends in its ace."""
        order = self.type.ranking.ranks
        cards = cards_of(self.mask)
        ranks = [order.index(RANKS[card >> 2]) for card in cards]
        wheel = self.label in (Label.STRAIGHT, Label.STRAIGHT_FLUSH) and (
            max(ranks) - min(ranks) >= self.type.ranking.size
        )
        counts = {rank: ranks.count(rank) for rank in ranks}

        def place(card: int) -> tuple[int, int, int]:
            rank = order.index(RANKS[card >> 2])
            return counts[rank], -1 if wheel and rank == len(order) - 1 else rank, card & 3

        return tuple(sorted(cards, key=place, reverse=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand) or not self._comparable(other):
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: "Hand") -> bool:
        if not isinstance(other, Hand) or not self._comparable(other):
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.type, self.strength))

    def __str__(self) -> str:
        return cards_text(self.cards)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r}, {self.label})"

    def _comparable(self, other: "Hand") -> bool:
        same_size = self.mask.bit_count() == other.mask.bit_count()
        return self.type == other.type and (same_size or not (self.is_open or other.is_open))


def _badugi(ranks: str) -> Ranking:
    labels = (Label.ONE_CARD, Label.TWO_CARDS, Label.THREE_CARDS, Label.FOUR_CARDS)
    categories = tuple(
        rankings.Category(label, (1,) * (index + 1)) for index, label in enumerate(labels)
    )
    return Ranking(ranks, 4, categories, low=True)


STANDARD_HIGH = HandType("standard high", rankings.HIGH)
DEUCE_TO_SEVEN_LOW = HandType("deuce-to-seven low", rankings.DEUCE_TO_SEVEN)
ACE_TO_FIVE_LOW = HandType("ace-to-five low", rankings.ACE_TO_FIVE)
EIGHT_OR_BETTER_LOW = HandType("eight-or-better low", rankings.EIGHT_OR_BETTER)
BADUGI = HandType("badugi", _badugi(rankings.ACE_LOW_RANKS), rainbow=True)
ACE_HIGH_BADUGI = HandType("ace-high badugi", _badugi(rankings.STANDARD_RANKS), rainbow=True)
OMAHA_HIGH = HandType("Omaha high", rankings.HIGH, from_hole=2)
OMAHA_EIGHT_OR_BETTER_LOW = HandType(
    "Omaha eight-or-better low", rankings.EIGHT_OR_BETTER, from_hole=2
)
GREEK_HIGH = HandType("Greek high", rankings.HIGH, from_hole=2)
SHORT_DECK_HIGH = HandType("short-deck high", rankings.SHORT_DECK, decks.SHORT)
SHORT_DECK_TRIPS_HIGH = HandType(
    "short-deck high, trips over straight", rankings.SHORT_DECK_TRIPS_OVER_STRAIGHT, decks.SHORT
)
ROYAL_HIGH = HandType("royal high", rankings.HIGH, decks.ROYAL)
KUHN_HIGH = HandType("Kuhn high", rankings.KUHN)
LEDUC_HIGH = HandType("Leduc high", rankings.LEDUC, decks.LEDUC)
RHODE_ISLAND_HIGH = HandType("Rhode Island high", rankings.RHODE_ISLAND)
NUMERAL_211_HIGH = HandType("2-1-1 high", rankings.NUMERAL_211, decks.NUMERAL_211)

# All of the above, in their order.
HAND_TYPES = {each.name: each for each in list(vars().values()) if isinstance(each, HandType)}
