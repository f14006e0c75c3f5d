"""Real hands of the exact game that a betting tree was built for: the tree's own game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fifthstreet.agents.agent import is_texas_holdem
from fifthstreet.game import (
    Bet,
    BettingAction,
    BettingStructure,
    Called,
    Checked,
    Event,
    Folded,
    Raised,
)
from fifthstreet.game.variants import Poker
from fifthstreet.tree import BettingTree, Kind, Move
from fifthstreet.tree.strategy import TreeStrategy

_BETS = (Move.BET, Move.ALL_IN)
_MOVES: dict[type[BettingAction], Move] = {
    Folded: Move.FOLD,
    Checked: Move.CHECK,
    Called: Move.CALL,
}


def is_own_game(strategy: TreeStrategy, game: Poker, stacks: Sequence[Any]) -> bool:
    """Return whether a strategy was made for exactly this game and these stacks.

    Args:
        strategy: It must start before the flop without dead money, and play all hands.
        game: Only no-limit Texas hold'em can be a strategy's own game.
        stacks: Starting stacks in chips, one per seat.
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


def follow_tree(tree: BettingTree, events: Iterable[Event], node: int = 0) -> tuple[int, bool]:
    """Return the last node of a tree that a hand reached, and whether it is still there.

    A hand leaves the tree with an action, or an amount, that the tree does not have.

    Args:
        tree: Amounts of the hand are compared with its amounts in chips.
        events: What happened from `node` on; only betting actions count.
        node: Where the events start; by default the root.
    """
    for event in events:
        if not isinstance(event, BettingAction):
            continue
        child = next((each for each in tree.children(node) if _leads(tree, each, event)), None)
        if child is None:
            return node, False
        node = child
        if int(tree.kind[node]) == Kind.DEAL:
            node = int(tree.first_child[node])
    return node, True


def _leads(tree: BettingTree, child: int, event: BettingAction) -> bool:
    """Return whether an action of the real hand leads to a node."""
    move = int(tree.move[child])  # NumPy's numbers compare slowly with enumerations
    if isinstance(event, Bet | Raised):
        return move in _BETS and tree_amount(tree, child) == float(event.total)
    return move == _MOVES.get(type(event))


def tree_amount(tree: BettingTree, node: int) -> float:
    """Return the amount in chips that the action before a node bets or raises to.

    Args:
        tree: The tree of the node.
        node: A node after a bet or raise; it is 0 after other actions.
    """
    return float(tree.amount[node]) * float(tree.rules.chip)


def _filled(amounts: Any, count: int) -> list[float]:
    """Return the forced bets of all players; a single number applies to each."""
    if isinstance(amounts, Sequence):
        return [float(amount) for amount in [*amounts, *[0] * count][:count]]
    return [float(amounts)] * count
