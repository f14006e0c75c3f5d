"""The searching player as a strategy on a whole betting tree, from preflop to the river.

Every bet of the tree is on the menus of the search, so its answers are those that the player gives
at a table: from the flop on, each decision is read from the solve that the player would make there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import RLock

from fifthstreet.search.continual import Answer, SearchSettings, Solve
from fifthstreet.search.flop_search import FlopSearch, FlopStart
from fifthstreet.strategy import HoleArray, PlainStrategy, TreeStrategy
from fifthstreet.strategy.tree_strategy import check_place
from fifthstreet.tree import BettingTree, Kind, Menu, Move, Sizes, TreeRules, build_tree, parse_path

_FLOP_CARDS = 3


class SearchStrategy(PlainStrategy):
    """How a player plays who follows a strategy before the flop and searches after it.

    Where solves are limited by their exploitability or iterations and not by time, it is always the
    same strategy, whatever was asked before.
    """

    kind = "search"

    def __init__(
        self,
        preflop: TreeStrategy,
        settings: SearchSettings,
        *,
        most_kept: int = 2,
        report: Callable[[Solve], None] | None = None,
    ) -> None:
        """Build the tree: the strategy's before the flop, the menus of `settings` after it.

        `most_kept` is the number of flops and lines to them whose solves are kept; `report` is
        called after each solve.
        """
        self.search = FlopSearch(preflop, settings, most_kept=most_kept, report=report)
        tree = build_tree(_whole_rules(preflop.tree.rules, settings))
        super().__init__(tree, preflop.ranges, rake=preflop.rake)
        self._preflop_nodes = _same_nodes(tree, preflop.tree)
        self._lock = RLock()

    def __repr__(self) -> str:
        """Return the size of the tree and the method."""
        return f"<SearchStrategy: {len(self.tree):,} nodes, {self.search.settings.method}>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action, from a solve after the flop.  [A, 1326]"""
        if int(self.tree.street[node]) == 0:
            return self.search.preflop.probabilities(self._preflop_nodes[node], board)
        answer = self.answer(node, board)
        if answer.actions != self.tree.actions(node):
            raise ValueError(
                f"the search has {', '.join(answer.actions)} at {self.tree.path(node)!r}; "
                f"want {', '.join(self.tree.actions(node))}"
            )
        return answer.strategy

    def answer(self, node: int, board: tuple[int, ...]) -> Answer:
        """Return what the player who acts has solved at a decision after the flop."""
        check_place(self, node, board)
        tree = self.tree
        line = tree.line(node)
        first = next(at for at in line if int(tree.street[at]) > 0)
        start = FlopStart(
            self._preflop_nodes[int(tree.parent[first])],
            board[:_FLOP_CARDS],
            tree.pot(first),
            min(tree.stacks(first)),
            tree.rules.min_bet_chips * tree.rules.chip,
            tree.rules.chip,
        )
        path = tree.path(node, board).split(":")[line.index(first) + 1 :]
        with self._lock:
            return self.search.solver(int(tree.player[node]), start).at(":".join(["r", *path]))


def _whole_rules(rules: TreeRules, settings: SearchSettings) -> TreeRules:
    """Return the rules of a whole game: those before the flop, then the menus of the search."""
    count = max(len(rules.sizes.rows), len(settings.sizes.rows))
    rows: list[tuple[Menu, Menu, Menu, Menu]] = []
    for player in range(count):
        flop, turn, river = (settings.sizes.menu(player, street) for street in (1, 2, 3))
        rows.append((rules.sizes.menu(player, 0), flop, turn, river))
    return replace(
        rules,
        sizes=Sizes(tuple(rows)),
        last_street=3,
        added=_before_the_flop(rules.added),
        removed=_before_the_flop(rules.removed),
        **settings.options,
    )


def _before_the_flop(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path for path in paths if all(step.move != Move.DEAL for step in parse_path(path)))


def _same_nodes(whole: BettingTree, preflop: BettingTree) -> dict[int, int]:
    """Return the node of a preflop tree for each node of the first street of a whole game."""
    same = {0: 0}
    for node in range(len(whole)):  # parents come before their children
        if int(whole.street[node]) > 0 or int(whole.kind[node]) != Kind.ACTION:
            continue
        ours, theirs = whole.children(node), preflop.children(same[node])
        if whole.actions(node) != preflop.actions(same[node]):
            raise ValueError(
                f"the options of the search change the betting before the flop at "
                f"{whole.path(node)!r}; want those of the strategy"
            )
        same.update(zip(ours, theirs, strict=True))
    return same
