"""Random games, and games without ties."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game


class RandomState(NamedTuple):
    seen: tuple[tuple[str, ...], ...]  # by each player; the last entry is what everybody saw
    path: tuple[int, ...]


@dataclass(frozen=True)
class RandomGame:
    """A random game of perfect recall, made from a seed.

    Who acts, how many actions they have and who sees the one they take depend on the public
    history only, so that players know when it is their turn. Payoffs depend on the whole history.
    """

    seed: int
    players: int = 2
    depth: int = 5
    zero_sum: bool = False

    @property
    def name(self) -> str:
        return f"random{(self.seed, self.players, self.depth, self.zero_sum)}"

    def _random(self, *labels: object) -> Random:
        return Random(repr((self.seed, labels)))

    def root(self) -> RandomState:
        return RandomState(((),) * (self.players + 1), ())

    def player(self, state: RandomState) -> int:
        random = self._random("player", state.seen[-1])
        if len(state.path) >= self.depth or (len(state.path) > 1 and random.random() < 0.15):
            return TERMINAL
        return random.randrange(CHANCE, self.players)

    def actions(self, state: RandomState) -> tuple[str, ...]:
        return tuple("abc"[: self._random("count", state.seen[-1]).choice((1, 2, 2, 3))])

    def probabilities(self, state: RandomState) -> tuple[float, ...]:
        random = self._random("chance", state.path)
        weights = [random.random() + 0.01 for _ in self.actions(state)]
        return tuple(weight / sum(weights) for weight in weights)

    def child(self, state: RandomState, action: int) -> RandomState:
        random = self._random("sight", state.seen[-1])
        is_public = random.random() < 0.4
        seers = {random.randrange(self.players), self.player(state)}
        seen = tuple(
            (*past, "abc"[action] if is_public or viewer in seers else "?")
            for viewer, past in enumerate(state.seen)
        )
        return RandomState(seen, (*state.path, action))

    def public_key(self, state: RandomState) -> tuple[str, ...] | None:
        random = self._random("sight", state.seen[-1])
        return state.seen[-1] if random.random() < 0.4 else None

    def information_set(self, state: RandomState) -> str:
        player = self.player(state)
        return f"{player}:{''.join(state.seen[player])}|{''.join(state.seen[-1])}"

    def payoffs(self, state: RandomState) -> tuple[float, ...]:
        random = self._random("payoffs", state.path)
        payoffs = [random.uniform(-2, 2) for _ in range(self.players)]
        if self.zero_sum:
            payoffs[-1] = -sum(payoffs[:-1])
        return tuple(payoffs)


@dataclass(frozen=True)
class Uneven:
    """A game with its payoffs changed slightly, so that no two strategies are worth the same.

    Where regrets are equal or zero, rounding decides, and two correct solvers soon differ.
    """

    game: Game[Any]

    @property
    def name(self) -> str:
        return f"uneven {self.game.name}"

    @property
    def players(self) -> int:
        return self.game.players

    def payoffs(self, state: Any) -> tuple[float, ...]:
        random = Random(repr(state))
        return tuple(payoff + random.uniform(-0.3, 0.3) for payoff in self.game.payoffs(state))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)
