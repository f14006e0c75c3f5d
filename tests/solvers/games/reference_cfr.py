"""A minimal CFR+ for two players, with dictionaries, as a reference for small games."""

from collections import defaultdict
from typing import Any

from fifthstreet.solvers.games import CHANCE, TERMINAL, Game

Strategy = dict[str, list[float]]


def solve(game: Game[Any], iterations: int) -> Strategy:
    """Return average strategies by information set (CFR+, Tammelin 2014, alternating updates)."""
    regrets: dict[str, list[float]] = {}
    averages: dict[str, list[float]] = {}

    def walk(state: Any, updated: int, others: float, weight: int) -> float:
        """Return the value of a state to the updated player; `others` is the others' reach."""
        player = game.player(state)
        if player == TERMINAL:
            return game.payoffs(state)[updated]
        count = len(game.actions(state))
        if player == CHANCE:
            return sum(
                chance * walk(game.child(state, a), updated, others * chance, weight)
                for a, chance in enumerate(game.probabilities(state))
            )
        key = game.information_set(state)
        strategy = _matched(regrets.setdefault(key, [0.0] * count))
        if player != updated:
            average = averages.setdefault(key, [0.0] * count)
            for a in range(count):  # `others` includes this player's reach
                average[a] += weight * others * strategy[a]
            return sum(
                strategy[a] * walk(game.child(state, a), updated, others * strategy[a], weight)
                for a in range(count)
            )
        values = [walk(game.child(state, a), updated, others, weight) for a in range(count)]
        value = sum(s * v for s, v in zip(strategy, values, strict=True))
        pending[key] = [
            r + others * (v - value)
            for r, v in zip(pending.get(key, regrets[key]), values, strict=True)
        ]
        return value

    for iteration in range(1, iterations + 1):
        for updated in (0, 1):
            pending: dict[str, list[float]] = {}
            walk(game.root(), updated, 1.0, iteration)
            for key, row in pending.items():
                regrets[key] = [max(r, 0.0) for r in row]
    return {key: _matched(row) for key, row in averages.items()}


def _matched(weights: list[float]) -> list[float]:
    """Return probabilities in proportion to the positive weights (regret matching)."""
    total = sum(max(w, 0.0) for w in weights)
    if total <= 0:
        return [1 / len(weights)] * len(weights)
    return [max(w, 0.0) / total for w in weights]


def value(game: Game[Any], strategy: Strategy) -> list[float]:
    """Return each player's expected payoff if all play the strategy."""

    def walk(state: Any) -> list[float]:
        player = game.player(state)
        if player == TERMINAL:
            return list(game.payoffs(state))
        weights = (
            game.probabilities(state) if player == CHANCE else strategy[game.information_set(state)]
        )
        total = [0.0] * game.players
        for a, weight in enumerate(weights):
            for p, chips in enumerate(walk(game.child(state, a))):
                total[p] += weight * chips
        return total

    return walk(game.root())


def best_response(game: Game[Any], strategy: Strategy, player: int) -> float:
    """Return the value of a player's best response to the others' strategies."""
    states: dict[str, list[tuple[Any, float]]] = defaultdict(list)

    def collect(state: Any, others: float) -> None:
        actor = game.player(state)
        if actor == TERMINAL:
            return
        weights: Any = [1.0] * len(game.actions(state))
        if actor == CHANCE:
            weights = game.probabilities(state)
        elif actor == player:
            states[game.information_set(state)].append((state, others))
        else:
            weights = strategy[game.information_set(state)]
        for a, weight in enumerate(weights):
            collect(game.child(state, a), others * weight)

    chosen: dict[str, int] = {}

    def choice(key: str) -> int:
        if key not in chosen:
            count = len(game.actions(states[key][0][0]))
            totals = [
                sum(reach * walk(game.child(state, a)) for state, reach in states[key])
                for a in range(count)
            ]
            chosen[key] = totals.index(max(totals))
        return chosen[key]

    def walk(state: Any) -> float:
        actor = game.player(state)
        if actor == TERMINAL:
            return game.payoffs(state)[player]
        if actor == player:
            return walk(game.child(state, choice(game.information_set(state))))
        weights = (
            game.probabilities(state) if actor == CHANCE else strategy[game.information_set(state)]
        )
        return sum(weight * walk(game.child(state, a)) for a, weight in enumerate(weights))

    collect(game.root(), 1.0)
    return walk(game.root())


def exploitability(game: Game[Any], strategy: Strategy) -> float:
    """Return the mean gain of the best responses in a zero-sum game for two."""
    return sum(best_response(game, strategy, player) for player in (0, 1)) / 2
