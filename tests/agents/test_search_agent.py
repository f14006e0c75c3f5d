"""Agents that search: real hands at any stakes, and what they say about their decisions."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from fifthstreet.agents.holdem_seat import HoldemSeat
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.search_agent import SearchAgent, SearchDecision, search_settings
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.games import table_game
from fifthstreet.cards import HOLE_CARDS, Card, Range, card_text, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.game.actions import act
from fifthstreet.game.enums import Automation
from fifthstreet.game.kinds import Action
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.state import State
from fifthstreet.game.variants import NoLimitTexasHoldem, Poker
from fifthstreet.solvers import train
from fifthstreet.solvers.blueprint import save_blueprint
from fifthstreet.solvers.search import SearchedHand, SearchStrategy
from fifthstreet.solvers.training import save_strategy
from fifthstreet.tree import Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import UniformStrategy
from tests.agents.tables import CHIPS
from tests.agents.views import view_in_turn
from tests.solvers.blueprint.small_buckets import push_or_fold_solver

FEW = Range.parse("AA,KQs,T9s,77,A5s")
RULES = TreeRules.even(
    2, 1200, blinds=(50, 100), first_street=0, sizes=Sizes.uniform("100%, a"), max_raises=2
)
UNIFORM = UniformStrategy(build_tree(RULES), [FEW, FEW])
SETTINGS = search_settings(
    ("a", "75%/a", "50% a"), seconds=60, method="maxmargin", target=5, max_iterations=10
)
TURN, RIVER = 2, 3


def agent(first_street: int = TURN) -> SearchAgent:
    return SearchAgent(UNIFORM, SETTINGS, first_street=first_street)


def dealt(game: Poker, stacks: list[Any], rng: Random, board: str = "") -> State:
    """Begin a hand in which both players hold hands of the range."""
    holes = FEW.hands().tolist()
    known: list[int] = [0, 0]
    while len(set(known)) < len(known):
        (one, two), (three, four) = (HOLE_CARDS[rng.choice(holes)].tolist() for _ in range(2))
        known = [one, three, two, four, *(int(card) for card in parse_cards(board))]
    rest = [card for card in range(52) if card not in known]
    rng.shuffle(rest)
    order = [next(iter(Card.parse(card_text(card)))) for card in [*known, *rest]]
    return game(stacks, 2, seed=1, deck_order=order)


def play(searching: SearchAgent, seat: int, game: Poker, state: State, rng: Random) -> int:
    """Play a hand against random bets; return how many decisions were searched."""
    count = 0
    while state.status:
        view = view_in_turn(game, state, rng.getrandbits(20))
        if state.actor_index == seat and view.street >= searching.search.first_street:
            action: Any = searching.decide(view)
            assert not searching.problem
            assert searching.last is not None
            assert searching.last.action in searching.last.answer.actions
            count += 1
        elif rng.random() < (0.8 if view.street < TURN else 0.5):
            action = view.check_or_call()
        else:
            action = view.raise_by_pots(rng.choice([0.1, 0.33, 0.8, 1.3, 4]))
        act(state, action.kind, action.amount)
    return count


@pytest.mark.parametrize("chips", CHIPS)
def test_any_chips_stacks_and_bets(chips: str) -> None:
    """Stacks may differ, and no tree foresees the bets; the agent's actions are always legal."""
    chip, rng = CHIPS[chips], Random(chips)
    game = NoLimitTexasHoldem(tuple(Automation), True, chip(0), (chip(50), chip(100)), chip(100))
    searched = 0
    for number in range(8):
        stacks = [chip(rng.choice([700, 1200, 2907])) for _ in range(2)]
        searched += play(agent(), number % 2, game, dealt(game, stacks, rng), rng)
    assert searched > 4


@pytest.mark.parametrize("ante", [0, 13])
def test_chips_where_the_search_starts(ante: int) -> None:
    game = NoLimitTexasHoldem(tuple(Automation), True, ante, (50, 100), 100)
    state = dealt(game, [1000, 777], Random(1))
    state.bet_or_raise_to(250)
    for _ in range(3):
        state.check_or_call()
    state.bet_or_raise_to(137)
    hand = SearchedHand.of(view_in_turn(game, state, 1), 2)
    assert (hand.pot, hand.stack) == (500 + 2 * ante, 527 - ante)
    assert hand.path == "r:b137"
    assert len(hand.board) == 4
    whole = SearchedHand.of(view_in_turn(game, state, 1), 1)
    assert whole.pot == hand.pot
    assert whole.path.startswith("r:k:k:n")
    assert whole.path.endswith(":b137")


