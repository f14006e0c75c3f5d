"""A person against agents: every variant, what they see, illegal answers, statistics."""

from collections.abc import Callable, Iterator
from multiprocessing import active_children
from random import Random
from threading import Event, Thread
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents import Action, AgentError, BaseAgent, create_agent
from fifthstreet.arena.live import (
    STACK_RULES,
    LiveDecision,
    LiveSettings,
    LiveTable,
    Share,
    parse_stakes,
    variant_info,
)
from fifthstreet.arena.live.opponents import SeparateAgent
from fifthstreet.arena.live.table import PERSON
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.events import BoardDealt, HoleDealt
from fifthstreet.game.notation import parse_phh, phh_text
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.state import State
from fifthstreet.game.variants import VARIANTS
from fifthstreet.review import play
from tests.thoroughness import examples

Check = Callable[[LiveTable, State], None]


class Crasher(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        raise RuntimeError("no idea")


def state_of(table: LiveTable) -> State:
    assert table._play is not None
    return table._play.state


def random_answer(table: LiveTable, rng: Random) -> tuple[str, int | None, tuple[Card, ...]]:
    decision, scene = table.decision, table.scene
    assert decision is not None
    assert scene is not None
    answer = rng.choice(decision.answers)
    if answer == "discard":
        cards = scene.cards[PERSON]
        return answer, None, tuple(rng.sample(cards, rng.randint(0, len(cards))))
    if answer not in ("bet", "raise"):
        return answer, None, ()
    low, high = decision.min_raise_to, decision.max_raise_to
    assert low is not None
    assert high is not None
    sizes = [amount for _, amount in decision.sizes]
    return answer, rng.choice([None, low, high, rng.randint(low, high), *sizes]), ()


def play_hand(table: LiveTable, rng: Random, *checks: Check) -> None:
    """Play a hand with random legal answers, with checks before each of them."""
    table.start_hand()
    while (decision := table.decision) is not None:
        for check in checks:
            check(table, state_of(table))
        answer, amount, cards = random_answer(table, rng)
        table.act(decision.number, answer, amount, cards)
    assert table.result is not None


def random_table(code: str, rng: Random) -> LiveTable:
    info = variant_info(code)
    seats = rng.randint(2, info.max_seats)
    has_cents = rng.random() < 0.3
    stakes = {name: usual / 20 for name, usual in info.stakes.items()} if has_cents else {}
    stack = max(round(info.stack * rng.choice([0.1, 1, 1, 2])), info.stakes[info.unit])
    return LiveTable(
        LiveSettings(
            tuple(rng.choice(["random", "calling_station"]) for _ in range(seats - 1)),
            variant=code,
            stakes=stakes,
            stack=round(stack / 20, 2) if has_cents else stack,
            seed=rng.randrange(10**6),
            stacks=rng.choice([*STACK_RULES]),
        )
    )


def check_scene(table: LiveTable, state: State) -> None:
    """The scene, made of events that the person sees, is the state of the engine."""
    scene, decision = table.scene, table.decision
    assert scene is not None
    assert decision is not None
    assert table._play is not None
    order = table._play.order
    position = order.index(PERSON)
    assert [scene.stacks[seat] for seat in order] == state.stacks
    assert [scene.bets[seat] for seat in order] == state.bets
    assert [scene.in_hand[seat] for seat in order] == state.statuses
    assert scene.pot + sum(scene.bets) == decision.pot
    pots = [amount for amount in state.pot_amounts if amount]
    assert scene.pots == (tuple(pots) if len(pots) > 1 else ())
    assert scene.boards == state.get_boards()
    assert sorted(scene.cards[PERSON]) == sorted(state.hole_cards[position])
    for place, seat in enumerate(order):
        if place != position and state.statuses[place]:
            assert sorted(map(repr, scene.cards[seat])) == sorted(
                map(repr, state.get_censored_hole_cards(place))
            )


def check_nothing_leaks(table: LiveTable, state: State) -> None:
    """No frame has a card that lies face down before another player."""
    assert table._play is not None
    position = table._play.order.index(PERSON)
    hidden = {
        card
        for place in state.player_indices
        if place != position
        for card in state.get_down_cards(place)
    }
    # Where a deck runs out, cards that everybody has seen are dealt again, face down.
    dealt = [
        card
        for event in state.events
        if isinstance(event, HoleDealt | BoardDealt)
        for card in event.cards
    ]
    again = {card for card in dealt if dealt.count(card) > 1}
    for frame in table.frames():
        shown = {*frame.cards, *(card for cards in frame.scene.cards for card in cards)}
        assert not (shown - again) & hidden


@pytest.mark.parametrize("code", VARIANTS)
def test_every_variant_is_played_to_the_end(code: str) -> None:
    rng = Random(code)
    for _ in range(examples(3)):
        table = random_table(code, rng)
        for number in range(1, 4):
            if table.is_over:
                break
            before = sum(table.stacks)
            play_hand(table, rng, check_scene, check_nothing_leaks)
            assert table.result is not None
            assert table.scene is not None
            assert table.hand_number == table.result.number == number
            assert sum(table.result.payoffs) == 0
            assert table.scene.stacks == table.stacks
            assert table.scene.pot == sum(table.scene.bets) == 0
            assert table.scene.pots == ()
            bought = sum(table.stacks) - before
            assert bought % table.stakes.stack == 0  # rebuys, or stacks that are reset
            check_history(table)
        assert not table.mistakes


def check_history(table: LiveTable) -> None:
    """The history reads back, and replays to the same stacks, without cards that nobody saw."""
    assert table.result is not None
    history = table.result.history
    text = phh_text(history)
    assert phh_text(parse_phh(text)) == text
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # small decks run out
        *_, state = history
    assert list(state.stacks) == history.finishing_stacks
    assert history.players is not None
    for place, name in enumerate(history.players):
        deals = [each.split()[3] for each in history.actions if f"d dh p{place + 1} " in each]
        if name == table.settings.person:
            assert "?" not in "".join(deals)


@settings(max_examples=examples(40))
@given(st.randoms(use_true_random=False), st.sampled_from([*VARIANTS]))
def test_any_table_is_played_to_the_end(rng: Random, code: str) -> None:
    table = random_table(code, rng)
    if not table.is_over:
        play_hand(table, rng, check_scene)


def test_a_seed_decides_all_cards_and_agents() -> None:
    def log(seed: int) -> list[Any]:
        table = LiveTable(LiveSettings(("random", "calling_station", "random"), seed=seed))
        rng = Random(7)
        frames = []
        for _ in range(4):
            play_hand(table, rng)
            frames += table.frames()
        return frames

    assert log(1) == log(1)
    assert log(1) != log(2)


def test_frames_continue_where_the_reader_was() -> None:
    table = LiveTable(LiveSettings(("random", "random"), seed=3))
    table.start_hand()
    first = table.frames()
    assert [frame.number for frame in first] == [*range(len(first))]
    assert table.frames(len(first)) == []
    assert table.frames(3) == first[3:]
    rng = Random(1)
    while table.decision is not None:
        answer, amount, cards = random_answer(table, rng)
        table.act(table.decision.number, answer, amount, cards)
    ended = table.frames(len(first))
    assert ended[0].number == len(first)
    table.start_hand()
    assert table.frames()[0].number == ended[-1].number + 1
    assert table.frames(0) == table.frames()


# Illegal answers.


def heads_up(**options: Any) -> LiveTable:
    return LiveTable(LiveSettings(("calling_station",), **{"seed": 1, **options}))


@pytest.mark.parametrize(
    ("answer", "amount", "message"),
    [
        ("check", None, "you cannot check now: choose fold or call or raise"),
        ("bet", 4, "you cannot bet now: choose fold or call or raise"),
        ("sing", None, "you cannot sing now"),
        ("raise", 3, "amount of a raise must be from 4 to 200, got 3"),
        ("raise", 201, "amount of a raise must be from 4 to 200, got 201"),
        ("raise", -1, "must be from 4 to 200, got -1"),
        ("call", 2, "amount requires a bet or raise, got call"),
        ("discard", None, "you cannot discard now"),
    ],
)
def test_illegal_answers_change_nothing(answer: str, amount: int | None, message: str) -> None:
    table = heads_up()
    table.start_hand()
    before, decision = table.frames(), table.decision
    assert decision is not None
    with pytest.raises(InputError, match=message):
        table.act(decision.number, answer, amount)
    assert (table.frames(), table.decision) == (before, decision)
    table.act(decision.number, "fold")
    assert not table.mistakes


def test_an_answer_counts_once() -> None:
    table = heads_up()
    table.start_hand()
    number = decided(table).number
    table.act(number, "call")
    with pytest.raises(
        ValueError, match=f"must be the current decision {number + 1}, got {number}"
    ):
        table.act(number, "check")


def decided(table: LiveTable) -> LiveDecision:
    assert table.decision is not None
    return table.decision


def test_only_own_cards_are_discarded() -> None:
    table = LiveTable(LiveSettings(("calling_station",), variant="5cd", seed=1))
    table.start_hand()
    while "discard" not in decided(table).answers:
        table.act(decided(table).number, decided(table).answers[-2])
    assert table.scene is not None
    own = table.scene.cards[PERSON]
    other = next(card for card in table.stakes.game.deck if card not in own)
    for cards in ((other,), (own[0], own[0]), (Card.UNKNOWN,)):
        with pytest.raises(InputError, match="discard must be of cards that the player holds"):
            table.act(decided(table).number, "discard", None, cards)
    table.act(decided(table).number, "discard", None, own[:3])
    assert table.scene.cards[PERSON][:2] == own[3:]
    assert len(table.scene.cards[PERSON]) == 5


def test_hands_begin_and_end_in_turn() -> None:
    table = heads_up()
    with pytest.raises(InputError, match="it is not your turn"):
        table.act(0, "fold")
    table.start_hand()
    with pytest.raises(InputError, match="a hand is in progress"):
        table.start_hand()


# Sessions.


def test_stacks_are_reset_or_carried_over() -> None:
    for rule in STACK_RULES:
        table = heads_up(stacks=rule)
        table.start_hand()
        table.act(decided(table).number, "fold")
        assert table.stacks == (199, 201)
        table.start_hand()
        assert table.scene is not None
        assert table._session.state is not None
        starting = sorted(table._session.state.starting_stacks)
        assert starting == ([200, 200] if rule == "reset" else [199, 201])


def all_in(table: LiveTable) -> None:
    table.start_hand()
    while table.decision is not None:
        decision = table.decision
        if decision.max_raise_to is None:
            table.act(decision.number, "call" if "call" in decision.answers else "check")
        else:
            table.act(decision.number, decision.answers[-1], decision.max_raise_to)


def test_a_freezeout_ends_and_rebuys_go_on() -> None:
    table = heads_up(stacks="freezeout")
    while not table.is_over:
        all_in(table)
    assert sorted(table.stacks) == [0, 400]
    with pytest.raises(InputError, match="no more hands"):
        table.start_hand()
    table = heads_up(stacks="rebuy")
    for _ in range(5):
        all_in(table)
    assert not table.is_over
    assert sum(table.stacks) > 400


def test_mistakes_of_agents_do_not_end_a_session() -> None:
    table = LiveTable(
        LiveSettings(("Crasher", "random"), seed=4),
        lambda text: Crasher() if text == "Crasher" else create_agent(text),
    )
    rng = Random(2)
    for _ in range(10):
        play_hand(table, rng)
    assert {(each.player, each.kind) for each in table.mistakes} == {("Crasher", "error")}
    assert table.statistics[1].mistakes == len(table.mistakes) > 0
    assert table.statistics[PERSON].mistakes == 0


class Waiter(BaseAgent):
    """Waits in its decision until it is told."""

    def __init__(self) -> None:
        self.is_asked, self.may_answer = Event(), Event()

    def decide(self, view: SeatView) -> Action:
        self.is_asked.set()
        assert self.may_answer.wait(10)
        return view.check_or_call()


@pytest.fixture
def waiting() -> Iterator[tuple[LiveTable, Waiter, Thread]]:
    """A table whose agent is thinking in a thread of its own."""
    waiter = Waiter()
    table = LiveTable(LiveSettings(("waiter",), seed=1), lambda text: waiter)
    table.start_hand()
    thread = Thread(target=table.act, args=(decided(table).number, "call"), daemon=True)
    thread.start()
    assert waiter.is_asked.wait(10)
    yield table, waiter, thread
    waiter.may_answer.set()
    thread.join(10)


def test_a_table_can_be_read_while_an_agent_thinks(
    waiting: tuple[LiveTable, Waiter, Thread],
) -> None:
    table, waiter, thread = waiting
    assert table.is_playing
    assert table.decision is None
    assert table.frames()[-1].kind == "call"
    for move in (table.start_hand, lambda: table.act(1, "check")):
        with pytest.raises(InputError, match="still playing"):
            move()
    waiter.may_answer.set()
    thread.join(10)
    assert not table.is_playing
    assert table.decision is not None


def test_closing_a_table_ends_its_thread(waiting: tuple[LiveTable, Waiter, Thread]) -> None:
    table, waiter, thread = waiting
    table.close()
    waiter.may_answer.set()
    thread.join(10)
    assert not thread.is_alive()
    assert table.is_over
    assert table.decision is None
    with pytest.raises(InputError, match="the table is closed"):
        table.act(1, "check")


@pytest.mark.slow
def test_a_process_that_thinks_is_ended_with_its_table() -> None:
    agents: list[SeparateAgent] = []

    def make(text: str) -> SeparateAgent:
        agents.append(SeparateAgent(text))
        return agents[-1]

    table = LiveTable(LiveSettings(("tests.arena.hostile:Hangs",), seed=1), make)

    def call_down() -> None:
        table.start_hand()
        while table.decision is not None:
            answers = table.decision.answers
            table.act(table.decision.number, "call" if "call" in answers else "check")

    thread = Thread(target=call_down, daemon=True)
    thread.start()
    thread.join(0.5)
    assert thread.is_alive()  # in the third decision
    table.close()
    thread.join(10)
    assert not thread.is_alive()
    assert table.is_over
    assert not active_children()
    with pytest.raises(AgentError, match="its process was ended"):
        agents[0].decide(None)  # type: ignore[arg-type]  # it is not read


def test_agents_are_closed_if_another_does_not_play_the_game() -> None:
    closed = []

    class Closing(BaseAgent):
        def close(self) -> None:
            closed.append(self)

    with pytest.raises(InputError, match="got 'nobody'"):
        LiveTable(
            LiveSettings(("closing", "nobody")),
            lambda text: Closing() if text == "closing" else create_agent(text),
        )
    assert len(closed) == 1


# Settings.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agents": ()}, "must have from 2 to 10 seats, got 1"),
        ({"agents": ("random",) * 10}, "must have from 2 to 10 seats, got 11"),
        (
            {"variant": "kuhn", "agents": ("random",) * 4},
            "Kuhn poker must have from 2 to 3 seats, got 5",
        ),
        ({"variant": "kuhn", "agents": ("absolute",)}, "AbsoluteAgent plays Texas hold'em only"),
        ({"variant": "stud", "agents": ("random",) * 8}, "must have from 2 to 8 seats, got 9"),
        ({"variant": "chess"}, "game must be one of FT, .*'chess'"),
        ({"agents": ("nobody",)}, "got 'nobody'"),
        ({"stacks": "all"}, "stacks must be one of reset, rebuy, freezeout, got 'all'"),
        ({"stakes": {"blind": 1}}, "must be ante, small_blind, big_blind, straddle, got 'blind'"),
        ({"stakes": {"straddle": 4}}, "a straddle requires at least 3 seats"),
        ({"stakes": {"big_blind": "0.001"}}, "must have at most 2 decimals, got 0.001"),
        ({"stakes": {"big_blind": -2}}, "big blind must be from 0 to 1,000,000,000, got -2"),
        ({"stakes": {"small_blind": 3}}, "small blind must be at most the big blind"),
        ({"stack": 1}, "stack must be at least the big blind"),
        ({"stack": "inf"}, "stack must be from 0 to"),
        ({"person": ""}, "a name of 1 to 40 characters"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        LiveTable(LiveSettings(**{"agents": ("random",), **options}))


def test_cents_are_chips() -> None:
    stakes = parse_stakes("nlhe", {"small_blind": 0.05, "big_blind": 0.1}, 10)
    assert (stakes.stack, stakes.unit, stakes.decimals) == (1000, 10, 2)
    assert str(stakes.value(1234)) == "12.34"
    assert parse_stakes("nlhe", {}).decimals == 0


def test_players_with_the_same_name_are_numbered() -> None:
    names = LiveSettings(("random", "equity", "random"), person="equity").names
    assert names == ("equity 1", "random 1", "equity 2", "random 2")


# Statistics and reviews.


def test_statistics_count_what_happened() -> None:
    table = heads_up()
    for _ in range(3):
        all_in(table)
    person, agent = table.statistics
    assert person.winnings == -agent.winnings
    assert (person.pfr.count, person.pfr.total) == (3, 3)
    assert person.showdowns.count == agent.showdowns.count == 3
    assert person.won_showdowns.count + agent.won_showdowns.count >= 3
    assert person.per_hand.samples == 3
    assert person.luck_adjusted.half_width < person.per_hand.half_width
    assert person.to_dict()["vpip"]["low"] < 1 == person.to_dict()["vpip"]["high"]


@given(st.integers(0, 500), st.integers(0, 500))
def test_intervals_of_shares_hold_the_share(first: int, second: int) -> None:
    count, total = sorted((first, second))
    share = Share.of(count, total)
    assert 0 <= share.low <= share.high <= 1
    assert share.share is None or share.low <= share.share + 1e-12
    assert share.share is None or share.share - 1e-12 <= share.high


def test_hands_can_be_reviewed() -> None:
    table = heads_up(stakes={"small_blind": "0.5", "big_blind": 1}, stack=100)
    play_hand(table, Random(1))
    assert table.result is not None
    hand = play(table.result.history)
    assert hand.big_blind == 1
    assert {each.name for each in hand.decisions} <= {*table.names}
    own = [each for each in hand.decisions if each.name == "You"]
    assert own
    assert all(each.hole is not None for each in own)
