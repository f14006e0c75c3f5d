"""Descriptions of games for OpenSpiel, which needs their kind and size in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fifthstreet.interop.libraries import required
from fifthstreet.interop.open_spiel.game_limits import GameLimits
from fifthstreet.solvers.games import CHANCE, TERMINAL

pyspiel = required("pyspiel", "OpenSpiel")

_PLAYERS = (2, 10)  # fewest and most


def game_type(
    short_name: str,
    name: str,
    parameters: Mapping[str, Any],
    *,
    payoff_sum: float | None,
    players: tuple[int, int] = _PLAYERS,
    has_tensors: bool = False,
) -> Any:
    """Return the kind of a game; `parameters` has the names and defaults of its parameters."""
    kinds = pyspiel.GameType.Utility
    if payoff_sum is None:
        utility = kinds.GENERAL_SUM
    else:
        utility = kinds.CONSTANT_SUM if payoff_sum else kinds.ZERO_SUM
    return pyspiel.GameType(
        short_name=short_name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensors,
        provides_observation_string=True,
        provides_observation_tensor=has_tensors,
        parameter_specification=dict(parameters),
    )


def game_info(players: int, limits: GameLimits) -> Any:
    """Return the size of a game."""
    return pyspiel.GameInfo(
        num_distinct_actions=limits.actions,
        max_chance_outcomes=limits.outcomes,
        num_players=players,
        min_utility=limits.least,
        max_utility=limits.most,
        utility_sum=limits.payoff_sum,
        max_game_length=limits.decisions,
    )


def player_id(player: int) -> int:
    """Return OpenSpiel's number for a player, `CHANCE` or `TERMINAL`."""
    if player == TERMINAL:
        return int(pyspiel.PlayerId.TERMINAL)
    return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player
