"""One step of translation: where the tree stands for an action, and where it goes from there.

The shadow is a node of the tree that moves along with the real hand. Wherever the tree asks
somebody whom the real hand does not ask, the shadow moves by itself: players who have folded in the
real hand fold as soon as they can, all others check or call.
"""

from __future__ import annotations

from typing import Final

from fifthstreet.translate.ledger import Ledger, effective_stack
from fifthstreet.translate.mappings import Mapping
from fifthstreet.translate.tree_view import ACTION, DEAL, NodeView, TreeView

# What became of an action; `report.ActionStatus` has the names.
EXACT: Final = 0
TRANSLATED: Final = 1
CLAMPED: Final = 2
CLOSED_EARLY: Final = 3
ILLEGAL: Final = 4
OUTSIDE: Final = 5

# Actions of the real hand, as moves of a tree.
FOLD_MOVE: Final = 1
CALL_MOVE: Final = 3
BET_MOVE: Final = 4

SAME: Final = 1e-9  # sizes closer than this are equal: chips may be decimal fractions


class BetStep:
    """Where an action leads at one node of a tree. The last one's outcome is in the fields."""

    def __init__(self, mapping: Mapping) -> None:
        """Steps under a mapping."""
        self.mapping: Mapping = mapping
        # Of the last step: neighbours by size, -1 where there is none, and their nodes.
        self.status: int = EXACT
        self.lower: float = -1.0
        self.upper: float = -1.0
        self.lower_node: int = -1
        self.upper_node: int = -1
        self.share: float = 1.0  # probability of the lower one

    def bet(self, view: NodeView, size: float, closing: bool) -> None:
        """Where a bet or raise of a size leads, `closing` if nobody can raise after it."""
        self.share = 1.0
        sizes = view.sizes
        count = len(sizes)
        above = 0  # of the bets, the first that is larger
        slack = SAME * (1.0 + size)
        while above < count and sizes[above] < size - slack:
            above += 1
        if above < count and sizes[above] <= size + slack:
            self._take(view, above, EXACT)
        elif closing and view.has_allin and above >= count - 1:
            # All-in stays all-in unless the tree has a bet that is nearer from above.
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
        """One bet for certain; -1 is the check or call."""
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
        """A fold, check or call; where the tree has none, the next best."""
        self.status = EXACT
        if child < 0:
            self.status = CLAMPED
            child = instead
            if child < 0:
                child = view.bets[0] if view.bets else view.first
        self.lower_node = child
        self.upper_node = child


class Walk(BetStep):
    """Steps of the shadow beside a real hand."""

    def __init__(self, views: TreeView, mapping: Mapping) -> None:
        """Steps in a tree under a mapping."""
        super().__init__(mapping)
        self.views: TreeView = views
        self.seat_of: list[int] = []  # tree seat of each real seat, -1 for none
        self.real_of: list[int] = []  # real seat of each tree seat, -1 for none
        self.out_of_turn: bool = False  # the shadow went past somebody who has not had his turn

    def step(self, node: int, player: int, move: int, ledger: Ledger) -> None:
        """Where an action leads from a node that has been aligned; a bet has been measured."""
        view = self.views.view(node)
        self.lower = -1.0
        self.upper = -1.0
        self.lower_node = node
        self.upper_node = node
        self.share = 1.0
        if (
            view.kind != ACTION
            or view.street != ledger.street
            or view.player != self.seat_of[player]
        ):
            self.status = CLOSED_EARLY
        elif move == FOLD_MOVE:
            self._go(view.fold, view.passive, view)
        elif move == CALL_MOVE:
            self._go(view.passive, -1, view)
            # A call for a check, or the other way round: a bet stood for a check before.
            if self.status == EXACT and view.calls != (ledger.top > ledger.bets[player]):
                self.status = TRANSLATED
        else:
            self.bet(view, ledger.size, ledger.closing)

    def align(self, node: int, ledger: Ledger) -> int:
        """Move on from a node to where the real hand stands, as far as the tree goes."""
        while True:
            view = self.views.view(node)
            if view.kind == DEAL:
                if view.street >= ledger.street:
                    return node
                node = view.first
            elif view.kind != ACTION:
                return node
            elif view.street == ledger.street and ledger.actor >= 0:
                if view.player == self.seat_of[ledger.actor]:
                    return node
                return self._towards(node, self.seat_of[ledger.actor], ledger)
            else:
                node = self._by_itself(view, ledger)

    def _towards(self, node: int, seat: int, ledger: Ledger) -> int:
        """Where a seat's turn comes on this street if nobody bets before; else the node itself."""
        at = node
        skipped = False
        for _ in range(len(self.real_of)):
            view = self.views.view(at)
            if view.kind != ACTION or view.street != ledger.street:
                return node
            if view.player == seat:
                self.out_of_turn = self.out_of_turn or skipped
                return at
            real = self.real_of[view.player]
            if real >= 0 and not ledger.folded >> real & 1 and ledger.stacks[real] > 0.0:
                skipped = True
            at = self._by_itself(view, ledger)
        return node

    def _by_itself(self, view: NodeView, ledger: Ledger) -> int:
        """What the player in turn does whom the real hand does not ask."""
        real = self.real_of[view.player]
        if (real < 0 or ledger.folded >> real & 1) and view.fold >= 0:
            return view.fold
        if view.passive >= 0:
            return view.passive
        return view.bets[0] if view.bets else view.first

    def effective(self, view: NodeView, ledger: Ledger) -> float:
        """What can still be bet in the tree between players who are in the real hand."""
        if not ledger.folded:
            return view.effective
        left_out = view.folded
        for seat in range(len(self.real_of)):
            real = self.real_of[seat]
            if real < 0 or ledger.folded >> real & 1:
                left_out |= 1 << seat
        return effective_stack(view.behind, view.street_bets, left_out)
