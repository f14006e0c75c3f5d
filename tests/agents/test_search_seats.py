"""The searching agent at tables of three to six seats."""

import json
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest

from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.search_agent import SearchAgent, SearchDecision, search_settings
from fifthstreet.agents.seats_decision import SeatsDecision
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.games import table_game
from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.game.actions import act
from fifthstreet.game.kinds import Action
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.state import State
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search import ContinualSolver, SeatsSettings
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import HoleArray, PlainStrategy
from tests.agents.views import view_in_turn

RIVER = 3
GAME = table_game("nlhe").game
SETTINGS = search_settings(
    ("a", "a", "50%/a"), seconds=60, method="maxmargin", target=1, max_iterations=20, threads=1
)


class Mixed(PlainStrategy):
    """A strategy that differs from hand to hand and from decision to decision."""

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        random = np.random.default_rng([node, *board])
        rows: HoleArray = random.random((int(self.tree.n_children[node]), 1326))
        shares: HoleArray = rows / rows.sum(axis=0)
        return shares


def tree_of(players: int, **options: Any) -> BettingTree:
    """Return a tree with one raise before the flop, and none or few bets after it."""
    usual: dict[str, Any] = {
        "sizes": Sizes.uniform("", raises="100%, a"),
        "max_raises": 1,
        "last_street": 2,
    }
    rules = TreeRules.even(players, 1200, blinds=(50, 100), first_street=0, **(usual | options))
    return build_tree(rules)


def mixed(players: int = 6, **options: Any) -> Mixed:
    return Mixed(tree_of(players, **options), [Range.full()] * players)


def dealt(actions: str, stacks: list[int], seed: int = 1) -> State:
    """Deal a hand and play actions: f, k for a check or call, or a raise to an amount."""
    state = GAME(stacks, len(stacks), seed=seed)
    for action in actions.split():
        play(state, action)
    return state


def play(state: State, action: str) -> None:
    if action == "f":
        state.fold()
    elif action == "k":
        state.check_or_call()
    else:
        state.bet_or_raise_to(int(action))


@pytest.mark.parametrize("stacks", [[1200] * 6, [1300, 900, 1200, 1250, 1100, 1000]])
def test_two_who_are_left_are_searched_as_heads_up(stacks: list[int]) -> None:
    """The pot has the chips of the players who folded, and the ranges are the strategy's."""
    strategy = mixed()
    agent = SearchAgent(strategy, SETTINGS, first_street=RIVER)
    # The fourth seat opens, the small blind calls, the big blind folds.
    state = dealt("f f 350 f k f k k k k 100", stacks, seed=3)
    view = view_in_turn(GAME, state, 5)
    assert view.seat == 4
    agent.decide(view)
    assert not agent.problem
    assert agent.last is not None
    node = strategy.tree.find("r:f:f:b350:f:c:f:n:k:k:n:k:k")[0]
    board = tuple(int(card) for card in state.get_board_cards(0))
    reach = strategy.reach(node, board)
    behind = min(stacks[0], stacks[4]) - 350
    rules = {"min_bet": 100, **agent.search.settings.rules_from(RIVER)}
    first, second = (Range(reach[player] / reach[player].max()) for player in (0, 4))
    spot = Spot(board, (first, second), TreeRules.even(2, behind, pot=800, first_street=3, **rules))
    alone = ContinualSolver(spot, 1, agent.search.settings).at("r:b100")
    np.testing.assert_array_equal(agent.last.answer.strategy, alone.strategy)
    assert agent.last.answer.actions == alone.actions
    assert agent.explain()["pot"] == 900


def test_tables_of_three_seats() -> None:
    strategy, rng = mixed(3, sizes=Sizes.uniform("50%", raises="100%, a")), Random(7)
    searched = 0
    for number in range(9):
        seats = SeatsSettings(iterations=2)
        agent = SearchAgent(strategy, SETTINGS, first_street=RIVER, seats=seats)
        state = GAME([rng.choice([900, 1200, 1500]) for _ in range(3)], 3, seed=number)
        while state.status:
            view = view_in_turn(GAME, state, rng.getrandbits(20))
            action: Any = view.check_or_call()
            if state.actor_index == number % 3 and view.street == RIVER:
                action = agent.decide(view)
                searched += not agent.problem
            elif rng.random() < 0.2:
                action = view.raise_by_pots(0.6)
            elif rng.random() < 0.2:
                action = view.check_or_fold()
            act(state, action.kind, action.amount)
    assert searched > 2


def test_ranges_are_bayes_rule() -> None:
    """Exact if hands that folded share no cards with the others, as these."""
    hands = [Range.parse(text).hands()[:3].tolist() for text in ("AA", "KK,QQ", "JJ,KK", "77")]
    weights = np.zeros((4, 1326))
    for row, some in zip(weights, hands, strict=True):
        row[some] = 1
    tree = tree_of(4)
    strategy = Mixed(tree, [Range(row) for row in weights])
    node = tree.find("r:b350:f:c:f")[0]  # seats 2 and 0 are left
    joint: dict[tuple[int, int], float] = {}
    line = tree.line(node)
    for held in product(*hands):
        if any(HOLE_MASKS[a] & HOLE_MASKS[b] for i, a in enumerate(held) for b in held[:i]):
            continue
        share = 1.0
        for before, after in pairwise(line):
            rows = strategy.probabilities(before, ())
            action = after - int(tree.first_child[before])
            share *= float(rows[action, held[int(tree.player[before])]])
        key = (held[0], held[2])
        joint[key] = joint.get(key, 0.0) + share
    reach = strategy.reach(node, ())
    product_of_reach = {(a, b): float(reach[0][a] * reach[2][b]) for a, b in joint}
    ratio = [joint[key] / product_of_reach[key] for key in joint]
    np.testing.assert_allclose(ratio, ratio[0])


