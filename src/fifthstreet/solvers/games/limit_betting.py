"""The betting of limit games without cards, as a list of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fifthstreet.solvers.games.game import TERMINAL


@dataclass(frozen=True, slots=True)
class BettingNode:
    """A point in the betting; `children` are indices in the list of nodes."""

    player: int  # who acts, or TERMINAL
    round: int  # of an end, the one in which it came
    actions: tuple[str, ...]
    children: tuple[int, ...]
    text: str  # moves so far, rounds apart by `/`
    paid: tuple[float, ...]  # by each player, the ante included
    left: tuple[int, ...]  # players who have not folded


@dataclass(frozen=True, slots=True)
class _Table:
    """What the players see while they bet."""

    round: int
    waiting: tuple[int, ...]  # players who still have to act in the round, the next first
    left: tuple[int, ...]
    paid: tuple[float, ...]
    bets_made: int  # in the round
    text: str

    def after(self, move: str, raise_by: float) -> _Table:
        """The table after a move of the player in turn; only `b` raises."""
        player, *rest = self.waiting
        left, paid, made = self.left, list(self.paid), self.bets_made
        if move == "f":
            left = tuple(other for other in left if other != player)
        else:
            paid[player] = max(paid) + raise_by
        if raise_by:
            made += 1
            rest = [p for p in left if p > player] + [p for p in left if p < player]
        return _Table(self.round, tuple(rest), left, tuple(paid), made, self.text + move)


def betting_nodes(
    players: int, ante: float, bets: Sequence[Sequence[float]], max_bets: int
) -> tuple[BettingNode, ...]:
    """All betting of a limit game: `bets` are the sizes of each round, the start comes first."""
    everybody = tuple(range(players))
    nodes: list[BettingNode] = []

    def add(table: _Table) -> int:
        """Append a node and all that follows it."""
        over = len(table.left) == 1
        if not table.waiting and not over:
            if table.round + 1 < len(bets):
                table = replace(
                    table,
                    round=table.round + 1,
                    waiting=table.left,
                    bets_made=0,
                    text=table.text + "/",
                )
            else:
                over = True
        index = len(nodes)
        player = TERMINAL if over else table.waiting[0]
        node = BettingNode(player, table.round, (), (), table.text, table.paid, table.left)
        nodes.append(node)
        if not over:
            moves = _moves(table, bets[table.round], max_bets)
            children = tuple(add(table.after(*move)) for move in moves)
            nodes[index] = replace(
                node, actions=tuple(move for move, _ in moves), children=children
            )
        return index

    add(_Table(0, everybody, everybody, (ante,) * players, 0, ""))
    return tuple(nodes)


def _moves(table: _Table, sizes: Sequence[float], max_bets: int) -> list[tuple[str, float]]:
    """Moves of the player in turn, each with what it raises by."""
    facing_bet = table.paid[table.waiting[0]] < max(table.paid)
    moves = [("f", 0.0), ("c", 0.0)] if facing_bet else [("k", 0.0)]
    if table.bets_made < max_bets:
        moves += [("b" if len(sizes) == 1 else f"b{size:g}", size) for size in sizes]
    return moves
