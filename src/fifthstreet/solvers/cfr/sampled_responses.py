"""A lower bound on exploitability in games of any size: the winnings of a learning player.

Each player in turn learns by external sampling against the others, who do not change. The learner
then plays deals against them: by what was learnt at information sets that were met often enough,
elsewhere by the strategy itself. No player can win more than the best response, so what the learner
wins beyond the strategy is a lower bound on exploitability, up to sampling error.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet._native import RandomStream
from fifthstreet.solvers.cfr.state_table import StateTable
from fifthstreet.solvers.cfr.state_walk import checked_payoffs, drawn_index, drawn_outcome
from fifthstreet.solvers.games import CHANCE, TERMINAL, Game, check_end, checked_game
from fifthstreet.support.whole_numbers import whole
from fifthstreet.tree.strategy import INTERVAL, Exploitability

_MIN_VISITS = 10  # of an information set before the learner uses what was learnt there
_STREAMS = 1 << 40  # streams of a learner, and of the deals
_FIRST_STREAM = 1 << 62  # traversals of solvers use lower ones


class PlayedStrategy(Protocol):
    """A strategy that has probabilities at any state."""

    def at(self, state: Any, key: str, count: int) -> list[float]:
        """Return how often each of `count` actions is taken at a state of an information set."""


def sampled_response(
    game: Game[Any],
    strategy: PlayedStrategy,
    *,
    traversals: int = 3_000,
    deals: int = 3_000,
    seed: int = 0,
) -> Exploitability:
    """Return a lower bound on the exploitability of a strategy, with its error.

    Each player learns and then plays deals. The strategy plays the same deals against itself, with
    the same random numbers, which makes the difference more precise than either result.

    Args:
        game: A game of any size; its tree is not flattened.
        strategy: The strategy of all players.
        traversals: Number of traversals in which each player learns.
        deals: Number of deals that each player then plays.
        seed: Seed of traversals and deals.

    Raises:
        InputError: If it is not a game, or if it does not end.
    """
    traversals, deals, seed = (
        whole(name, value)
        for name, value in (("traversals", traversals), ("deals", deals), ("seed", seed))
    )
    check_end(checked_game(game))
    played = _payoffs(game, strategy, None, deals, seed)
    gains = []
    for player in range(game.players):
        learner = _Learner(game, strategy, player, seed)
        for number in range(traversals):
            learner.traverse(number)
        gains.append((_payoffs(game, strategy, learner, deals, seed) - played)[:, player])
    spread = sum(float(gain.var(ddof=1)) if deals > 1 else np.inf for gain in gains)
    values = tuple(played.mean(axis=0).tolist())
    return Exploitability(
        tuple(value + float(gain.mean()) for value, gain in zip(values, gains, strict=True)),
        values,
        error=INTERVAL * float(np.sqrt(spread / deals)) / game.players,
        is_lower_bound=True,
    )


class _Learner:
    """A player who learns a response to a strategy by external sampling."""

    def __init__(self, game: Game[Any], strategy: PlayedStrategy, player: int, seed: int) -> None:
        self.game, self.strategy, self.player = game, strategy, player
        self.seed = seed
        self.table = StateTable()
        self._random = RandomStream(seed, 0)

    def traverse(self, number: int) -> None:
        """Run one traversal, which the seed and its number determine."""
        stream = _FIRST_STREAM + self.player * _STREAMS + number
        self._random = RandomStream(self.seed, stream)
        self._value(self.game.root())

    def plays(self, state: Any, key: str, count: int) -> list[float]:
        """Return the learner's probabilities: as learnt, or as in the strategy."""
        row = self.table.rows.get(key)
        if row is not None and self.table.visits[row] >= _MIN_VISITS:
            regrets = self.table.regrets[self.table.first[row] : self.table.first[row + 1]]
            if max(regrets) > 0:  # else nothing was better than the strategy
                return self.table.strategy(row)
        return self.strategy.at(state, key, count)

    def _value(self, state: Any) -> float:
        game = self.game
        while (player := game.player(state)) != TERMINAL:
            if player == CHANCE:
                state = drawn_outcome(game, state, self._random)
                continue
            key, actions = game.information_set(state), game.actions(state)
            if player != self.player:
                shares = self.strategy.at(state, key, len(actions))
                state = game.child(state, drawn_index(shares, self._random))
                continue
            shares = self.plays(state, key, len(actions))
            values = [self._value(game.child(state, a)) for a in range(len(actions))]
            value = sum(share * after for share, after in zip(shares, values, strict=True))
            row = self.table.row(key, player, actions)
            self.table.add_regrets(row, [after - value for after in values])
            return value
        return checked_payoffs(game, state)[self.player]


def _payoffs(
    game: Game[Any], strategy: PlayedStrategy, learner: _Learner | None, deals: int, seed: int
) -> NDArray[np.float64]:
    """Return the payoffs of deals, with a learner in their seat or without.  [deals, P]"""
    out = np.empty((deals, game.players))
    for deal in range(deals):
        random = RandomStream(seed, _FIRST_STREAM + game.players * _STREAMS + deal)
        state = game.root()
        while (player := game.player(state)) != TERMINAL:
            if player == CHANCE:
                state = drawn_outcome(game, state, random)
                continue
            learns = learner is not None and player == learner.player
            source = learner.plays if learner and learns else strategy.at
            shares = source(state, game.information_set(state), len(game.actions(state)))
            state = game.child(state, drawn_index(shares, random))
        out[deal] = checked_payoffs(game, state)
    return out
