"""The rules engine plays every path of a tree exactly as the tree does."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given, settings

from fifthstreet.cards import STANDARD
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.game.enums import Automation, BettingStructure, Opening
from fifthstreet.game.state import State
from fifthstreet.game.street import Street
from fifthstreet.tree import BettingTree, Kind, Move, Sizes, TreeRules, build_tree
from tests.thoroughness import examples
from tests.tree.draws import tree_rules

BOARD_CARDS = (0, 3, 1, 1)
# Nothing from the showdown on, so that the pot is not paid out before it is compared.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
)
WIDEST = Sizes.uniform("1c, a", raises="1c, a")  # the smallest and the largest legal bet


def state_of(rules: TreeRules) -> State:
    """Return the engine state at the root; a pot is paid as equal antes."""
    players, first = rules.players, rules.first_street
    streets = []
    for street in range(first, 4):
        is_first = street == first
        board = sum(BOARD_CARDS[: street + 1]) if is_first else BOARD_CARDS[street]
        hole = (False, False) if is_first else ()
        bet = rules.min_bet_chips
        streets.append(Street(not is_first, hole, board, False, Opening.POSITION, bet, None))
    ante, remainder = divmod(rules.pot_chips, players)
    assert remainder == 0
    return State(
        AUTOMATIONS,
        STANDARD,
        (STANDARD_HIGH,),
        tuple(streets),
        BettingStructure.NO_LIMIT,
        False,
        ante if first else rules.antes,
        0 if first else rules.blinds,
        0,
        [stack + ante for stack in rules.stack_chips],
        players,
        seed=1,
    )


@dataclass
class Excess:
    """Chips that a player bet in the engine but nobody could call; in the tree they stay behind."""

    player: int = 0
    chips: int = 0


def largest_callable(state: State, player: int) -> int:
    """Return the largest bet that another player can still match."""
    return max(
        int(state.stacks[i] + state.bets[i])
        for i in range(state.player_count)
        if i != player and state.statuses[i]
    )


def check_chips(tree: BettingTree, node: int, state: State, excess: Excess) -> None:
    stacks = list(state.stacks)
    pot = state.total_pot_amount
    if any(state.bets):  # otherwise it was returned when the bets were collected
        stacks[excess.player] += excess.chips
        pot -= excess.chips
    assert tree.pot(node) == pot
    assert tree.stacks(node) == tuple(stacks)


def check_action(tree: BettingTree, node: int, state: State, has_extremes: bool) -> None:
    player = state.actor_index
    assert player is not None
    assert player == tree.player[node]
    assert tree.street[node] == tree.rules.first_street + (state.street_index or 0)
    children = tree.children(node)
    moves = {Move(tree.move[child]): int(tree.amount[child]) for child in children}
    to_call = state.amount_to_call
    assert (Move.FOLD in moves) == state.can_fold() == (to_call > 0)
    if to_call:
        assert moves[Move.CALL] == state.bets[player] + to_call
    else:
        assert moves[Move.CHECK] == 0
    bets = [int(tree.amount[c]) for c in children if tree.move[c] in (Move.BET, Move.ALL_IN)]
    assert bets == sorted(set(bets))
    smallest = state.min_raise_to
    if smallest is None:
        assert not bets
        return
    largest = min(state.max_raise_to, largest_callable(state, player))
    assert all(min(smallest, largest) <= to <= largest for to in bets)
    assert (Move.ALL_IN in moves) == (largest in bets)
    limit = tree.rules.raise_limits[int(tree.street[node])]
    count = state.raise_count
    if limit is not None and count >= limit:
        assert not bets
    elif has_extremes:
        assert (bets[0], bets[-1]) == (min(smallest, largest), largest)


def check_end(tree: BettingTree, node: int, state: State) -> None:
    if tree.kind[node] == Kind.FOLD:
        assert state.folded_status
        assert state.statuses.index(True) == tree.player[node]
    elif tree.street[node] == tree.rules.last_street < 3 and not state.all_in_status:
        assert state.street_index == tree.street[node] + 1 - tree.rules.first_street
    else:
        assert state.actor_index is None
        assert not state.folded_status


def walk(tree: BettingTree, node: int, state: State, excess: Excess, has_extremes: bool) -> None:
    """Check a node and everything below it."""
    check_chips(tree, node, state, excess)
    assert tree.folded[node] == sum(1 << i for i, live in enumerate(state.statuses) if not live)
    kind = tree.kind[node]
    if kind == Kind.DEAL:
        assert tree.actions(node) == ("n",)
        assert state.actor_index is not None  # the engine has dealt, and someone can bet
        (child,) = tree.children(node)
        assert tree.street[child] == tree.street[node] + 1
        walk(tree, child, state, Excess(), has_extremes)
        return
    if kind != Kind.ACTION:
        assert not tree.n_children[node]
        check_end(tree, node, state)
        return
    check_action(tree, node, state, has_extremes)
    for child in tree.children(node):
        after = state.copy()
        move, to = tree.move[child], int(tree.amount[child])
        new_excess = excess
        if move == Move.FOLD:
            after.fold()
        elif move in (Move.CHECK, Move.CALL):
            after.check_or_call()
        else:
            # The engine requires a full raise even if nobody can call all of it.
            full = max(to, state.min_raise_to)
            new_excess = Excess(int(tree.player[node]), full - to)
            after.bet_or_raise_to(full)
        walk(tree, child, after, new_excess, has_extremes)


def check_tree(rules: TreeRules, *, has_extremes: bool) -> None:
    """Check every node; `has_extremes`: menus have the smallest and the largest bet."""
    walk(build_tree(rules), 0, state_of(rules), Excess(), has_extremes)


@given(tree_rules())
@settings(max_examples=examples(100))
def test_any_menu_follows_the_rules(rules: TreeRules) -> None:
    check_tree(rules, has_extremes=False)


LARGEST_TREE = 10_000  # a second of the engine


@given(tree_rules(sizes=WIDEST))
@settings(max_examples=examples(100))
def test_smallest_and_largest_bets_match_the_rules(rules: TreeRules) -> None:
    plain = replace(rules, add_allin=0.0, force_allin=0.0, merge=0.0)
    most = min(most or 2 for most in rules.raise_limits)
    few_raises = replace(plain, max_raises=min(2, most))
    assume(len(build_tree(few_raises)) <= LARGEST_TREE)
    check_tree(few_raises, has_extremes=True)


@pytest.mark.parametrize(
    "rules",
    [
        TreeRules(stacks=(100, 15, 100), pot=30, first_street=3, min_bet=10, sizes=WIDEST),
        TreeRules(stacks=(50, 60, 13, 16), pot=40, first_street=3, min_bet=10, sizes=WIDEST),
        # Two short all-ins add up to a full raise, but not for a player who called the first.
        TreeRules(stacks=(60, 15, 60, 20), pot=40, first_street=3, min_bet=10, sizes=WIDEST),
        # A third all-in is short again and does not reopen the betting for the first bettor.
        TreeRules(stacks=(60, 15, 20, 25, 60), pot=50, first_street=3, min_bet=10, sizes=WIDEST),
        # Nobody can call more than the big blind, who therefore does not act.
        TreeRules(stacks=(1, 99, 2), blinds=(1, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(1, 9), blinds=(1, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(9, 1), blinds=(1, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(2, 2), blinds=(1, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(6, 1, 2), blinds=(1, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(3, 3, 3), blinds=(1, 2), antes=(2, 2, 2), first_street=0, sizes=WIDEST),
        TreeRules(stacks=(0, 20, 20), pot=30, first_street=2, sizes=WIDEST, max_raises=2),
        TreeRules(stacks=(0, 20), pot=30, first_street=2, sizes=WIDEST),
    ],
    ids=lambda rules: "-".join(map(str, rules.stacks)),
)
def test_short_stacks_and_blinds_that_put_players_all_in(rules: TreeRules) -> None:
    check_tree(rules, has_extremes=True)
