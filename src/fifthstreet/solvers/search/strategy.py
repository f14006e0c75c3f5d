"""The searching player as a strategy on a whole betting tree, from preflop to the river.

Every bet of the tree is on the menus of the search, so its answers are the same as the player's
at a table: where the player searches, each decision is read from the solve that they would make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import RLock

from fifthstreet.errors import InputError
from fifthstreet.solvers.search.continual import SearchAnswer, SearchSettings, Solve
from fifthstreet.solvers.search.hand_search import HandSearch, SearchStart, raise_limits
from fifthstreet.tree import BettingTree, Kind, Menu, Move, Sizes, TreeRules, build_tree, parse_path
from fifthstreet.tree.strategy import (
    BOARD_CARDS,
    HoleArray,
    PlainStrategy,
    TreeStrategy,
    check_place,
)


class SearchStrategy(PlainStrategy):
    """The play of a player who follows a strategy at first and searches from a street on.

    Where solves are limited by their exploitability or iterations and not by time, it is always the
    same strategy, whatever the order of queries.
    """

    kind = "search"

    def __init__(
        self,
        strategy: TreeStrategy,
        settings: SearchSettings,
        *,
        first_street: int = 1,
        max_kept: int = 2,
        report: Callable[[Solve], None] | None = None,
    ) -> None:
        """Build the tree: the strategy's up to `first_street`, then the menus of `settings`.

        The options are as in `HandSearch`.
        """
        if strategy.tree.players != 2:
            raise InputError(f"the strategy must be for two players, got {strategy.tree.players}")
        self.search = HandSearch(
            strategy, settings, first_street=first_street, max_kept=max_kept, report=report
        )
        tree = build_tree(_whole_rules(strategy.tree.rules, settings, first_street))
        super().__init__(tree, strategy.ranges, rake=strategy.rake)
        self._known_nodes = _same_nodes(tree, strategy.tree, first_street)
        self._lock = RLock()

    def __repr__(self) -> str:
        return f"<SearchStrategy: {len(self.tree):,} nodes, {self.search.settings.method}>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action, as the strategy or a solve has it."""
        if int(self.tree.street[node]) < self.search.first_street:
            return self.search.strategy.probabilities(self._known_nodes[node], board)
        answer = self.answer(node, board)
        if answer.actions != self.tree.actions(node):
            raise InputError(
                f"the search must have the actions {', '.join(self.tree.actions(node))} at "
                f"{self.tree.path(node)!r}, got {', '.join(answer.actions)}"
            )
        return answer.strategy

    def answer(self, node: int, board: tuple[int, ...]) -> SearchAnswer:
        """Return the answer for the player who acts at a decision that is searched."""
        check_place(self, node, board)
        tree, first_street = self.tree, self.search.first_street
        if int(tree.street[node]) < first_street:
            raise InputError(
                f"node must be on street {first_street} or later, where the search "
                f"starts, got {tree.path(node)!r}"
            )
        line = tree.line(node)
        first = next(at for at in line if int(tree.street[at]) == first_street)
        start = SearchStart(
            self._known_nodes[int(tree.parent[first])],
            board[: BOARD_CARDS[first_street]],
            tree.pot(first),
            min(tree.stacks(first)),
            tree.rules.min_bet_chips * tree.rules.chip,
            tree.rules.chip,
        )
        steps = tree.path(node, board).split(":")[line.index(first) + 1 :]
        with self._lock:
            solver = self.search.solver(int(tree.player[node]), start)
            return solver.at(":".join(["r", *steps]))


def _whole_rules(rules: TreeRules, settings: SearchSettings, first_street: int) -> TreeRules:
    """Return the rules of a whole game: from a strategy, then with the menus of the search."""
    count = max(len(rules.sizes.rows), len(settings.sizes.rows))
    rows: list[tuple[Menu, Menu, Menu, Menu]] = []
    for player in range(count):
        preflop, flop, turn, river = (
            (rules if street < first_street else settings).sizes.menu(player, street)
            for street in range(4)
        )
        rows.append((preflop, flop, turn, river))
    options = settings.options | {"max_raises": raise_limits(rules, settings, first_street)}
    return replace(
        rules,
        sizes=Sizes(tuple(rows)),
        last_street=3,
        added=_before(rules.added, first_street),
        removed=_before(rules.removed, first_street),
        **options,
    )


def _before(paths: tuple[str, ...], street: int) -> tuple[str, ...]:
    """Return the paths that end before a street."""
    return tuple(
        path for path in paths if sum(step.move == Move.DEAL for step in parse_path(path)) < street
    )


def _same_nodes(whole: BettingTree, known: BettingTree, first_street: int) -> dict[int, int]:
    """Return the node of a strategy's tree for each node of a whole game before a street."""
    same = {0: 0}
    for node in range(len(whole)):  # parents come before their children
        if int(whole.street[node]) >= first_street or not int(whole.n_children[node]):
            continue
        is_last = int(whole.street[node]) == first_street - 1
        if int(whole.kind[node]) == Kind.DEAL and is_last:
            continue
        if whole.actions(node) != known.actions(same[node]):
            raise InputError(
                f"the search must not change the strategy's betting at {whole.path(node)!r}: "
                "use the options of its tree"
            )
        same.update(zip(whole.children(node), known.children(same[node]), strict=True))
    return same
