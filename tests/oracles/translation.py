"""Match a heads-up hand to the nodes of a tree, path by path, in exact fractions.

Slow and plain: every action is read from the rules engine just before it happens, and every path
through the tree is followed separately.
"""

from collections.abc import Callable
from fractions import Fraction

from fifthstreet.game import State
from fifthstreet.game.events import Bet, BettingAction, Called, Checked, Folded, Raised
from fifthstreet.tree import BettingTree, Kind, Move

Share = Callable[[Fraction, Fraction, Fraction], Fraction]


class PlayedAction:
    """One action, with the states before and after it."""

    def __init__(self, before: State, after: State, event: BettingAction) -> None:
        assert before.actor_index is not None
        self.player = before.actor_index
        self.street = before.street_index
        self.next_street = after.street_index
        self.next_player = after.actor_index
        self.event = event
        if isinstance(event, Bet | Raised):
            other = 1 - self.player
            other_total = before.stacks[other] + before.bets[other]
            to = min(event.amount, other_total)
            to_call = before.amount_to_call
            pot = before.total_pot_amount + to_call
            self.size = Fraction(to - max(before.bets), pot)
            self.all_in = to in (
                other_total,
                before.stacks[self.player] + before.bets[self.player],
            )


def actions_of(start: State, state: State) -> list[PlayedAction]:
    """Return the actions of a hand, replayed from its start."""
    replayed = start.copy()
    found = []
    for event in state.events:
        before = replayed.copy()
        if isinstance(event, Folded):
            replayed.fold()
        elif isinstance(event, Checked | Called):
            replayed.check_or_call()
        elif isinstance(event, Bet | Raised):
            replayed.bet_or_raise_to(event.amount)
        else:
            continue
        found.append(PlayedAction(before, replayed.copy(), event))
    return found


def bets_of(tree: BettingTree, node: int) -> dict[int, Fraction]:
    """Return the bets and raises at a node with their sizes."""
    player = int(tree.player[node])
    committed = [int(chips) for chips in tree.committed[node]]
    deficit = max(committed) - committed[player]  # heads-up with even stacks and no antes
    pot = tree.rules.pot_chips + sum(committed) + deficit
    return {
        child: Fraction(int(tree.committed[child][player]) - max(committed), pot)
        for child in tree.children(node)
        if tree.move[child] in (Move.BET, Move.ALL_IN)
    }


def child_by(tree: BettingTree, node: int, *moves: Move) -> int | None:
    return next((child for child in tree.children(node) if tree.move[child] in moves), None)


def mapped_nodes(
    tree: BettingTree, node: int, action: PlayedAction, share: Share
) -> list[tuple[int, Fraction]]:
    """Return the nodes that an action may lead to, with their probabilities."""
    passive = child_by(tree, node, Move.CHECK, Move.CALL)
    assert passive is not None
    if isinstance(action.event, Folded):
        return [(child_by(tree, node, Move.FOLD) or passive, Fraction(1))]
    if isinstance(action.event, Checked | Called):
        return [(passive, Fraction(1))]
    sizes = {passive: Fraction(0), **bets_of(tree, node)}
    for child, size in sizes.items():
        if size == action.size:
            return [(child, Fraction(1))]
    below = max(
        (child for child in sizes if sizes[child] < action.size), key=lambda child: sizes[child]
    )
    above = min(
        (child for child in sizes if sizes[child] > action.size),
        key=lambda child: sizes[child],
        default=None,
    )
    all_in = child_by(tree, node, Move.ALL_IN)
    if action.all_in and all_in is not None and above in (None, all_in):
        return [(all_in, Fraction(1))]
    if above is None:
        return [(below, Fraction(1))]
    lower = share(action.size, sizes[below], sizes[above])
    return [(below, lower), (above, 1 - lower)]


def advance(tree: BettingTree, node: int, action: PlayedAction) -> int:
    """Advance from a node to the one that matches the hand after an action."""
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
    """Return the probability of every node that may match a hand."""
    probabilities: dict[int, Fraction] = {}
    actions = actions_of(start, state)

    def follow(node: int, index: int, probability: Fraction) -> None:
        if probability == 0:
            return
        if index == len(actions):
            probabilities[node] = probabilities.get(node, Fraction(0)) + probability
            return
        action = actions[index]
        is_actors_turn = (
            tree.kind[node] == Kind.ACTION
            and tree.street[node] == action.street
            and tree.player[node] == action.player
        )
        outcomes = (
            mapped_nodes(tree, node, action, share) if is_actors_turn else [(node, Fraction(1))]
        )
        for child, chance in outcomes:
            follow(advance(tree, child, action), index + 1, probability * chance)

    follow(0, 0, Fraction(1))
    return probabilities
