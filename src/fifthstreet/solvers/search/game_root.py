"""The game that is played at a public state: its root, and below it the rest of the whole game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

from fifthstreet.solvers.games import CHANCE, TERMINAL, Game
from fifthstreet.solvers.search.methods import Method
from fifthstreet.solvers.search.public_state import PublicState

State = TypeVar("State")

_ENTER, _DECLINE = "enter", "decline"


class Stage(Enum):
    """Where a `SubgameGame` stands."""

    CHOICE = "the opponent chooses an information set"
    DEAL = "chance deals a history"
    OFFER = "the opponent enters or declines"
    DECLINED = "the opponent has declined"
    PLAY = "the subgame is played"


class SubgameState(NamedTuple):
    """A state of a `SubgameGame`."""

    stage: Stage
    root_set: int | None = None  # the opponent's information set at the root, once it is known
    inner: Any = None  # the state of the whole game, once a history is dealt


@dataclass(frozen=True, eq=False, repr=False)
class SubgameGame(Generic[State]):
    """The rest of a game from a public state on, with a root that depends on the method.

    R histories, each of which belongs to one of S information sets of the opponent. Information
    sets below the root are as in the whole game.
    """

    game: Game[State]
    public_state: PublicState
    method: Method
    opponent: int  # who has a choice at the root; the solve is for the other player
    roots: tuple[State, ...]  # [R]
    weights: tuple[float, ...]  # [R]  chance deals in proportion to them
    root_sets: tuple[int, ...]  # [R]
    alternatives: dict[str, float]  # [S]  chips that each set of the opponent is worth elsewhere

    @property
    def name(self) -> str:
        """The whole game, public state, method and player, and a hash of all numbers."""
        numbers = repr((self.weights, self.root_sets, self.alternatives))
        return (
            f"{self.game.name}, {self.method} at {self.public_state} for "
            f"player {1 - self.opponent}, {sha256(numbers.encode()).hexdigest()[:12]}"
        )

    def __repr__(self) -> str:
        return (
            f"<SubgameGame: {self.method} at {self.public_state} for player {1 - self.opponent}, "
            f"{len(self.roots)} histories>"
        )

    @property
    def players(self) -> int:
        """Number of players (always 2)."""
        return self.game.players

    def root(self) -> SubgameState:
        """Return the state in which the opponent chooses, or in which chance deals a history."""
        return SubgameState(Stage.CHOICE if self._has_choice else Stage.DEAL)

    def player(self, state: SubgameState) -> int:
        """Return who acts."""
        if state.stage is Stage.PLAY:
            return self.game.player(state.inner)
        if state.stage is Stage.DEAL:
            return CHANCE
        return TERMINAL if state.stage is Stage.DECLINED else self.opponent

    def actions(self, state: SubgameState) -> Sequence[str]:
        """Return the opponent's information sets, the histories, or the actions of the game."""
        if state.stage is Stage.PLAY:
            return self.game.actions(state.inner)
        if state.stage is Stage.DEAL:
            return tuple(map(str, self._histories(state.root_set)))
        return self._labels if state.stage is Stage.CHOICE else (_ENTER, _DECLINE)

    def child(self, state: SubgameState, action: int) -> SubgameState:
        """Return the state after an action or outcome."""
        match state.stage:
            case Stage.CHOICE:
                return SubgameState(Stage.DEAL, action)
            case Stage.DEAL:
                history = self._histories(state.root_set)[action]
                stage = Stage.OFFER if self.method == "resolve" else Stage.PLAY
                return SubgameState(stage, self.root_sets[history], self.roots[history])
            case Stage.OFFER:
                is_in = self.actions(state)[action] == _ENTER
                return state._replace(stage=Stage.PLAY if is_in else Stage.DECLINED)
            case _:
                return state._replace(inner=self.game.child(state.inner, action))

    def probabilities(self, state: SubgameState) -> Sequence[float]:
        """Return the probability of each history, or of each outcome of the game's own chance."""
        if state.stage is Stage.PLAY:
            return self.game.probabilities(state.inner)
        weights = [self.weights[history] for history in self._histories(state.root_set)]
        return [weight / sum(weights) for weight in weights]

    def public_key(self, state: SubgameState) -> Hashable | None:
        """Return what all players know at a public chance event; histories are dealt face down."""
        return self.game.public_key(state.inner) if state.stage is Stage.PLAY else None

    def information_set(self, state: SubgameState) -> str:
        """Return what the player to act knows; only the opponent acts at the root."""
        if state.stage is Stage.PLAY:
            return self.game.information_set(state.inner)
        return f"subgame: {'' if state.root_set is None else self._labels[state.root_set]}"

    def payoffs(self, state: SubgameState) -> Sequence[float]:
        """Return the chips won or lost; alternative values change them as the method requires."""
        payoffs = [0.0, 0.0]
        if state.stage is Stage.PLAY:
            payoffs = [float(payoff) for payoff in self.game.payoffs(state.inner)]
        if state.root_set is not None and (state.stage is Stage.DECLINED or self._has_choice):
            alternative = self._values[state.root_set]
            change = -alternative if self._has_choice else alternative
            payoffs[self.opponent] += change
            payoffs[1 - self.opponent] -= change
        return payoffs

    @property
    def _has_choice(self) -> bool:
        return self.method in ("maxmargin", "reach")

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return tuple(self.alternatives)

    @cached_property
    def _values(self) -> tuple[float, ...]:
        return tuple(self.alternatives.values())

    @cached_property
    def _by_set(self) -> list[list[int]]:
        by_set: list[list[int]] = [[] for _ in self.alternatives]
        for history, root_set in enumerate(self.root_sets):
            by_set[root_set].append(history)
        return by_set

    def _histories(self, root_set: int | None) -> Sequence[int]:
        return range(len(self.roots)) if root_set is None else self._by_set[root_set]
