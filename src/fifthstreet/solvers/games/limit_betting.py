"""Betting trees of limit games, without cards, as lists of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from fifthstreet.errors import InputError
from fifthstreet.solvers.games.game import TERMINAL

MAX_NODES = 1_000_000  # built in about ten seconds
MAX_BETS = 20  # in a round


@dataclass(frozen=True, slots=True)
class BettingNode:
    """A node of the betting tree; `children` are indices in the list of nodes."""

    player: int  # who acts, or TERMINAL
    round: int  # at a terminal node, the round in which the hand ended
    actions: tuple[str, ...]
    children: tuple[int, ...]
    text: str  # moves so far, with `/` between rounds
    paid: tuple[float, ...]  # by each player, the ante included
    left: tuple[int, ...]  # players who have not folded


@dataclass(frozen=True, slots=True)
class _Table:
    """The public state of the betting."""

    round: int
    waiting: tuple[int, ...]  # players who still have to act in the round, the next first
    left: tuple[int, ...]
    paid: tuple[float, ...]
    bets_made: int  # in the round
    text: str

    def after(self, move: str, raise_by: float) -> _Table:
        """Return the table after a move of the next player; only `b` raises."""
        player, *rest = self.waiting
        left, paid, bets_made = self.left, list(self.paid), self.bets_made
        if move == "f":
            left = tuple(other for other in left if other != player)
        else:
            paid[player] = max(paid) + raise_by
        if raise_by:
            bets_made += 1
            rest = [p for p in left if p > player] + [p for p in left if p < player]
        return _Table(self.round, tuple(rest), left, tuple(paid), bets_made, self.text + move)


def betting_nodes(
    players: int, ante: float, bets: Sequence[Sequence[float]], max_bets: int
) -> tuple[BettingNode, ...]:
    """Return the betting tree of a limit game, root first; `bets` are the sizes of each round.

    InputError if it has more than `MAX_NODES` nodes.
    """
    count = count_nodes(players, [len(sizes) for sizes in bets], max_bets)
    if count > MAX_NODES:
        raise InputError(
            f"the betting of {players} players must have at most {MAX_NODES:,} nodes, "
            f"got {count:,}: use fewer players, bet sizes or max_bets"
        )
    seats = tuple(range(players))
    nodes: list[BettingNode] = []

    def add(table: _Table) -> int:
        """Append a node and its subtree."""
        is_over = len(table.left) == 1
        if not table.waiting and not is_over:
            if table.round + 1 < len(bets):
                table = replace(
                    table,
                    round=table.round + 1,
                    waiting=table.left,
                    bets_made=0,
                    text=table.text + "/",
                )
            else:
                is_over = True
        index = len(nodes)
        player = TERMINAL if is_over else table.waiting[0]
        node = BettingNode(player, table.round, (), (), table.text, table.paid, table.left)
        nodes.append(node)
        if not is_over:
            moves = _moves(table, bets[table.round], max_bets)
            children = tuple(add(table.after(*move)) for move in moves)
            nodes[index] = replace(
                node, actions=tuple(move for move, _ in moves), children=children
            )
        return index

    add(_Table(0, seats, seats, (ante,) * players, 0, ""))
    return tuple(nodes)


def moves_before(nodes: Sequence[BettingNode]) -> tuple[list[tuple[int, ...]], int]:
    """Number the moves of a betting tree by round, turn in the round, and name.

    Returns:
        The numbers of all moves before each node, and how many numbers there are.
    """
    numbers: dict[tuple[int, int, str], int] = {}
    before: list[tuple[int, ...]] = [()] * len(nodes)
    turns = [0] * len(nodes)  # moves made in the round of a node
    for index, node in enumerate(nodes):  # parents are before their children
        for move, child in zip(node.actions, node.children, strict=True):
            place = (node.round, turns[index], move)
            before[child] = (*before[index], numbers.setdefault(place, len(numbers)))
            turns[child] = turns[index] + 1 if nodes[child].round == node.round else 0
    return before, len(numbers)


def count_nodes(players: int, sizes: Sequence[int], max_bets: int) -> int:
    """Return the number of nodes of a betting tree; `sizes` are the numbers of bet sizes by round.

    >>> count_nodes(2, [1, 1], 2)
    85
    """
    if max_bets > MAX_BETS:
        raise InputError(f"max_bets must be at most {MAX_BETS}, got {max_bets}")

    @cache
    def count(number: int, waiting: int, left: int, bets_made: int) -> int:
        """Count a subtree, which depends on how many players wait and are left, not on which."""
        if left == 1:
            return 1
        if not waiting:
            return count(number + 1, left, left, 0) if number + 1 < len(sizes) else 1
        total = 1 + count(number, waiting - 1, left, bets_made)  # a check or call
        if bets_made:
            total += count(number, waiting - 1, left - 1, bets_made)  # a fold
        if bets_made < max_bets:
            total += sizes[number] * count(number, left - 1, left, bets_made + 1)
        return total

    return count(0, players, players, 0)


def _moves(table: _Table, sizes: Sequence[float], max_bets: int) -> list[tuple[str, float]]:
    """Return the moves of the next player, each with the amount it raises by."""
    facing_bet = table.paid[table.waiting[0]] < max(table.paid)
    moves = [("f", 0.0), ("c", 0.0)] if facing_bet else [("k", 0.0)]
    if table.bets_made < max_bets:
        moves += [("b" if len(sizes) == 1 else f"b{size:g}", size) for size in sizes]
    return moves
