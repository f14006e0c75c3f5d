"""The interface of a game: players, chance, legal actions, information sets, payoffs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

CHANCE = -1
TERMINAL = -2

State = TypeVar("State")


class Game(Protocol[State]):
    """A finite game of perfect recall with chance, for two or more players.

    States are values: `child` returns a new state and leaves the old one unchanged. Actions and
    chance outcomes are named by short strings, unique among siblings, such as `b` or `Ks`.
    """

    @property
    def name(self) -> str:
        """The game and its options in one line; equal names mean equal games."""

    @property
    def players(self) -> int:
        """Number of players."""

    def root(self) -> State:
        """Return the state before anything has happened."""

    def player(self, state: State) -> int:
        """Return who acts: a player counted from 0, `CHANCE` or `TERMINAL`."""

    def actions(self, state: State) -> Sequence[str]:
        """Return the legal actions of the player to act, or the outcomes of chance; never empty."""

    def child(self, state: State, action: int) -> State:
        """Return the state after the action with this index."""

    def probabilities(self, state: State) -> Sequence[float]:
        """Return the probability of each outcome at a chance state; they add up to 1."""

    def public_key(self, state: State) -> Hashable | None:
        """Return what all players know at a chance state with a public outcome; else None."""

    def information_set(self, state: State) -> str:
        """Return what the player to act knows: the same key for states they cannot tell apart.

        Different players never share a key.
        """

    def payoffs(self, state: State) -> Sequence[float]:
        """Return the chips that each player won or lost, at a terminal state."""
