"""Where a heads-up hand may stand in a tree, way by way, in exact fractions.

Slow and plain: every action is looked at in the rules engine just before it happens, and every way
through the tree is followed on its own.
"""

from collections.abc import Callable
from fractions import Fraction

from fifthstreet.game import State
from fifthstreet.game.operations import CheckingOrCalling, CompletionBettingOrRaisingTo, Folding
from fifthstreet.tree import BettingTree, Kind, Move

Share = Callable[[Fraction, Fraction, Fraction], Fraction]


class Happened:
    """One action, and where the hand stood before and after it."""

    def __init__(self, before: State, after: State, operation: object) -> None:
        assert before.actor_index is not None
        self.player = before.actor_index
        self.street = before.street_index
        self.next_street = after.street_index
        self.next_player = after.actor_index
        self.operation = operation
        if isinstance(operation, CompletionBettingOrRaisingTo):
            me, other = self.player, 1 - self.player
            other_total = before.stacks[other] + before.bets[other]
            to = min(operation.amount, other_total)
            to_call = before.checking_or_calling_amount
            pot = before.total_pot_amount + to_call
            self.size = Fraction(to - max(before.bets), pot)
            self.all_in = to in (other_total, before.stacks[me] + before.bets[me])


def actions_of(start: State, state: State) -> list[Happened]:
    """Actions of a hand, replayed from its start."""
    replayed = start.copy()
    found = []
    for operation in state.operations:
        before = replayed.copy()
        if isinstance(operation, Folding):
            replayed.fold()
        elif isinstance(operation, CheckingOrCalling):
            replayed.check_or_call()
        elif isinstance(operation, CompletionBettingOrRaisingTo):
            replayed.complete_bet_or_raise_to(operation.amount)
        else:
            continue
        found.append(Happened(before, replayed.copy(), operation))
    return found


def bets_of(tree: BettingTree, node: int) -> dict[int, Fraction]:
    """Bets and raises at a node with their sizes."""
    player = int(tree.player[node])
    in_before = [int(chips) for chips in tree.committed[node]]
    deficit = max(in_before) - in_before[player]  # heads-up with even stacks and no antes
    pot = tree.rules.pot_chips + sum(in_before) + deficit
    return {
        child: Fraction(int(tree.committed[child][player]) - max(in_before), pot)
        for child in tree.children(node)
        if tree.move[child] in (Move.BET, Move.ALL_IN)
    }


def child_by(tree: BettingTree, node: int, *moves: Move) -> int | None:
    return next((c for c in tree.children(node) if tree.move[c] in moves), None)


def answers(
    tree: BettingTree, node: int, action: Happened, share: Share
) -> list[tuple[int, Fraction]]:
    """Nodes that an action may lead to."""
    passive = child_by(tree, node, Move.CHECK, Move.CALL)
    assert passive is not None
    if isinstance(action.operation, Folding):
        return [(child_by(tree, node, Move.FOLD) or passive, Fraction(1))]
    if isinstance(action.operation, CheckingOrCalling):
        return [(passive, Fraction(1))]
    sizes = {passive: Fraction(0), **bets_of(tree, node)}
    for child, size in sizes.items():
        if size == action.size:
            return [(child, Fraction(1))]
    below = max((c for c in sizes if sizes[c] < action.size), key=lambda c: sizes[c])
    above = min((c for c in sizes if sizes[c] > action.size), key=lambda c: sizes[c], default=None)
    all_in = child_by(tree, node, Move.ALL_IN)
    if action.all_in and all_in is not None and above in (None, all_in):
        return [(all_in, Fraction(1))]
    if above is None:
        return [(below, Fraction(1))]
    lower = share(action.size, sizes[below], sizes[above])
    return [(below, lower), (above, 1 - lower)]


def settle(tree: BettingTree, node: int, action: Happened) -> int:
    """Move a node on to where the hand stands after an action."""
    while True:
        kind = tree.kind[node]
        if kind == Kind.DEAL and action.next_player is not None:
            if tree.street[node] >= (action.next_street or 0):
                return node
            (node,) = tree.children(node)
        elif kind == Kind.ACTION and (
            action.next_player is None or tree.street[node] < (action.next_street or 0)
        ):
            passive = child_by(tree, node, Move.CHECK, Move.CALL)
            assert passive is not None
            node = passive
        else:
            return node


def ways_of(tree: BettingTree, start: State, state: State, share: Share) -> dict[int, Fraction]:
    """Probability of every node that may stand for a hand."""
    found: dict[int, Fraction] = {}
    actions = actions_of(start, state)

    def follow(node: int, place: int, probability: Fraction) -> None:
        if probability == 0:
            return
        if place == len(actions):
            found[node] = found.get(node, Fraction(0)) + probability
            return
        action = actions[place]
        asked = (
            tree.kind[node] == Kind.ACTION
            and tree.street[node] == action.street
            and tree.player[node] == action.player
        )
        outcomes = answers(tree, node, action, share) if asked else [(node, Fraction(1))]
        for child, chance in outcomes:
            follow(settle(tree, child, action), place + 1, probability * chance)

    follow(0, 0, Fraction(1))
    return found
