"""Random games for batches: odd stacks, antes, straddles, late posts, all structures."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from fifthstreet.envs import BatchGame
from fifthstreet.game import Automation
from fifthstreet.game.variants import (
    FixedLimitTexasHoldem,
    KuhnPoker,
    LeducHoldem,
    NoLimitRoyalHoldem,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitCourchevelHoldem,
    PotLimitOmahaHoldem,
    PotLimitTexasHoldem,
    RhodeIslandHoldem,
)

AUTOMATIONS = tuple(Automation)
# Most seats that the deck allows.
ONE_BET: dict[Any, int] = {
    NoLimitTexasHoldem: 10,
    PotLimitTexasHoldem: 10,
    NoLimitShortDeckHoldem: 10,
    NoLimitRoyalHoldem: 6,
    PotLimitOmahaHoldem: 10,
    PotLimitCourchevelHoldem: 8,
}
SMALL: dict[Any, int] = {KuhnPoker: 3, LeducHoldem: 4, RhodeIslandHoldem: 10}


def random_game(rng: np.random.Generator) -> BatchGame:
    """Return a game with random rules, seats and chips."""
    kind = rng.integers(8)
    if kind == 0:
        return _small_game(rng)
    big = int(rng.choice([2, 3, 10, 25, 100]))
    blinds = _blinds(rng, big)
    if kind <= 2:
        seats = int(rng.integers(2, 11))
        poker: Any = FixedLimitTexasHoldem(
            AUTOMATIONS, *_antes(rng, big, seats), blinds, big, big * int(rng.integers(1, 3))
        )
    else:
        games = list(ONE_BET)
        # Texas hold'em half of the time.
        game = games[int(rng.choice([0, 0, 1, 1, 2, 3, 4, 5]))]
        seats = int(rng.integers(2, ONE_BET[game] + 1))
        poker = game(
            AUTOMATIONS, *_antes(rng, big, seats), blinds, int(rng.integers(1, 2 * big + 1))
        )
    return BatchGame.of(
        poker,
        seats=seats,
        stacks=_stacks(rng, big, seats),
        keeps_stacks=bool(rng.integers(2)),
        button=int(rng.integers(seats)),
    )


def _small_game(rng: np.random.Generator) -> BatchGame:
    game = list(SMALL)[int(rng.integers(len(SMALL)))]
    seats = int(rng.integers(2, SMALL[game] + 1))
    poker: Any = game(AUTOMATIONS)
    ante = poker.raw_antes
    return BatchGame.of(poker, seats=seats, stacks=_stacks(rng, 3 * ante, seats))


def _antes(rng: np.random.Generator, big: int, seats: int) -> tuple[bool, Any]:
    """Return whether antes are trimmed, and the antes."""
    kind = rng.integers(6)
    if kind <= 2:
        return True, 0
    if kind == 3:
        return True, int(rng.integers(1, big + 1))
    if kind == 4:
        return False, {1: big}  # of the big blind
    return bool(rng.integers(2)), tuple(rng.integers(0, big + 1, seats).tolist())


def _blinds(rng: np.random.Generator, big: int) -> Any:
    small = int(rng.integers(1, big + 1))
    choices = [(small, big)] * 4 + [
        (small, big, 2 * big),  # a straddle; heads-up there is no third position
        {0: small, 1: big, -1: 2 * big + 1},  # of the button
        (small, big, 0, -big),  # a late post
        (0, big),
    ]
    return choices[int(rng.integers(len(choices)))]


def _stacks(rng: np.random.Generator, big: int, seats: int) -> list[int]:
    most = rng.choice([3 * big, 20 * big, 150 * big], seats)
    return [int(rng.integers(1, limit + 1)) for limit in most]


@st.composite
def games(draw: st.DrawFn) -> tuple[BatchGame, int]:
    """Draw a game and a seed."""
    seed = draw(st.integers(0, 2**32 - 1))
    return random_game(np.random.default_rng(seed)), seed
