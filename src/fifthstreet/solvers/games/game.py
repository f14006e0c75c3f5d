"""What a solver asks of a game: players, chance, legal actions, information sets, payoffs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

CHANCE = -1
TERMINAL = -2

State = TypeVar("State")


class Game(Protocol[State]):
    """A finite game of perfect recall with chance, for two or more players.

    States are values: `child` makes a new one and leaves the old one as it was. Actions and chance
    outcomes are named by short texts, unique among siblings, such as `b` or `Ks`.
    """

    @property
    def name(self) -> str:
        """The game and its options in one line; equal names mean equal games."""

    @property
    def players(self) -> int:
        """Number of players."""

    def root(self) -> State:
        """The state before anything has happened."""

    def player(self, state: State) -> int:
        """Who acts: a player from 0, or `CHANCE`, or `TERMINAL`."""

    def actions(self, state: State) -> Sequence[str]:
        """What the player who acts may do, or what chance may bring; never empty."""

    def child(self, state: State, action: int) -> State:
        """The state after the action of this index."""

    def probabilities(self, state: State) -> Sequence[float]:
        """At a chance state: how likely each outcome is. They add up to 1."""

    def public_key(self, state: State) -> Hashable | None:
        """At a chance state whose outcome everybody sees: what everybody knows of it; else None."""

    def information_set(self, state: State) -> str:
        """What the player who acts knows: the same text for states they cannot tell apart.

        Texts of different players differ.
        """

    def payoffs(self, state: State) -> Sequence[float]:
        """At the end: chips won or lost by each player."""
