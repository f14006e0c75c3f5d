"""Translation: actions of heads-up hands followed through a tree per second of CPU time."""

import random
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Figure, at_least, cpu_seconds
from fifthstreet.game import Automation, State
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import Follower, Policy, PseudoHarmonicNearest, match

HANDS = 2_000
ACTIONS_PER_SECOND = 200_000  # at least
STACK, BLINDS = 200, (1, 2)


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    tree = _tree()
    hands = _hands()
    played = [hand[-1] for hand in hands]
    actions = sum(len(hand) - 1 for hand in hands)
    followers = {
        "likelier size": Follower(tree),
        "drawn size": Follower(tree, seed=7),
        "deterministic mapping": Follower(tree, Policy(PseudoHarmonicNearest())),
    }
    for name, follower in followers.items():
        seconds = cpu_seconds(partial(_follow, follower, played))
        yield at_least(f"whole hands, {name}", actions / seconds, ACTIONS_PER_SECOND, "actions/s")
    seconds = cpu_seconds(partial(_observe, Follower(tree), hands))
    yield at_least("action by action", actions / seconds, ACTIONS_PER_SECOND, "actions/s")
    some = played[:200]
    seconds = cpu_seconds(lambda: [match(tree, state) for state in some]) / len(some)
    yield at_least("match, with its report", 1 / seconds, 1_000, "hands/s")


def _tree() -> BettingTree:
    sizes = Sizes.uniform("50%, 100%, a", raises="50%, 100%, a")
    return build_tree(
        TreeRules(stacks=(STACK, STACK), blinds=BLINDS, first_street=0, sizes=sizes, max_raises=4)
    )


def _follow(follower: Follower, played: list[State]) -> None:
    for state in played:
        follower.begin(state)


def _observe(follower: Follower, hands: list[list[State]]) -> None:
    for states in hands:
        follower.begin(states[0])
        for state in states[1:]:
            follower.observe(state)


def _hands() -> list[list[State]]:
    """Return random hands, each as its states before the first and after every action."""
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, BLINDS, BLINDS[1])
    chooser = random.Random(5)
    hands = []
    for _ in range(HANDS):
        states = [game(STACK, 2, seed=1)]
        while states[-1].status:
            state = states[-1].copy()
            _act(state, chooser)
            states.append(state)
        hands.append(states)
    return hands


def _act(state: State, chooser: random.Random) -> None:
    """Fold seldom and bet often, small bets more often than large ones."""
    choice = chooser.random()
    if choice < 0.1 and state.can_fold():
        state.fold()
    elif choice < 0.5 and state.can_bet_or_raise_to():
        low = state.min_raise_to
        high = state.max_raise_to
        state.bet_or_raise_to(low + int(chooser.random() ** 4 * (high - low + 1)))
    else:
        state.check_or_call()
