"""Reports of a decision over the cards that can come, and their means.

A line with deals whose cards are not named, like `r:b59:c:n:k`, leads to the same decision on every
card. A report has the decision's frequencies and values on each card, and their means, weighted by
how often the line is taken on each card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from fifthstreet.cards import CARD_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.solution.node import Node
from fifthstreet.solvers.postflop.solution.solution import Solution
from fifthstreet.solvers.postflop.spot import find_runout
from fifthstreet.tree import BettingTree, Kind, Move


@dataclass(frozen=True)
class CardReport:
    """A decision on one runout of a report: the values of both ranges and the strategy."""

    cards: tuple[int, ...]  # dealt where the line does not name the card; empty in a mean over all
    probability: float  # of these cards, given that the line is taken
    player: int  # who acts: 0 OOP, 1 IP, -1 no player
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    equity: tuple[float, float]

    @property
    def card(self) -> int:
        """The last card dealt."""
        return self.cards[-1]


class Report(list[CardReport]):
    """Reports of a decision on all cards that can come."""

    def __init__(self, solution: Solution, path: str, cards: Iterable[CardReport]) -> None:
        """Keep the cards of a line, whose path has an `n` for each deal of any card."""
        super().__init__(cards)
        self.solution = solution
        self.path = path
        self.node, self.named = solution.tree.find(path)

    @property
    def street(self) -> int:
        """Street of the decision: 2 turn, 3 river."""
        return int(self.solution.tree.street[self.node])

    @property
    def player(self) -> int:
        """Who acts: 0 OOP, 1 IP, -1 no player."""
        return self[0].player

    @property
    def mean(self) -> CardReport:
        """The mean over all cards, each weighted by its probability."""
        return mean_report(self)

    def by_card(self, place: int = 0) -> Report:
        """Average over all unnamed cards except one; `place` 0 is the first unnamed card."""
        members: dict[int, list[CardReport]] = {}
        for report in self:
            members.setdefault(report.cards[place], []).append(report)
        means = [mean_report(part, (card,)) for card, part in members.items()]
        return Report(self.solution, self.path, means)


def card_report(solution: Solution, path: str) -> Report:
    """Return a report of a decision on every card that can be dealt.

    Args:
        solution: The decision is read on all of its runouts.
        path: A path with an `n` without a card for each deal of any card, like `r:b59:c:n:k`, which
            may be the turn, the river, or both. A path that ends a street, like `r:k:k`, means the
            first decision of the next street.

    Raises:
        InputError: If the path does not lead to a decision after a card that it does not name.
    """
    line = _decision_path(solution.tree, path)
    _, named = solution.tree.find(line)
    reports: list[CardReport] = []
    known: dict[int, CardReport] = {}
    for cards, runout in _deals(solution, line):
        if runout not in known:
            known[runout] = _card_report(solution.node(_with_cards(solution, line, cards)))
        reports.append(replace(known[runout], cards=cards[len(named) :]))
    total = sum(report.probability for report in reports)
    share = 1 / total if total > 0 else float("nan")
    return Report(
        solution,
        line,
        [replace(report, probability=report.probability * share) for report in reports],
    )


@dataclass(frozen=True)
class LineMean:
    """A decision of a line on average over the cards that can come."""

    player: int
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    reach: float  # how often both players take the line, as a share of all deals


def line_mean(solution: Solution, path: str) -> LineMean:
    """Average a decision over the cards that its line does not name, if any.

    Args:
        solution: The decision is read on all runouts that the path allows.
        path: Path of the decision, like `r:k`, or `r:b59:c:n:k` for any turn.

    Returns:
        The frequencies and both EVs, weighted by how often the line is taken on each runout.

    Raises:
        InputError: If there is no such path.
    """
    tree = solution.tree
    node, cards = tree.find(path)
    deals = [(cards, 0)]
    line = path
    if _unnamed(tree, node, cards) or tree.kind[node] == Kind.DEAL:
        line = _decision_path(tree, path)
        deals = list(_deals(solution, line))
    known: dict[int, tuple[Node, float]] = {}
    nodes, weights = [], []
    for dealt, runout in deals:
        if runout not in known:
            here = solution.node(_with_cards(solution, line, dealt))
            known[runout] = here, _weight(here)
        nodes.append(known[runout][0])
        weights.append(known[runout][1])
    root = solution.node("r")
    # Each card that is in neither hand is equally likely.
    chance = 1.0
    for place in range(len(deals[0][0])):
        chance /= CARD_COUNT - 4 - len(root.board) - place
    total = sum(weights)
    frequencies = _means([node.frequencies.tolist() for node in nodes], weights)
    first, second = _means([node.range_ev for node in nodes], weights)
    return LineMean(
        nodes[0].player,
        nodes[0].actions,
        frequencies,
        (first, second),
        total * chance / _weight(root),
    )


def mean_report(reports: Sequence[CardReport], cards: tuple[int, ...] = ()) -> CardReport:
    """Return the mean of reports, each weighted by its probability."""
    weights = [report.probability for report in reports]
    first, second = _means([report.ev for report in reports], weights)
    third, fourth = _means([report.equity for report in reports], weights)
    return CardReport(
        cards,
        float(np.nansum(weights)),
        reports[0].player,
        reports[0].actions,
        _means([report.frequencies for report in reports], weights),
        (first, second),
        (third, fourth),
    )


def _means(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> tuple[float, ...]:
    """Return the weighted means of columns; rows without weight may be NaN."""
    held = [(row, weight) for row, weight in zip(rows, weights, strict=True) if weight > 0]
    if not held:
        return (float("nan"),) * len(rows[0])
    values, shares = np.array([row for row, _ in held]), np.array([weight for _, weight in held])
    means: list[float] = (shares @ values / shares.sum()).tolist()
    return tuple(means)


def _decision_path(tree: BettingTree, path: str) -> str:
    """Return the path of a report's decision; at a deal, the first decision after it."""
    node, cards = tree.find(path)
    if tree.kind[node] == Kind.DEAL:
        node = int(tree.first_child[node])
    if not _unnamed(tree, node, cards):
        raise InputError(
            "path must end a street or have n for any card, like 'r:k:k:n:k', got "
            f"{path!r}, where no card is dealt"
        )
    if tree.kind[node] != Kind.ACTION:
        raise InputError(f"path must lead to a decision, got {path!r}")
    return tree.path(node, cards)


def _unnamed(tree: BettingTree, node: int, cards: tuple[int, ...]) -> int:
    """Return how many deals of a line do not name their card."""
    return sum(int(tree.move[at]) == Move.DEAL for at in tree.line(node)) - len(cards)


def _deals(solution: Solution, line: str) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cards of all deals of a line, named cards first, and their runout."""
    node, named = solution.tree.find(line)
    dealt = {*solution.spot.board, *named}
    left = [card for card in range(CARD_COUNT) if card not in dealt]
    for cards in permutations(left, _unnamed(solution.tree, node, named)):
        yield (*named, *cards), find_runout(solution.plan, (*named, *cards))[0]


def _with_cards(solution: Solution, line: str, cards: tuple[int, ...]) -> str:
    node, _ = solution.tree.find(line)
    return solution.tree.path(node, cards)


def _weight(node: Node) -> float:
    """Return the weight of all pairs of hands that reach a node."""
    return float((node.reach[0] * node.opposing_reach[0]).sum())


def _card_report(node: Node) -> CardReport:
    """Return the report of a node, with the weight of its hands as the probability."""
    return CardReport(
        (),
        _weight(node),
        node.player,
        node.actions,
        tuple(node.frequencies.tolist()),
        node.range_ev,
        node.range_equity,
    )
