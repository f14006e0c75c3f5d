"""What translation costs: `python -m tools.translation_cost` prints the table of docs/translate.md.

Both players of a river spot play an equilibrium of a game with few bet sizes. In the full game,
with many, each of them translates whatever the other bets. How much the best answers of the full
game win more than they should is the exploitability of the translated strategies. It is exact: a
translator draws a way through the small tree in private, so his strategy is followed way by way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.hands import evaluate_masks
from fifthstreet.solve import Solution, Spot, solve
from fifthstreet.translate import (
    Mapping,
    Nearest,
    NearestGeometric,
    PseudoHarmonic,
    PseudoHarmonicNearest,
    RandomArithmetic,
    RandomGeometric1,
    RandomGeometric2,
)
from fifthstreet.translate.tree_view import ACTION, NodeView, TreeView
from fifthstreet.translate.walk import Walk
from fifthstreet.tree import BettingTree, Kind, Move

Values = NDArray[np.float64]  # [hands of a player]
Ways = dict[int, Values]  # reach of the translator's hands at nodes of the small tree

MAPPINGS: tuple[Mapping, ...] = (
    PseudoHarmonic(),
    PseudoHarmonicNearest(),
    RandomArithmetic(),
    RandomGeometric1(),
    RandomGeometric2(),
    Nearest(),
    NearestGeometric(),
)
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
    """Who beats whom on a river, as payoffs of hands of one player against those of the other."""

    hands: tuple[NDArray[np.int64], NDArray[np.int64]]  # of the 1,326
    weights: tuple[Values, Values]
    meets: Values  # [H0, H1]  1 where two hands share no card
    beats: Values  # [H0, H1]  1, 0 or 1/2 of the pot for the first player

    @classmethod
    def of(cls, spot: Spot) -> River:
        """The river of a spot."""
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
        """For each hand of a player, the reach of the other's hands that it can meet."""
        return self.meets @ reach if player == 0 else reach @ self.meets

    def won(self, player: int, reach: Values) -> Values:
        """The same, counting those that it beats, and half of those that it ties with."""
        return self.beats @ reach if player == 0 else reach @ (self.meets - self.beats)


