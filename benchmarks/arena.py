"""The arena: what it costs beside the rules engine, and how many hands estimates save."""

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

import numpy as np

from benchmarks.measure import Figure, at_least, at_most
from fifthstreet.agents.agent import Agent
from fifthstreet.agents.simple import RandomAgent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import MatchSettings, match_settings, play_session, run_match
from fifthstreet.arena.aivat.hand_values import SolutionValues
from fifthstreet.arena.aivat.holdem import HoldemAivat
from fifthstreet.arena.aivat.tree_hand import TreeTable
from fifthstreet.arena.answering import perform
from fifthstreet.arena.session import KeptHand
from fifthstreet.cards import HOLE_COUNT, Range
from fifthstreet.game.events import BettingAction
from fifthstreet.game.kinds import Action, ActionAmount
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.state import State
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree

OVERHEAD = 0.5  # of the rules engine, at most
COURSE_HANDS_PER_SECOND = 3_000
SAMPLED_REDUCTION = 10  # times fewer hands
SOLVED_REDUCTION = 40

_REPEATS = 5
_HANDS = 2_000
_NOT_LEARNING = ("random", "calling_station", "absolute", "pot_odds", "predictor")
_STACK = 100  # big blinds
_TRAVERSALS = {"sampled": 400_000, "weaker": 20_000}
_ESTIMATED_HANDS = 600
_TURN_DEALS = 400
_TURN_RANGE = "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,ATo+,KJo+"


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    for seats in (2, 6):
        yield at_most(f"overhead, random agents, {seats} seats", _overhead(seats), OVERHEAD, "x")
    yield at_least("course game, 10 seats", _course_rate(), COURSE_HANDS_PER_SECOND, "hands/s")
    yield from _sampled_figures()
    yield at_least(
        "aivat and duplicate, solved turn", _turn_reduction(), SOLVED_REDUCTION, "times fewer hands"
    )


def _overhead(seats: int) -> float:
    """Return what the arena adds to the engine and the agents, as a share of the engine's time."""
    settings = match_settings(["random"], seats=seats, hands=_HANDS, session_hands=_HANDS, seed=3)
    kept: list[KeptHand] = []
    watcher = _Watcher()
    play_session(settings, 0, make_agent=lambda _: watcher, keep=kept.append)
    decisions = [_decisions(hand.state) for hand in kept]
    arena, engine, agents = [], [], []
    for _ in range(_REPEATS):  # in turns, under the same load; the least of each counts
        arena.append(_seconds(lambda: play_session(settings, 0, make_agent=lambda _: _Single())))
        engine.append(_seconds(lambda: _replay(settings, kept, decisions)))
        agents.append(_seconds(watcher.decide_again))
    return (min(arena) - min(agents)) / min(engine) - 1


class _Single(RandomAgent):
    """A random agent that plays hand by hand: its own method keeps it from batches of tables."""

    decide = RandomAgent.decide


class _Watcher(RandomAgent):
    """A random agent that keeps what it has seen."""

    def __init__(self) -> None:
        self.views: list[SeatView] = []

    def decide(self, view: SeatView) -> Action:
        """Return a random action."""
        self.views.append(view)
        return super().decide(view)

    def decide_again(self) -> None:
        """Decide in all views once more."""
        decide = RandomAgent().decide
        for view in self.views:
            decide(view)


def _decisions(state: State) -> list[ActionAmount]:
    return [
        ActionAmount(event.kind, event.amount)
        for event in state.events
        if isinstance(event, BettingAction)
    ]


def _replay(
    settings: MatchSettings, kept: list[KeptHand], decisions: list[list[ActionAmount]]
) -> None:
    """Play the same hands with the rules engine alone."""
    stack, seats = settings.starting_stack, settings.seats
    for hand, actions in zip(kept, decisions, strict=True):
        state = hand.game(stack, seats, seed=hand.seed)
        for action in actions:
            perform(state, action)


def _course_rate() -> float:
    """Return hands per second of the course game; every session has new boards."""
    settings = match_settings(
        _NOT_LEARNING,
        game="course",
        seats=10,
        hands=_REPEATS * _HANDS,
        session_hands=_HANDS,
        duplicate=False,
    )
    sessions = [_seconds(partial(play_session, settings, number)) for number in range(_REPEATS)]
    return _HANDS / min(sessions)


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


class _Hidden:
    """An agent whose strategy is unknown."""

    def __init__(self, agent: StrategyAgent) -> None:
        self.agent = agent

    def decide(self, view: SeatView) -> Action:
        """Return what the agent decides."""
        return self.agent.decide(view)


def _sampled_figures() -> Iterator[Figure]:
    """Heads-up no-limit hold'em between sampled strategies, with the values of one of them."""
    tree = _no_limit_tree()
    every_hand = Range(np.ones(HOLE_COUNT, np.float32))
    agents: dict[str, Agent] = {}
    for seed, (name, traversals) in enumerate(_TRAVERSALS.items()):
        solver = BlueprintSolver(tree, [every_hand, every_hand], BlueprintOptions(seed=seed))
        solver.iterate(traversals)
        agents[name] = StrategyAgent(solver.average())
        agents[f"{name}, hidden"] = _Hidden(StrategyAgent(solver.average()))
    for opponent, words in (("weaker", "both known"), ("weaker, hidden", "one known")):
        settings = match_settings(
            ["sampled", opponent],
            stack=_STACK,
            hands=_ESTIMATED_HANDS,
            session_hands=_ESTIMATED_HANDS,
            estimator="aivat",
        )
        result = run_match(settings, make_agent=agents.__getitem__)
        reduction = result.agent_results()[0].reduction
        assert reduction is not None
        name = f"aivat and duplicate, no-limit, {words}"
        yield at_least(name, reduction, SAMPLED_REDUCTION, "times fewer hands")


def _no_limit_tree() -> BettingTree:
    sizes = Sizes.uniform("100%", raises="100%")
    stack = 100 * _STACK
    rules = TreeRules(
        stacks=(stack, stack),
        blinds=(50, 100),
        first_street=0,
        sizes=sizes,
        max_raises=2,
        add_allin=100,
        chip=50,
    )
    return build_tree(rules)


def _turn_reduction() -> float:
    """Return how many times fewer hands a solution needs against an unknown opponent.

    The opponent was solved in a few iterations only. Both play each deal in both seats.
    """
    spot = Spot.of("QsJh2h7c", 100, 200, oop=_TURN_RANGE, ip=_TURN_RANGE, bets="66%, 150%")
    solution, weaker = solve(spot), solve(spot, max_iterations=10)
    values = SolutionValues(solution)
    table = TreeTable(spot.tree, spot.ranges, spot.board)
    random = np.random.default_rng(7)
    plain, sharp = np.empty((2, _TURN_DEALS)), np.empty((2, _TURN_DEALS))  # [seat, deal]
    for deal in range(_TURN_DEALS):
        hands, board = table.deal(random)
        for seat, sign in ((0, 1), (1, -1)):
            known = (solution, None) if seat == 0 else (None, solution)
            aivat = HoldemAivat(spot.tree, spot.ranges, spot.board, values, known)
            strategies = [weaker if each is None else each for each in known]
            hand = table.play(hands, board, strategies, random)
            plain[seat, deal] = sign * hand.result
            sharp[seat, deal] = sign * aivat.estimate(hand, random)
    # Hands of one seat against means of two: the variance of a mean of as many hands.
    single = plain.var(axis=1, ddof=1).mean() / 2
    return float(single / sharp.mean(axis=0).var(ddof=1))
