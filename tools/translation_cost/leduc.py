"""Leduc hold'em: two rounds of bets and raises, a card each, best answers by `solve.cfr`."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from functools import cached_property

import numpy as np

from fifthstreet.solvers.cfr.best_response import exploitability
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common.schedules import Plus
from fifthstreet.solvers.games import LimitPoker, leduc
from fifthstreet.solvers.games.game import TERMINAL
from fifthstreet.strategy import Exploitability
from fifthstreet.translate import Mapping
from fifthstreet.translate.tree_view import ACTION, NodeView
from fifthstreet.tree import Kind
from tools.translation_cost.translator import Translator, Values, Ways, children

TARGET = 1e-4  # mean exploitability of the small games, in antes

# Sizes of the first round; in the second they are twice as large. The first bet goes into 2.
FULL = (1, 2, 3, 4, 6)
MENUS = ((2,), (4,), (1, 4), (2, 6), (1, 6), (1, 3, 6))


def game_of(sizes: tuple[float, ...], *, max_bets: int = 2) -> LimitPoker:
    """Leduc hold'em with these sizes."""
    return leduc(bets=(sizes, tuple(2 * size for size in sizes)), max_bets=max_bets)


class Betting:
    """A game's betting as views of nodes, and its hands: a private card and the board to come.

    Before the board is there, hands that differ in it alone are played alike.
    """

    def __init__(self, game: LimitPoker) -> None:
        """The betting of Leduc or a game like it: two players, a card each, one on the board."""
        self.game = game
        self._kept: dict[int, NodeView] = {}

    @cached_property
    def hands(self) -> list[tuple[int, int]]:
        """Private card and board as masks."""
        root = self.game.root()
        cards = [self.game.child(root, i)[1][0] for i in range(len(self.game.actions(root)))]
        return [(own, board) for own in cards for board in cards if own != board]

    def keys(self, node: int) -> list[str]:
        """Information sets at a decision, by hand."""
        at = self.game.betting[node]
        boards = sum(self.game.board[: at.round + 1])
        return [
            self.game.information_set((node, (own, own, *(board,) * boards)))
            for own, board in self.hands
        ]

    def view(self, node: int) -> NodeView:
        """A node as translation sees it."""
        if node not in self._kept:
            self._kept[node] = self._make(node)
        return self._kept[node]

    def _make(self, node: int) -> NodeView:
        at = self.game.betting[node]
        kind = Kind.SHOWDOWN if at.player == TERMINAL else Kind.ACTION
        view = NodeView(node, int(kind), at.player, at.round)
        view.pot_after_call = 2.0 * max(at.paid)
        for action, child in zip(at.actions, at.children, strict=True):
            if action == "f":
                view.fold = child
            elif action in ("k", "c"):
                view.passive = child
            else:
                view.bets.append(child)
                above = max(self.game.betting[child].paid) - max(at.paid)
                view.sizes.append(above / view.pot_after_call)
        return view


def translated(
    full: LimitPoker,
    tree: GameTree,
    small: LimitPoker,
    strategy: MappingOf[str, dict[str, float]],
    mapping: Mapping,
) -> Strategy:
    """What players do in a full game who play a small one's strategy under a mapping.

    The ways that a translator may have drawn are mixed by how likely he is to have come there: by
    his draws and by his own actions. That is the one strategy that nobody can tell from his.
    """
    betting, small_betting = Betting(full), Betting(small)
    known: dict[int, dict[int, Values]] = {}

    def small_strategy(view: NodeView) -> dict[int, Values]:
        if view.node not in known:
            rows = [list(strategy[key].values()) for key in small_betting.keys(view.node)]
            known[view.node] = dict(zip(children(view), np.array(rows).T, strict=True))
        return known[view.node]

    translator = Translator(small_betting.view, small_strategy, mapping)
    weights: dict[str, list[float]] = {}

    def walk(node: int, player: int, ways: Ways) -> None:
        view = betting.view(node)
        if view.kind != ACTION:
            return
        if view.player != player:
            for child in children(view):
                walk(child, player, translator.heard(view, child, ways))
            return
        after = translator.played(view, ways)
        reach = [np.sum([nothing, *after[child].values()], axis=0) for child in children(view)]
        for key, row in zip(betting.keys(node), np.transpose(reach), strict=True):
            weights[key] = row.tolist()
        for child in children(view):
            walk(child, player, after[child])

    nothing = np.zeros(len(betting.hands))
    for player in range(full.players):
        walk(0, player, {0: nothing + 1})
    return Strategy.from_weights(tree, [share for key in tree.keys for share in weights[key]])


def costs(
    full: LimitPoker,
    tree: GameTree,
    small: LimitPoker,
    mappings: tuple[Mapping, ...],
    *,
    target: float = TARGET,
) -> list[Exploitability]:
    """How far a small game's solution is from an equilibrium of the full game, by mapping."""
    solver = FullSolver(small, schedule=Plus())
    solver.run(target=target)
    strategy = solver.average()
    return [
        exploitability(tree, translated(full, tree, small, strategy, mapping))
        for mapping in mappings
    ]


def rows(mappings: tuple[Mapping, ...]) -> list[tuple[str, list[float]]]:
    """For each small game, its bets and the exploitability by mapping, in antes."""
    full = game_of(FULL)
    tree = flatten(full)
    return [
        (", ".join(map(str, sizes)), [cost.chips for cost in found])
        for sizes in MENUS
        for found in [costs(full, tree, game_of(sizes), mappings)]
    ]
