"""Leduc hold'em, with best responses by `fifthstreet.solvers.cfr`."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from functools import cached_property

import numpy as np

from fifthstreet.solvers.cfr.best_responses import exploitability
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common.schedules import Plus
from fifthstreet.solvers.games import LimitPoker, leduc
from fifthstreet.solvers.games.game import TERMINAL
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability
from fifthstreet.tree.translate import Mapping
from fifthstreet.tree.translate.tree_view import ACTION, NodeView
from tools.translation_cost.translator import Positions, Translator, Values, children

TARGET = 1e-4  # exploitability of the small games, in antes

# Sizes of the first round; in the second they are twice as large. The first bet is into a pot of 2.
FULL = (1, 2, 3, 4, 6)
MENUS = ((2,), (4,), (1, 4), (2, 6), (1, 6), (1, 3, 6))


def game_of(sizes: tuple[float, ...], *, max_bets: int = 2) -> LimitPoker:
    """Return Leduc hold'em with these sizes."""
    return leduc(bets=(sizes, tuple(2 * size for size in sizes)), max_bets=max_bets)


class Betting:
    """The betting of a game as views of nodes, and its hands: a private card and the board.

    Before the board is dealt, hands that differ only in the board are played the same way.
    """

    def __init__(self, game: LimitPoker) -> None:
        """Use a game like Leduc: two players, a private card each, one card on the board."""
        self.game = game
        self._kept: dict[int, NodeView] = {}

    @cached_property
    def hands(self) -> list[tuple[int, int]]:
        """Private card and board as masks."""
        root = self.game.root()
        cards = [self.game.child(root, i)[1][0] for i in range(len(self.game.actions(root)))]
        return [(own, board) for own in cards for board in cards if own != board]

    def keys(self, node: int) -> list[str]:
        """Return the information sets at a decision, by hand."""
        current_round = self.game.betting[node].round
        board_cards = sum(self.game.board[: current_round + 1])
        return [
            self.game.information_set((node, (own, own, *(board,) * board_cards)))
            for own, board in self.hands
        ]

    def view(self, node: int) -> NodeView:
        """Return the view of a node that translation uses."""
        if node not in self._kept:
            self._kept[node] = self._make(node)
        return self._kept[node]

    def _make(self, node: int) -> NodeView:
        betting = self.game.betting[node]
        kind = Kind.SHOWDOWN if betting.player == TERMINAL else Kind.ACTION
        view = NodeView(node, int(kind), betting.player, betting.round)
        view.pot_after_call = 2.0 * max(betting.paid)
        for action, child in zip(betting.actions, betting.children, strict=True):
            if action == "f":
                view.fold = child
            elif action in ("k", "c"):
                view.passive = child
            else:
                view.bets.append(child)
                raised_by = max(self.game.betting[child].paid) - max(betting.paid)
                view.sizes.append(raised_by / view.pot_after_call)
        return view


def translated(
    full: LimitPoker,
    tree: GameTree,
    small: LimitPoker,
    strategy: MappingOf[str, dict[str, float]],
    mapping: Mapping,
) -> Strategy:
    """Return the strategy of players who play a small game's strategy in the full game.

    The paths that a translator may have drawn are mixed by their probability, which depends on the
    draws and on the translator's own actions. The result is indistinguishable from the translator.
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

    def walk(node: int, player: int, positions: Positions) -> None:
        view = betting.view(node)
        if view.kind != ACTION:
            return
        if view.player != player:
            for child in children(view):
                walk(child, player, translator.after_opponent(view, child, positions))
            return
        after = translator.after_own_action(view, positions)
        reach = [np.sum([zeros, *after[child].values()], axis=0) for child in children(view)]
        for key, row in zip(betting.keys(node), np.transpose(reach), strict=True):
            weights[key] = row.tolist()
        for child in children(view):
            walk(child, player, after[child])

    zeros = np.zeros(len(betting.hands))
    for player in range(full.players):
        walk(0, player, {0: zeros + 1})
    return Strategy.from_weights(tree, [share for key in tree.keys for share in weights[key]])


def costs(
    full: LimitPoker,
    tree: GameTree,
    small: LimitPoker,
    mappings: tuple[Mapping, ...],
    *,
    target: float = TARGET,
) -> list[Exploitability]:
    """Return the exploitability of a small game's solution in the full game, by mapping."""
    solver = FullSolver(small, schedule=Plus())
    solver.run(target=target)
    strategy = solver.average()
    return [
        exploitability(tree, translated(full, tree, small, strategy, mapping))
        for mapping in mappings
    ]


def rows(mappings: tuple[Mapping, ...]) -> list[tuple[str, list[float]]]:
    """Return the bets of each small game and the exploitability by mapping, in antes."""
    full = game_of(FULL)
    tree = flatten(full)
    return [
        (
            ", ".join(map(str, sizes)),
            [cost.chips for cost in costs(full, tree, game_of(sizes), mappings)],
        )
        for sizes in MENUS
    ]
