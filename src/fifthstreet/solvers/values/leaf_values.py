"""Values of hands where a street ends and its betting is over: the interface.

A search of one street ends at its leaves, where the next card is dealt. What both players' hands
are worth there depends on the public state and on both ranges. Anything that can say it is a
`LeafValues`: exact solves of the rest, strategies for it, networks, and functions of the user.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, cards_text, compatible_weights
from fifthstreet.errors import InputError

HoleRows: TypeAlias = NDArray[np.float32]  # [L, 2, 1326]

LEAF_STREETS = {0: "preflop", 3: "flop", 4: "turn"}
"""Streets that end in a leaf, by their number of board cards."""


def with_article(street: str) -> str:
    """Return the name of a street within a sentence.

    Args:
        street: `preflop`, `flop` or `turn`.

    >>> with_article("flop"), with_article("preflop")
    ('the flop', 'preflop')
    """
    return street if street == LEAF_STREETS[0] else f"the {street}"


@dataclass(frozen=True, eq=False)
class Leaves:
    """Public states of two players, on one board, where the next card is dealt.

    OOP acts first on the next street. Ranges are arguments of `LeafValues`, because a search
    changes them in each iteration.

    Attributes:
        board: The cards dealt so far: none, 3 or 4.
        pots: Chips in the pot of each leaf.  [L]
        stacks: The smaller of both stacks behind, in chips, at each leaf.  [L]
        nodes: Nodes of the tree that the leaves belong to, if there is one.  [L]
    """

    board: tuple[int, ...]
    pots: NDArray[np.float64]
    stacks: NDArray[np.float64]
    nodes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.board) not in LEAF_STREETS or len(set(self.board)) < len(self.board):
            raise InputError(
                f"the board of leaves must be 0, 3 or 4 different cards, got "
                f"{cards_text(self.board) or 'none'}"
            )
        for name in ("pots", "stacks"):
            object.__setattr__(self, name, np.asarray(getattr(self, name), np.float64))
        if self.pots.ndim != 1 or self.pots.shape != self.stacks.shape:
            raise InputError(
                f"pots and stacks must be one number for each leaf, got {self.pots.shape} and "
                f"{self.stacks.shape}"
            )
        for name in ("pots", "stacks"):
            chips = getattr(self, name)
            if not (np.isfinite(chips).all() and (chips > 0).all()):
                raise InputError(f"{name} of leaves must be more than 0, got {chips.tolist()}")

    def __len__(self) -> int:
        return len(self.pots)

    @property
    def unseen(self) -> int:
        """Number of cards that may come next if both hands are known."""
        return 52 - 4 - len(self.board)

    def only(self, leaf: int) -> Leaves:
        """Return one of the leaves."""
        chosen = slice(leaf, leaf + 1)
        return replace(
            self, pots=self.pots[chosen], stacks=self.stacks[chosen], nodes=self.nodes[chosen]
        )

    def possible(self) -> NDArray[np.bool_]:
        """Return which hands share no card with the board.  [1326]"""
        board = np.uint64(sum(1 << card for card in self.board))
        possible: NDArray[np.bool_] = HOLE_MASKS & board == 0
        return possible

    def check_reach(self, reach: ArrayLike) -> HoleRows:
        """Return the reach of both players' hands at all leaves, 0 for impossible hands.

        Args:
            reach: [L, 2, 1326], not negative.

        Raises:
            InputError: If the shape is wrong or if an entry is negative or not finite.
        """
        rows = np.asarray(reach, np.float32)
        if rows.shape != (len(self), 2, HOLE_COUNT):
            raise InputError(
                f"reach must have the shape ({len(self)}, 2, {HOLE_COUNT}), got {rows.shape}"
            )
        if not (np.isfinite(rows).all() and (rows >= 0).all()):
            raise InputError("reach must be finite and at least 0")
        possible: HoleRows = np.where(self.possible(), rows, np.float32(0))
        return possible


class LeafValues(Protocol):
    """Counterfactual values of all hands of both players at leaves.

    Whatever computes them, values of impossible hands are 0, and the values of both players,
    weighted with the reach of their hands, sum to 0. A permutation of suits permutes values, and
    chips only matter relative to each other.
    """

    @property
    def name(self) -> str:
        """What the values come from, in a few words."""
        ...

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return the values of both players' hands.

        Args:
            leaves: L public states on one board.
            reach: The reach of both players' hands.  [L, 2, 1326]
            player: Whose values are needed, by default both players'. The rows of the other player
                are not used: they may be correct or 0, whichever is faster.

        Returns:
            For each hand the chips that it wins from here on, half of the pot less than it takes,
            times the reach of the opposing hands that it can meet.  [L, 2, 1326]
        """
        ...


@runtime_checkable
class CardLeafValues(LeafValues, Protocol):
    """Leaf values that also know what hands are worth after each single card."""

    def values_after(self, leaves: Leaves, reach: HoleRows, card: int) -> HoleRows:
        """Return the values of both players' hands if this card is dealt next.

        Their sum over all cards is what `values` returns.

        Args:
            leaves: L public states on one board.
            reach: The reach of both players' hands.  [L, 2, 1326]
            card: The next card.

        Returns:
            As from `values`, times the probability of the card.  [L, 2, 1326]
        """
        ...


