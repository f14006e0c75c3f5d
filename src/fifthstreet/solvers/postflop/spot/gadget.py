"""Root gadgets, which make the solution of a subgame safe in the whole game.

A subgame that is solved with the believed ranges of both players is only safe against these ranges;
an opponent who arrives with other hands may win more than before. So before the subgame begins, the
gadget gives the opponent a choice for each of their hands, with the values that they get elsewhere:

resolve     each hand enters, or declines and gets its alternative value (Burch, Johanson & Bowling
            2014, "Solving imperfect information games using decomposition").
maxmargin   the opponent enters with the hands whose values exceed their alternatives the most, so
            the solver makes the smallest margin as large as possible (Moravcik et al. 2016,
            "Refining subgames in large imperfect information games").

Both are strategies over the hands of the root, found by the same regret matching as in all other
decisions. A pass for the other player starts with the hands that enter; a pass for the opponent
ends with an update of the gadget's regrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, SuitPermutation, compatible_weight, hole_permutation
from fifthstreet.errors import InputError

GadgetKind: TypeAlias = Literal["resolve", "maxmargin"]
GADGET_KINDS: tuple[GadgetKind, ...] = get_args(GadgetKind)
Row: TypeAlias = NDArray[np.float64]  # [H] a number for each hand of the root's row

# Values of hands that differ only in suits count as equal up to this share of the largest one.
_SUIT_ROUNDING = 1e-4


@dataclass(frozen=True, eq=False)
class RootGadget:
    """A choice that a player has with each hand before a spot begins.

    Values count as in a `Node`: the chips that a hand takes out of the pot from here on, minus the
    chips that it still puts in.
    """

    kind: GadgetKind
    player: int  # who chooses: the opponent of the player whose strategy is wanted
    values: NDArray[np.float64]  # [1326] chips that each hand gets if it declines

    def __post_init__(self) -> None:
        if self.kind not in GADGET_KINDS:
            raise InputError(f"gadget must be {' or '.join(GADGET_KINDS)}, got {self.kind!r}")
        if self.player not in (0, 1):
            raise InputError(f"player of a gadget must be 0 or 1, got {self.player}")
        values = np.asarray(self.values, np.float64)
        if values.shape != (HOLE_COUNT,):
            raise InputError(f"values of a gadget must be {HOLE_COUNT} numbers, got {values.shape}")
        if np.isinf(values).any():
            raise InputError("values of a gadget must be finite chips, or NaN for no such hand")
        object.__setattr__(self, "values", values)

    def is_symmetric(self, perm: SuitPermutation) -> bool:
        """Return whether a permutation of suits leaves the values as they are, up to rounding."""
        permuted = self.values[hole_permutation(perm)]
        scale = np.nanmax(np.abs(self.values), initial=0.0)
        return bool(np.allclose(permuted, self.values, 0.0, _SUIT_ROUNDING * scale, equal_nan=True))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        values = [None if np.isnan(value) else value for value in self.values.tolist()]
        return {"kind": self.kind, "player": self.player, "values": values}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RootGadget:
        """Build a gadget from the result of `to_dict`."""
        return cls(data["kind"], data["player"], np.array(data["values"], np.float64))


@dataclass(frozen=True, eq=False)
class GadgetRows:
    """A gadget in the numbers of a plan, for the hands of the root's row.

    The gain of entering with a hand is `value_factor * value - alternative`, where `value` is
    the hand's counterfactual value at the root. A hand that enters with probability p, or that is
    chosen with probability p, has the reach `reach_factor * p`; without reach it takes no part.
    Reach is never above 1, because kernels divide it by weights that may be tiny.
    """

    kind: GadgetKind
    player: int
    value_factor: NDArray[np.float32]
    alternative: NDArray[np.float32]
    reach_factor: NDArray[np.float32]
    weight: float  # of all pairs of hands that are dealt

    def chances(self, averages: NDArray[np.float32]) -> Row:
        """Return the average probability of entering, or of being chosen, of each hand."""
        weights = np.maximum(averages[:, : len(self.alternative)].astype(np.float64), 0)
        if self.kind == "resolve":
            total = weights.sum(axis=0)
            shares: Row = np.full(len(total), 0.5)
            np.divide(weights[0], total, out=shares, where=total > 0)
            return shares
        chosen = weights[0]
        if not chosen.any():
            chosen = (self.reach_factor > 0).astype(np.float64)
        result: Row = chosen / chosen.sum()
        return result

    def entering(self, averages: NDArray[np.float32]) -> Row:
        """Return the average reach of each hand after the gadget."""
        return self.chances(averages) * self.reach_factor

    def enter(
        self, regrets: NDArray[np.float32], averages: NDArray[np.float32], keep: float
    ) -> Row:
        """Return the reach of the hands that enter by regret matching, and update the average.

        Both tables are [2, stride], and the average is multiplied by `keep` first.
        """
        chances = self.chances(regrets)
        played = np.array([chances, 1 - chances])
        if self.kind == "maxmargin":
            played[1] = 0
        hands = len(chances)
        averages[:, :hands] = keep * averages[:, :hands] + played
        return chances * self.reach_factor

    def update(
        self,
        regrets: NDArray[np.float32],
        values: NDArray[np.floating[Any]],
        positive: float,
        negative: float,
    ) -> None:
        """Multiply regrets, [2, stride], by these factors and add the regrets of the values."""
        chances, gains = self.chances(regrets), self.gains(values)
        if self.kind == "resolve":
            new = np.array([gains, np.zeros(len(gains))]) - chances * gains
        else:
            mean = np.dot(chances, gains)
            new = np.array([np.where(self.reach_factor > 0, gains - mean, 0.0), 0 * gains])
        old = regrets[:, : len(gains)].astype(np.float64)
        regrets[:, : len(gains)] = old * np.where(old > 0, positive, negative) + new

    def gains(self, values: NDArray[np.floating[Any]]) -> Row:
        """Return the gain of each hand from entering, given its counterfactual value.

        With resolve it is in chips times the opponent's reach, with maxmargin in chips.
        """
        return values.astype(np.float64) * self.value_factor - self.alternative

    def own_chips(
        self, values: NDArray[np.floating[Any]], averages: NDArray[np.float32], *, best: bool
    ) -> float:
        """Return the winnings of the player who chooses, in chips times `weight`.

        `values` are counterfactual values at the root; `best` lets the gadget respond to them.
        """
        gains, factor = self.gains(values), self.reach_factor.astype(np.float64)
        chances = self.chances(averages)
        if self.kind == "maxmargin":
            mean = float(gains[factor > 0].max() if best else np.dot(chances, gains))
            return self.weight * mean
        played = np.maximum(gains, 0) if best else chances * gains
        return float(np.dot(factor, played + self.alternative))

    def declined_chips(self, averages: NDArray[np.float32]) -> float:
        """Return the winnings of the player who chooses, without the subgame's own payoffs."""
        chances = self.chances(averages)
        if self.kind == "maxmargin":
            return -self.weight * float(np.dot(chances, self.alternative))
        return float(np.dot(self.reach_factor * (1 - chances), self.alternative))


