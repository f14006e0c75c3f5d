"""Nodes of a betting tree as plain numbers, each made when it is first visited."""

from __future__ import annotations

from typing import Final

from fifthstreet.translate.ledger import effective_stack
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.paths import Move

ACTION: Final = int(Kind.ACTION)
DEAL: Final = int(Kind.DEAL)
FOLD: Final = int(Move.FOLD)
PASSIVE: Final = (int(Move.CHECK), int(Move.CALL))
ALL_IN: Final = int(Move.ALL_IN)
MOST_KEPT: Final = 1 << 16  # nodes; then the store begins anew


class NodeView:
    """One node; chips are counted as in the tree's arrays."""

    def __init__(self, node: int, kind: int, player: int, street: int) -> None:
        """A node whose chips and children are still to be filled in."""
        self.node: int = node
        self.kind: int = kind
        self.player: int = player
        self.street: int = street
        self.pot: float = 0.0
        self.behind: list[float] = []
        self.folded: int = 0
        self.street_bets: list[float] = []  # by player; only of a decision
        self.effective: float = 0.0  # what can still be bet between those who have not folded
        self.first: int = 0
        self.fold: int = -1  # children, -1 for none
        self.passive: int = -1  # check or call
        self.calls: bool = False  # there is a bet to call
        self.bets: list[int] = []  # the smallest first
        self.sizes: list[float] = []  # of the bets: above the call, in pots after the call
        self.above: list[float] = []  # of the bets: above the call, in chips
        self.pot_after_call: float = 0.0
        self.has_allin: bool = False  # the last bet is all-in


class TreeView:
    """Views of a tree's visited nodes."""

    def __init__(self, tree: BettingTree) -> None:
        """A view of a tree."""
        self.tree: BettingTree = tree
        self.stacks: list[float] = [float(stack) for stack in tree.rules.stack_chips]
        self.dead: float = float(tree.rules.pot_chips)
        self.kept: dict[int, NodeView] = {}

    def view(self, node: int) -> NodeView:
        """The view of a node."""
        found = self.kept.get(node)
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            found = self._make(node)
            self.kept[node] = found
        return found

    def _make(self, node: int) -> NodeView:
        tree = self.tree
        view = NodeView(node, int(tree.kind[node]), int(tree.player[node]), int(tree.street[node]))
        put_in: list[int] = tree.committed[node].tolist()
        view.pot = self.dead + sum(put_in)
        view.behind = [self.stacks[p] - put_in[p] for p in range(len(put_in))]
        view.folded = int(tree.folded[node])
        view.first = int(tree.first_child[node])
        view.street_bets = [0.0] * len(put_in)
        if view.kind == ACTION:
            before = self._street_start(node)
            view.street_bets = [float(put_in[p] - before[p]) for p in range(len(put_in))]
        view.effective = effective_stack(view.behind, view.street_bets, view.folded)
        if view.kind != ACTION:
            return view
        bets = view.street_bets
        top = max(bets)
        view.pot_after_call = view.pot + top - bets[view.player]
        view.calls = top > bets[view.player]
        for child in range(view.first, view.first + int(tree.n_children[node])):
            move = int(tree.move[child])
            if move == FOLD:
                view.fold = child
            elif move in PASSIVE:
                view.passive = child
            else:
                above = float(int(tree.amount[child]) - top)
                view.bets.append(child)
                view.above.append(above)
                view.sizes.append(above / view.pot_after_call)
                view.has_allin = move == ALL_IN
        return view

    def _street_start(self, node: int) -> list[int]:
        """What each player had put in when the street began."""
        tree = self.tree
        while node:
            node = int(tree.parent[node])
            if int(tree.kind[node]) == DEAL:
                put_in: list[int] = tree.committed[node].tolist()
                return put_in
        return list(tree.rules.posted_antes)
