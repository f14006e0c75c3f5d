"""Modes of drills: whole hands, hands from a street on, or one spot, with any hand or with one.

A start is drawn with its probability in the solution: both hands together, without shared cards,
and board cards from the remaining deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_MASKS,
    cards_text,
    compatible_weight,
    hole_cards,
    hole_text,
    mask_of,
    parse_hole,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import SEATS, Solution
from fifthstreet.tree import STREET_NAMES, Kind, when_words
from fifthstreet.tree.strategy import HoleArray

_MAX_ATTEMPTS = 3_000  # hands played to reach the start of a drill


@dataclass(frozen=True)
class Start:
    """A node that was reached by play, and the hands of both players."""

    node: int
    cards: tuple[int, ...]  # dealt since the root
    holes: tuple[int, int]  # OOP, IP


class DrillMode(Protocol):
    """The hands and decisions of a drill."""

    name: ClassVar[str]

    def seat_in(self, solution: Solution) -> int:
        """Return the learner's seat; InputError if the solution cannot deal this."""

    def start(self, solution: Solution, generator: Generator) -> Start:
        """Draw the start of a hand."""

    def continues(self, solution: Solution, node: int) -> bool:
        """Return whether a hand continues at a node after the first decision."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""


@dataclass(frozen=True)
class FullHand:
    """All decisions from the root of a solution until the hand ends."""

    seat: int = 0  # 0 OOP, 1 IP
    name: ClassVar[str] = "hand"

    def __post_init__(self) -> None:
        _check_seat(self.seat)

    def seat_in(self, solution: Solution) -> int:
        """Return the learner's seat."""
        return self.seat

    def start(self, solution: Solution, generator: Generator) -> Start:
        """Deal two hands at the root."""
        return Start(0, (), deal_hands(solution.reach(0, solution.board), generator))

    def continues(self, solution: Solution, node: int) -> bool:
        """Return whether the solution's tables have the node."""
        return int(solution.tree.street[node]) <= solution.last_street

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"mode": self.name, "seat": SEATS[self.seat]}


@dataclass(frozen=True)
class OneStreet:
    """All decisions of one street, which both players reach by playing the solution."""

    street: int  # 1 flop, 2 turn, 3 river
    seat: int = 0  # 0 OOP, 1 IP
    name: ClassVar[str] = "street"

    def __post_init__(self) -> None:
        _check_seat(self.seat)

    def seat_in(self, solution: Solution) -> int:
        """Return the learner's seat; InputError if the solution lacks the street."""
        first, last = solution.spot.street, solution.last_street
        if not first <= self.street <= last:
            names = ", ".join(STREET_NAMES[first : last + 1])
            raise InputError(f"street must be one of {names}, got {self.street}")
        return self.seat

    def start(self, solution: Solution, generator: Generator) -> Start:
        """Play hands from the root until one gets to the street."""
        tree = solution.tree
        at_root = solution.reach(0, solution.board)
        for _ in range(_MAX_ATTEMPTS):
            holes = deal_hands(at_root, generator)
            node = 0
            cards: tuple[int, ...] = ()
            while tree.kind[node] in (Kind.ACTION, Kind.DEAL) and tree.street[node] < self.street:
                if tree.kind[node] == Kind.DEAL:
                    cards = (*cards, deal_card((*solution.board, *cards), holes, generator))
                    node = int(tree.first_child[node])
                    continue
                shares = action_shares(solution, node, cards, holes[int(tree.player[node])])
                node = int(tree.first_child[node]) + draw(shares, generator)
            if tree.kind[node] == Kind.ACTION and tree.street[node] == self.street:
                return Start(node, cards, holes)
        when = when_words(STREET_NAMES[self.street])
        raise InputError(f"the solution hardly ever has a decision {when}: use an earlier street")

    def continues(self, solution: Solution, node: int) -> bool:
        """Return whether a node is on the street."""
        return int(solution.tree.street[node]) == self.street

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        street = STREET_NAMES[self.street]
        return {"mode": self.name, "seat": SEATS[self.seat], "street": street}


