"""Translation: actions of heads-up hands followed through a tree per second of CPU time."""

import random
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Figure, at_least, cpu_seconds
from fifthstreet.game import Automation, State
from fifthstreet.game.operations import CheckingOrCalling, CompletionBettingOrRaisingTo, Folding
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.translate import Follower, Policy, PseudoHarmonicNearest, match
from fifthstreet.tree import BettingTree, Move, Sizes, TreeRules, build_tree

HANDS = 2_000
ACTIONS_PER_SECOND = 200_000  # at least
STACK, BLINDS = 200, (1, 2)

Line = list[tuple[int, float]]  # kind and amount of each action of a hand


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    tree = _tree()
    start, lines, states = _hands()
    actions = sum(map(len, lines))
    followers = {
        "likelier size": Follower(tree),
        "drawn size": Follower(tree, seed=7),
        "deterministic mapping": Follower(tree, Policy(PseudoHarmonicNearest())),
    }
    for name, follower in followers.items():
        seconds = cpu_seconds(partial(_follow, follower, start, lines))
        yield at_least(f"act, {name}", actions / seconds, ACTIONS_PER_SECOND, "actions/s")
    seconds = cpu_seconds(partial(_observe, Follower(tree), states))
    yield at_least("observe, whole hands", actions / seconds, ACTIONS_PER_SECOND, "actions/s")
    some = states[:200]
    seconds = cpu_seconds(lambda: [match(tree, state) for state in some]) / len(some)
    yield at_least("match, with its report", 1 / seconds, 1_000, "hands/s")


def _tree() -> BettingTree:
    sizes = Sizes.uniform("50%, 100%, a", raises="50%, 100%, a")
    return build_tree(
        TreeRules(stacks=(STACK, STACK), blinds=BLINDS, first_street=0, sizes=sizes, max_raises=4)
    )


def _follow(follower: Follower, start: State, lines: list[Line]) -> None:
    for line in lines:
        follower.begin(start)
        for kind, amount in line:
            follower.act(kind, amount)


def _observe(follower: Follower, states: list[State]) -> None:
    for state in states:
        follower.begin(state)


def _hands() -> tuple[State, list[Line], list[State]]:
    """Return the start of a hand, the lines of random hands, and their final states."""
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, BLINDS, BLINDS[1])
    chooser = random.Random(5)
    states = []
    for _ in range(HANDS):
        state = game(STACK, 2, seed=1)
        while state.status:
            _act(state, chooser)
        states.append(state)
    return game(STACK, 2, seed=1), [_line(state) for state in states], states


def _act(state: State, chooser: random.Random) -> None:
    """Fold seldom and bet often, small bets more often than large ones."""
    choice = chooser.random()
    if choice < 0.1 and state.can_fold():
        state.fold()
    elif choice < 0.5 and state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(low + int(chooser.random() ** 4 * (high - low + 1)))
    else:
        state.check_or_call()


def _line(state: State) -> Line:
    line: Line = []
    for operation in state.operations:
        if isinstance(operation, Folding):
            line.append((int(Move.FOLD), 0.0))
        elif isinstance(operation, CheckingOrCalling):
            line.append((int(Move.CALL), 0.0))
        elif isinstance(operation, CompletionBettingOrRaisingTo):
            line.append((int(Move.BET), float(operation.amount)))
    return line
