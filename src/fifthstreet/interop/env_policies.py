"""The exploitability of policies that were trained in an environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.game import PublicHand, State, seat_view
from fifthstreet.interop.env_table import EnvTable
from fifthstreet.interop.menu import state_bet_range
from fifthstreet.solvers import policy_exploitability
from fifthstreet.solvers.games import AUTOMATIONS, EngineGame
from fifthstreet.support.seeded_random import SeededRandom
from fifthstreet.tree.strategy import Exploitability


def table_exploitability(
    table: EnvTable, policy: Callable[[dict[str, NDArray[Any]]], ArrayLike]
) -> Exploitability:
    """Return how much best responses win against a policy that plays all seats of a table.

    Args:
        table: The table of an environment, with a game that is small enough for its whole tree.
        policy: Maps an observation of the environment to the probabilities of its numbered
            actions; illegal actions must have none.

    Returns:
        The exploitability in chips. Best responses choose among the numbered actions.

    Raises:
        InputError: If the game is too large, or if the answers are not probabilities.
    """
    poker, names = copy(table.poker), tuple(f"player_{seat}" for seat in range(table.seats))
    poker.automations = AUTOMATIONS

    def sizes(state: State) -> Sequence[int]:
        raises = table.menu.raises(state_bet_range(state))
        return [amount for amount in raises if amount is not None]

    def observe(state: State) -> dict[str, NDArray[Any]]:
        assert state.actor_index is not None
        hand = PublicHand(table.terms, names, table.stacks)
        hand.catch_up(state)
        return table.observation(seat_view(state, hand, state.actor_index, SeededRandom(0)))

    def shares_of_legal(observation: dict[str, NDArray[Any]]) -> ArrayLike:
        return np.asarray(policy(observation))[np.flatnonzero(observation["action_mask"])]

    game = EngineGame(lambda: poker(table.stacks, table.seats, seed=0), sizes)
    return policy_exploitability(game, shares_of_legal, observe=observe)
