"""Seeds of decks and of agents, all derived from the seed of a match.

A deal has the same deck at every table that plays it. Agents get other random numbers in every
hand, and nothing that an agent sees tells the deck.
"""

from __future__ import annotations

from hashlib import blake2b

from fifthstreet.agents.seeded_random import SeededRandom

_SEEDS_OF_DIGEST = 8
_SEED_BITS = 60


def deck_seed(seed: int, deal: int) -> int:
    """Return the seed of the deck of a deal."""
    digest = blake2b(f"{seed}/deck/{deal}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def seat_order(seed: int, deal: int, seats: int) -> list[int]:
    """Return a random order of the players around the table.

    Rotations of the seats keep who sits next to whom, which matters for three players and more.
    """
    digest = blake2b(f"{seed}/order/{deal}".encode(), digest_size=8).digest()
    numbers = SeededRandom(int.from_bytes(digest, "big") >> 4)
    order = list(range(seats))
    for last in range(seats - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def estimate_seed(seed: int, deal: int, table: int) -> int:
    """Return the seed of the cards that an estimate of a hand draws."""
    digest = blake2b(f"{seed}/estimate/{deal}/{table}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def agent_seeds(seed: int, deal: int, table: int, seats: int) -> list[int]:
    """Return a seed for the agent in each seat, in one hand."""
    seeds: list[int] = []
    part = 0
    while len(seeds) < seats:
        text = f"{seed}/agents/{deal}/{table}/{part}"
        digest = blake2b(text.encode(), digest_size=8 * _SEEDS_OF_DIGEST).digest()
        words = (digest[start : start + 8] for start in range(0, len(digest), 8))
        seeds.extend(int.from_bytes(word, "big") >> (64 - _SEED_BITS) for word in words)
        part += 1
    return seeds[:seats]


def agent_randoms(seed: int, deal: int, table: int, seats: int) -> list[SeededRandom]:
    """Return the random numbers of the agent in each seat, in one hand."""
    return [SeededRandom(each) for each in agent_seeds(seed, deal, table, seats)]
