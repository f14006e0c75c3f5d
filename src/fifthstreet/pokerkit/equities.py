"""Equities of hands in ranges, for any hand types, deck and number of cards.

Games that the native engine knows are left to it: it deals a million times a second, or goes
through all deals where that costs no more. Others are dealt here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from typing import TypeAlias

import numpy as np

from fifthstreet.cards import WeightedHands, mask_of
from fifthstreet.equity import GAMES, EquityGame, equity
from fifthstreet.equity.matchup import MOST_PLAYERS
from fifthstreet.game.card import Card
from fifthstreet.game.hand_classes import Hand

Cards: TypeAlias = tuple[Card, ...]
RandomSource: TypeAlias = int | random.Random | np.random.Generator | None

_SAMPLE_SECONDS = 1e-7  # roughly what the native engine takes for a deal
_MOST_LISTED = 100_000  # ways to give hands to the players that are listed
_CHUNKS = 16  # parts that deals are divided into, for executors


def calculate_equities(
    hole_ranges: Iterable[Iterable[Iterable[Card]]],
    board_cards: Iterable[Card],
    hole_dealing_count: int,
    board_dealing_count: int,
    deck: Iterable[Card],
    hand_types: Iterable[type[Hand]],
    *,
    sample_count: int,
    executor: Executor | None = None,
    rng: RandomSource = None,
) -> list[float]:
    """Share of the pot that each range wins on average.

    A range is a set of hands that are equally likely unless cards collide; hands with fewer cards
    than are dealt are filled up at random. `rng` is a seed or a generator; without it the seed
    comes from the module `random`. An exact answer is given where it costs no more than a sample.
    """
    spot = _Spot(
        tuple(tuple(map(tuple, hands)) for hands in hole_ranges),
        tuple(board_cards),
        hole_dealing_count,
        board_dealing_count,
        tuple(deck),
        tuple(hand_types),
    )
    spot.check(sample_count)
    seed = _seed(rng)
    game = _native_game(spot)
    if game is None:
        return _deal_out(spot, sample_count, seed, executor)
    result = equity(
        *(_weighted(hands, hole_dealing_count) for hands in spot.hole_ranges),
        board=mask_of(spot.board),
        game=game,
        samples=sample_count,
        exact_seconds=sample_count * _SAMPLE_SECONDS,
        seed=seed % 2**63,
    )
    return [player.equity for player in result.players]


def calculate_hand_strength(
    player_count: int,
    hole_range: Iterable[Iterable[Card]],
    board_cards: Iterable[Card],
    hole_dealing_count: int,
    board_dealing_count: int,
    deck: Iterable[Card],
    hand_types: Iterable[type[Hand]],
    *,
    sample_count: int,
    executor: Executor | None = None,
    rng: RandomSource = None,
) -> float:
    """Equity of a range against so many players less one with any hands."""
    others: list[Iterable[Iterable[Card]]] = [((),)] * (player_count - 1)
    return calculate_equities(
        [*others, hole_range],
        board_cards,
        hole_dealing_count,
        board_dealing_count,
        deck,
        hand_types,
        sample_count=sample_count,
        executor=executor,
        rng=rng,
    )[-1]


@dataclass(frozen=True)
class _Spot:
    hole_ranges: tuple[tuple[Cards, ...], ...]
    board: Cards
    hole_count: int
    board_count: int
    deck: Cards
    hand_types: tuple[type[Hand], ...]

    def check(self, sample_count: int) -> None:
        if sample_count < 1:
            raise ValueError(f"{sample_count} samples; want 1 or more")
        if not self.hand_types:
            raise ValueError("no hand types")
        if len(self.board) > self.board_count:
            raise ValueError(f"{len(self.board)} board cards; {self.board_count} are dealt")
        if not all(self.hole_ranges):
            raise ValueError("a player has no hand")
        if any(len(hand) > self.hole_count for hand in chain(*self.hole_ranges)):
            raise ValueError(f"a hand has more than the {self.hole_count} cards that are dealt")
        if self.hole_count * len(self.hole_ranges) + self.board_count > len(self.deck):
            raise ValueError(f"the deck of {len(self.deck)} cards is too small")


def _seed(rng: RandomSource) -> int:
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if isinstance(rng, int):
        return rng
    return (rng or random).getrandbits(63)


# The native engine


def _native_game(spot: _Spot) -> EquityGame | None:
    """The game that the native engine knows a spot as; None if it does not."""
    if not 2 <= len(spot.hole_ranges) <= MOST_PLAYERS:
        return None
    known = {*spot.board, *chain(*chain(*spot.hole_ranges))}
    if not known <= {*spot.deck} or len({*spot.deck}) != len(spot.deck):
        return None
    for hands in spot.hole_ranges:
        if hands != ((),) and any(len(set(hand)) != spot.hole_count for hand in hands):
            return None
    types = [getattr(hand_type, "hand_type", None) for hand_type in spot.hand_types]
    deck = mask_of(spot.deck)
    for game in GAMES.values():
        wanted = [game.high] if game.low is None else [game.high, game.low]
        if (
            (game.hole_cards, game.board_cards) == (spot.hole_count, spot.board_count)
            and game.deck.mask == deck
            and len(types) == len(wanted)
            and all(
                a is not None and (a.ranking, a.from_hole) == (b.ranking, b.from_hole)
                for a, b in zip(types, wanted, strict=True)
            )
        ):
            return game
    return None


def _weighted(hands: Sequence[Cards], hole_count: int) -> WeightedHands:
    if hands == ((),):
        return WeightedHands.random(hole_count)
    counts = Counter(mask_of(hand) for hand in hands)
    masks = np.array(sorted(counts), np.uint64)
    weights = np.array([counts[mask] for mask in sorted(counts)], np.float64)
    return WeightedHands(masks, weights, hole_count)


# Any other game


def _deal_out(spot: _Spot, samples: int, seed: int, executor: Executor | None) -> list[float]:
    """Mean shares over so many deals; the same with and without an executor."""
    chunks = min(samples, _CHUNKS)
    sizes = [samples // chunks + (i < samples % chunks) for i in range(chunks)]
    jobs = ([spot] * chunks, sizes, [f"{seed}/{i}" for i in range(chunks)])
    results = map(_deal_chunk, *jobs) if executor is None else executor.map(_deal_chunk, *jobs)
    totals = [0.0] * len(spot.hole_ranges)
    for shares in results:
        totals = [total + share for total, share in zip(totals, shares, strict=True)]
    return [total / samples for total in totals]


def _deal_chunk(spot: _Spot, samples: int, seed: str) -> list[float]:
    generator = random.Random(seed)
    choices = _choices(spot)
    totals = [0.0] * len(spot.hole_ranges)
    for _ in range(samples):
        hands = generator.choice(choices) if choices else _draw(spot, generator)
        for player, share in enumerate(_shares(spot, hands, generator)):
            totals[player] += share
    return totals


def _collide(hands: Iterable[Cards], board: Cards) -> bool:
    cards = [*chain(*hands), *board]
    return len(set(cards)) != len(cards)


def _choices(spot: _Spot) -> list[tuple[Cards, ...]]:
    """All ways to give each player one of the hands; none if they are too many to list."""
    if prod(map(len, spot.hole_ranges)) > _MOST_LISTED:
        return []
    choices = [hands for hands in product(*spot.hole_ranges) if not _collide(hands, spot.board)]
    if not choices:
        raise ValueError("no deal is possible: the players' hands always share a card")
    return choices


def _draw(spot: _Spot, generator: random.Random) -> tuple[Cards, ...]:
    """One way to give each player one of the hands."""
    for _ in range(_MOST_LISTED):
        hands = tuple(generator.choice(hands) for hands in spot.hole_ranges)
        if not _collide(hands, spot.board):
            return hands
    raise ValueError("no deal found: the players' hands nearly always share a card")


def _shares(spot: _Spot, hands: tuple[Cards, ...], generator: random.Random) -> list[float]:
    """Shares of the pot in one random deal. Hand types that somebody has split it evenly."""
    held = {*chain(*hands), *spot.board}
    missing = [spot.hole_count - len(hand) for hand in hands]
    to_come = spot.board_count - len(spot.board)
    rest = [card for card in spot.deck if card not in held]
    drawn = iter(generator.sample(rest, sum(missing) + to_come))
    full = [
        (*hand, *(next(drawn) for _ in range(count)))
        for hand, count in zip(hands, missing, strict=True)
    ]
    board = (*spot.board, *drawn)
    shares = [0.0] * len(hands)
    qualified = 0
    for hand_type in spot.hand_types:
        made = [hand_type.from_game_or_none(hand, board) for hand in full]
        found = [hand for hand in made if hand is not None]
        if found:
            qualified += 1
            winners = [i for i, hand in enumerate(made) if hand == max(found)]
            for player in winners:
                shares[player] += 1 / len(winners)
    if not qualified:
        raise ValueError("nobody has a hand of these types in some deals")
    return [share / qualified for share in shares]