@dataclass(frozen=True)
class OneSpot:
    """The decision at the end of a path, with new hands each time, or with one hand.

    Deals without a card, like the last one of `r:k:k:n8c:k:k:n`, are drawn each time as well.
    """

    path: str
    hole: int | None = None  # the learner's hand, in a path that names all its cards
    name: ClassVar[str] = "spot"

    def seat_in(self, solution: Solution) -> int:
        """Return the seat that acts; InputError if the path is not a decision or never reached."""
        tree = solution.tree
        node, cards = tree.find(self.path)
        if tree.kind[node] != Kind.ACTION:
            raise InputError(f"path must lead to a decision, got {self.path!r}")
        if int(tree.street[node]) > solution.last_street:
            last = STREET_NAMES[solution.last_street]
            raise InputError(
                f"path must not go beyond the {last}, the last street saved, got {self.path!r}"
            )
        if blocked := set(cards) & set(solution.board):
            raise InputError(f"{cards_text(sorted(blocked))} in path {self.path!r} is on the board")
        before = self._named_part(solution, node, len(cards))
        player = int(tree.player[node])
        if self.hole is not None and before != node:
            raise InputError(f"path must name all its cards for one hand, got {self.path!r}")
        board = (*solution.board, *cards)
        reach = self._dealt(solution.reach(before, board), player, board)
        if not _weight(reach) > 0:
            hand = "" if self.hole is None else f" with {hole_text(self.hole)}"
            raise InputError(f"path must be played by the solution{hand}, got {self.path!r}")
        return player

    def start(self, solution: Solution, generator: Generator) -> Start:
        """Deal two hands that get to the node.

        Hands are dealt before the first unnamed card, and play the rest of the line with its
        probability in the solution.
        """
        tree = solution.tree
        node, named = tree.find(self.path)
        before = self._named_part(solution, node, len(named))
        board = (*solution.board, *named)
        reach = self._dealt(solution.reach(before, board), int(tree.player[node]), board)
        line = tree.line(node)
        rest = line[line.index(before) :]
        for _ in range(_MAX_ATTEMPTS):
            cards, holes = named, deal_hands(reach, generator)
            for at, after in pairwise(rest):
                if tree.kind[at] == Kind.DEAL:
                    cards = (*cards, deal_card((*solution.board, *cards), holes, generator))
                    continue
                shares = action_shares(solution, at, cards, holes[int(tree.player[at])])
                if generator.random() >= shares[after - int(tree.first_child[at])]:
                    break
            else:
                return Start(node, cards, holes)
        raise InputError(f"the solution hardly ever gets to {self.path!r}: name its cards")

    def continues(self, solution: Solution, node: int) -> bool:
        """Return False: there is one decision."""
        return False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        hole = {} if self.hole is None else {"hole": hole_text(self.hole)}
        return {"mode": self.name, "path": self.path, **hole}

    def _dealt(
        self, reach: tuple[HoleArray, ...], player: int, board: tuple[int, ...]
    ) -> tuple[HoleArray, ...]:
        """Return how often each hand is dealt; a hand of the drill need not be in the range.

        It may get to the node by the learner's own mistakes.
        """
        if self.hole is None:
            return reach
        own = np.zeros_like(reach[player])
        own[self.hole] = not HOLE_MASKS[self.hole] & np.uint64(mask_of(board))
        return (own, reach[1]) if player == 0 else (reach[0], own)

    def _named_part(self, solution: Solution, node: int, named: int) -> int:
        """Return the node itself, or the first deal of its line without a card."""
        tree = solution.tree
        deals = [at for at in tree.line(node)[:-1] if tree.kind[at] == Kind.DEAL]
        return node if len(deals) <= named else deals[named]


def read_mode(data: Mapping[str, Any]) -> DrillMode:
    """Return the mode of plain data.

    Args:
        data: What `to_dict` of a mode returns.

    Raises:
        InputError: If a field is missing or has an unknown value.

    >>> read_mode({"mode": "street", "seat": "ip", "street": "turn"})
    OneStreet(street=2, seat=1)
    """
    name = data.get("mode")
    if name == OneSpot.name:
        path = data.get("path")
        if not isinstance(path, str):
            raise InputError(f"path must be the path of a decision, like 'r:k', got {path!r}")
        hole = data.get("hole")
        return OneSpot(path, None if hole is None else parse_hole(hole))
    if name not in (FullHand.name, OneStreet.name):
        raise InputError(f"mode must be hand, street or spot, got {name!r}")
    seat = data.get("seat")
    if seat not in SEATS:
        raise InputError(f"seat must be oop or ip, got {seat!r}")
    if name == FullHand.name:
        return FullHand(SEATS.index(seat))
    street = data.get("street")
    if street not in STREET_NAMES[1:]:
        raise InputError(f"street must be flop, turn or river, got {street!r}")
    return OneStreet(STREET_NAMES.index(street), SEATS.index(seat))


def decision_places(solution: Solution) -> dict[str, tuple[str, ...]]:
    """Return the seats that have a choice on each street of a solution, by the street's name.

    Args:
        solution: Streets that it does not save have none, nor streets without bets.
    """
    tree = solution.tree
    has_choice = (tree.kind == Kind.ACTION) & (tree.n_children > 1)
    places = {}
    for street in range(solution.spot.street, solution.last_street + 1):
        acting = set(tree.player[has_choice & (tree.street == street)].tolist())
        if acting:
            places[STREET_NAMES[street]] = tuple(SEATS[seat] for seat in sorted(acting))
    return places


def deal_hands(reach: tuple[HoleArray, ...], generator: Generator) -> tuple[int, int]:
    """Draw a pair of hands that share no card, in proportion to the product of their weights."""
    first = draw(reach[0] * compatible_weight(reach[1]), generator)
    is_free = HOLE_MASKS & HOLE_MASKS[first] == 0
    return first, draw(np.where(is_free, reach[1], 0.0), generator)


def deal_card(board: tuple[int, ...], holes: tuple[int, int], generator: Generator) -> int:
    """Draw one of the cards that are neither on the board nor in a hand."""
    taken = {*board, *(card for hole in holes for card in hole_cards(hole))}
    left = [card for card in range(CARD_COUNT) if card not in taken]
    return left[int(generator.integers(len(left)))]


def action_shares(
    solution: Solution, node: int, cards: tuple[int, ...], hole: int
) -> NDArray[np.float64]:
    """Return how often the solution takes each action with a hand; the shares add up to 1."""
    shares = solution.hand_probabilities(node, (*solution.board, *cards), hole)
    shares = np.nan_to_num(np.asarray(shares, np.float64))
    total = shares.sum()
    return shares / total if total > 0 else np.full(len(shares), 1 / len(shares))


def draw(weights: NDArray[np.float64], generator: Generator) -> int:
    """Draw an index in proportion to weights that are not all zero."""
    sums = np.cumsum(weights)
    drawn = int(np.searchsorted(sums, generator.random() * sums[-1], side="right"))
    return min(drawn, int(np.flatnonzero(weights)[-1]))  # rounding may reach past the last one


def _weight(reach: tuple[HoleArray, ...]) -> float:
    return float((reach[0] * compatible_weight(reach[1])).sum())


def _check_seat(seat: int) -> None:
    if seat not in range(len(SEATS)):
        raise InputError(f"seat must be 0 (OOP) or 1 (IP), got {seat!r}")
