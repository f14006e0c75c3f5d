"""Games for the sampling tests: Kuhn, Leduc, random games, and Kuhn with common mistakes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.solvers.games.kuhn import Kuhn, KuhnState
from fifthstreet.solvers.games.limit_poker import leduc as leduc_game


@cache
def kuhn(players: int = 2) -> GameTree:
    return flatten(Kuhn(players))


@cache
def leduc() -> GameTree:
    return flatten(leduc_game())


@dataclass(frozen=True)
class RandomGame:
    """A small random game of perfect recall: hidden moves, uneven chances, arbitrary payoffs.

    A state is the history so far: (player, action) for each move.
    """

    seed: int
    players: int = 2
    depth: int = 5

    @property
    def name(self) -> str:
        return f"random {self.seed}"

    def _dice(self, *labels: Any) -> random.Random:
        return random.Random(f"{self.seed} {labels}")

    def root(self) -> tuple[tuple[int, int], ...]:
        return ()

    @cache  # noqa: B019 - games are few and small
    def player(self, state: tuple[tuple[int, int], ...]) -> int:
        dice = self._dice("player", state)
        if len(state) >= self.depth or (len(state) > 1 and dice.random() < 0.2):
            return TERMINAL
        return int(dice.choice([CHANCE, *range(self.players), *range(self.players)]))

    def actions(self, state: tuple[tuple[int, int], ...]) -> list[str]:
        if self.player(state) == CHANCE:
            dice = self._dice("outcomes", state)
            return dice.sample("abcd", dice.randint(1, 3))
        return [*"xyz"][: self._dice(self.information_set(state)).choice((1, 2, 2, 3))]

    def probabilities(self, state: tuple[tuple[int, int], ...]) -> list[float]:
        dice = self._dice("odds", state)
        count = len(self.actions(state))
        weights = (
            [dice.choice((0, 1, 1, 2, 3)) for _ in range(count)] if dice.random() < 0.7 else []
        )
        weights = weights if sum(weights) else [1] * count
        return [weight / sum(weights) for weight in weights]

    def public_key(self, state: tuple[tuple[int, int], ...]) -> int | None:
        dice = self._dice("public", state)
        return dice.randrange(3) if dice.random() < 0.5 else None

    def child(self, state: tuple[tuple[int, int], ...], action: int) -> tuple[tuple[int, int], ...]:
        return (*state, (self.player(state), action))

    def information_set(self, state: tuple[tuple[int, int], ...]) -> str:
        """The player's own moves, with a one-bit hint about the rest of the history at each."""
        player = self.player(state)
        seen = [
            (self._dice("hint", state[:i]).randrange(2), action)
            for i, (who, action) in enumerate(state)
            if who == player
        ]
        return f"{player} {seen} {self._dice('hint', state).randrange(2)}"

    def payoffs(self, state: tuple[tuple[int, int], ...]) -> list[float]:
        dice = self._dice("payoffs", state)
        return [dice.choice((-2.0, -1.0, 0.0, 1.0, 3.5)) for _ in range(self.players)]


class KuhnWithoutHand(Kuhn):
    """The player's card is missing from the information set."""

    def information_set(self, state: KuhnState) -> str:
        return f"player {len(state[1]) % 2}|{state[1]}"


class KuhnForOneChip(Kuhn):
    """The winner gets 1 chip, whatever was bet."""

    def payoffs(self, state: KuhnState) -> tuple[float, ...]:
        return tuple(1.0 if won > 0 else -1.0 for won in super().payoffs(state))
