"""Checks of the board, the ranges, the key, the memory and the backend of a training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fifthstreet.abstraction import CardAbstraction, ExactCards, FlopSubset
from fifthstreet.cards import Range, cards_text
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.blueprint.dealing import HandDealer
from fifthstreet.solvers.blueprint.line_summaries import BETTING
from fifthstreet.solvers.blueprint.tables import BACKENDS
from fifthstreet.solvers.cfr import (
    ExternalSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
    Uniform,
    schemes,
)
from fifthstreet.solvers.common import bytes_text
from fifthstreet.tree import BettingTree, Kind

BOARD_CARDS = 5
_FLOP_CARDS, _TURN_CARDS = 3, 4


def checked_board(tree: BettingTree, board: tuple[int, ...]) -> tuple[int, ...]:
    """Return the board; InputError unless it is empty or fits the tree's first street.

    A tree that starts on the turn may have a flop, whose turn is dealt.
    """
    wanted = (0, 3, 4, 5)[tree.rules.first_street]
    if not board:
        return ()
    fits = len(board) == wanted or (len(board), wanted) == (_FLOP_CARDS, _TURN_CARDS)
    if not fits or len(set(board)) != len(board) or not all(0 <= card < 52 for card in board):
        raise InputError(
            f"board must be {wanted} different cards, or none to deal every board, for a tree that "
            f"starts on street {tree.rules.first_street}, got {cards_text(board)!r}"
        )
    return board


def check_flops(flops: FlopSubset | None, board: tuple[int, ...]) -> None:
    """Raise InputError for flops to deal if there is a board already."""
    if flops is not None and board:
        raise InputError(f"flops require an empty board, got {cards_text(board)}")


def checked_runout(board: tuple[int, ...], runout: tuple[int, ...]) -> tuple[int, ...]:
    """Return the runout; InputError unless it is empty or completes a board."""
    if not runout:
        return ()
    missing = BOARD_CARDS - len(board)
    if not board or len(runout) != missing or len({*runout, *board}) < BOARD_CARDS:
        raise InputError(
            f"runout must be the {missing} cards that complete a board, got {cards_text(runout)!r}"
        )
    return runout


def live_ranges(
    tree: BettingTree, ranges: Sequence[Range | str], known_cards: tuple[int, ...]
) -> tuple[Range, ...]:
    """Return the ranges without the hands that known cards block."""
    if len(ranges) != tree.players:
        raise InputError(
            f"ranges must be one for each of {tree.players} players, got {len(ranges)}"
        )
    mask = sum(1 << card for card in known_cards)
    parsed = [each if isinstance(each, Range) else Range.parse(each) for each in ranges]
    live = tuple(range_.without(mask) for range_ in parsed)
    for player, range_ in enumerate(live):
        if not len(range_):
            raise InputError(f"ranges: the known cards block all hands of player {player}")
    HandDealer(live)  # raises InputError if hands share a card in almost all deals
    return live


def checked_key(
    given: ExactCards | None,
    ranges: tuple[Range, ...],
    board: tuple[int, ...],
    runout: tuple[int, ...],
) -> ExactCards:
    """Return the key; InputError if it merges hands that differ in more than their suits."""
    own = ExactCards.for_game(ranges, board, runout)
    if given is None:
        return own
    if given.known != own.known or not given.symmetry:
        raise InputError(f"key must be like {own!r}, got {given!r} of a different board")
    if not set(given.symmetry) <= set(own.symmetry):
        raise InputError(
            f"key must be like {own!r}, got {given!r}, which merges hands that the ranges or the "
            "board tell apart"
        )
    return given


def check_log_size(tree: BettingTree, ranges: Sequence[Range], batch: int, limit: int) -> None:
    """Raise NotEnoughMemoryError if a batch with all hands at all nodes might not fit."""
    hands = np.array([len(range_) for range_ in ranges])
    nodes = np.flatnonzero(tree.kind == Kind.ACTION)
    rows = hands[tree.player[nodes]]
    updates = 2 + (tree.n_children[nodes].astype(np.int64) + 1) // 2
    words = int((updates * rows).sum()) * batch
    if words * 8 > limit:
        raise NotEnoughMemoryError(
            f"not enough memory: a batch of {batch} traversals of public chance sampling may need "
            f"{bytes_text(words * 8)}, {bytes_text(limit)} available. Use a smaller batch, fewer "
            "bet sizes or external sampling."
        )


def check_scheme(scheme: Scheme, pruning: Pruning | None, tree: BettingTree) -> None:
    """Raise InputError unless sampled deals of a tree support the scheme and the pruning."""
    schemes.check_combination(scheme, Uniform(), pruning, "float32")
    if getattr(scheme, "baseline", None) is not None:
        raise InputError(f"scheme must have no baseline for sampled deals, got {scheme}")
    if isinstance(scheme, PublicChanceSampling) and tree.players > 2:
        raise InputError(f"public chance sampling requires 2 players, got {tree.players}")


def check_betting(betting: str, key: ExactCards | CardAbstraction, scheme: Scheme) -> None:
    """Raise InputError unless decisions may share rows with this key and scheme."""
    if betting not in BETTING:
        raise InputError(f"betting must be {' or '.join(BETTING)}, got {betting!r}")
    if betting == "exact":
        return
    if isinstance(key, ExactCards):
        raise InputError(f"betting {betting!r} requires a key of buckets, got exact cards")
    if isinstance(scheme, PublicChanceSampling):
        raise InputError(f"betting must be 'exact' for public chance sampling, got {betting!r}")


def check_trembling(tremble: float, averages: str, scheme: Scheme) -> None:
    """Raise InputError for options of external sampling with another scheme."""
    if (tremble or averages != "next") and not isinstance(scheme, ExternalSampling):
        raise InputError(f"tremble and averages require external sampling, got {scheme}")


def check_backend(
    backend: str,
    scheme: Scheme,
    key: ExactCards | CardAbstraction,
    precision: str,
    table_folder: str | None,
) -> None:
    """Raise InputError unless the backend supports the options."""
    if backend not in BACKENDS:
        raise InputError(f"backend must be {' or '.join(BACKENDS)}, got {backend!r}")
    if backend == "native":
        return
    if not isinstance(scheme, PublicChanceSampling) or isinstance(key, ExactCards):
        raise InputError(
            "backend cuda requires public chance sampling with a key of buckets: use both, or "
            "backend native"
        )
    if precision != "float32" or table_folder is not None:
        raise InputError("backend cuda requires precision float32 and no table_folder")
