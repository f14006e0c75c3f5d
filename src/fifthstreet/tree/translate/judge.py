"""The quality of a match: how far the real hand and its node differ, and why a match is lost."""

from __future__ import annotations

from math import inf
from typing import Final

from fifthstreet.tree.translate.counted_hand import CountedHand
from fifthstreet.tree.translate.mappings import Tolerance
from fifthstreet.tree.translate.policy import Policy
from fifthstreet.tree.translate.terms import TreeTerms
from fifthstreet.tree.translate.tree_view import ACTION, DEAL, NodeView
from fifthstreet.tree.translate.walk import CLAMPED, CLOSED_EARLY, EXACT, SAME, Walk

# Qualities; `quality.MatchQuality` has the names.
GOOD: Final = 0
POOR: Final = 1
LOST: Final = 2
OUTSIDE: Final = 3

# Why a match is lost or outside; `reports.reason_text` has the texts.
STACK: Final = 1
POT: Final = 2
SPR: Final = 3
UNMATCHED: Final = 4  # beyond the tolerance of a mapping that has one
CLOSED: Final = 5  # a raise after the tree's betting round had ended
ENDED: Final = 6  # the tree is all-in or has ended, the hand continues
TURN: Final = 7  # another player acts first in the tree
SEATS: Final = 8
NOT_YET: Final = 9  # the tree starts on a later street


class Judge:
    """Compares a real hand with its node under the limits of a policy."""

    def __init__(self, policy: Policy, walk: Walk, terms: TreeTerms) -> None:
        self._walk: Walk = walk
        self._terms: TreeTerms = terms
        limits = policy.limits
        self._stack_limits: list[float] = [limit.stack for limit in limits]
        self._pot_limits: list[float] = [limit.pot for limit in limits]
        self._spr_limits: list[float] = [limit.spr for limit in limits]
        self._tolerances: list[float] = [limit.tolerance for limit in limits]
        self._poor_share: float = policy.poor_share
        mapping = policy.mapping
        self._lost_beyond: list[float] = [inf] * 4
        if isinstance(mapping, Tolerance):
            self._lost_beyond = [float(share) for share in mapping.by_street]
        self.clear()

    def clear(self) -> None:
        """Reset everything, for a hand that has not reached the tree yet."""
        self.quality: int = OUTSIDE
        self.action: int = 0  # number of the action that is judged
        self.lost_at: int = 0
        self.why: int = NOT_YET
        self.real: float = 0.0  # the values that were too far apart, and their limit
        self.tree: float = 0.0
        self.limit: float = 0.0
        # Differences by street, after its last action; -1 where the tree was not followed.
        self.stack_off: list[float] = [-1.0] * 4
        self.pot_off: list[float] = [-1.0] * 4
        self.spr_off: list[float] = [-1.0] * 4
        self.defence_off: list[float] = [0.0] * 4  # the largest

    def begin(self, view: NodeView, hand: CountedHand) -> None:
        """Begin to follow a hand at a node."""
        self.quality = GOOD
        self.why = 0
        self.place(view, hand, hand.street)

    def size(self, street: int, status: int, size: float, chosen: float) -> None:
        """Judge a bet or raise by its size and the size chosen for it in the tree."""
        if status == EXACT:
            return
        if status == CLOSED_EARLY:
            self._lose(CLOSED, size, 0.0, 0.0)
            return
        off = abs(size - chosen)
        if off > self._lost_beyond[street]:
            self._lose(UNMATCHED, size, chosen, self._lost_beyond[street])
        elif status == CLAMPED or off > self._tolerances[street]:
            self.mark_poor()
        defence = abs(1.0 / (1.0 + size) - 1.0 / (1.0 + chosen))
        self.defence_off[street] = max(self.defence_off[street], defence)

    def place(self, view: NodeView, hand: CountedHand, street: int) -> None:
        """Judge the node after an action on a street: whose turn it is there, and its chips."""
        if self._walk.out_of_turn:
            self._lose(TURN, 0.0, 0.0, 0.0)
        if hand.actor >= 0:
            seat = self._walk.seat_of[hand.actor]
            if view.kind != ACTION or view.player != seat:
                self.mark_poor()
                ended = view.kind > DEAL or (view.kind == ACTION and view.behind[seat] <= 0.0)
                if ended and (view.kind == ACTION or view.street < hand.street):
                    self._lose(ENDED, 0.0, 0.0, 0.0)
        self._compare_chips(street, view, hand)

    def mark_poor(self) -> None:
        """Lower the quality to poor, unless it is already worse."""
        self.quality = max(self.quality, POOR)

    def _lose(self, why: int, real: float, tree: float, limit: float) -> None:
        if self.quality != LOST:
            self.quality = LOST
            self.lost_at = self.action
            self.why = why
            self.real = real
            self.tree = tree
            self.limit = limit

    def _compare_chips(self, street: int, view: NodeView, hand: CountedHand) -> None:
        chip = self._terms.per_chip
        real_pot = hand.pot
        tree_pot = view.pot * chip
        real_stack = hand.effective()
        tree_stack = self._walk.effective(view, hand) * chip
        real_spr = real_stack / real_pot
        tree_spr = tree_stack / tree_pot
        stack_off = _share(real_stack - tree_stack, hand.starting_stack)
        pot_off = _share(real_pot - tree_pot, real_pot)
        spr_off = _share(real_spr - tree_spr, real_spr)
        self.stack_off[street] = stack_off
        self.pot_off[street] = pot_off
        self.spr_off[street] = spr_off
        if hand.over:  # nothing is left to decide
            return
        stack_limit = self._stack_limits[street]
        pot_limit = self._pot_limits[street]
        spr_limit = self._spr_limits[street]
        if stack_off > stack_limit:
            self._lose(STACK, real_stack, tree_stack, stack_limit)
        elif pot_off > pot_limit:
            self._lose(POT, real_pot, tree_pot, pot_limit)
        elif spr_off > spr_limit:
            self._lose(SPR, real_spr, tree_spr, spr_limit)
        elif (
            stack_off > self._poor_share * stack_limit
            or pot_off > self._poor_share * pot_limit
            or spr_off > self._poor_share * spr_limit
        ):
            self.mark_poor()


def _share(difference: float, of: float) -> float:
    """Return a difference as a share; rounding errors of decimal chips count as 0."""
    if abs(difference) <= SAME * (1.0 + abs(of)):
        return 0.0
    return abs(difference) / of if of > 0.0 else inf
