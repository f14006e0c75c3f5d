"""RLCard's agents at our tables, and our agents in its environments."""

import sys
from typing import Any

import numpy as np
import pytest
import rlcard
from hypothesis import given, settings
from hypothesis import strategies as st
from rlcard.agents import RandomAgent
from rlcard.models.leducholdem_rule_models import LeducHoldemRuleAgentV2
from rlcard.models.limitholdem_rule_models import LimitholdemRuleAgentV1

from fifthstreet.agents import HoldemAgent, create_agent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.events import Called
from fifthstreet.game.kinds import ActionAmount, ActionKind
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.seat_views import PublicHand, SeatView, Terms, seat_view
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.interop.rlcard import RLCardAgent, RLCardPlayer
from fifthstreet.interop.rlcard.players import _GAMES, _ReplayedHand
from fifthstreet.interop.rlcard.states import card_index, card_name, card_of, seen_state
from fifthstreet.support.seeded_random import SeededRandom
from tests.thoroughness import examples

ENVIRONMENTS = [
    ("no-limit-holdem", 2),
    ("no-limit-holdem", 5),
    ("limit-holdem", 2),
    ("limit-holdem", 4),
    ("leduc-holdem", 2),
]


def test_cards_have_rlcards_names_and_places() -> None:
    env = rlcard.make("limit-holdem")
    for name, place in env.card2index.items():
        assert card_name(card_of(name)) == name
        assert card_index(name) == place


