"""Agents that play strategies."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.agents.equity import EquityAgent
from fifthstreet.agents.own_tree import follow_tree, is_own_game
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.small_games import end_of, small_tree, solver_game
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.games import table_game
from fifthstreet.cards import HOLE_COUNT, STANDARD, Card, Range
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.game.variants import KuhnPoker
from fifthstreet.solvers import train
from fifthstreet.solvers.cfr import Strategy
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.training import save_strategy
from fifthstreet.tree import BettingTree, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, HoleArray, PlainStrategy, UniformStrategy
from fifthstreet.tree.translate import MatchQuality
from tests.agents.views import view_in_turn
from tests.review.small_charts import chart

FULL = Range(np.ones(HOLE_COUNT, np.float32))


def _tree(stack: int = 1000) -> BettingTree:
    return build_tree(TreeRules.even(2, stack, blinds=(50, 100), first_street=0, max_raises=2))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_small_games_agree_with_the_engine(name: str) -> None:
    """Every hand of the engine ends where the tree has the same payoffs."""
    table = table_game(name)
    found = solver_game(table.game)
    assert found is not None
    tree = small_tree(found)
    agent = StrategyAgent(Strategy.uniform(tree))
    agent.check_game(table.game)
    for seed in range(100):
        state = table.game(seed=seed)  # type: ignore[call-arg]
        while state.status:
            action = agent.decide(view_in_turn(table.game, state, seed))
            if action.kind.name == "FOLD":  # type: ignore[union-attr]
                state.fold()
            elif action.kind.name in ("CHECK", "CALL"):  # type: ignore[union-attr]
                state.check_or_call()
            else:
                state.bet_or_raise_to()
        payoffs = tree.payoffs[tree.row[end_of(tree, state)]]
        assert payoffs.tolist() == [float(payoff) for payoff in state.payoffs]


def test_actions_are_as_frequent_as_the_strategy_says() -> None:
    game = table_game("nlhe").game
    tree = _tree()

    class Mixed(PlainStrategy):
        def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
            shares = np.arange(1.0, 1 + int(self._tree.n_children[node]))
            return np.repeat(shares[:, None] / shares.sum(), HOLE_COUNT, axis=1)

    agent = StrategyAgent(Mixed(tree, [FULL, FULL]))
    state = game(1000, 2, seed=1)
    count = 3000
    view = view_in_turn(game, state, 5)
    drawn = Counter(agent.decide(view).amount for _ in range(count))  # type: ignore[union-attr]
    shares = np.arange(1.0, 1 + int(tree.n_children[0]))
    assert len(drawn) == len(shares)
    expected = sorted(count * shares / shares.sum())
    for found, wanted in zip(sorted(drawn.values()), expected, strict=True):
        assert abs(found - wanted) < 4 * wanted**0.5


def test_strategies_of_other_games_are_refused() -> None:
    calling = StrategyAgent(CallingStrategy(_tree(), [FULL, FULL]))
    with pytest.raises(InputError, match="Texas hold'em only, not pot-limit Omaha"):
        calling.check_game(table_game("plo").game)
    kuhn = StrategyAgent(Strategy.uniform(small_tree(Kuhn())))
    with pytest.raises(InputError, match=r"plays Kuhn poker.*, not Leduc"):
        kuhn.check_game(table_game("leduc").game)
    spot = Spot.of("QsJh2h7c", 100, 200, oop="AA", ip="KK")
    with pytest.raises(InputError, match="the strategy must start before the flop"):
        StrategyAgent(UniformStrategy(spot.tree, spot.ranges, spot.board))
    assert solver_game(KuhnPoker((), raw_antes=2)) is None
    assert solver_game(table_game("rhode-island").game) is None


def test_own_games_have_the_same_stakes() -> None:
    game = table_game("nlhe").game
    strategy = CallingStrategy(_tree(), [FULL, FULL])
    assert is_own_game(strategy, game, [1000, 1000])
    assert not is_own_game(strategy, game, [1000, 900])
    assert not is_own_game(strategy, game, [1000, 1000, 1000])
    assert not is_own_game(strategy, table_game("flhe").game, [1000, 1000])
    assert not is_own_game(CallingStrategy(_tree(), [FULL, Range("AA")]), game, [1000, 1000])


def test_hands_are_followed_until_they_leave_the_tree() -> None:
    game, tree = table_game("nlhe").game, _tree()
    state = game(1000, 2, seed=1)
    state.check_or_call()
    state.check_or_call()
    assert follow_tree(tree, state.events) == (tree.find("r:c:k:n")[0], True)
    state.bet_or_raise_to(137)
    assert follow_tree(tree, state.events) == (tree.find("r:c:k:n")[0], False)


def _after_a_limp(hole: str, board: str) -> State:
    """A hand of three in which the button limps, and bets 1,000 into the blinds on the flop.

    The big blind has the hole cards and is to act.
    """
    cards = list(Card.parse(hole + board))
    rest = [card for card in STANDARD if card not in cards]
    dealt = [rest.pop(), cards[0], rest.pop(), rest.pop(), cards[1], rest.pop()]
    game = table_game("nlhe").game
    state = game(10_000, 3, deck_order=[*dealt, *cards[2:], *rest])
    state.check_or_call()  # the button
    state.check_or_call()
    state.check_or_call()
    state.check_or_call()  # the small blind on the flop
    state.check_or_call()
    state.bet_or_raise_to(1_000)
    state.fold()
    return state


@pytest.mark.parametrize(
    ("hole", "board", "answer"),
    [("AsAh", "Ad7c2h", "CALL"), ("8s3h", "AdKcQh", "FOLD")],
)
def test_bets_of_a_player_who_folded_on_the_tree_are_called_by_pot_odds(
    hole: str, board: str, answer: str
) -> None:
    """The tree lets nobody limp, so that on it the button has folded."""
    rules = TreeRules.even(
        3, 10_000, blinds=(50, 100), first_street=0, max_raises=1, cold_calls=(0, 1)
    )
    agent = StrategyAgent(UniformStrategy(build_tree(rules), [FULL] * 3))
    state = _after_a_limp(hole, board)
    view = view_in_turn(table_game("nlhe").game, state, 5)
    assert agent.decide(view).kind.name == answer  # type: ignore[union-attr]
    assert agent._seat is not None
    assert agent._seat._follower.quality is MatchQuality.LOST


@pytest.mark.parametrize("stack", [10, 13, 40])
def test_any_opponent_and_any_stack(stack: int) -> None:
    """The agent answers legally where the hand is not on its tree."""
    strategy = UniformStrategy(_tree(), [FULL, FULL])

    def make(name: str) -> object:
        return StrategyAgent(strategy) if name == "uniform" else create_agent(name)

    settings = match_settings(["uniform", "random"], stack=stack, hands=100, session_hands=100)
    result = run_match(settings, make_agent=make)  # type: ignore[arg-type]
    assert not result.mistakes
    again = run_match(settings, make_agent=make)  # type: ignore[arg-type]
    assert again.winnings(0) == result.winnings(0)


def test_saved_strategies_play(tmp_path: Path) -> None:
    solver = train("leduc", "cfr+", iterations=20)
    path = tmp_path / "leduc.strategy"
    save_strategy(solver.average(), path)
    agent = create_agent(f"strategy:file={path}")
    assert isinstance(agent, StrategyAgent)
    assert isinstance(agent.known_strategy, Strategy)
    assert agent.known_strategy.tree.name == leduc().name
    again = create_agent(f"strategy:file={path}")
    assert isinstance(again, StrategyAgent)
    assert again.known_strategy is agent.known_strategy  # read once
    settings = match_settings(
        [f"strategy:file={path}", "calling_station"], game="leduc", hands=200, estimator="aivat"
    )
    assert not run_match(settings).mistakes
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"leduc\.strategy"):
        create_agent(f"strategy:file={path}")


def test_after_the_flop_a_chart_is_followed_by_the_agent_that_samples_equity() -> None:
    """Before it, actions are those of the chart."""
    game = table_game("nlhe").game
    agent = StrategyAgent(chart(3, 20))
    state = game(2000, 3, seed=3)
    before = agent.decide(view_in_turn(game, state, 5))
    tree = chart(3, 20).tree
    assert before.kind.name.lower() in {"fold", "raise"}  # type: ignore[union-attr]
    assert tree.actions(0) == ("f", "b2.5", "a")
    state.bet_or_raise_to(250)
    state.fold()
    state.check_or_call()
    assert state.street_index == 1
    for seed in range(5):
        view, again = (view_in_turn(game, state, seed) for _ in range(2))
        assert agent.decide(view) == EquityAgent().decide(again)


def test_charts_play_matches_of_three() -> None:
    settings = match_settings(
        ["chart", "random", "random"], stack=2000, hands=60, session_hands=60, seed=2
    )

    def make(name: str) -> object:
        return StrategyAgent(chart(3, 20)) if name == "chart" else create_agent(name)

    assert not run_match(settings, make_agent=make).mistakes  # type: ignore[arg-type]
