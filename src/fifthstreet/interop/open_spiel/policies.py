"""Strategies of the solvers as policies of OpenSpiel, and its policies as strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.interop.libraries import required
from fifthstreet.interop.open_spiel.solver_game import SolverGame
from fifthstreet.solvers.cfr import Strategy, flatten
from fifthstreet.solvers.games import Game, OpenSpielGame, decisions_of_both, open_spiel_twin

_Policy: Any = required("open_spiel.python.policy", "OpenSpiel").Policy


class StrategyPolicy(_Policy):  # type: ignore[misc]
    """A strategy as a policy for a game of `as_open_spiel`.

    `strategy` maps information sets to the probabilities of their actions, as all solvers return
    it. For OpenSpiel's own Kuhn poker and Leduc hold'em, `solvers.games.to_open_spiel_policy`
    returns a table.
    """

    def __init__(self, game: SolverGame, strategy: Mapping[str, Mapping[str, float]]) -> None:
        if not isinstance(game, SolverGame):
            raise InputError(f"game must be a game of as_open_spiel, got {game}")
        super().__init__(game, list(range(game.num_players())))
        self.strategy = strategy

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each action of the player to act, by number."""
        place = state.place
        if player_id is not None and player_id != place.player:
            raise InputError(f"player_id must be {place.player}, who is to act, got {player_id}")
        key = place.game.information_set(place.state)
        if key not in self.strategy:
            raise InputError(f"the strategy has no information set {key!r}")
        probabilities = self.strategy[key]
        return {
            number: float(probabilities.get(action, 0.0))
            for number, action in enumerate(place.game.actions(place.state))
        }


def policy_strategy(played: Any, game: Game[Any], *, of_game: Any = None) -> Strategy:
    """Return a policy of OpenSpiel as a strategy of one of our games.

    Args:
        played: A policy of `open_spiel.python.policy` or of `pyspiel`. It is called once for every
            information set.
        game: The game of the strategy.
        of_game: The game of the policy, which must have the same tree; by default the one that the
            policy names, or OpenSpiel's own version of `game`.

    >>> import pyspiel
    >>> from fifthstreet.solvers.games import Kuhn
    >>> policy_strategy(pyspiel.UniformRandomPolicy(pyspiel.load_game("kuhn_poker")), Kuhn())["K|b"]
    {'f': 0.5, 'c': 0.5}
    """
    source = of_game or getattr(played, "game", None)
    twin = open_spiel_twin(game) if source is None else OpenSpielGame(source)
    by_key: dict[str, dict[str, float]] = {}
    for state, their_state in decisions_of_both(game, twin):
        key = game.information_set(state)
        if key in by_key:
            continue
        chosen = played.action_probabilities(their_state)
        numbers, actions = their_state.legal_actions(), game.actions(state)
        by_key[key] = {
            action: float(chosen.get(number, 0.0))
            for action, number in zip(actions, numbers, strict=True)
        }
    return Strategy.from_dict(flatten(game), by_key)
