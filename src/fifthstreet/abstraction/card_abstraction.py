"""Card abstractions: hand and board to bucket, by tables over all hands of a street up to suits."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.abstraction.keys import CardKey
from fifthstreet.abstraction.quality import StreetQuality
from fifthstreet.abstraction.recipes import BOARD_CARDS, Recipe
from fifthstreet.cards import HOLE_COUNT, mask_of, parse_mask
from fifthstreet.cards.hands import as_integers
from fifthstreet.errors import InputError
from fifthstreet.support import storage
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import STREET_NAMES

KIND = "abstraction"  # of files
BLOCKED = 0xFFFF  # in place of a bucket, for hands that share a card with the board
Cards: TypeAlias = str | Iterable[int]


class CardAbstraction(CardKey):
    """Buckets of hands: hand and board to a number from 0 up.

    A street has a table with the bucket of each index of `hold_em_index`. The board is a set, and a
    bucket holds nothing about earlier streets (imperfect recall). Streets may be missing.

    >>> table = np.arange(169, dtype=np.uint8) // 17
    >>> abstraction = CardAbstraction({"preflop": table}, {"preflop": 10})
    >>> abstraction
    <CardAbstraction: 10 buckets preflop>
    >>> abstraction.bucket("AhAd") == abstraction.bucket("AsAc")
    True
    """

    def __init__(
        self,
        tables: Mapping[str, NDArray[Any]],
        counts: Mapping[str, int],
        *,
        recipe: Recipe | None = None,
        quality: Mapping[str, StreetQuality] | None = None,
        content_hash: str | None = None,
    ) -> None:
        """Create from the table and the number of buckets of each street.

        Tables are uint8 or uint16, are not copied, and become read-only. `content_hash` saves the
        time to compute the hash where it is known.
        """
        if not tables or not set(tables) <= set(STREET_NAMES) or set(counts) != set(tables):
            raise InputError(
                "tables and counts must have the same streets, one or more of "
                f"{', '.join(STREET_NAMES)}"
            )
        for name, table in tables.items():
            if table.dtype not in (np.uint8, np.uint16) or table.ndim != 1:
                raise InputError(
                    f"the table of the {name} must be a row of uint8 or uint16, got {table.dtype} "
                    f"of shape {table.shape}"
                )
            table.flags.writeable = False
        in_order = [name for name in STREET_NAMES if name in tables]
        self.tables = {name: tables[name] for name in in_order}
        self.counts = {name: int(counts[name]) for name in in_order}
        self.recipe = recipe
        self.quality = {name: quality[name] for name in in_order if quality and name in quality}
        self.native = _native.BucketTables(
            [tables.get(name) for name in STREET_NAMES],
            [self.counts.get(name, 0) for name in STREET_NAMES],
        )
        if content_hash is not None:
            self.hash = content_hash

    def __repr__(self) -> str:
        parts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"<CardAbstraction: {parts.replace(' ', ' buckets ', 1)}>"

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the tables, in hexadecimal: equal for the same buckets."""
        content = sha256(repr(self.counts).encode())
        for table in self.tables.values():
            content.update(table.dtype.str.encode())
            content.update(table.data)
        return content.hexdigest()

    @property
    def table_bytes(self) -> int:
        """Memory of the tables in bytes."""
        return sum(table.nbytes for table in self.tables.values())

    def bucket(self, hole: Cards, board: Cards = "") -> int:
        """Return the bucket of a hand on a board, which are texts like `AhKd` or cards."""
        holes, boards = ([_mask(cards)] for cards in (hole, board))
        return int(self.buckets_of_masks(holes, boards)[0])

    def buckets(self, board: Cards = "") -> NDArray[np.uint16]:
        """Return the bucket of each of the 1,326 hands on a board; 65535 if they share a card."""
        buckets: NDArray[np.uint16] = self.buckets_of_boards([_mask(board)])[0]
        return buckets

    def buckets_of_cards(self, cards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
        """Return the bucket of each row of cards: two of the hand, then the board cards.  [N]"""
        rows = as_integers(cards, np.uint8)
        streets = {2 + BOARD_CARDS[name]: name for name in self.tables}
        if rows.ndim != 2 or rows.shape[1] not in streets:
            raise InputError(
                f"cards must be rows of {' or '.join(map(str, streets))} cards, got shape "
                f"{rows.shape}"
            )
        out = np.empty(len(rows), np.uint16)
        bad_row = self.native.buckets_of_cards(rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(
                f"row {bad_row} must be distinct cards from 0 to 51, got {rows[bad_row]}"
            )
        return out

    def buckets_of_masks(
        self, holes: ArrayLike, boards: ArrayLike, *, threads: int = 1
    ) -> NDArray[np.uint16]:
        """Return the bucket of each hand on its board, both masks; streets may be mixed.  [N]"""
        hands, dealt = as_integers(holes, np.uint64), as_integers(boards, np.uint64)
        if hands.ndim != 1 or dealt.shape != hands.shape:
            raise InputError(
                f"hands and boards must be rows of one length, got {hands.shape} and {dealt.shape}"
            )
        out = np.empty(len(hands), np.uint16)
        bad_row = self.native.buckets_of_masks(hands, dealt, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(f"row {bad_row} must be distinct cards: two and {self._boards}")
        return out

    def buckets_of_boards(self, boards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
        """Return the buckets of the 1,326 hands on each board, a mask.  [N, 1326]

        Hands that share a card with the board have 65535. This is several times faster than other
        look-ups.
        """
        rows = as_integers(boards, np.uint64)
        if rows.ndim != 1:
            raise InputError(f"boards must be a row of masks, got shape {rows.shape}")
        out = np.empty((len(rows), HOLE_COUNT), np.uint16)
        bad_row = self.native.buckets_of_boards(rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(f"row {bad_row} must be {self._boards}, for which there are buckets")
        return out

    def keys(self, board: tuple[int, ...]) -> NDArray[np.uint64]:
        """Return the bucket of each of the 1,326 hands on a board, as keys of a strategy."""
        return self.buckets(board).astype(np.uint64)

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the buckets depend on, as plain data."""
        return {
            "kind": "buckets",
            "counts": self.counts,
            "recipe": None if self.recipe is None else self.recipe.to_dict(),
            "hash": self.hash,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file with the tables, the recipe, the quality and the hash."""
        facts = {
            **self.to_dict(),
            "mean_costs": {name: each.mean_cost for name, each in self.quality.items()},
        }
        arrays = dict(self.tables)
        for name, quality in self.quality.items():
            arrays |= {f"{name} {part}": array for part, array in quality.to_arrays().items()}
        with storage.replacing(path) as file:
            storage.write_container(file, KIND, facts, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CardAbstraction:
        """Read and verify a file; DamagedFileError if it is damaged or of another kind."""
        container = storage.open_container(path, KIND)
        types = {"kind": str, "counts": dict, "recipe": dict | None, "hash": str}
        with storage.reading(path):
            facts = storage.checked_types(container.facts, types | {"mean_costs": dict})
            recipe = facts["recipe"]
            return cls(
                {name: container.array(name) for name in facts["counts"]},
                {name: _count(count) for name, count in facts["counts"].items()},
                recipe=None if recipe is None else Recipe.from_dict(recipe),
                quality={
                    name: _read_quality(container, name, facts["counts"][name], cost)
                    for name, cost in facts["mean_costs"].items()
                },
                content_hash=facts["hash"],
            )

    @property
    def _boards(self) -> str:
        return f"a board of {' or '.join(str(BOARD_CARDS[name]) for name in self.tables)} cards"


def _mask(cards: Cards) -> int:
    return parse_mask(cards) if isinstance(cards, str) else mask_of(cards)


def _count(count: Any) -> int:
    return int(storage.checked_types({"count": count}, {"count": int})["count"])


def _read_quality(container: storage.Container, name: str, count: int, cost: Any) -> StreetQuality:
    arrays = {part: container.array(f"{name} {part}") for part in StreetQuality.ARRAYS}
    storage.checked_types({"mean_cost": cost}, {"mean_cost": float | None})
    return StreetQuality.from_arrays(arrays, count, cost)
