"""The hands of a street up to suits, in blocks of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.cards import MaskArray, canonical_boards
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

Progress: TypeAlias = Callable[[float], None]  # called with the share of the work that is done

# Boards of a block per thread: work for a fraction of a second, so that Ctrl-C is noticed soon.
_BOARDS_PER_THREAD = {3: 8, 4: 128, 5: 1024}


@dataclass(frozen=True, repr=False)
class BoardBlock:
    """The hands on some boards: B boards and N rows, one for each hand up to suits."""

    boards: MaskArray  # [B]
    starts: NDArray[np.int64]  # [B + 1] first row of each board, and the number of rows
    hands: NDArray[np.uint16]  # [N] hole hand on its board
    indices: NDArray[np.int64]  # [N] of `hold_em_index`
    multiplicities: NDArray[np.uint8]  # [N] number of deals that the row represents
    share_done: float  # of the work, with this block

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.boards):,} boards, {len(self):,} hands>"

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.indices)


def board_blocks(
    board_cards: int,
    *,
    boards: slice = slice(None),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[BoardBlock]:
    """Yield all hands with a board of 3, 4 or 5 cards, up to suits, some boards at a time.

    Over all blocks, each index of `hold_em_index(board_cards)` appears once, and multiplicities add
    up to the number of deals.

    Args:
        board_cards: 3, 4 or 5.
        boards: Which of `canonical_boards(board_cards)` to visit; by default all.
        threads: Number of threads; by default one per core.
        progress: Called after each block with the share of the work that is done.

    >>> blocks = list(board_blocks(3))
    >>> sum(map(len, blocks)), sum(int(block.multiplicities.sum()) for block in blocks)
    (1286792, 25989600)
    """
    if board_cards not in _BOARDS_PER_THREAD:
        raise InputError(f"board_cards must be 3, 4 or 5, got {board_cards}")
    workers = thread_count(threads)
    index = hold_em_index(board_cards)
    chosen = np.ascontiguousarray(street_boards(board_cards)[boards])
    at_once = _BOARDS_PER_THREAD[board_cards] * workers
    for first in range(0, len(chosen), at_once):
        part = chosen[first : first + at_once]
        counts = np.empty(len(part), np.int64)
        _native.count_board_hands(part, counts)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        rows = int(starts[-1])
        hands, indices = np.empty(rows, np.uint16), np.empty(rows, np.int64)
        multiplicities = np.empty(rows, np.uint8)
        _native.list_board_hands(
            index.native, part, starts, workers, hands, indices, multiplicities
        )
        share_done = (first + len(part)) / len(chosen)
        yield BoardBlock(part, starts, hands, indices, multiplicities, share_done)
        if progress is not None:
            progress(share_done)


@lru_cache(maxsize=3)
def street_boards(board_cards: int) -> MaskArray:
    """Return all boards of a street up to suits, as `canonical_boards` lists them."""
    return canonical_boards(board_cards)[0]
