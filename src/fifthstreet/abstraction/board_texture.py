"""Textures of boards: suits, pairs, straights and the high card, of one board or of many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.cards import RANKS, MaskArray, mask_text, parse_mask
from fifthstreet.cards.hands import as_integers
from fifthstreet.errors import InputError

MIN_CARDS, MAX_CARDS = 3, 5
_NUMBERS = ("no", "one", "two", "three", "four")
_STRAIGHT = 5  # ranks
_HOLE_CARDS = 2


@dataclass(frozen=True)
class BoardTexture:
    """The texture of a board of 3 to 5 cards: which hands it allows.

    A draw or a made hand counts as possible if two hole cards can complete it; draws also need a
    card to come.

    >>> texture = BoardTexture.of("QsJh2h")
    >>> texture.num_suits, texture.has_pair, texture.has_flush_draw, texture.has_straight_draw
    (2, False, True, True)
    >>> print(texture)
    Q high, two suits, no pair, flush draw, straight draw
    >>> print(BoardTexture.of("Ks7d2c"))
    K high, three suits, no pair
    >>> print(BoardTexture.of("9h8h7h7d"))
    9 high, two suits, a pair, flush, straight, flush draw, straight draw
    """

    cards: int
    num_suits: int
    most_of_a_suit: int
    num_ranks: int
    most_of_a_rank: int
    straightness: int  # most ranks of the board that one straight has; an ace is also low
    high_card_rank: int  # 0 (a two) to 12 (an ace)

    @classmethod
    def of(cls, board: str | int) -> BoardTexture:
        """Return the texture of a board, given as text or as a mask."""
        mask = parse_mask(board) if isinstance(board, str) else board
        return next(iter(board_textures([mask])))

    @property
    def has_pair(self) -> bool:
        """Whether two or more cards have the same rank."""
        return self.num_ranks < self.cards

    @property
    def has_flush(self) -> bool:
        """Whether a flush is possible."""
        return self.most_of_a_suit + _HOLE_CARDS >= _STRAIGHT

    @property
    def has_straight(self) -> bool:
        """Whether a straight is possible."""
        return self.straightness + _HOLE_CARDS >= _STRAIGHT

    @property
    def has_flush_draw(self) -> bool:
        """Whether a hand can need one more card for a flush."""
        return self.cards < MAX_CARDS and self.most_of_a_suit + _HOLE_CARDS >= _STRAIGHT - 1

    @property
    def has_straight_draw(self) -> bool:
        """Whether a hand can need one more card for a straight."""
        return self.cards < MAX_CARDS and self.straightness + _HOLE_CARDS >= _STRAIGHT - 1

    @property
    def high_card_text(self) -> str:
        """The highest rank, like `Q high`."""
        return f"{RANKS[self.high_card_rank]} high"

    @property
    def suits_text(self) -> str:
        """The number of suits, like `two suits`."""
        return f"{_NUMBERS[self.num_suits]} suit{'s' * (self.num_suits > 1)}"

    @property
    def ranks_text(self) -> str:
        """The cards of equal rank, like `a pair`."""
        if self.most_of_a_rank == 4:
            return "four of a rank"
        if self.most_of_a_rank == 3:
            has_both = self.cards - self.num_ranks > 2
            return "three of a rank and a pair" if has_both else "three of a rank"
        return ("no pair", "a pair", "two pairs")[self.cards - self.num_ranks]

    def __str__(self) -> str:
        possible = {
            "flush": self.has_flush,
            "straight": self.has_straight,
            "flush draw": self.has_flush_draw,
            "straight draw": self.has_straight_draw,
        }
        words = [self.high_card_text, self.suits_text, self.ranks_text]
        return ", ".join([*words, *(name for name, is_possible in possible.items() if is_possible)])


@dataclass(frozen=True, eq=False)
class BoardTextures:
    """The textures of N boards, with the fields of `BoardTexture`."""

    cards: NDArray[np.int8]  # [N], as all others
    num_suits: NDArray[np.int8]
    most_of_a_suit: NDArray[np.int8]
    num_ranks: NDArray[np.int8]
    most_of_a_rank: NDArray[np.int8]
    straightness: NDArray[np.int8]
    high_card_rank: NDArray[np.int8]

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.cards)

    def __iter__(self) -> Iterator[BoardTexture]:
        """Yield the texture of each board."""
        for row in self.table().tolist():
            yield BoardTexture(*row)

    def __repr__(self) -> str:
        different = len(np.unique(self.table(), axis=0))
        return f"<BoardTextures: {len(self):,} boards, {different:,} different>"

    def table(self) -> NDArray[np.int8]:
        """Return the fields as columns.  [N, 7]"""
        return np.stack([getattr(self, each.name) for each in fields(self)], axis=1)


def board_textures(boards: ArrayLike) -> BoardTextures:
    """Return the textures of boards.

    Args:
        boards: Masks of 3 to 5 cards.  [N]

    >>> from fifthstreet.cards import canonical_boards
    >>> board_textures(canonical_boards(3)[0])
    <BoardTextures: 1,755 boards, 116 different>
    """
    masks: MaskArray = as_integers(boards, np.uint64)
    if masks.ndim != 1:
        raise InputError(f"boards must have 1 dimension, got {masks.ndim}")
    bits = (masks[:, None] >> np.arange(64, dtype=np.uint64)).astype(np.uint8) & 1  # [N, 64]
    cards = bits[:, :52].sum(axis=1, dtype=np.int8)
    is_wrong = (cards < MIN_CARDS) | (cards > MAX_CARDS) | bits[:, 52:].any(axis=1)
    if is_wrong.any():
        mask = int(masks[is_wrong][0])
        name = mask_text(mask) if mask < 1 << 52 else f"{mask:#x}"
        raise InputError(f"a board must be 3 to 5 cards, got {name!r}")
    grid = bits[:, :52].reshape(-1, len(RANKS), 4)
    by_suit = grid.sum(axis=1, dtype=np.int8)  # [N, 4]
    by_rank = grid.sum(axis=2, dtype=np.int8)  # [N, 13]
    has_rank = by_rank > 0
    # An ace is below the two as well.
    ladder = np.concatenate([has_rank[:, -1:], has_rank], axis=1)
    windows = np.lib.stride_tricks.sliding_window_view(ladder, _STRAIGHT, axis=1)
    return BoardTextures(
        cards=cards,
        num_suits=(by_suit > 0).sum(axis=1, dtype=np.int8),
        most_of_a_suit=by_suit.max(axis=1),
        num_ranks=has_rank.sum(axis=1, dtype=np.int8),
        most_of_a_rank=by_rank.max(axis=1),
        straightness=windows.sum(axis=2, dtype=np.int8).max(axis=1),
        high_card_rank=(len(RANKS) - 1 - has_rank[:, ::-1].argmax(axis=1)).astype(np.int8),
    )


def texture_classes(boards: ArrayLike) -> NDArray[np.int64]:
    """Number boards by texture: boards with the same number may share tables.

    A class has the same number of cards of the commonest suit and rank, the same number of ranks
    and the same straightness; the high card does not matter.

    Args:
        boards: Masks of 3 to 5 cards.  [N]

    Returns:
        The class of each board, from 0 without gaps. Numbers depend on which classes occur, so
        compare them within one call only.  [N]

    >>> from fifthstreet.cards import canonical_boards
    >>> [int(texture_classes(canonical_boards(cards)[0]).max()) + 1 for cards in (3, 4, 5)]
    [14, 30, 41]
    """
    textures = board_textures(boards)
    columns = (
        textures.most_of_a_suit,
        textures.most_of_a_rank,
        textures.num_ranks,
        textures.straightness,
    )
    table = np.stack(columns, axis=1)
    return np.unique(table, axis=0, return_inverse=True)[1].reshape(-1)
