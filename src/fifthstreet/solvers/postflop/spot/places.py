"""The places of a real board's rows in tables that merge boards up to suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import SuitPermutation, cards_text, hole_permutation
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.spot.plan import IDENTITY, Plan
from fifthstreet.tree.strategy import HoleArray


@dataclass(frozen=True)
class Place:
    """The rows of a node, and the suit permutation from the real board to their runout."""

    street: int  # counted from the spot's street
    runout: int
    at: int  # index among the street's nodes
    perm: SuitPermutation  # maps real suits to the runout's suits


def find_place(
    plan: Plan, node: int, cards: Sequence[int], *, board: Sequence[int] = (), path: str = ""
) -> Place:
    """Return the place of a node after these cards.

    Args:
        plan: The plan of the spot.
        node: Id of the node in the betting tree.
        cards: The cards dealt since the start of the spot, in order.
        board: The cards of the spot's board, which cannot be dealt again.
        path: The path in errors.

    Raises:
        InputError: If the cards cannot be dealt, or if there is not one for each deal.
    """
    street, at = plan.place(node)
    if len(cards) != street:
        raise InputError(f"path must name all {street} cards, like n8c, got {path!r}")
    if both := set(cards) & set(board):
        raise InputError(f"{cards_text(sorted(both))} in {path!r} is on the board")
    runout, perm = find_runout(plan, cards)
    return Place(street, runout, at, perm)


def find_runout(plan: Plan, cards: Sequence[int]) -> tuple[int, SuitPermutation]:
    """Return the runout that represents the cards, and the permutation of their suits to it.

    Args:
        plan: The plan of the spot.
        cards: The cards dealt since the start of the spot, in order.
    """
    runout, perm = 0, IDENTITY
    for street, card in enumerate(cards, 1):
        runouts = plan.runouts[street]
        image = card // 4 * 4 + perm[card % 4]
        children = np.flatnonzero(runouts.parent == runout)
        first = runouts.member_start[children[0]]
        last = runouts.member_start[children[-1] + 1]
        member = int(first + np.flatnonzero(runouts.member_card[first:last] == image)[0])
        runout = int(np.searchsorted(runouts.member_start, member, "right")) - 1
        back = np.argsort(runouts.member_perm[member])
        a, b, c, d = (int(back[suit]) for suit in perm)
        perm = (a, b, c, d)
    return runout, perm


def hand_places(plan: Plan, player: int, place: Place) -> NDArray[np.int64]:
    """Return the index of each of the 1,326 real hands in the row of the runout."""
    seat = plan.runouts[place.street].seats[player]
    indices: NDArray[np.uint16] = seat.place[place.runout][hole_permutation(place.perm)]
    return indices.astype(np.int64)


def spread(plan: Plan, player: int, place: Place, rows: NDArray[np.float32]) -> HoleArray:
    """Return rows of a runout as numbers of the 1,326 real hands, NaN for missing hands.

    Args:
        plan: The plan of the spot.
        player: Whose hands the rows have: 0 for OOP, 1 for IP.
        place: The place of the real board, from `find_place`.
        rows: Numbers of the runout's hands.  [..., H]
    """
    count = int(plan.runouts[place.street].seats[player].count[place.runout])
    hands = hand_places(plan, player, place)
    numbers: HoleArray = rows[..., np.minimum(hands, rows.shape[-1] - 1)].astype(np.float64)
    numbers[..., hands >= count] = np.nan
    return numbers
