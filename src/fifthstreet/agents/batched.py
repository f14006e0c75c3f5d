"""Agents that decide for many tables of a batch at once.

Such an agent has a method `batch_decider(game)`, which returns a function of `Decisions`, or None
for games that it plays hand by hand. The answers must equal the answers of `decide` with the same
random numbers, and must not depend on other hands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.envs import BatchAction, Observation
from fifthstreet.game.variants import Poker
from fifthstreet.support.seeded_randoms import SeededRandoms


@dataclass(frozen=True, repr=False)
class Decisions:
    """Decisions of the seats to act at D tables of a batch."""

    tables: NDArray[np.int64]  # [D]  rows of the observation
    observation: Observation  # of all tables
    randoms: SeededRandoms  # a stream for each seat of each table

    def __repr__(self) -> str:
        return f"<Decisions at {len(self)} tables>"

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.tables)

    @property
    def streams(self) -> NDArray[np.int64]:
        """The stream of random numbers of each decision.  [D]"""
        first = self.tables * self.observation.stacks.shape[1]
        streams: NDArray[np.int64] = first + self.observation.actor[self.tables]
        return streams

    def can(self, kind: BatchAction) -> NDArray[np.bool_]:
        """Return where a kind of action is legal.  [D]"""
        legal: NDArray[np.bool_] = self.observation.legal[self.tables, kind]
        return legal


# Kinds and amounts, as `envs.TableBatch.step` takes them.  [D], [D]
Answers: TypeAlias = tuple[NDArray[np.int8], NDArray[np.int64]]
BatchDecider: TypeAlias = Callable[[Decisions], Answers]


def batch_decider(agent: Any, game: Poker) -> BatchDecider | None:
    """Return an agent's function for many tables of a game; None if it has none.

    Args:
        agent: It has none if its class overrides `decide` but inherits `batch_decider`.
        game: The game of all tables.
    """
    if "decide" in getattr(agent, "__dict__", ()):
        return None
    for kind in type(agent).__mro__:
        if "batch_decider" in vars(kind):
            decider: BatchDecider | None = agent.batch_decider(game)
            return decider
        if "decide" in vars(kind):
            return None
    return None


def calls(decisions: Decisions) -> Answers:
    """Check or call at every table."""
    count = len(decisions)
    return np.full(count, BatchAction.CALL, np.int8), np.zeros(count, np.int64)