class Translated:
    """A solution of a small game, played in the full one under a mapping."""

    def __init__(self, full: BettingTree, solution: Solution, mapping: Mapping) -> None:
        """A solution to be played in a full game's tree."""
        self._full = TreeView(full)
        self._full_tree = full
        self._small = TreeView(solution.spot.tree)
        self._walk = Walk(self._small, mapping)
        self._solution = solution
        self._river = River.of(solution.spot)
        self._strategies: dict[int, Values] = {}

    def exploitability(self) -> float:
        """In percent of the pot: half of what both best answers win together above the pot."""
        river = self._river
        matchups = float(river.weights[0] @ river.met(0, river.weights[1]))
        won = 0.0
        for player in (0, 1):
            values = self._best(0, player, {0: river.weights[1 - player]})
            won += float(values @ river.weights[player]) / matchups
        pot = self._solution.spot.pot
        return 100 * (won - pot) / 2 / pot

    def _best(self, node: int, player: int, ways: Ways) -> Values:
        """Values of a player's hands who answers a translator as well as can be."""
        view = self._full.view(node)
        if view.kind != ACTION:
            return self._end(view, player, ways)
        children = [child for child in (view.fold, view.passive, *view.bets) if child >= 0]
        if view.player == player:
            heard = [self._best(c, player, self._heard(view, c, ways)) for c in children]
            best: Values = np.max(heard, axis=0)
            return best
        after = self._played(view, ways)
        total: Values = np.sum(
            [self._best(c, player, after[c]) for c in children if after[c]], axis=0
        )
        return total

    def _end(self, view: NodeView, player: int, ways: Ways) -> Values:
        reach = np.sum(list(ways.values()), axis=0)
        spent = self._full.stacks[player] - view.behind[player]
        met = self._river.met(player, reach)
        if view.kind == Kind.SHOWDOWN:
            return view.pot * self._river.won(player, reach) - spent * met
        return (view.pot * (view.player == player) - spent) * met

    def _heard(self, view: NodeView, child: int, ways: Ways) -> Ways:
        """Ways of the translator after the other has acted in the full game."""
        heard: Ways = {}
        for at, reach in ways.items():
            small = self._small.view(at)
            outcomes: list[tuple[int, float]] = [(at, 1.0)]  # where the small game does not ask him
            if small.kind == ACTION and small.player == view.player:
                outcomes = self._outcomes(view, child, small)
            for node, share in outcomes:
                if share > 0:
                    _add(heard, node, share * reach)
        return heard

    def _outcomes(self, view: NodeView, child: int, small: NodeView) -> list[tuple[int, float]]:
        if child == view.fold:
            return [(small.fold if small.fold >= 0 else small.passive, 1.0)]
        if child == view.passive:
            return [(small.passive, 1.0)]
        size = view.sizes[view.bets.index(child)]
        walk = self._walk
        walk.share = 1.0
        walk.bet(small, size, bool(self._full_tree.move[child] == Move.ALL_IN))
        return [(walk.lower_node, walk.share), (walk.upper_node, 1.0 - walk.share)]

    def _played(self, view: NodeView, ways: Ways) -> dict[int, Ways]:
        """Ways of the translator after his own action, by child of the full game's node."""
        after: dict[int, Ways] = {c: {} for c in (view.fold, view.passive, *view.bets) if c >= 0}
        for at, reach in ways.items():
            small = self._small.view(at)
            if small.kind != ACTION or small.player != view.player:
                # A bet stood for a check, or a raise for a call: he goes along with it.
                _add(after[view.passive], at, reach)
                continue
            strategy = self._strategy(small)
            for row, option in enumerate(self._small.tree.children(at)):
                _add(after[self._real(view, small, option)], option, reach * strategy[row])
        return after

    def _real(self, view: NodeView, small: NodeView, option: int) -> int:
        """The child of the full game's node that a small game's action is."""
        if option == small.fold and view.fold >= 0:
            return view.fold
        if option not in small.bets or not view.bets:
            return view.passive
        if self._small.tree.move[option] == Move.ALL_IN and view.has_allin:
            return view.bets[-1]
        size = small.sizes[small.bets.index(option)]
        return min(view.bets, key=lambda bet: abs(view.sizes[view.bets.index(bet)] - size))

    def _strategy(self, small: NodeView) -> Values:
        """[A, H] of the player in turn."""
        if small.node not in self._strategies:
            node = self._solution.node(self._small.tree.path(small.node))
            held = node.strategy[:, self._river.hands[small.player]]
            self._strategies[small.node] = np.nan_to_num(held, nan=1 / len(held))
        return self._strategies[small.node]


def _add(ways: Ways, node: int, reach: Values) -> None:
    ways[node] = ways[node] + reach if node in ways else reach


def costs(spot: Spot, small: Spot, mappings: tuple[Mapping, ...] = MAPPINGS) -> list[float]:
    """Exploitability of a small game's solution in the full game of a spot, by mapping."""
    solution = solve(small, target_pot_percent=TARGET_POT_PERCENT)
    return [Translated(spot.tree, solution, mapping).exploitability() for mapping in mappings]


def main() -> None:
    """Solve all small games, print a row for each and mapping."""
    names = [type(mapping).__name__ for mapping in MAPPINGS]
    print(f"| spot | bets of the small game | {' | '.join(names)} |")
    print("|---" * (len(names) + 2) + "|")
    rows = []
    for name, (board, pot, stack, oop, ip) in SPOTS.items():
        full, *small = (
            Spot.of(board, pot, stack, oop=oop, ip=ip, bets=bets, raises=raises, max_raises=2)
            for bets, raises in (FULL, *MENUS.values())
        )
        for menu, spot in zip(MENUS, small, strict=True):
            rows.append(costs(full, spot))
            print(f"| {name} | {menu} | {' | '.join(f'{cost:.2f}' for cost in rows[-1])} |")
    means = np.mean(rows, axis=0)
    print(f"| mean | | {' | '.join(f'{cost:.2f}' for cost in means)} |")


if __name__ == "__main__":
    main()
