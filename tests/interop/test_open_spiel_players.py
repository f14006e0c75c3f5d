"""Strategies as OpenSpiel's policies and back, and bots and agents at each other's tables."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms import exploitability as theirs
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

from fifthstreet.agents import HoldemAgent, create_agent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.legality import IllegalAnswerError
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.variants import KuhnPoker
from fifthstreet.interop.menu import CALL
from fifthstreet.interop.open_spiel import (
    AgentBot,
    BotAgent,
    StrategyPolicy,
    as_open_spiel,
    open_spiel_poker,
    policy_strategy,
)
from fifthstreet.solvers import make_solver
from fifthstreet.solvers.cfr import Strategy, exploitability, flatten, game_value
from fifthstreet.solvers.games import Game, Kuhn, leduc
from tests.thoroughness import examples, slow


def random_strategy(game: Game[Any], seed: int) -> Strategy:
    tree = flatten(game)
    weights = np.random.default_rng(seed).random(int(tree.first_action[-1]))
    return Strategy.from_weights(tree, weights)


@given(st.integers(0, 10**6))
@settings(max_examples=examples(40), deadline=None)
def test_exploitability_of_kuhn_strategies_is_the_same(seed: int) -> None:
    strategy, game = random_strategy(Kuhn(), seed), as_open_spiel(Kuhn())
    played = StrategyPolicy(game, strategy)
    ours = exploitability(strategy.tree, strategy).chips
    assert theirs.exploitability(game, played) == pytest.approx(ours, abs=1e-12)


@pytest.mark.slow
def test_exploitability_of_a_leduc_strategy_is_the_same() -> None:
    solver: Any = make_solver(leduc(), "cfr+")
    solver.run(iterations=50)
    game = as_open_spiel(leduc())
    ours = exploitability(solver.tree, solver.average()).chips
    assert 0 < ours < 0.1
    played = StrategyPolicy(game, solver.average())
    assert theirs.exploitability(game, played) == pytest.approx(ours, abs=1e-12)


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), *slow(leduc())], ids=str)
def test_strategies_come_back_unchanged(game: Game[Any]) -> None:
    strategy = random_strategy(game, 1)
    back = policy_strategy(StrategyPolicy(as_open_spiel(game), strategy), game)
    assert np.array_equal(back.probabilities, strategy.probabilities)


def test_policies_of_their_solvers_are_strategies() -> None:
    game = pyspiel.load_game("kuhn_poker")
    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    strategy = policy_strategy(average, Kuhn())
    ours = exploitability(strategy.tree, strategy).chips
    assert theirs.exploitability(game, average) == pytest.approx(ours, abs=1e-12)
    native = pyspiel.UniformRandomPolicy(game)
    assert policy_strategy(native, Kuhn())["Q|b"] == {"f": 0.5, "c": 0.5}


def test_their_solver_on_our_game_finds_our_equilibrium() -> None:
    game = as_open_spiel("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    strategy = policy_strategy(solver.average_policy(), Kuhn())
    assert game_value(strategy.tree, strategy)[0] == pytest.approx(-1 / 18, abs=0.02)


def test_policies_of_other_games() -> None:
    with pytest.raises(InputError, match="must have the same tree as"):
        policy_strategy(policy.UniformRandomPolicy(pyspiel.load_game("leduc_poker")), Kuhn())
    with pytest.raises(InputError, match="game must be a game of as_open_spiel, got"):
        StrategyPolicy(pyspiel.load_game("kuhn_poker"), {})
    game = as_open_spiel("kuhn")
    with pytest.raises(InputError, match="the strategy has no information set"):
        StrategyPolicy(game, {}).action_probabilities(game.new_initial_state().child(0).child(0))


def uniform_bot(game: Any, player: int) -> Any:
    return pyspiel.make_uniform_random_bot(player, 7)


def policy_bot(game: Any, player: int) -> Any:
    return pyspiel.make_policy_bot(game, player, 3, pyspiel.UniformRandomPolicy(game))


@pytest.mark.parametrize(
    ("game", "seats", "agent"),
    [
        ("nlhe", 3, BotAgent(uniform_bot)),
        ("leduc", 2, BotAgent(policy_bot, "leduc_poker")),
        ("kuhn", 2, BotAgent(policy_bot, as_open_spiel("kuhn"))),
        *slow(("27td", 5, BotAgent(uniform_bot)), ("stud", 4, BotAgent(uniform_bot))),
        *slow(("badugi", 6, BotAgent(uniform_bot)), ("plo8", 6, BotAgent(uniform_bot))),
    ],
)
def test_bots_play_in_the_arena(game: str, seats: int, agent: BotAgent) -> None:
    settings = match_settings(["bot", "random"], game=game, seats=seats, hands=30, session_hands=30)
    result = run_match(
        settings, make_agent=lambda text: agent if text == "bot" else create_agent(text)
    )
    assert not result.mistakes


def test_bots_see_what_the_agent_sees() -> None:
    """The state of a bot has the agent's cards and the board; other cards are drawn at random."""
    seen: list[tuple[SeatView, Any]] = []

    class Watching(BotAgent):
        def decide(self, view: SeatView) -> Any:
            seen.append((view, None))
            return super().decide(view)

    class Bot(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: Any) -> int:
            view, _ = seen[-1]
            hand = state.hand
            assert state.current_player() == view.seat
            assert tuple(hand.hole_cards[view.seat]) == view.hole_cards
            assert hand.get_boards() == view.boards
            assert tuple(hand.stacks) == view.stacks
            assert tuple(hand.bets) == view.bets
            for other in range(hand.player_count):
                if other != view.seat and view.in_hand[other]:
                    assert not set(hand.hole_cards[other]) & {*view.hole_cards, *view.board}
            return int(state.legal_actions()[len(seen) % len(state.legal_actions())])

    agent = Watching(lambda game, player: Bot())
    settings = match_settings(["bot", "random"], game="nlhe", seats=3, hands=9, session_hands=9)
    result = run_match(
        settings, make_agent=lambda text: agent if text == "bot" else create_agent(text)
    )
    assert not result.mistakes
    assert len(seen) > 5


