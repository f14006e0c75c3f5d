"""Steps through the tree alongside a real hand: the node of an action and of the next decision.

The shadow is a node of the tree that moves along with the real hand. Where a player has a turn in
the tree but not in the real hand, the shadow moves by itself: players who have folded in the real
hand fold as soon as they can, all others check or call.
"""

from __future__ import annotations

from typing import Final

from fifthstreet.tree.translate.counted_hand import CountedHand, effective_stack
from fifthstreet.tree.translate.mappings import Mapping
from fifthstreet.tree.translate.tree_view import ACTION, DEAL, NodeView, TreeView

# How an action was mapped; `quality.ActionStatus` has the names.
EXACT: Final = 0
TRANSLATED: Final = 1
CLAMPED: Final = 2
CLOSED_EARLY: Final = 3
ILLEGAL: Final = 4
OUTSIDE: Final = 5

# Actions of the real hand as moves of a tree.
FOLD_MOVE: Final = 1
CALL_MOVE: Final = 3
BET_MOVE: Final = 4

SAME: Final = 1e-9  # sizes closer than this are equal: chips may be decimal fractions


class BetStep:
    """Maps actions at one node of a tree; the fields hold the result of the last one."""

    def __init__(self, mapping: Mapping) -> None:
        self.mapping: Mapping = mapping
        # Neighbours by size, -1 where there is none, and their nodes.
        self.status: int = EXACT
        self.lower: float = -1.0
        self.upper: float = -1.0
        self.lower_node: int = -1
        self.upper_node: int = -1
        self.share: float = 1.0  # probability of the lower one

    def bet(self, view: NodeView, size: float, closing: bool) -> None:
        """Map a bet or raise of a size; `closing` means that no player can raise it."""
        self.share = 1.0
        sizes = view.sizes
        count = len(sizes)
        above = 0  # index of the first larger bet
        slack = SAME * (1.0 + size)
        while above < count and sizes[above] < size - slack:
            above += 1
        if above < count and sizes[above] <= size + slack:
            self._take(view, above, EXACT)
        elif closing and view.has_allin and above >= count - 1:
            # An all-in stays one unless the tree has a larger bet below its own all-in.
            self._take(view, count - 1, TRANSLATED)
        elif above == count:
            self._take(view, count - 1, CLAMPED)
        elif above == 0 and view.passive < 0:
            self._take(view, 0, CLAMPED)
        else:
            self.status = TRANSLATED
            self.lower = sizes[above - 1] if above else 0.0
            self.lower_node = view.bets[above - 1] if above else view.passive
            self.upper = sizes[above]
            self.upper_node = view.bets[above]
            self.share = float(self.mapping.inside(size, self.lower, self.upper))

    def _take(self, view: NodeView, bet: int, status: int) -> None:
        """Choose one bet with certainty; -1 is the check or call."""
        self.status = status
        if bet < 0:
            self._go(view.passive, view.fold, view)
            self.status = status
            self.lower = 0.0
        else:
            self.lower = view.sizes[bet]
            self.lower_node = view.bets[bet]
        self.upper = self.lower
        self.upper_node = self.lower_node

    def _go(self, child: int, instead: int, view: NodeView) -> None:
        """Map a fold, check or call; if the tree lacks it, use the next best action."""
        self.status = EXACT
        if child < 0:
            self.status = CLAMPED
            child = instead
            if child < 0:
                child = view.bets[0] if view.bets else view.first
        self.lower_node = child
        self.upper_node = child


class Walk(BetStep):
    """Moves the shadow alongside a real hand."""

    def __init__(self, views: TreeView, mapping: Mapping) -> None:
        super().__init__(mapping)
        self.views: TreeView = views
        self.seat_of: list[int] = []  # tree seat of each real seat, -1 for none
        self.real_of: list[int] = []  # real seat of each tree seat, -1 for none
        self.out_of_turn: bool = False  # the shadow passed a player whose turn is still to come

    def step(self, node: int, player: int, move: int, hand: CountedHand) -> None:
        """Map an action at an aligned node; before a bet, call `hand.measure`."""
        view = self.views.view(node)
        self.lower = -1.0
        self.upper = -1.0
        self.lower_node = node
        self.upper_node = node
        self.share = 1.0
        if view.kind != ACTION or view.street != hand.street or view.player != self.seat_of[player]:
            self.status = CLOSED_EARLY
        elif move == FOLD_MOVE:
            self._go(view.fold, view.passive, view)
        elif move == CALL_MOVE:
            # Where the tree limits how many players call, the others go on without this one.
            self._go(view.passive, view.fold if self._others(view) > 1 else -1, view)
            # A call in the real hand is a check in the tree, or vice versa.
            if self.status == EXACT and view.calls != hand.faces_bet:
                self.status = TRANSLATED
        else:
            self.bet(view, hand.size, hand.closing)

    def _others(self, view: NodeView) -> int:
        """Return how many players besides the one to act are in the tree's hand."""
        return sum(1 for p in range(len(view.behind)) if not view.folded >> p & 1) - 1

    def align(self, node: int, hand: CountedHand) -> int:
        """Move from a node to the next decision of the real hand, as far as the tree has it."""
        while True:
            view = self.views.view(node)
            if view.kind == DEAL:
                if view.street >= hand.street:
                    return node
                node = view.first
            elif view.kind != ACTION:
                return node
            elif view.street == hand.street and hand.actor >= 0:
                if view.player == self.seat_of[hand.actor]:
                    return node
                return self._towards(node, self.seat_of[hand.actor], hand)
            else:
                node = self._by_itself(view, hand)

    def _towards(self, node: int, seat: int, hand: CountedHand) -> int:
        """Return the node of a seat's turn on this street if no bet comes before; else `node`."""
        at = node
        skipped = False
        for _ in range(len(self.real_of)):
            view = self.views.view(at)
            if view.kind != ACTION or view.street != hand.street:
                return node
            if view.player == seat:
                self.out_of_turn = self.out_of_turn or skipped
                return at
            real = self.real_of[view.player]
            if real >= 0 and not hand.folded >> real & 1 and hand.stacks[real] > 0.0:
                skipped = True
            at = self._by_itself(view, hand)
        return node

    def _by_itself(self, view: NodeView, hand: CountedHand) -> int:
        """Return the child for a player who has no turn in the real hand."""
        real = self.real_of[view.player]
        if (real < 0 or hand.folded >> real & 1) and view.fold >= 0:
            return view.fold
        if view.passive >= 0:
            return view.passive
        return view.bets[0] if view.bets else view.first

    def effective(self, view: NodeView, hand: CountedHand) -> float:
        """Return what can still be bet in the tree between players of the real hand."""
        if not hand.folded:
            return view.effective
        left_out = view.folded
        for seat in range(len(self.real_of)):
            real = self.real_of[seat]
            if real < 0 or hand.folded >> real & 1:
                left_out |= 1 << seat
        return effective_stack(view.totals, view.street_bets, left_out)