@pytest.mark.parametrize(("name", "players"), ENVIRONMENTS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_states_come_back_unchanged(name: str, players: int, seed: int) -> None:
    """A state of RLCard as a view, and that as a state again, is the same."""
    env = rlcard.make(name, config={"game_num_players": players, "seed": seed % 1000})
    rng = np.random.RandomState(seed)
    state, player = env.reset()
    while not env.is_over():
        hand = _ReplayedHand(env, name, state)
        view = hand.view(Terms(_GAMES[name]), SeededRandom(1))
        ledger = Ledger(view.hand.starting_stacks)
        ledger.read(view.events)
        assert (tuple(ledger.stacks), tuple(ledger.bets), ledger.pot) == (
            view.stacks,
            view.bets,
            view.pot,
        )
        back = seen_state(view).state
        assert np.array_equal(back["obs"], state["obs"])
        assert list(back["legal_actions"]) == list(state["legal_actions"])
        assert back["raw_legal_actions"] == state["raw_legal_actions"]
        theirs, ours = dict(state["raw_obs"]), dict(back["raw_obs"])
        first = (player - view.seat) % players
        for key in ("all_chips", "stakes"):
            if key in theirs:
                assert ours.pop(key) == [*theirs[key][first:], *theirs.pop(key)[:first]]
        assert ours.pop("current_player", view.seat) == view.seat
        theirs.pop("current_player", None)
        assert ours == theirs
        actions = [(mover, _kind(a)) for mover, a in state["action_record"]]
        assert actions == [
            ((seat + first) % players, _kind(a)) for seat, a in back["action_record"]
        ]
        state, player = env.step(rng.choice(list(state["legal_actions"])))


def test_a_short_call_adds_only_the_chips_that_are_left() -> None:
    options = {"game_num_players": 3, "seed": 1, "chips_for_each": 100, "dealer_id": 0}
    env = rlcard.make("no-limit-holdem", config=options)
    env.game.init_chips = [100, 20, 100]
    state, _ = env.reset()
    for number in (3, 3, 3, 3, 1):  # pot-sized raises, and a call of the short stack
        state, _ = env.step(number)
    assert env.game.round.raised == [27, 27, 14]  # RLCard shows a bet of 27
    hand = _ReplayedHand(env, "no-limit-holdem", state)
    view = hand.view(Terms(_GAMES["no-limit-holdem"]), SeededRandom(1))
    assert view.bets == (20, 14, 27)
    assert hand.events[-1] == Called(0, 0, 13, 20, 27, 48, 0)


def test_all_in_raises_are_recognized_with_antes() -> None:
    poker = NoLimitTexasHoldem(tuple(Automation), True, 1, (1, 2), 2)
    state = poker(50, 2, seed=1)
    state.bet_or_raise_to(4)
    state.bet_or_raise_to(49)  # all-in after the ante
    hand = PublicHand(Terms(poker), ("a", "b"), state.starting_stacks)
    hand.catch_up(state)
    seen = seen_state(seat_view(state, hand, 1, SeededRandom(1))).state
    # The small blind adds 3 to a pot of 5.
    assert [action.name for _, action in seen["action_record"]] == ["RAISE_HALF_POT", "ALL_IN"]


def _kind(action: Any) -> str:
    """Return the kind of an action: records of no-limit hold'em have the nearest bet size only."""
    name = str(getattr(action, "name", action)).lower()
    return "raise" if name.startswith(("raise", "all_in")) else name


def arena_result(game: str, seats: int, agent: Any) -> Any:
    settings = match_settings(
        ["them", "random"], game=game, seats=seats, hands=60, session_hands=60
    )
    return run_match(
        settings, make_agent=lambda text: agent if text == "them" else create_agent(text)
    )


@pytest.mark.parametrize(
    ("game", "seats", "agent"),
    [
        ("nlhe", 3, RandomAgent(5)),
        ("flhe", 4, LimitholdemRuleAgentV1()),
        ("leduc", 2, LeducHoldemRuleAgentV2()),
    ],
)
def test_their_agents_play_in_the_arena(game: str, seats: int, agent: Any) -> None:
    assert not arena_result(game, seats, RLCardAgent(agent)).mistakes
    assert not arena_result(game, seats, RLCardAgent(agent, explores=True)).mistakes


def test_illegal_actions_check_or_fold() -> None:
    class Wrong:
        use_raw = False

        def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
            return 99, {}

    assert not arena_result("nlhe", 2, RLCardAgent(Wrong())).mistakes


@pytest.mark.parametrize(("name", "players"), ENVIRONMENTS)
def test_our_agents_play_in_their_environments(name: str, players: int) -> None:
    env = rlcard.make(name, config={"game_num_players": players, "seed": 3})
    ours = [RLCardPlayer(agent, env) for agent in ("random", "calling_station")]
    env.set_agents([*ours, *[RandomAgent(env.num_actions) for _ in range(players - 2)]])
    for is_training in (False, True):
        for _ in range(4):
            _, payoffs = env.run(is_training=is_training)
            assert abs(sum(payoffs)) < 1e-9


def test_views_have_the_players_cards_and_chips() -> None:
    env = rlcard.make("no-limit-holdem", config={"game_num_players": 3, "seed": 5})
    seen: list[SeatView] = []

    def watch(view: SeatView) -> ActionAmount:
        raw = env.get_state(env.get_player_id())["raw_obs"]
        assert [card_name(card) for card in view.hole_cards] == raw["hand"]
        assert [card_name(card) for card in view.board] == raw["public_cards"]
        assert view.pot == raw["pot"]
        assert sum(view.stacks) == sum(raw["stakes"])
        seen.append(view)
        return view.raise_to() if len(seen) % 3 == 0 else view.check_or_call()

    env.set_agents([RLCardPlayer(watch, env) for _ in range(3)])
    for _ in range(10):
        env.run()
    assert len({view.street for view in seen}) == 4


def test_bad_input() -> None:
    env = rlcard.make("leduc-holdem")
    with pytest.raises(InputError, match="an agent of RLCard must have"):
        RLCardAgent(object())
    with pytest.raises(InputError, match=r"RLCard plays no-limit and .*, got pot-limit Omaha"):
        arena_result("plo", 2, RLCardAgent(RandomAgent(4)))
    with pytest.raises(InputError, match="the environment must be no-limit-holdem"):
        RLCardPlayer("random", rlcard.make("blackjack"))
    with pytest.raises(InputError, match="plays Texas hold'em only"):
        RLCardPlayer(HoldemAgent(), env)
    folder = RLCardPlayer(lambda view: ActionAmount(ActionKind.FOLD, 0), env)
    assert folder.eval_step(env.reset()[0]) == (2, {})
    with pytest.raises(InputError, match="must be an ActionAmount, got None"):
        RLCardPlayer(lambda view: None, env).step(env.reset()[0])  # type: ignore[arg-type,return-value]


def test_a_match_does_not_begin_without_rlcard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every decision would be lost, with the same message."""
    monkeypatch.setitem(sys.modules, "rlcard", None)
    agent = RLCardAgent(RandomAgent(5))
    with pytest.raises(InputError, match=r'^RLCard is not installed; install "rlcard"$'):
        agent.check_game(_GAMES["no-limit-holdem"])
