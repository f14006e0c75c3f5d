"""Seeds of decks and of agents, all derived from the seed of a match.

A deal has the same deck at every table that plays it. Agents get new random numbers in every hand,
and cannot infer the deck from them: seeds are hashes, which cannot be inverted.
"""

from hashlib import blake2b
from struct import Struct
from typing import Final

from fifthstreet.support.seeded_random import SeededRandom

_SEED_BITS: Final = 60
_SEEDS_OF_DIGEST: Final = 8
_WORDS: Final = Struct(f">{_SEEDS_OF_DIGEST}Q")


class DealSeeds:
    """The seeds of a deal, for all tables that play it."""

    def __init__(self, seed: int, deal: int, seats: int, tables: int) -> None:
        seeds = _seeds(f"{seed}/{deal}", 2 + seats * tables)
        self.deck: int = seeds[0]
        """Seed of the deck."""
        self.order: tuple[int, ...] = _shuffled(seats, SeededRandom(seeds[1]))
        """The players around the table, in a random order.

        Rotations of the seats alone would never change who acts after whom, which matters with
        three players or more.
        """
        self.agents: list[int] = seeds[2:]
        """A seed for each seat of the first table, then of the second, and so on."""

    def order_at(self, table: int) -> tuple[int, ...]:
        """Return who sits in each seat of a table."""
        return self.order[table:] + self.order[:table]

    def randoms_at(self, table: int, seats: int) -> list[SeededRandom]:
        """Return the random numbers of the agents in the first `seats` seats of a table."""
        first = table * len(self.order)
        return [SeededRandom(self.agents[first + seat]) for seat in range(seats)]


class SessionDeals:
    """The deals of a session, which all its tables share."""

    def __init__(self, seed: int, first: int, count: int, seats: int, tables: int) -> None:
        self.seed: int = seed
        """Seed of the match."""
        self.first: int = first
        """Number in the match of the first deal."""
        self.count: int = count
        """Number of deals."""
        self.seats: int = seats
        """Number of seats of each table."""
        self.tables: int = tables
        """Number of tables."""
        self._seeds: list[DealSeeds] = []

    def at(self, index: int) -> DealSeeds:
        """Return the seeds of a deal; they are kept for the next table."""
        known = self._seeds
        while len(known) <= index:
            known.append(DealSeeds(self.seed, self.first + len(known), self.seats, self.tables))
        return known[index]


def estimate_seed(seed: int, deal: int, table: int) -> int:
    """Return the seed for the cards that are drawn to estimate a hand."""
    return _seeds(f"{seed}/{deal}/estimate/{table}", 1)[0]


def _seeds(text: str, count: int) -> list[int]:
    seeds: list[int] = []
    for start in range(0, count, _SEEDS_OF_DIGEST):
        digest = blake2b(f"{text}/{start // _SEEDS_OF_DIGEST}".encode()).digest()
        words = _WORDS.unpack(digest)[: count - start]
        seeds.extend([word >> (64 - _SEED_BITS) for word in words])
    return seeds


def _shuffled(count: int, numbers: SeededRandom) -> tuple[int, ...]:
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
