"""Rivers: ranges against ranges, with best responses by a walk of the full tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.translate import Mapping
from fifthstreet.tree.translate.tree_view import ACTION, NodeView, TreeView
from tools.translation_cost.translator import Positions, Translator, Values, children

TARGET_POT_PERCENT = 0.01

# Menus of the full game and of the small ones: bets, raises.
FULL = (
    "10%, 20%, 33%, 50%, 66%, 80%, 100%, 125%, 150%, 200%, 300%, a",
    "50%, 75%, 100%, 150%, a",
)
MENUS = {
    "50%, a": ("50%, a", "100%, a"),
    "33%, 100%, a": ("33%, 100%, a", "100%, a"),
    "33%, 66%, 150%, a": ("33%, 66%, 150%, a", "75%, a"),
}
BROAD = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
CALLER = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
POLAR = "AA,KK,A5s-A2s,K5s-K2s,Q5s-Q2s,76s,65s,54s"
BLUFF_CATCHERS = "TT-88,ATs-A8s,KTs,QTs,JTs,T9s"
SPOTS = {
    "straight board": ("Td9d6hQc7s", 1000, 4500, BROAD, CALLER),
    "dry board": ("Ks8h3d2cJs", 1000, 3000, BROAD, CALLER),
    "polar v bluff catchers": ("Tc7h4d3s2c", 1000, 5000, POLAR, BLUFF_CATCHERS),
}


@dataclass(frozen=True, eq=False)
class River:
    """Which hands of one player meet and beat which hands of the other on a river."""

    hands: tuple[NDArray[np.int64], NDArray[np.int64]]  # indices among the 1,326
    weights: tuple[Values, Values]
    meets: Values  # [H0, H1]  1 where two hands share no card
    beats: Values  # [H0, H1]  share of the pot that the first player wins: 1, 0 or 1/2

    @classmethod
    def of(cls, spot: Spot) -> River:
        """Return the river of a spot."""
        ranges = spot.live_ranges
        hands = tuple(np.flatnonzero(range_.weights) for range_ in ranges)
        masks = [HOLE_MASKS[held] for held in hands]
        strengths = [
            evaluate_masks(held | np.uint64(spot.board_mask)).astype(np.int64) for held in masks
        ]
        meets = (masks[0][:, None] & masks[1][None, :] == 0).astype(np.float64)
        order = np.sign(strengths[0][:, None] - strengths[1][None, :])
        weights = tuple(r.weights[h].astype(float) for r, h in zip(ranges, hands, strict=True))
        return cls((hands[0], hands[1]), (weights[0], weights[1]), meets, meets * (order + 1) / 2)

    def met(self, player: int, reach: Values) -> Values:
        """Return, for each hand of a player, the reach of the opponent's hands that it can meet."""
        return self.meets @ reach if player == 0 else reach @ self.meets

    def won(self, player: int, reach: Values) -> Values:
        """Return the same for the hands that it beats, plus half for those that it ties."""
        return self.beats @ reach if player == 0 else reach @ (self.meets - self.beats)


class Translated:
    """A solution of a small game, played in the full one under a mapping."""

    def __init__(self, full: BettingTree, solution: Solution, mapping: Mapping) -> None:
        """Play a solution in the tree of a full game."""
        self._full = TreeView(full)
        self._small = TreeView(solution.spot.tree)
        self._translator = Translator(self._small.view, self._strategy, mapping)
        self._solution = solution
        self._river = River.of(solution.spot)
        self._strategies: dict[int, dict[int, Values]] = {}

    def exploitability(self) -> float:
        """Return half of what both best responses together win beyond the pot, in percent of it."""
        river = self._river
        matchups = float(river.weights[0] @ river.met(0, river.weights[1]))
        won = 0.0
        for player in (0, 1):
            values = self._best(0, player, {0: river.weights[1 - player]})
            won += float(values @ river.weights[player]) / matchups
        pot = self._solution.spot.pot
        return 100 * (won - pot) / 2 / pot

    def _best(self, node: int, player: int, positions: Positions) -> Values:
        """Return the values of a player's hands under a best response to a translator."""
        view = self._full.view(node)
        if view.kind != ACTION:
            return self._end(view, player, positions)
        if view.player == player:
            values = [
                self._best(child, player, self._translator.after_opponent(view, child, positions))
                for child in children(view)
            ]
            best: Values = np.max(values, axis=0)
            return best
        after = self._translator.after_own_action(view, positions)
        total: Values = np.sum(
            [self._best(child, player, after[child]) for child in after if after[child]], axis=0
        )
        return total

    def _end(self, view: NodeView, player: int, positions: Positions) -> Values:
        reach = np.sum(list(positions.values()), axis=0)
        spent = self._full.stacks[player] - view.behind[player]
        met = self._river.met(player, reach)
        if view.kind == Kind.SHOWDOWN:
            return view.pot * self._river.won(player, reach) - spent * met
        return (view.pot * (view.player == player) - spent) * met

    def _strategy(self, small: NodeView) -> dict[int, Values]:
        if small.node not in self._strategies:
            node = self._solution.node(self._small.tree.path(small.node))
            held = node.strategy[:, self._river.hands[small.player]]
            rows = np.nan_to_num(held, nan=1 / len(held))
            options = self._small.tree.children(small.node)
            self._strategies[small.node] = dict(zip(options, rows, strict=True))
        return self._strategies[small.node]


def costs(spot: Spot, small: Spot, mappings: tuple[Mapping, ...]) -> list[float]:
    """Return the exploitability of a small game's solution in the full game, by mapping."""
    solution = solve(small, target_pot_percent=TARGET_POT_PERCENT)
    return [Translated(spot.tree, solution, mapping).exploitability() for mapping in mappings]


def rows(mappings: tuple[Mapping, ...]) -> list[tuple[str, list[float]]]:
    """Return the exploitability by mapping for each spot and small game, in percent of the pot."""
    table = []
    for name, (board, pot, stack, oop, ip) in SPOTS.items():
        full, *small = (
            Spot.of(board, pot, stack, oop=oop, ip=ip, bets=bets, raises=raises, max_raises=2)
            for bets, raises in (FULL, *MENUS.values())
        )
        for menu, spot in zip(MENUS, small, strict=True):
            table.append((f"{name}: {menu}", costs(full, spot, mappings)))
    return table
