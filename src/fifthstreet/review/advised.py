"""Advice: legal actions in real chips, their source, and how far to trust them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any

from fifthstreet.game import ActionAmount
from fifthstreet.review.answers import Distance
from fifthstreet.review.basis import Basis
from fifthstreet.tree import when_words
from fifthstreet.tree.translate import MatchQuality


class AdviceSource(Enum):
    """Where the actions of an advice are from, from the best source to the last resort."""

    TREE = "tree"
    SOLVE = "solve"  # of the rest of the hand, which has left the tree
    CHART = "chart"  # a solved preflop chart of the package
    POT_ODDS = "pot odds"


@dataclass(frozen=True)
class AdvisedAction:
    """A legal action and how often the strategy takes it."""

    action: str  # as in a path, with real chips: `f`, `k`, `c`, `b60` (a bet or raise to 60)
    real: ActionAmount  # `table.act(state, *action.real)` does it
    probability: float
    ev: float | None  # chips that the hand wins from here on, if known
    tree: tuple[str, ...]  # actions of the tree or chart that it stands for; none if it was added

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "action": self.action,
            "kind": self.real.kind.name.lower(),
            "amount": float(self.real.amount),
            "probability": self.probability,
            "ev": self.ev,
            "tree": list(self.tree),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """The actions of a strategy in a hand, their source, and how far to trust them."""

    player: int  # seat of the player to act
    name: str | None  # of the player, if the history has names
    hand: str  # hole cards of the player
    street: str
    board: str
    actions: tuple[AdvisedAction, ...]  # probabilities add up to 1
    quality: MatchQuality  # of the match of hand and tree
    path: str | None  # the likeliest node of the tree or the solve, with cards in its own suits
    candidates: tuple[tuple[str, float], ...]  # all nodes that the actions are from, with weights
    distance: Distance | None
    reach: float | None  # how often the tree gets here once the hand held is dealt
    error: float | None  # half width of the interval of EV differences, in chips
    basis: Basis  # of the strategy, or of the solve
    notes: tuple[str, ...]  # what limits the trust, in words
    source: AdviceSource = AdviceSource.TREE
    big_blind: float = 1.0  # chips

    def __repr__(self) -> str:
        play = ", ".join(f"{each.action} {each.probability:.3f}" for each in self.actions)
        when = when_words(self.street)
        source = "" if self.source is AdviceSource.TREE else f", by {self.source.value}"
        return f"<Advice for {self.hand} {when}: {play}; {self.quality.value} match{source}>"

    @property
    def is_from_tree(self) -> bool:
        """Whether the strategy's tree has the decision."""
        return self.source is AdviceSource.TREE

    @property
    def player_name(self) -> str:
        """Name of the player to act, or their number from 1."""
        return player_name(self.name, self.player)

    @property
    def best(self) -> AdvisedAction:
        """The most likely action."""
        return max(self.actions, key=lambda action: action.probability)

    def choose(self, seed: int | None = None) -> AdvisedAction:
        """Draw one of the actions by their probabilities."""
        weights = [action.probability for action in self.actions]
        return Random(seed).choices(self.actions, weights)[0]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "player": self.player,
            "name": self.name,
            "hand": self.hand,
            "street": self.street,
            "board": self.board,
            "big_blind": self.big_blind,
            "actions": [action.to_dict() for action in self.actions],
            "source": self.source.value,
            "match": self.quality.value,
            "node": self.path,
            "candidates": [{"node": path, "probability": share} for path, share in self.candidates],
            "divergence": None if self.distance is None else self.distance.to_dict(),
            "reach": self.reach,
            "ev_error": self.error,
            "basis": self.basis.to_dict(),
            "notes": list(self.notes),
        }


def player_name(name: str | None, seat: int) -> str:
    """Return the name of a player, or their number from 1, as in PHH."""
    return name or f"player {seat + 1}"
