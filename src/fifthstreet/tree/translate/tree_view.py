"""Nodes of a betting tree as plain numbers, read when they are first visited."""

from __future__ import annotations

from typing import Final

from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.paths import Move
from fifthstreet.tree.translate.counted_hand import effective_stack

ACTION: Final = int(Kind.ACTION)
DEAL: Final = int(Kind.DEAL)
FOLD: Final = int(Move.FOLD)
PASSIVE: Final = (int(Move.CHECK), int(Move.CALL))
ALL_IN: Final = int(Move.ALL_IN)
MAX_KEPT: Final = 1 << 16  # nodes; with more, all are dropped


class NodeView:
    """One node; amounts are counted in the tree's chips, as in its arrays."""

    def __init__(self, node: int, kind: int, player: int, street: int) -> None:
        """Set up a node; chips and children are filled in later."""
        self.node: int = node
        self.kind: int = kind
        self.player: int = player
        self.street: int = street
        self.pot: float = 0.0
        self.behind: list[float] = []
        self.folded: int = 0
        self.street_bets: list[float] = []  # by player; 0 unless the node is a decision
        self.totals: list[float] = []  # `behind` and `street_bets` together
        self.effective: float = 0.0  # what players who have not folded can still bet
        self.first: int = 0
        self.fold: int = -1  # children, -1 for none
        self.passive: int = -1  # check or call
        self.calls: bool = False  # whether a bet is to be called
        self.bets: list[int] = []  # the smallest first
        self.sizes: list[float] = []  # of the bets: (above the call) / (pot after the call)
        self.above: list[float] = []  # of the bets: chips above the call
        self.pot_after_call: float = 0.0
        self.has_allin: bool = False  # the last bet is all-in


class TreeView:
    """Views of the visited nodes of a tree."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree: BettingTree = tree
        self.stacks: list[float] = [float(stack) for stack in tree.rules.stack_chips]
        self.dead: float = float(tree.rules.pot_chips)
        self.kept: dict[int, NodeView] = {}

    def view(self, node: int) -> NodeView:
        """Return the view of a node."""
        view = self.kept.get(node)
        if view is None:
            if len(self.kept) >= MAX_KEPT:
                self.kept.clear()
            view = self._read(node)
            self.kept[node] = view
        return view

    def _read(self, node: int) -> NodeView:
        tree = self.tree
        view = NodeView(node, int(tree.kind[node]), int(tree.player[node]), int(tree.street[node]))
        put_in: list[int] = tree.committed[node].tolist()
        view.pot = self.dead + sum(put_in)
        view.behind = [self.stacks[p] - put_in[p] for p in range(len(put_in))]
        view.folded = int(tree.folded[node])
        view.first = int(tree.first_child[node])
        view.street_bets = [0.0] * len(put_in)
        if view.kind == ACTION:
            view.street_bets = [float(bet) for bet in tree.street_bets(node)]
        view.totals = [view.behind[p] + view.street_bets[p] for p in range(len(put_in))]
        view.effective = effective_stack(view.totals, view.street_bets, view.folded)
        if view.kind != ACTION:
            return view
        bets = view.street_bets
        top = tree.bet_to_match(node)
        view.pot_after_call = view.pot + top - bets[view.player]
        view.calls = top > bets[view.player]
        after = view.first + int(tree.n_children[node])
        moves: list[int] = tree.move[view.first : after].tolist()
        amounts: list[int] = tree.amount[view.first : after].tolist()
        for i in range(len(moves)):
            child = view.first + i
            move = moves[i]
            if move == FOLD:
                view.fold = child
            elif move in PASSIVE:
                view.passive = child
            else:
                above = amounts[i] - top
                view.bets.append(child)
                view.above.append(above)
                view.sizes.append(above / view.pot_after_call)
                view.has_allin = move == ALL_IN
        return view
