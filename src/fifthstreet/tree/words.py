"""Nodes and actions of a betting tree in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fifthstreet.tree.amounts import amount_text, big_blinds_text
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.paths import Move

if TYPE_CHECKING:
    from fifthstreet.tree.betting_tree import BettingTree


SEAT_NAMES = ("OOP", "IP")  # of two players: first and last to act after the flop


def when_words(street: str) -> str:
    """Return words for when something happens, by the name of its street.

    Args:
        street: A name in `STREET_NAMES`, like `turn`.

    >>> when_words("preflop"), when_words("turn")
    ('before the flop', 'on the turn')
    """
    return "before the flop" if street == STREET_NAMES[0] else f"on the {street}"


def player_name(tree: BettingTree, player: int) -> str:
    """Return the name of a player: OOP or IP if there are two players.

    Args:
        tree: Its number of players decides the names.
        player: Seat of the player.
    """
    return SEAT_NAMES[player] if tree.players == 2 else f"player {player}"


def node_words(tree: BettingTree, node: int) -> str:
    """Return a node in words: the street and who acts, or how the hand ends.

    Args:
        tree: The tree of the node.
        node: A node of any kind.
    """
    kind = tree.kind[node]
    street = STREET_NAMES[tree.street[node]]
    if kind == Kind.DEAL:
        return f"end of the {street}"
    if kind == Kind.SHOWDOWN:
        return "showdown"
    name = player_name(tree, int(tree.player[node]))
    return f"{street}, {name}" if kind == Kind.ACTION else f"{name} wins"


def action_words(tree: BettingTree, node: int, *, big_blind: float | None = None) -> str:
    """Return the action that leads to a node in words; sizes are shares of the pot after calling.

    Args:
        tree: The tree of the node.
        node: Any node; for the root the text is empty.
        big_blind: Chips of a big blind, to show amounts in big blinds as well.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=3))
    >>> [action_words(tree, node) for node in tree.children(0)]
    ['check', 'bet 100 (50%)', 'bet 200 (100%)']
    """
    verb, chips, share = action_size(tree, node)
    if chips is None:
        return verb
    if share is None:
        return f"{verb} {amount_text(chips, big_blind)}"
    blinds = "" if big_blind is None else f"{big_blinds_text(chips, big_blind)} bb, "
    return f"{verb} {chips:.15g} ({blinds}{share:.0%})"


class ActionSize(NamedTuple):
    """An action's verb and amount; the share is of the pot after calling."""

    verb: str
    chips: float | None
    share: float | None


def action_size(tree: BettingTree, node: int) -> ActionSize:
    """Return the verb and the size of the action that leads to a node.

    Args:
        tree: The tree of the node.
        node: Any node; for the root the verb is empty. Calls have an amount, but no share.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=3))
    >>> action_size(tree, tree.children(0)[1])
    ActionSize(verb='bet', chips=100.0, share=0.5)
    """
    move = Move(int(tree.move[node]))
    if move in _PLAIN:
        return ActionSize(_PLAIN[move], None, None)
    parent = int(tree.parent[node])
    player, chip = int(tree.player[parent]), tree.rules.chip
    if move == Move.CALL:
        paid = int(tree.committed[node][player]) - int(tree.committed[parent][player])
        return ActionSize("call", paid * chip, None)
    amount = int(tree.amount[node])
    bets = tree.street_bets(parent)
    top = tree.bet_to_match(parent)
    pot_after_call = tree.rules.pot_chips + int(tree.committed[parent].sum()) + top - bets[player]
    verb = "all-in" if move == Move.ALL_IN else ("raise to" if top else "bet")
    return ActionSize(verb, amount * chip, (amount - top) / pot_after_call)


def choice_words(tree: BettingTree, node: int, *, big_blind: float | None = None) -> list[str]:
    """Return all actions of a decision in words, in the order of the tree.

    Args:
        tree: The tree of the decision.
        node: The decision.
        big_blind: Chips of a big blind, to show amounts in big blinds as well.
    """
    return [action_words(tree, child, big_blind=big_blind) for child in tree.children(node)]


def label_words(actions: Sequence[str]) -> list[str]:
    """Return the actions of a decision in words, from their labels alone.

    Args:
        actions: Labels of all actions of one decision. Where one of them is a call, bets are
            raises.

    >>> label_words(["k", "b94"]), label_words(["f", "c", "b300", "a"])
    (['check', 'bet 94'], ['fold', 'call', 'raise to 300', 'all-in'])
    """
    verb = "raise to" if "c" in actions else "bet"
    names = {"f": "fold", "k": "check", "c": "call", "a": "all-in"}
    return [names.get(action, f"{verb} {action[1:]}") for action in actions]


_PLAIN = {Move.ROOT: "", Move.DEAL: "deal", Move.FOLD: "fold", Move.CHECK: "check"}