@pytest.mark.parametrize("pots", [None, (0.5, 1.0)])
def test_agents_play_as_bots(pots: Any) -> None:
    game = open_spiel_poker("nlhe", players=3, stacks=200, pots=pots)
    names = ("random", "random", "calling_station")
    bots = [AgentBot(game, player, name, seed=player) for player, name in enumerate(names)]
    rng = np.random.RandomState(1)
    for _ in range(5):
        assert sum(evaluate_bots(game.new_initial_state(), bots, rng)) == 0


@pytest.mark.parametrize(
    ("game", "answer"),
    [
        ("nlhe", None),
        ("nlhe", ActionAmount(ActionKind.CHECK, 0)),
        ("nlhe", ActionAmount(ActionKind.CALL, 2)),
        ("nlhe", ActionAmount(ActionKind.RAISE, 201)),
        ("nlhe", Discard()),
        ("27td", Discard(tuple(Card.parse("2c2c")))),
    ],
)
def test_illegal_answers_of_agents_are_errors(game: str, answer: Any) -> None:
    table = open_spiel_poker(game, players=2, stacks=200)
    state = table.new_initial_state()
    while state.is_chance_node() or (game == "27td" and state.hand.actor_index is not None):
        state.apply_action(state.legal_actions()[0] if state.is_chance_node() else CALL)
    bot = AgentBot(table, state.current_player(), lambda view: answer)
    with pytest.raises(IllegalAnswerError):
        bot.step(state)


def test_games_that_agents_do_not_play() -> None:
    with pytest.raises(InputError, match="plays Texas hold'em only"):
        AgentBot(open_spiel_poker("plo"), 0, HoldemAgent())
    with pytest.raises(InputError, match="game must be a game of open_spiel_poker, got"):
        AgentBot(pyspiel.load_game("kuhn_poker"), 0, "random")
    with pytest.raises(InputError, match="the bot plays"):
        run_match(
            match_settings(["bot"], game="nlhe", hands=2),
            make_agent=lambda _: BotAgent(policy_bot, "kuhn_poker"),
        )
    with pytest.raises(InputError, match=r"the bot plays leduc_poker\(\), not Kuhn poker"):
        BotAgent(policy_bot, "leduc_poker").check_game(KuhnPoker(()))


def test_bots_of_small_games_say_how_many_players_they_have() -> None:
    settings = match_settings(["bot", "random"], game="leduc", seats=3, hands=6, session_hands=6)
    result = run_match(
        settings,
        make_agent=lambda text: (
            BotAgent(policy_bot, "leduc_poker") if text == "bot" else create_agent(text)
        ),
    )
    assert "leduc_poker() must have 2 players, got 3" in result.mistakes[0].message
