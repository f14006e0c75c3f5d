"""Equities of ranges for any hand types, deck and numbers of cards.

Games that `fifthstreet.cards.equity` supports are left to it: it samples a million deals a second,
or enumerates all deals where that costs no more. Deals of other games are sampled here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from typing import Any, TypeAlias

import numpy as np

from fifthstreet.cards import WeightedHands, mask_of
from fifthstreet.cards.equity import GAMES, MAX_PLAYERS, EquityGame, equity
from fifthstreet.errors import InputError
from fifthstreet.game import max_or_none
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.hands import Hand

Cards: TypeAlias = tuple[Card, ...]
RandomSource: TypeAlias = int | random.Random | np.random.Generator | None

_SAMPLE_SECONDS = 1e-7  # rough time of a deal in `fifthstreet.cards.equity`
_MAX_LISTED = 100_000  # assignments of hands to players
_CHUNKS = 16  # parts of the work, for executors


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
    """Estimate the share of the pot that each range wins on average.

    The hands of a range are equally likely, apart from card removal; hands with fewer cards than
    are dealt are completed at random. `rng` is a seed or a generator; without it the seed comes
    from the module `random`. The result is exact where that costs no more than `sample_count`
    samples.
    """
    deal = _Deal(
        tuple(tuple(map(tuple, hands)) for hands in hole_ranges),
        tuple(board_cards),
        hole_dealing_count,
        board_dealing_count,
        tuple(deck),
        tuple(hand_types),
    )
    deal.check(sample_count)
    seed = _seed(rng)
    game = _equity_game(deal)
    if game is None:
        return _sample_deals(deal, sample_count, seed, executor)
    result = equity(
        *(_weighted(hands, hole_dealing_count) for hands in deal.hole_ranges),
        board=mask_of(deal.board),
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
    """Estimate the equity of a range against `player_count - 1` players with random hands."""
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
class _Deal:
    hole_ranges: tuple[tuple[Cards, ...], ...]
    board: Cards
    hole_count: int
    board_count: int
    deck: Cards
    hand_types: tuple[type[Hand], ...]

    def check(self, sample_count: int) -> None:
        if sample_count < 1:
            raise InputError(f"sample_count must be at least 1, got {sample_count}")
        if not self.hand_types:
            raise InputError("hand_types must have at least one hand type")
        if len(self.board) > self.board_count:
            raise InputError(
                f"board cards must be at most {self.board_count}, got {len(self.board)}"
            )
        if not all(self.hole_ranges):
            raise InputError("every range must have at least one hand")
        if any(len(hand) > self.hole_count for hand in chain(*self.hole_ranges)):
            raise InputError(f"every hand must have at most {self.hole_count} cards")
        if self.hole_count * len(self.hole_ranges) + self.board_count > len(self.deck):
            raise InputError(f"a deck of {len(self.deck)} cards is too small for this deal")


def _seed(rng: RandomSource) -> int:
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if isinstance(rng, int):
        return rng
    return (rng or random).getrandbits(63)


# Games of fifthstreet.cards.equity


def _equity_game(deal: _Deal) -> EquityGame | None:
    """Find the game of `fifthstreet.cards.equity` that matches a deal; None if there is none."""
    if not 2 <= len(deal.hole_ranges) <= MAX_PLAYERS:
        return None
    known = {*deal.board, *chain(*chain(*deal.hole_ranges))}
    if not known <= {*deal.deck} or len({*deal.deck}) != len(deal.deck):
        return None
    for hands in deal.hole_ranges:
        if hands != ((),) and any(len(set(hand)) != deal.hole_count for hand in hands):
            return None
    types: list[Any] = [getattr(hand_type, "hand_type", None) for hand_type in deal.hand_types]
    if None in types:
        return None
    rules = [(hand_type.ranking, hand_type.from_hole) for hand_type in types]
    wanted = (deal.hole_count, deal.board_count, mask_of(deal.deck), rules)
    for game in GAMES.values():
        offered = [game.high] if game.low is None else [game.high, game.low]
        rules = [(hand_type.ranking, hand_type.from_hole) for hand_type in offered]
        if (game.hole_cards, game.board_cards, game.deck.mask, rules) == wanted:
            return game
    return None


def _weighted(hands: Sequence[Cards], hole_count: int) -> WeightedHands:
    if hands == ((),):
        return WeightedHands.random(hole_count)
    counts = Counter(mask_of(hand) for hand in hands)
    masks = np.array(sorted(counts), np.uint64)
    weights = np.array([counts[mask] for mask in sorted(counts)], np.float64)
    return WeightedHands(masks, weights, hole_count)


# Other games


def _sample_deals(deal: _Deal, samples: int, seed: int, executor: Executor | None) -> list[float]:
    """Average the shares over sampled deals; an executor does not change the result."""
    chunks = min(samples, _CHUNKS)
    sizes = [samples // chunks + (i < samples % chunks) for i in range(chunks)]
    jobs = ([deal] * chunks, sizes, [f"{seed}/{i}" for i in range(chunks)])
    results = map(_sample_chunk, *jobs) if executor is None else executor.map(_sample_chunk, *jobs)
    totals = [0.0] * len(deal.hole_ranges)
    for shares in results:
        totals = [total + share for total, share in zip(totals, shares, strict=True)]
    return [total / samples for total in totals]


def _sample_chunk(deal: _Deal, samples: int, seed: str) -> list[float]:
    generator = random.Random(seed)
    choices = _choices(deal)
    totals = [0.0] * len(deal.hole_ranges)
    for _ in range(samples):
        hands = generator.choice(choices) if choices else _draw(deal, generator)
        for player, share in enumerate(_shares(deal, hands, generator)):
            totals[player] += share
    return totals


def _collide(hands: Iterable[Cards], board: Cards) -> bool:
    cards = [*chain(*hands), *board]
    return len(set(cards)) != len(cards)


def _choices(deal: _Deal) -> list[tuple[Cards, ...]]:
    """List all assignments of hands to players; return an empty list if they are too many."""
    if prod(map(len, deal.hole_ranges)) > _MAX_LISTED:
        return []
    choices = [hands for hands in product(*deal.hole_ranges) if not _collide(hands, deal.board)]
    if not choices:
        raise InputError("no deal is possible: the hands of the players always share a card")
    return choices


def _draw(deal: _Deal, generator: random.Random) -> tuple[Cards, ...]:
    """Draw an assignment of hands to players."""
    for _ in range(_MAX_LISTED):
        hands = tuple(generator.choice(hands) for hands in deal.hole_ranges)
        if not _collide(hands, deal.board):
            return hands
    raise InputError("no deal was found: the hands of the players nearly always share a card")


def _shares(deal: _Deal, hands: tuple[Cards, ...], generator: random.Random) -> list[float]:
    """Return the shares of the pot in a random deal.

    The pot is split evenly between the hand types that at least one player has.
    """
    held = {*chain(*hands), *deal.board}
    missing = [deal.hole_count - len(hand) for hand in hands]
    to_come = deal.board_count - len(deal.board)
    rest = [card for card in deal.deck if card not in held]
    drawn = iter(generator.sample(rest, sum(missing) + to_come))
    full = [
        (*hand, *(next(drawn) for _ in range(count)))
        for hand, count in zip(hands, missing, strict=True)
    ]
    board = (*deal.board, *drawn)
    shares = [0.0] * len(hands)
    qualified = 0
    for hand_type in deal.hand_types:
        made = [hand_type.from_game_or_none(hand, board) for hand in full]
        best = max_or_none(made)
        if best is not None:
            qualified += 1
            winners = [i for i, hand in enumerate(made) if hand == best]
            for player in winners:
                shares[player] += 1 / len(winners)
    if not qualified:
        raise InputError("in some deals no player has a hand of these types")
    return [share / qualified for share in shares]
