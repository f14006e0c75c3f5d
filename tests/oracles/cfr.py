"""CFR and best responses for small games by recursion over histories, written from the papers.

Strategies and tables are dictionaries from information set to a list of numbers.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import Any

from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game

Table = dict[str, list[float]]


def decisions(game: Game[Any], state: Any = None) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the information sets below a state, with their players and actions."""
    state = game.root() if state is None else state
    who = game.player(state)
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    if who == TERMINAL:
        return found
    if who != CHANCE:
        found[game.information_set(state)] = (who, tuple(game.actions(state)))
    for action in range(len(game.actions(state))):
        found |= decisions(game, game.child(state, action))
    return found


def values(game: Game[Any], strategy: Table, state: Any = None) -> list[float]:
    """Return the expected payoff of each player from a state on."""
    state = game.root() if state is None else state
    who = game.player(state)
    if who == TERMINAL:
        return list(game.payoffs(state))
    chances = game.probabilities(state) if who == CHANCE else strategy[game.information_set(state)]
    below = [values(game, strategy, game.child(state, action)) for action in range(len(chances))]
    return [
        sum(chance * won[player] for chance, won in zip(chances, below, strict=True))
        for player in range(game.players)
    ]


def best_value(game: Game[Any], strategy: Table, player: int) -> float:
    """Return the value of a best response, which acts alike in all states of an information set."""

    def best(states: list[tuple[Any, float]]) -> float:
        """Return the value of states that look alike to the player, weighted by others' reach."""
        won = 0.0
        groups: dict[str, list[tuple[Any, float]]] = defaultdict(list)
        stack = list(states)
        while stack:
            state, reach = stack.pop()
            who = game.player(state)
            if who == TERMINAL:
                won += reach * game.payoffs(state)[player]
            elif who == player:
                groups[game.information_set(state)].append((state, reach))
            else:
                key = None if who == CHANCE else game.information_set(state)
                chances = game.probabilities(state) if key is None else strategy[key]
                for action, chance in enumerate(chances):
                    stack.append((game.child(state, action), reach * chance))
        for group in groups.values():
            count = len(game.actions(group[0][0]))
            won += max(
                best([(game.child(state, action), reach) for state, reach in group])
                for action in range(count)
            )
        return won

    return best([(game.root(), 1.0)])


@dataclass
class Cfr:
    """CFR with the discounts of a schedule, one number at a time.

    At iteration t, positive and negative regrets are multiplied by `up` and `down`, and the
    strategy counts with `weight` in the average.
    """

    game: Game[Any]
    up: Callable[[int], float]
    down: Callable[[int], float]
    weight: Callable[[int], float]
    predicts: bool = False
    alternating: bool = True
    iteration: int = 0
    regrets: Table = field(default_factory=dict)
    averages: Table = field(default_factory=dict)
    seen: Table = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players = {key: who for key, (who, _) in decisions(self.game).items()}
        for key, (_, actions) in decisions(self.game).items():
            for table in (self.regrets, self.averages, self.seen):
                table[key] = [0.0] * len(actions)
        self.strategy = {key: self.match(key) for key in self.players}

    def match(self, key: str) -> list[float]:
        weights = [max(regret, 0.0) for regret in self.regrets[key]]
        if self.predicts:
            pairs = zip(weights, self.seen[key], strict=True)
            weights = [max(weight + seen, 0.0) for weight, seen in pairs]
        total = sum(weights)
        return [weight / total if total > 0 else 1 / len(weights) for weight in weights]

    def iterate(self) -> None:
        self.iteration += 1
        everybody = list(range(self.game.players))
        for group in [[player] for player in everybody] if self.alternating else [everybody]:
            for key, who in self.players.items():
                if who in group:
                    self.seen[key] = [0.0] * len(self.seen[key])
            for player in group:
                self.walk(self.game.root(), player, [1.0] * self.game.players, 1.0, set())
            for key, who in self.players.items():
                if who in group:
                    self.learn(key)

    def learn(self, key: str) -> None:
        up, down = self.up(self.iteration), self.down(self.iteration)
        self.regrets[key] = [
            old * (up if old > 0 else down) + seen
            for old, seen in zip(self.regrets[key], self.seen[key], strict=True)
        ]
        self.strategy[key] = self.match(key)

    def walk(
        self, state: Any, player: int, reach: list[float], chance: float, averaged: set[str]
    ) -> float:
        """Return a player's value of a state that is reached with `reach` and `chance`."""
        game = self.game
        who = game.player(state)
        if who == TERMINAL:
            return game.payoffs(state)[player]
        if who == CHANCE:
            return sum(
                share
                * self.walk(game.child(state, outcome), player, reach, chance * share, averaged)
                for outcome, share in enumerate(game.probabilities(state))
            )
        key = game.information_set(state)
        shares = self.strategy[key]
        below = []
        for action, share in enumerate(shares):
            further = [own * share if seat == who else own for seat, own in enumerate(reach)]
            below.append(self.walk(game.child(state, action), player, further, chance, averaged))
        mean = sum(share * value for share, value in zip(shares, below, strict=True))
        if who == player:
            others = chance * prod(own for seat, own in enumerate(reach) if seat != player)
            for action, value in enumerate(below):
                self.seen[key][action] += others * (value - mean)
                if key not in averaged:  # once, however many histories are in the information set
                    weight = self.weight(self.iteration) * reach[player]
                    self.averages[key][action] += weight * shares[action]
            averaged.add(key)
        return mean