def gadget_rows(
    gadget: RootGadget,
    holes: NDArray[np.int16],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    own: float,
    symmetry: list[SuitPermutation],
) -> GadgetRows:
    """Return a gadget for the hands of a root's row.

    A hand that shares a card with every opposing hand takes no part.

    Args:
        gadget: The choice of one player before the spot begins.
        holes: The hands of that player's row at the root.
        weights: The ranges of OOP and of IP.  [1326] each
        own: Chips of that player in the pot.
        symmetry: Suit permutations that the solver merges; values are means over them.

    Raises:
        InputError: If no hand takes part, or if one that does has no value.
    """
    opposing = compatible_weight(weights[1 - gadget.player])[holes]
    held = weights[gadget.player][holes].astype(np.float64)
    takes_part = (opposing > 0) & (held > 0)
    # Means over the suits that the solver treats alike, so that the same hands have one value.
    permuted = [gadget.values[hole_permutation(perm)][holes] for perm in symmetry]
    values = np.mean(permuted, axis=0) - own
    if not takes_part.any():
        raise InputError(
            "gadget: every hand of the player shares a card with every hand of the opponent"
        )
    if np.isnan(values[takes_part]).any():
        missing = int(np.isnan(values[takes_part]).sum())
        raise InputError(f"values of a gadget must be chips for each hand, got NaN for {missing}")
    values = np.where(takes_part, values, 0.0)
    if gadget.kind == "resolve":
        numbers = (np.ones(len(holes)), values * opposing, held * takes_part)
        weight = float(np.dot(held, opposing))
    else:
        per_hand = takes_part / np.where(takes_part, opposing, 1.0)
        weight = float(opposing[takes_part].min())
        numbers = (per_hand, values, weight * per_hand)
    factor, alternative, reach = (array.astype(np.float32) for array in numbers)
    return GadgetRows(gadget.kind, gadget.player, factor, alternative, reach, weight)
