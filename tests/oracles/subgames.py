"""Values of a player's best response, by sums over lists of histories instead of passes."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from fifthstreet.solvers.cfr import Strategy
from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game

# A state, and its probability without the actions of the player who responds.
History: TypeAlias = tuple[Any, float]


def response_value(
    game: Game[Any], strategy: Strategy, player: int, histories: Iterable[History]
) -> float:
    """Return what the player wins by a best response, as a sum over weighted histories."""
    total = 0.0
    decisions: dict[str, list[History]] = {}
    for state, weight in next_decisions(game, strategy, player, histories):
        if game.player(state) == TERMINAL:
            total += weight * game.payoffs(state)[player]
        else:
            decisions.setdefault(game.information_set(state), []).append((state, weight))
    return total + sum(
        max(action_values(game, strategy, player, group)) for group in decisions.values()
    )


def action_values(
    game: Game[Any], strategy: Strategy, player: int, group: list[History]
) -> list[float]:
    """Return the value of each action at an information set."""
    return [
        response_value(
            game, strategy, player, [(game.child(state, action), w) for state, w in group]
        )
        for action in range(len(game.actions(group[0][0])))
    ]


def next_decisions(
    game: Game[Any], strategy: Strategy, player: int, histories: Iterable[History]
) -> Iterator[History]:
    """Yield the player's next decisions and the ends, with what the others' actions leave."""
    for state, weight in histories:
        mover = game.player(state)
        if mover in (player, TERMINAL):
            yield state, weight
            continue
        if mover == CHANCE:
            shares = list(game.probabilities(state))
        else:
            shares = list(strategy[game.information_set(state)].values())
        following = [
            (game.child(state, action), weight * share) for action, share in enumerate(shares)
        ]
        yield from next_decisions(game, strategy, player, following)
