"""Real hands of the exact game that a betting tree was built for: the tree's own game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fifthstreet.agents.agent import is_texas_holdem
from fifthstreet.game.enums import BettingStructure
from fifthstreet.game.operations import (
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    Operation,
)
from fifthstreet.game.variants import Poker
from fifthstreet.strategy import TreeStrategy
from fifthstreet.tree import BettingTree, Kind, Move

_BETS = (Move.BET, Move.ALL_IN)


def is_own_game(strategy: TreeStrategy, game: Poker, stacks: Sequence[Any]) -> bool:
    """Return whether a strategy was made for exactly this game and these stacks.

    It must start before the flop without dead money, and play all hands.
    """
    rules = strategy.tree.rules
    count = len(stacks)
    return (
        is_texas_holdem(game)
        and game.betting_structure is BettingStructure.NO_LIMIT
        and rules.players == count
        and rules.first_street == 0
        and rules.last_street == 3
        and not rules.pot
        and not strategy.board
        and [float(stack) for stack in rules.stacks] == [float(stack) for stack in stacks]
        and _filled(rules.blinds, count) == _filled(game.raw_blinds_or_straddles, count)
        and _filled(rules.antes, count) == _filled(game.raw_antes, count)
        and not strategy.rake.rate
        and all((range_.weights > 0).all() for range_ in strategy.ranges)
    )


def follow_tree(
    tree: BettingTree, operations: Iterable[Operation], node: int = 0
) -> tuple[int, bool]:
    """Return the last node of a tree that a hand reached, and whether it is still there.

    Operations start at a node, by default the root. A hand leaves the tree with an action, or an
    amount, that the tree does not have.
    """
    for operation in operations:
        if not isinstance(operation, Folding | CheckingOrCalling | CompletionBettingOrRaisingTo):
            continue
        child = next((each for each in tree.children(node) if _leads(tree, each, operation)), None)
        if child is None:
            return node, False
        node = child
        if int(tree.kind[node]) == Kind.DEAL:
            node = int(tree.first_child[node])
    return node, True


def _leads(
    tree: BettingTree,
    child: int,
    operation: Folding | CheckingOrCalling | CompletionBettingOrRaisingTo,
) -> bool:
    """Return whether an action of the real hand leads to a node."""
    move = int(tree.move[child])  # NumPy's numbers compare slowly with enumerations
    if isinstance(operation, Folding):
        return move == Move.FOLD
    if isinstance(operation, CheckingOrCalling):
        return move == (Move.CALL if operation.amount else Move.CHECK)
    return move in _BETS and tree_amount(tree, child) == float(operation.amount)


def tree_amount(tree: BettingTree, node: int) -> float:
    """Return the amount in chips that the action before a node bets or raises to."""
    return float(tree.amount[node]) * float(tree.rules.chip)


def _filled(amounts: Any, count: int) -> list[float]:
    """Return the forced bets of all players; a single number applies to each of them."""
    if isinstance(amounts, Sequence):
        return [float(amount) for amount in [*amounts, *[0] * count][:count]]
    return [float(amounts)] * count