def test_bets_beyond_the_smaller_stack_are_all_in() -> None:
    game = table_game("nlhe").game
    state = dealt(game, [400, 5000], Random(1))
    for _ in range(5):
        state.check_or_call()
    state.bet_or_raise_to(4900)
    hand = SearchedHand.of(view_in_turn(game, state, 1), 2)
    assert hand.path == "r:k:b300"
    searching = agent()
    searching.decide(view_in_turn(game, state, 1))
    assert searching.last is not None
    assert searching.last.answer.actions == ("f", "c")


def test_it_plays_as_its_strategy_says() -> None:
    """In the strategy's own game, an agent and a `SearchStrategy` have the same answers."""
    game, rng = table_game("nlhe").game, Random(4)
    state = dealt(game, [1200, 1200], rng)
    for _ in range(4):
        state.check_or_call()
    searching = agent()
    searching.decide(view_in_turn(game, state, 1))
    assert searching.last is not None
    strategy = SearchStrategy(UNIFORM, SETTINGS, first_street=TURN)
    board = tuple(int(card) for card in state.get_board_cards(0))
    rows = strategy.probabilities(strategy.tree.find("r:c:k:n:k:k:n")[0], board)
    np.testing.assert_array_equal(searching.last.answer.strategy, rows)


def test_from_the_flop_on() -> None:
    game, rng = table_game("nlhe").game, Random(2)
    settings = search_settings(
        ("a", "a", "a"), seconds=60, method="resolve", target=5, max_iterations=1
    )
    searching = SearchAgent(UNIFORM, settings)
    state = dealt(game, [600, 900], rng, "QsJs2s")
    assert play(searching, 0, game, state, rng) > 0


def test_it_explains_itself() -> None:
    game, rng = table_game("nlhe").game, Random(3)
    searching = agent()
    with pytest.raises(InputError, match="nothing to explain: the last decision was the strat"):
        searching.explain()
    state = dealt(game, [1200, 1200], rng)
    for _ in range(5):
        state.check_or_call()
    searching.decide(view_in_turn(game, state, 1))
    data = searching.explain()
    assert json.loads(json.dumps(data)) == data
    assert sum(each["share"] for each in data["actions"].values()) == pytest.approx(1)
    assert sum(each["range_share"] for each in data["actions"].values()) == pytest.approx(1)
    assert data["action"] in data["actions"]
    assert data["player"] == "ip"
    assert 0 <= data["equity"] <= 1
    own = Range.parse(data["ranges"]["ip"])
    assert own.weights[Range.parse(data["hand"]).hands()[0]] > 0
    assert [each["path"] for each in data["solves"]] == ["r"]
    assert data["solves"][0]["exploitability_pot_percent"] > 0
    text = str(searching.last)
    assert text.startswith(f"{data['hand']} on {data['board']} at r:k: {data['action']}, EV ")
    assert "solved r in " in text
    assert isinstance(searching.last, SearchDecision)
    assert "<" in searching.last._repr_html_()
    assert repr(searching.last).endswith(" at r:k>")


def test_single_streets_with_value_networks() -> None:
    """Turns end at the river, which is solved itself; no decision needs the strategy instead."""
    game, rng = table_game("nlhe").game, Random(5)
    settings = search_settings(
        ("a", "75%/a", "50% a"),
        seconds=60,
        method="maxmargin",
        target=5,
        depth="street",
        max_iterations=5,
        threads=1,
    )
    searching = SearchAgent(UNIFORM, settings, first_street=TURN)
    ends: set[tuple[int, str | None]] = set()
    for seat in (0, 1, 0):
        state = dealt(game, [1200, 1200], rng)
        while state.status:
            view = view_in_turn(game, state, rng.getrandbits(20))
            action: Any = view.check_or_call()
            if state.actor_index == seat and view.street >= TURN:
                action = searching.decide(view)
                assert not searching.problem
                data = searching.explain()
                assert json.loads(json.dumps(data)) == data
                assert sum(each["share"] for each in data["actions"].values()) == pytest.approx(1)
                last = data["solves"][-1]
                ends.add((int(view.street), last["leaf_values"]))
                assert last["exploitability_pot_percent"] >= 0
                is_turn = "on the street, then network for the turn" in str(searching.last)
                assert is_turn == any(each["leaf_values"] for each in data["solves"])
            act(state, action.kind, action.amount)
    assert (TURN, "network for the turn") in ends
    assert (RIVER, None) in ends
    assert len(ends) == 2