def agent_of(strategy: PlainStrategy, iterations: int = 3, **options: Any) -> SearchAgent:
    settings = search_settings(
        ("a", "100%", "50%/a"),
        seconds=60,
        method="unsafe",
        target=5,
        raises="1",
        max_iterations=3,
        threads=1,
    )
    seats = SeatsSettings(iterations=iterations, **options)
    return SearchAgent(strategy, settings, first_street=2, seats=seats)


def whole_game(players: int) -> Mixed:
    return mixed(players, sizes=Sizes.uniform("50%", raises="100%, a"), last_street=3)


def test_three_on_a_street_are_searched() -> None:
    agent = agent_of(whole_game(3), iterations=12)
    state = dealt("350 k k k k k", [1200] * 3)
    agent.decide(view_in_turn(GAME, state, 5))
    assert not agent.problem
    data = agent.explain()
    assert json.loads(json.dumps(data)) == data
    assert (data["players"], data["pot"], data["seat"]) == (3, 1050, 0)
    assert sum(each["share"] for each in data["actions"].values()) == pytest.approx(1)
    assert sum(each["range_share"] for each in data["actions"].values()) == pytest.approx(1)
    (solve,) = data["solves"]
    assert solve["iterations"] == 12
    assert solve["rollouts"] > 0
    assert solve["ranges_from"] == "the strategy"
    assert not solve["is_equilibrium_guaranteed"]
    assert "no guarantee of an equilibrium" in str(agent.last)
    assert repr(agent.last).startswith("<SeatsDecision: ")


def test_a_bet_that_the_tree_lacks_keeps_what_was_played() -> None:
    """The street is solved again from its start; the agent's own hand has played its check."""
    agent = agent_of(whole_game(3), iterations=30)
    state = dealt("350 k k k k k", [1200] * 3, seed=2)
    view = view_in_turn(GAME, state, 5)
    agent.decide(view)
    first = agent.last
    assert isinstance(first, SeatsDecision)
    for action in ("k", "k", "437"):
        play(state, action)
    agent.decide(view_in_turn(GAME, state, 5))
    second = agent.last
    assert isinstance(second, SeatsDecision)
    assert second.path == "r:k:k:b437"
    own = second.hand
    before = first.answer.strategy[:, own]
    street = second.answer.solve.street
    assert street is not first.answer.solve.street
    np.testing.assert_array_equal(street.strategy(0)[:, own], before)
    assert not np.array_equal(street.strategy(0), first.answer.strategy, equal_nan=True)


def test_ranges_come_from_the_search_before() -> None:
    """When one of three folds on the turn, the river has both ranges of the search."""
    agent = agent_of(whole_game(3))
    state = dealt("350 k k k k k", [1200] * 3, seed=4)
    agent.decide(view_in_turn(GAME, state, 5))
    first = agent.last
    assert isinstance(first, SeatsDecision)
    for action in ("k", "500", "f", "k"):
        play(state, action)
    view = view_in_turn(GAME, state, 5)
    place = agent._placer(view)
    own = first.hand
    reach, origin = agent.seats_search.ranges_at(view, own, place, RIVER)
    assert origin == "the search on the turn"
    assert [*reach] == [0, 1]
    agent.decide(view)
    assert not agent.problem
    second = agent.last
    assert isinstance(second, SearchDecision)
    spot = second.answer.solves[0].solution.ranges
    board = sum(1 << int(card) for card in state.get_board_cards(0))
    for range_, row in zip(spot, reach.values(), strict=True):
        wanted = np.where(HOLE_MASKS & np.uint64(board) == 0, row, 0)
        np.testing.assert_allclose(range_.weights, wanted / wanted.max(), atol=1e-6)


def test_the_same_seed_plays_the_same() -> None:
    rows = []
    for seed in (1, 1, 2):
        agent = agent_of(whole_game(3), seed=seed)
        agent.decide(view_in_turn(GAME, dealt("350 k k k k k", [1200, 900, 1300]), 5))
        assert isinstance(agent.last, SeatsDecision)
        rows.append(agent.last.answer.strategy)
    np.testing.assert_array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2], equal_nan=True)


def test_any_stacks_and_bets_with_four_seats() -> None:
    """Side pots, players all-in before, and bets that no tree foresees."""
    strategy, rng, searched = whole_game(4), Random(3), 0
    for number in range(6):
        agent = agent_of(strategy)
        state = GAME([rng.choice([400, 900, 1200, 1500]) for _ in range(4)], 4, seed=number)
        while state.status:
            view = view_in_turn(GAME, state, rng.getrandbits(20))
            action: Any = view.check_or_call()
            if state.actor_index == number % 4 and view.street >= 2:
                action = agent.decide(view)
                assert not agent.problem or "mapped" in agent.problem
                searched += not agent.problem
            elif rng.random() < 0.25:
                action = view.raise_by_pots(rng.choice([0.3, 0.6, 1.5]))
            act(state, action.kind, action.amount)
    assert searched > 3


@pytest.mark.slow
def test_six_seats_play_a_match() -> None:
    strategy = mixed(6, sizes=Sizes.uniform("", raises="a"), last_street=3)
    problems: set[str] = set()

    class Watched(SearchAgent):
        def decide(self, view: SeatView) -> Action:
            action = super().decide(view)
            problems.add(self.problem)
            return action

    def make(name: str) -> Any:
        if name != "search":
            return create_agent(name)
        agent = agent_of(strategy)
        return Watched(strategy, agent.search.settings, seats=SeatsSettings(iterations=2))

    settings = match_settings(["search", "random"], seats=6, stack=12, hands=12, session_hands=12)
    assert not run_match(settings, make_agent=make).mistakes
    assert "" in problems
