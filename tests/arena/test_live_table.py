"""A person against agents: every variant, what they see, illegal answers."""

from collections.abc import Callable
from random import Random
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.arena.live import (
    STACK_RULES,
    LiveDecision,
    LiveSettings,
    LiveTable,
    variant_info,
)
from fifthstreet.arena.live.table import PERSON
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.events import BoardDealt, HoleDealt
from fifthstreet.game.notation import parse_phh, phh_text
from fifthstreet.game.state import State
from fifthstreet.game.variants import VARIANTS
from tests.thoroughness import examples

Check = Callable[[LiveTable, State], None]


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