def test_where_nothing_can_be_solved_it_plays_the_strategy() -> None:
    game = table_game("nlhe").game
    state = game([1200, 1200], 2, seed=11)
    for _ in range(4):
        state.check_or_call()
    searching = agent()
    action = searching.decide(view_in_turn(game, state, 1))
    assert searching.problem == "the strategy never gets here with this hand"
    assert searching.last is None
    assert action is not None
    with pytest.raises(InputError, match="nothing to explain: the strategy never gets here"):
        searching.explain()


@pytest.mark.parametrize("stack", [1200, 1300])
def test_seats_find_earlier_nodes_of_a_hand(stack: int) -> None:
    """Whether the hand is in the tree's own game or mapped to it."""
    game = table_game("nlhe").game
    full = Range.full()
    seat = HoldemSeat(UniformStrategy(UNIFORM.tree, [full, full]))
    state = game([stack, stack], 2, seed=2)
    for _ in range(4):
        state.check_or_call()
    view = view_in_turn(game, state, 1)
    before = SearchedHand.of(view, TURN).before
    wanted = UNIFORM.tree.find("r:c:k:n:k:k:n")[0]
    for _ in range(2):
        assert seat.node_after(view, before) == wanted
        assert seat.decide(view) is not None
    state.bet_or_raise_to(100)
    view = view_in_turn(game, state, 1)
    assert seat.decide(view) is not None
    assert seat.node_after(view, before) == wanted


@pytest.fixture(scope="module", name="file")
def push_or_fold_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("blueprints") / "push.blueprint"
    solver = push_or_fold_solver()
    solver.iterate(20_000)
    save_blueprint(solver, path)
    return str(path)


@pytest.mark.slow
def test_a_file_plays_a_match(file: str) -> None:
    """Hands get to the flop where the opponent limps, whatever the strategy would do."""
    text = f"search:preflop={file},seconds=1,flop=a,turn=50%/a,river=50% 100% a,target=2"
    settings = match_settings([text, "calling_station"], stack=10, hands=20, session_hands=20)
    assert not run_match(settings, workers=1).mistakes


@pytest.mark.parametrize("stack", [12, 30])
def test_matches_at_any_stakes(stack: int) -> None:
    """Rivers are searched with all hands, whatever the opponent bets before."""
    full = Range.full()
    strategy = UniformStrategy(UNIFORM.tree, [full, full])
    problems: list[str] = []

    class Watched(SearchAgent):
        def decide(self, view: SeatView) -> Action:
            action = super().decide(view)
            problems.append(self.problem)
            return action

    def make(name: str) -> Any:
        if name != "search":
            return create_agent(name)
        return Watched(strategy, SETTINGS, first_street=RIVER)

    settings = match_settings(["search", "random"], stack=stack, hands=30, session_hands=30)
    result = run_match(settings, make_agent=make)
    assert not result.mistakes
    assert set(problems) == {""}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("seconds=0", "seconds must be above 0, got 0"),
        ("target=0", "target_pot_percent must be more than 0, got 0"),
        ("method=safe", "method must be unsafe, resolve, maxmargin or reach, got 'safe'"),
        ("backend=tpu", "backend must be one of auto, .*, got 'tpu'"),
        ("street=preflop", "street must be flop, turn or river, got 'preflop'"),
        ("street=turn", r"the turn, got one up to the preflop\. Search from an earlier street"),
        ("flop=x", r"2\.5x, 120c, 2\.5bb, 20c3r, e, 2e, 3e200%, 33%\*1\.5:4, 3x r2 or a, got 'x'"),
        ("depth=turn", "depth must be hand, street or buckets, got 'turn'"),
        ("sizes=a", "no option 'sizes'"),
    ],
)
def test_bad_options(file: str, options: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        create_agent(f"search:preflop={file},{options}")
    assert "\n" not in str(caught.value)


def test_other_bad_input(file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="requires the option 'preflop'"):
        create_agent("search")
    with pytest.raises(
        ValueError, match=r"strategy must be a file or .*, got 'missing\.blueprint'"
    ):
        create_agent("search:preflop=missing.blueprint")
    save_strategy(train("kuhn", "cfr+", iterations=2).average(), tmp_path / "kuhn.strategy")
    with pytest.raises(InputError, match="preflop must be a hold'em strategy, got a small game's"):
        create_agent(f"search:preflop={tmp_path / 'kuhn.strategy'}")
    searching = create_agent(f"search:preflop={file}")
    assert isinstance(searching, SearchAgent)
    for name in ("plo", "flhe"):
        with pytest.raises(InputError, match="no-limit Texas hold'em only, not "):
            searching.check_game(table_game(name).game)
