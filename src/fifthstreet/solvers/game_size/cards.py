"""How many boards, hands and deals each street of hold'em has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np

from fifthstreet.abstraction import texture_classes
from fifthstreet.cards import (
    CARD_COUNT,
    NO_PERMUTATIONS,
    Range,
    SuitPermutation,
    canonical_boards,
    count_deals,
    stabiliser,
)
from fifthstreet.errors import InputError

STREETS = 4
BOARD_CARDS = (0, 3, 4, 5)  # by street


@dataclass(frozen=True)
class CardCounts:
    """Numbers of different cards on each street, 0 before the first."""

    boards: tuple[int, ...]  # [4] boards, in the order of their deals
    hands: tuple[tuple[int, ...], ...]  # [P, 4] a player's hand and the board
    deals: tuple[int, ...]  # [4] hands of all players and the board

    def bucketed(self, buckets: int, *, recall: bool) -> CardCounts:
        """Return the counts if players know only a bucket of their hand and board on each street.

        With recall, they also know the buckets of earlier streets. Numbers are upper limits, since
        some sequences of buckets or combinations of players' buckets may be impossible.
        """
        hands = []
        for counts in self.hands:
            by_street = [min(count, buckets) for count in counts]
            if recall:
                known = [
                    prod(max(each, 1) for each in by_street[: street + 1])
                    for street in range(STREETS)
                ]
                by_street = [min(limit, count) for limit, count in zip(known, counts, strict=True)]
            hands.append(tuple(by_street))
        deals = [
            min(count, prod(each[street] for each in hands))
            for street, count in enumerate(self.deals)
        ]
        return CardCounts(self.boards, tuple(hands), tuple(deals))

    def by_texture(self, textures: Sequence[int], buckets: int) -> CardCounts:
        """Return the counts if players know only the texture of the board and a bucket within it.

        Earlier streets are forgotten. `textures` is their number on each street. Numbers are
        upper limits: some textures may have fewer hands than buckets.
        """
        hands = tuple(
            tuple(min(count, buckets * each) for count, each in zip(counts, textures, strict=True))
            for counts in self.hands
        )
        boards = tuple(map(min, self.boards, textures))
        deals = tuple(
            min(count, each * buckets ** len(hands))
            for count, each in zip(self.deals, textures, strict=True)
        )
        return CardCounts(boards, hands, deals)


def count_textures(
    first_street: int, *, board: int = 0, flops: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Count the textures of boards on each street; 1 before the flop, where there is no board.

    >>> count_textures(0)
    (1, 14, 30, 41)
    """
    starts = (board,) if board else flops
    return _count_textures(first_street, None if starts is None else tuple(starts))


@lru_cache(maxsize=16)  # an advice counts the same boards for each of its steps
def _count_textures(first_street: int, starts: tuple[int, ...] | None) -> tuple[int, ...]:
    """Count the textures of all boards, or of boards that start with the given ones."""
    counts = [1] * STREETS
    if starts is None:
        for street in range(max(first_street, 1), STREETS):
            boards = canonical_boards(BOARD_CARDS[street])[0]
            counts[street] = int(texture_classes(boards).max()) + 1
        return tuple(counts)
    boards = np.array(starts, np.uint64)
    first = max(first_street, 1)
    for street in range(first, STREETS):
        if street > first:
            dealt = boards[:, None] | np.uint64(1) << np.arange(CARD_COUNT, dtype=np.uint64)
            boards = np.unique(dealt[dealt != boards[:, None]])
        counts[street] = int(texture_classes(boards).max()) + 1
    return tuple(counts)


def count_cards(
    first_street: int,
    *,
    players: int = 2,
    board: int = 0,
    ranges: tuple[Range, Range] | None = None,
    perms: Sequence[SuitPermutation] = NO_PERMUTATIONS,
    flops: Sequence[int] | None = None,
) -> CardCounts:
    """Count the cards of all streets, up to suit permutations.

    Args:
        first_street: Where the game starts: 0 preflop to 3 river.
        players: Number of players with hole cards.
        board: Mask of the known cards, if any.
        ranges: Hands of two players, by default all.
        perms: Suit permutations that leave the game unchanged; by default suits are not merged.
        flops: Masks of the flops that are dealt, up to suits, by default all. Each flop has its own
            permutations, and the game must start preflop.

    Returns:
        The boards, each player's hands and the deals of each street.

    Raises:
        InputError: If there are `flops` in a game that does not start preflop.
    """
    if flops is not None and (board or first_street):
        raise InputError("flops requires a game without a board, from preflop on")
    boards, deals = [0] * STREETS, [0] * STREETS
    hands = [[0] * STREETS for _ in range(players)]
    on_flops = [
        (flop, [perm for perm in stabiliser([flop]) if perm in perms]) for flop in flops or ()
    ]
    for street in range(first_street, STREETS):
        if flops is not None and street > 0:
            starts = on_flops
            rounds: tuple[int, ...] = (1,) * (street - 1)
        else:
            starts = [(board, list(perms))]
            rounds = _rounds(first_street, street, is_dealt=bool(board))
        for dead, group in starts:
            boards[street] += count_deals(rounds, dead=dead, perms=group)
            if ranges is None:
                single = count_deals((2, *rounds), dead=dead, perms=group)
                for counts in hands:
                    counts[street] += single
                deals[street] += count_deals((2,) * players + rounds, dead=dead, perms=group)
            else:
                for counts, range_ in zip(hands, ranges, strict=True):
                    counts[street] += count_deals(rounds, ranges=[range_], dead=dead, perms=group)
                deals[street] += count_deals(rounds, ranges=ranges, dead=dead, perms=group)
    return CardCounts(tuple(boards), tuple(map(tuple, hands)), tuple(deals))


def _rounds(first_street: int, street: int, *, is_dealt: bool) -> tuple[int, ...]:
    """Return the numbers of cards dealt up to a street, from the first on."""
    at_first = () if is_dealt or not BOARD_CARDS[first_street] else (BOARD_CARDS[first_street],)
    later = tuple(
        BOARD_CARDS[each] - BOARD_CARDS[each - 1] for each in range(first_street + 1, street + 1)
    )
    return at_first + later