@runtime_checkable
class ClassLeafValues(LeafValues, Protocol):
    """Leaf values before the flop that take hand classes, which is faster than single hands.

    A solver that takes one part of the flops after the other needs hardly more iterations.
    """

    @property
    def parts(self) -> int:
        """Number of parts into which flops are divided."""
        ...

    def class_values(
        self,
        leaves: Leaves,
        reach: NDArray[np.float64],
        *,
        player: int | None = None,
        part: int | None = None,
    ) -> NDArray[np.float64]:
        """Return the values of both players' classes: what `values` returns, summed over hands.

        Args:
            leaves: L public states without a board.
            reach: How often the hands of each class get there, 0 to 1.  [L, 2, 169]
            player: As for `values`.
            part: Which part of the flops to estimate values from; by default all.

        Returns:
            Sums over the hands of each class.  [L, 2, 169]
        """
        ...


@runtime_checkable
class PartialLeafValues(LeafValues, Protocol):
    """Leaf values that can be estimated from a part of the next cards, in a part of the time.

    A solver that takes one part after the other needs hardly more iterations than with all cards.
    """

    @property
    def parts(self) -> int:
        """Number of parts into which the next cards are divided."""
        ...

    def values_of_part(
        self, leaves: Leaves, reach: HoleRows, part: int, *, player: int | None = None
    ) -> HoleRows:
        """Estimate values from one part of the next cards.

        Args:
            leaves: L public states on one board.
            reach: The reach of both players' hands.  [L, 2, 1326]
            part: Which part, from 0.
            player: As for `values`.

        Returns:
            Estimates whose mean over all parts is what `values` returns.  [L, 2, 1326]
        """
        ...


@runtime_checkable
class MeasuredLeafValues(LeafValues, Protocol):
    """Leaf values whose error was measured."""

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error in percent of the pot; None if it is unknown."""
        ...


def leaf_error(values: LeafValues) -> float | None:
    """Return the measured error of leaf values in percent of the pot, None if it is unknown.

    Args:
        values: Leaf values.
    """
    return values.error_pot_percent if isinstance(values, MeasuredLeafValues) else None


class FunctionLeaves:
    """Leaf values from a function of the user, which returns shares of the pot.

    The function is called with the board, the pot, the stack and both ranges, [1326] each, and
    returns the share of the pot that each hand of each player takes on average, [2, 1326]; 0.5 is
    half of it. Whatever it returns is made to sum to zero, by moving all hands by the same share.

    >>> from fifthstreet.cards import Range
    >>> def halves(board, pot, stack, ranges):
    ...     return np.full((2, 1326), 0.5)
    >>> leaves = Leaves((0, 5, 10, 15), [10], [20])
    >>> reach = np.ones((1, 2, 1326), np.float32)
    >>> float(abs(FunctionLeaves(halves).values(leaves, reach)).max())
    0.0
    """

    def __init__(
        self,
        function: Callable[[tuple[int, ...], float, float, NDArray[np.float32]], ArrayLike],
    ) -> None:
        self.function = function

    @property
    def name(self) -> str:
        """The name of the function."""
        return f"function {getattr(self.function, '__name__', 'of the user')}"

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return counterfactual values; see `LeafValues.values`."""
        rows = leaves.check_reach(reach)
        shares = np.empty(rows.shape)
        for at, (pot, stack) in enumerate(zip(leaves.pots, leaves.stacks, strict=True)):
            given = self.function(leaves.board, float(pot), float(stack), rows[at])
            shares[at] = self._checked(given)
        return counterfactual(leaves, rows, shares - 0.5)

    def _checked(self, given: ArrayLike) -> NDArray[np.float64]:
        shares = np.asarray(given, np.float64)
        if shares.shape != (2, HOLE_COUNT) or not np.isfinite(shares).all():
            raise InputError(
                f"values from {self.name} must be finite, in the shape (2, {HOLE_COUNT}), got "
                f"{shares.shape}"
            )
        return shares


def next_cards(board: Iterable[int], part: int = 0, parts: int = 1) -> list[int]:
    """Return the cards that may be dealt next, or one of several parts of them.

    Each part has about as many cards of each suit, and its ranks are spread.

    Args:
        board: The cards dealt so far.
        part: Which part, from 0.
        parts: Number of parts.
    """
    seen = set(board)
    by_suit = [rank * 4 + suit for suit in range(4) for rank in range(13)]
    return [card for card in by_suit if card not in seen][part::parts]


def counterfactual(leaves: Leaves, rows: HoleRows, shares: NDArray[np.float64]) -> HoleRows:
    """Turn what hands win, in shares of the pot, into counterfactual chips that sum to zero.

    Args:
        leaves: L public states on one board.
        rows: Checked reach of both players' hands.  [L, 2, 1326]
        shares: What hands win on average, less half of the pot.  [L, 2, 1326]
    """
    met = compatible_weights(rows[:, ::-1]) * leaves.possible()
    pairs = (rows * met).sum(axis=2)  # [L, 2], the same for both players up to rounding
    won = (rows * met * shares).sum(axis=2)
    excess = won.sum(axis=1) / np.maximum(pairs.sum(axis=1), np.finfo(np.float64).tiny)
    values = (shares - excess[:, None, None]) * met * leaves.pots[:, None, None]
    chips: HoleRows = values.astype(np.float32)
    return chips
